import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Store } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { openStore } from '#server/database/open-store.ts'
import { readEnv } from '#server/env.ts'
import { loadSampleIfEmpty } from '#server/operator/first-start.ts'
import { makePeople } from './factories/people.ts'
import { today } from './sample-facts.ts'

/** The people of journeys, beside those of the sample. */
const people = [
  ...[
    'Dora Decliner',
    'Ede Editor',
    'Gus Guest',
    'Kim Keys',
    'Lina Lister',
    'Nele Newcomer',
    'Nell Newowner',
  ],
  ...['Olaf Other', 'Rita Rules', 'Sally Session'],
].map((name) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  password: 'hallway-demo',
}))

/** Makes the data folder with the sample once for all journeys: every site starts from a copy of it. */
export default async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-sample-'))
  const store = await openFolder(folder)
  await loadSampleIfEmpty(store, today)
  await makePeople(store.db, people)
  await store.close()
  process.env.HALLWAY_SAMPLE_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** The embedded database in a data folder, migrated, as long as no site runs on it. */
export async function openFolder(folder: string): Promise<Store> {
  const store = await openStore(readEnv({ DATA_DIR: folder }))
  await migrate(store)
  return store
}
