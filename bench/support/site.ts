import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/postgres.ts'

export type RunningSite = { url: string; pid: number; stop: () => Promise<void> }

/** The real server on the built site, in a process and a data folder of its own, its log in a file as an operator has it. */
export async function startSite(dataDir?: string): Promise<RunningSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-site-'))
  const log = await open(path.join(folder, 'log'), 'w')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['dist/host/main.js'], {
    stdio: ['ignore', log.fd, 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir ?? path.join(folder, 'data'),
      LOG_LEVEL: 'info',
    },
  })
  await untilReady(server, url)
  return {
    url,
    pid: server.pid!,
    stop: async () => {
      await stopped(server)
      await log.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Asks a child to end, and waits until it has. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((exit) => child.once('exit', exit))
  child.kill('SIGTERM')
  await ended
}

/** Waits until a server answers from its database; fails where it has ended. */
export async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; await pause(20)) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error('The server ended before it was ready')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The server was not ready within a minute')
}
