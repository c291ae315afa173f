import { existsSync } from 'node:fs'
import path from 'node:path'
import { openInThread } from '#server/database/embedded/client.ts'
import { tidy } from '#server/database/embedded/embedded.ts'
import type { Env } from '#server/env.ts'
import { ConnectionPool } from './connections.ts'
import { embeddedStore, postgresStore, type Store } from './db.ts'
import { messageOf } from './unavailable.ts'

/**
 * Opens the configured database, a server or the embedded one in the data folder, without migrating it. Throws an Error
 * of one line if another process has the folder, or if the server can't be used. `log` gets one line for each event that
 * concerns the operator.
 */
export async function openStore(env: Env, log: (line: string) => void = () => {}): Promise<Store> {
  if (env.DATABASE_URL) {
    const url = await checkUrl('DATABASE_URL', env.DATABASE_URL)
    const replicaUrl = env.DATABASE_REPLICA_URL && (await checkReplicaUrl(env.DATABASE_REPLICA_URL, log))
    return postgresStore(url, replicaUrl, undefined, log)
  }
  const client = await openInThread(env.DATA_DIR, log)
  return { ...embeddedStore(client), tidy: () => tidy(client) }
}

/** Whether openStore would find a database, and not make one; a server says so itself. */
export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: Env) =>
  DATABASE_URL !== undefined || existsSync(path.join(DATA_DIR, 'pg', 'PG_VERSION'))

type Server = { pid: number; version: number; encoding: string; isReadOnly: boolean; foldsCapitals: boolean }

const createCommand = 'createdb --template template0 --encoding UTF8 --locale C.UTF-8'

/** Why a server can't be used, or undefined. */
function refusal({ version, encoding, foldsCapitals, isReadOnly }: Server): string | undefined {
  if (version < 150_000) return 'is older than PostgreSQL 15'
  if (encoding !== 'UTF8') return `has the encoding ${encoding}: create it with ${createCommand}`
  if (!foldsCapitals)
    return `knows no capitals but A to Z, so a search would miss names in other letters: create it with ${createCommand}`
  if (isReadOnly) return 'can only be read, as a standby: name the primary'
}

/** The URL, with `prepare=false` if there is a pooler. Throws an Error of one line that names the setting. */
async function checkUrl(setting: string, url: string): Promise<string> {
  const { server, isPooled } = await inspect(url).catch((error) => {
    throw new Error(`The database of ${setting} does not answer: ${messageOf(error)}`)
  })
  const reason = refusal(server)
  if (reason) throw new Error(`The database of ${setting} ${reason}.`)
  return isPooled ? disablePrepare(url) : url
}

/** Does not throw: an unavailable replica must not prevent the start. */
async function checkReplicaUrl(url: string, log: (line: string) => void): Promise<string> {
  try {
    return (await inspect(url)).isPooled ? disablePrepare(url) : url
  } catch (error) {
    log(`The database of DATABASE_REPLICA_URL does not answer: ${messageOf(error)}`)
    // Unprepared statements work with and without a pooler.
    return disablePrepare(url)
  }
}

async function inspect(url: string): Promise<{ server: Server; isPooled: boolean }> {
  const pool = new ConnectionPool(disablePrepare(url), 1)
  try {
    const connection = await pool.connect()
    const { rows } = await connection.query(`
      select pg_backend_pid() as pid, current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly"`)
    const server: Omit<Server, 'foldsCapitals'> = rows[0]
    // The literal is valid in UTF-8 only.
    const { rows: capitals } = await connection.query(
      server.encoding === 'UTF8'
        ? `select lower('МОСКВА Ö Σ') = 'москва ö σ' as "isRight"`
        : 'select false as "isRight"',
    )
    connection.release()
    return {
      server: { ...server, foldsCapitals: capitals[0].isRight },
      // A pooler makes up a process id for each client; no backend of the server has it.
      isPooled: connection.processId !== server.pid,
    }
  } finally {
    await pool.close()
  }
}

const disablePrepare = (url: string) =>
  /[?&]prepare=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}prepare=false`
