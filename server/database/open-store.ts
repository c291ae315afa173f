import { openInThread } from '#server/database/embedded/client.ts'
import { tidy } from '#server/database/embedded/embedded.ts'
import type { Env } from '#server/env.ts'
import { embeddedStore, postgresStore, type Store } from './db.ts'

/**
 * Opens the database that the settings name: a server, or the embedded one in the data folder. It is not migrated yet.
 * Throws an Error of one line if another process has the folder. `log` hears what an operator should know.
 */
export async function openStore(env: Env, log?: (line: string) => void): Promise<Store> {
  if (env.DATABASE_URL) return postgresStore(env.DATABASE_URL, env.DATABASE_REPLICA_URL, undefined, log)
  const client = await openInThread(env.DATA_DIR, log)
  return { ...embeddedStore(client), tidy: () => tidy(client) }
}
