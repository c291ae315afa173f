import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresStore, type Store } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openStore } from '#platform/database/open-store.ts'
import { readEnv } from '#platform/env.ts'
import { loadSampleIfEmpty } from '#server/operator/first-start.ts'
import { findPostgresBin } from '../../scripts/executables.mjs'
import { makePeople } from './factories/people.ts'
import { quickSettings, startPostgres } from './postgres.ts'
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

/**
 * Makes the database with the sample once for all journeys: every site starts from a copy of it. It is on a PostgreSQL
 * server where there is one, which takes a third of the processor time; in the nightly run, embedded.
 */
export default async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-sample-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  if (process.env.HALLWAY_LONG === '1' || !findPostgresBin()) {
    await makeSample({ DATA_DIR: folder })
    process.env.HALLWAY_SAMPLE_FOLDER = folder
    return removeFolder
  }
  const server = await startPostgres(quickSettings)
  const main = postgresStore(server.url('postgres'), undefined, 1)
  await main.db.execute('create database empty')
  await (await openDatabase({ DATA_DIR: folder, DATABASE_URL: server.url('empty') })).close()
  await main.db.execute('create database sample template empty')
  await main.close()
  await makeSample({ DATA_DIR: folder, DATABASE_URL: server.url('sample') })
  process.env.HALLWAY_SITE_DATABASES = server.url('postgres')
  return async () => {
    await server.stop()
    await removeFolder()
  }
}

async function makeSample(env: NodeJS.ProcessEnv) {
  const store = await openDatabase(env)
  await loadSampleIfEmpty(store, today)
  await makePeople(store.db, people)
  await store.close()
}

/** The migrated database of these settings, as long as no site runs on it. */
export async function openDatabase(env: NodeJS.ProcessEnv): Promise<Store> {
  const store = await openStore(readEnv(env))
  await migrate(store)
  return store
}
