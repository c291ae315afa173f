import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { embeddedStore } from '#server/database/db.ts'
import { openInMemory } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'

/** Makes one embedded database, and dumps it before and after its migration: every test starts from a copy. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-tests-'))
  const pg = await openInMemory()
  const dump = async (name: string) => {
    const image = path.join(folder, name)
    await writeFile(image, Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer()))
    return image
  }
  const emptyImage = await dump('empty.tar')
  await migrate(embeddedStore(pg))
  const image = await dump('migrated.tar')
  await pg.close()
  project.provide('engine', { kind: 'embedded', image })
  project.provide('emptyImage', emptyImage)
  return () => rm(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    engine: { kind: 'embedded'; image: string } | { kind: 'postgres'; url: string; template: string }
    /** An embedded database without a table: to make one takes ten times as long as to copy it. */
    emptyImage: string
  }
}
