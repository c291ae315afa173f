import type { TestProject } from 'vitest/node'
import { postgresStore } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { quickSettings, startPostgres } from './postgres.ts'

/** Starts a PostgreSQL server with one migrated database: every test file starts from a copy. */
export default async function setup(project: TestProject) {
  const server = await startPostgres(quickSettings)
  const main = postgresStore(server.url('postgres'), undefined, 1)
  await main.db.execute('create database empty')
  const store = postgresStore(server.url('empty'), undefined, 1)
  await migrate(store)
  await store.close()
  await main.close()
  // Sites that a test starts (site.ts).
  process.env.HALLWAY_SITE_DATABASES = server.url('postgres')
  project.provide('engine', { kind: 'postgres', url: server.url('postgres'), template: 'empty' })
  return server.stop
}
