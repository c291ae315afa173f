import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '#platform/env.ts'
import { configurationError } from '#platform/exit-code.ts'
import { ConnectionPool } from './connections.ts'
import { postgresStore, type Store } from './db.ts'
import { codesOf, messageOf } from './unavailable.ts'

/**
 * Opens the configured database, a server or the embedded one in the data folder, without migrating it. Throws an Error
 * of one line if another process has the folder, or if the server can't be used. `log` gets one line for each event that
 * concerns the operator.
 */
export async function openStore(env: Env, log: (line: string) => void = () => {}): Promise<Store> {
  if (env.DATABASE_URL) {
    const { server, url } = await checkUrl('DATABASE_URL', env.DATABASE_URL)
    const replicaUrl =
      env.DATABASE_REPLICA_URL && (await checkReplicaUrl(env.DATABASE_REPLICA_URL, server, log))
    return postgresStore(url, replicaUrl, undefined, log)
  }
  return (await import('./embedded/embedded-store.ts')).openEmbeddedStore(env.DATA_DIR, log)
}

/** Whether openStore would find a database, and not make one; a server says so itself. */
export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: Env) =>
  DATABASE_URL !== undefined || existsSync(path.join(DATA_DIR, 'pg', 'PG_VERSION'))

type Server = {
  pid: number
  version: number
  encoding: string
  isReadOnly: boolean
  foldsCapitals: boolean
  isStandby: boolean
  startedAt: string
  /** The id that a server gets when it is made, which its copies have too; null where the role may not read it. */
  cluster: string | null
  database: string
}

const createCommand = 'createdb --template template0 --encoding UTF8 --locale C.UTF-8'

/** Why a server can't be used, or undefined. */
function refusal({ version, encoding, foldsCapitals }: Server): string | undefined {
  if (version < 150_000) return 'is older than PostgreSQL 15'
  if (encoding !== 'UTF8') return `has the encoding ${encoding}: create it with ${createCommand}`
  if (!foldsCapitals)
    return `knows no capitals but A to Z, so a search would miss names in other letters: create it with ${createCommand}`
}

/** The server, and its URL, with `prepare=false` if there is a pooler. Throws an Error of one line that names the setting. */
async function checkUrl(setting: string, url: string): Promise<{ server: Server; url: string }> {
  const { server, isPooled } = await inspect(url).catch((error) => {
    const sentence = `The database of ${setting} ${problemOf(error)}`
    throw isSettingProblem(error)
      ? configurationError(sentence, error)
      : new Error(sentence, { cause: error })
  })
  const reason = refusal(server)
  if (reason) throw configurationError(`The database of ${setting} ${reason}.`)
  // A failover may make it the primary.
  if (server.isReadOnly)
    throw new Error(`The database of ${setting} can only be read, as a standby: name the primary.`)
  return { server, url: isPooled ? disablePrepare(url) : url }
}

/**
 * The URL of the replica; undefined if it is none of the primary, for it would give wrong answers. Does not throw: an
 * unavailable replica must not prevent the start.
 */
async function checkReplicaUrl(
  url: string,
  primary: Server,
  log: (line: string) => void,
): Promise<string | undefined> {
  try {
    const { server, isPooled } = await inspect(url)
    const difference = differenceOf(server, primary)
    if (!difference) return isPooled ? disablePrepare(url) : url
    log(
      `The database of DATABASE_REPLICA_URL ${difference}, so it is not read: name a streaming replica of DATABASE_URL.`,
    )
    return undefined
  } catch (error) {
    log(`The database of DATABASE_REPLICA_URL ${problemOf(error)}`)
    // Unprepared statements work with and without a pooler.
    return disablePrepare(url)
  }
}

/** Why a server is no streaming replica of the primary, nor the primary itself; undefined if it may be one. */
function differenceOf(server: Server, primary: Server): string | undefined {
  if (server.cluster === null || primary.cluster === null) return
  if (server.cluster !== primary.cluster || server.database !== primary.database)
    return 'is no copy of that of DATABASE_URL'
  if (!server.isStandby && server.startedAt !== primary.startedAt)
    return 'is a copy that takes writes itself, and gets no changes any more'
}

/** What a server says of the setting, not of its state; the same for files of certificates and a certificate that is not valid. */
const isSettingProblem = (error: unknown) =>
  codesOf(error).some((code) => /^(28|3D|42501)|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) ||
  (error as NodeJS.ErrnoException).syscall === 'open'

async function inspect(url: string): Promise<{ server: Server; isPooled: boolean }> {
  const pool = new ConnectionPool(disablePrepare(url), 1)
  try {
    const connection = await pool.connect()
    const { rows } = await connection.query(`
      select pg_backend_pid() as pid, current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly",
        pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as "startedAt",
        (select oid::text from pg_database where datname = current_database()) as database,
        case when has_function_privilege('pg_control_system()', 'execute') then (select system_identifier::text from pg_control_system()) end as cluster`)
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

/** What is wrong, in words that follow the name of the setting. */
function problemOf(error: unknown): string {
  const { code, hostname } = error as { code?: string; hostname?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `is on a host that is not known: ${hostname}`
  return `${isSettingProblem(error) ? "can't be opened" : 'does not answer'}: ${messageOf(error)}`
}
