import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openInMemory } from '#platform/database/embedded/embedded.ts'
import { embeddedStore } from '#platform/database/embedded/embedded-store.ts'
import { migrate } from '#platform/database/migrate.ts'
import { builtArchive } from './built-archive.ts'

/** Makes one migrated embedded database: every test starts from a copy. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-tests-'))
  const pg = await openInMemory({ loadDataDir: await builtArchive() })
  await migrate(embeddedStore(pg))
  const image = path.join(folder, 'migrated.tar')
  await writeFile(image, Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer()))
  await pg.close()
  project.provide('engine', { kind: 'embedded', image })
  return () => rm(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    engine: { kind: 'embedded'; image: string } | { kind: 'postgres'; url: string; template: string }
  }
}
