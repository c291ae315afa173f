import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { postgresStore, type Store } from '#platform/database/db.ts'
import { openEmbedded } from '#platform/database/embedded/embedded.ts'
import { embeddedStore } from '#platform/database/embedded/embedded-store.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import type { Engine } from '../support/site.ts'
import { fillStatements } from './generate.ts'

/** Each opens a new empty database; closing it deletes it. */
const engines: Record<Engine, () => Promise<Store>> = {
  embedded: openFreshEmbedded,
  postgres: openFreshPostgres,
}

/** A database with `events` generated events, vacuumed and analysed. */
export async function filledStore(engine: Engine, events: number, today: string): Promise<Store> {
  const store = await engines[engine]()
  await migrate(store)
  await store.execute(...fillStatements(events, today))
  await store.db.execute(sql`vacuum analyze`)
  return store
}

/** In a folder, as in production: in memory it takes a gigabyte more and reads without the system's cache. */
async function openFreshEmbedded(): Promise<Store> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-statements-'))
  const { pg, close } = await openEmbedded(folder)
  return embeddedStore(pg, async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
}

async function openFreshPostgres(): Promise<Store> {
  const server = await startPostgres()
  const store = postgresStore(server.url('postgres'), undefined, 4)
  return {
    ...store,
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
}
