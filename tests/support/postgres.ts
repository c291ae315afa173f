import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findPostgresBin } from '../../scripts/executables.mjs'

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** Sorted by byte, with letters of all scripts. macOS has no C.UTF-8 and calls the second half UTF-8. */
const locale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']

export type PostgresServer = {
  url: (database: string) => string
  pid: () => number
  /** A fast shutdown, which closes all connections, or with SIGQUIT a crash; then a new start. */
  restart: (downMs?: number, signal?: 'SIGINT' | 'SIGQUIT') => Promise<void>
  stop: () => Promise<void>
}

/** Of a server that no test ends by force: what it writes only for that costs a seventh of the processor time. */
export const quickSettings = {
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
}

/**
 * Starts a PostgreSQL server in a temporary folder without fsync, for tests and benchmarks only. With `primary` it is a
 * streaming replica of that server.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  primary?: PostgresServer,
): Promise<PostgresServer> {
  const bin = findPostgresBin()
  if (!bin)
    throw new Error('No PostgreSQL server was found: install one or name the folder of initdb in PGBIN')
  const home = await mkdtemp(path.join(tmpdir(), 'hallway-postgres-'))
  const isRoot = process.getuid?.() === 0
  // PostgreSQL refuses to run as root; Debian's package brings the account.
  const uid = isRoot ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : undefined
  if (uid !== undefined) execFileSync('chown', [String(uid), home])
  await chmod(home, 0o755)
  const folder = path.join(home, 'data')
  const options = { stdio: 'ignore', uid, env: { PATH: process.env.PATH, TZ: 'UTC' } } as const
  if (primary) {
    const from = ['-d', primary.url('postgres'), '-c', 'fast', '-R']
    execFileSync(path.join(bin, 'pg_basebackup'), ['-D', folder, ...from], options)
  } else {
    execFileSync(
      path.join(bin, 'initdb'),
      ['-D', folder, '-A', 'trust', '-U', 'hallway', '-E', 'UTF8', ...locale, '-N'],
      options,
    )
  }
  const port = await freePort()
  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    fsync: 'off',
    max_connections: '100',
    ...settings,
  }
  const url = (database: string) => `postgres://hallway@127.0.0.1:${port}/${database}`
  const start = async () => {
    const server = spawn(
      path.join(bin, 'postgres'),
      ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      options,
    )
    await waitForAnswer(url('postgres'))
    return server
  }
  const stopServer = async (signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => {
    const ended = new Promise((exit) => server.once('exit', exit))
    server.kill(signal)
    await ended
  }
  let server = await start()
  return {
    url,
    pid: () => server.pid ?? 0,
    restart: async (downMs = 0, signal = 'SIGINT') => {
      await stopServer(signal)
      await new Promise((wait) => setTimeout(wait, downMs))
      server = await start()
    },
    stop: async () => {
      await stopServer()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function waitForAnswer(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url).on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries > 100) throw error
      await new Promise((wait) => setTimeout(wait, 100))
    } finally {
      await client.end()
    }
  }
}
