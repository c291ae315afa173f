import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres.ts'

export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (file) => existsSync(file),
)

/** A PgBouncer in front of a database; in transaction mode with fewer connections than a site opens, in session mode it needs one for each. */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (!pgbouncer) throw new Error('PgBouncer is not installed (apt-get install pgbouncer)')
  const { hostname, port, pathname, username } = new URL(url)
  const home = await mkdtemp(path.join(tmpdir(), 'hallway-pgbouncer-'))
  const listenPort = await freePort()
  const file = path.join(home, 'pgbouncer.ini')
  await writeFile(path.join(home, 'users'), `"${username}" ""\n`)
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 4}
`,
  )
  await chmod(home, 0o755)
  // It refuses to run as root, as PostgreSQL does.
  const uid =
    process.getuid?.() === 0
      ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
      : undefined
  const child = spawn(pgbouncer, ['-q', file], { stdio: 'ignore', uid })
  const ended = new Promise((exit) => child.once('exit', exit))
  for (let tries = 0; !(await isOpen(listenPort)); tries++) {
    if (tries > 100) throw new Error('PgBouncer does not start')
    await pause(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true })
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
