import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { Store } from '#server/database/db.ts'
import type { Tell } from './commands.ts'
import { linesOf } from './lines.ts'

// The folder of the embedded database is locked by the site that runs on it, so a command asks that site through a
// socket in the folder. Who may: the owner of the folder, for the socket is theirs alone.

/** What is handed over: the words of the command and the folder that its files are named from. */
type Request = { words: string[]; from: string }

const socket = 'socket'
/** The system cuts the path of a socket at 104 to 108 bytes. */
const longestPath = 100

/**
 * Takes commands for the data folder, which this process has locked: a socket that is there was left by one that died.
 * `later` runs a command and tells it when the site ends. Returns how to stop taking more.
 */
export async function takeCommands(
  dataDir: string,
  store: Store,
  later: (work: (signal: AbortSignal) => Promise<void>) => void,
): Promise<() => Promise<void>> {
  const server = createServer({ allowHalfOpen: true }, async (caller) => {
    // Whoever asked may be gone before it is done; it is done all the same.
    caller.on('error', () => {})
    const request = await json(caller).catch(() => undefined)
    if (request) later((signal) => answer(caller, request as Request, store, signal))
    else caller.destroy()
  })
  const file = path.join(dataDir, socket)
  await rm(file, { force: true })
  await withShortPath(dataDir, async (short) => {
    server.listen(short)
    await once(server, 'listening')
  })
  await chmod(file, 0o600)
  return async () => {
    server.close()
    await rm(file, { force: true })
  }
}

/** Hands a command to the site that runs on the data folder. Returns the exit code, or undefined if none runs there. */
export async function handOver(dataDir: string, request: Request, tell: Tell): Promise<number | undefined> {
  const site = await withShortPath(dataDir, connectTo)
  if (!site) return undefined
  site.end(JSON.stringify(request))
  for await (const line of linesOf(site)) {
    const [kind, ...said] = JSON.parse(line)
    if (kind === 'exit') return said[0]
    tell[kind as keyof Tell](...(said as [never, never]))
  }
  throw new Error('The site stopped before the command was done.')
}

async function answer(
  caller: Socket,
  { words, from }: Request,
  store: Store,
  signal: AbortSignal,
): Promise<void> {
  // Here, because whoever only hands over needs none of it: that takes a tenth of the time.
  const { runCommand } = await import('./commands.ts')
  const say = (...said: unknown[]) => caller.write(`${JSON.stringify(said)}\n`)
  const place = { isLive: true, open: async () => store, signal }
  const code = await runCommand(words, from, place, {
    out: (line) => say('out', line),
    err: (line) => say('err', line),
    progress: (done, total) => say('progress', done, total),
  })
  // What was done is seen by whoever looks next.
  await store.settled()
  say('exit', code)
  caller.end()
}

async function connectTo(short: string): Promise<Socket | undefined> {
  const site = connect(short)
  try {
    await once(site, 'connect')
    return site
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    if (code === 'EACCES')
      throw new Error('The data folder is another user’s: run this as the user of the site.')
    throw error
  }
}

/** Gives `use` a path to the socket, through a link for the moment where the folder's own is too long. */
async function withShortPath<T>(dataDir: string, use: (short: string) => Promise<T>): Promise<T> {
  const direct = path.resolve(dataDir, socket)
  if (Buffer.byteLength(direct) <= longestPath) return use(direct)
  const links = await mkdtemp(path.join(tmpdir(), 'hallway-'))
  try {
    await symlink(path.resolve(dataDir), path.join(links, 'data'))
    return await use(path.join(links, 'data', socket))
  } finally {
    await rm(links, { recursive: true })
  }
}
