import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { Store } from '#platform/database/db.ts'
import type { Output } from './command.ts'
import { linesOf } from './lines.ts'

// The running site has locked the folder of the embedded database, so a command is sent to it through a socket in the
// folder. Only the owner of the folder can connect: the socket has mode 600.

/** The words of a command line, the folder that its files are relative to, and what the command reads. */
type Request = { words: string[]; folder: string; input?: string }

const socketName = 'socket'
/** Operating systems limit the path of a socket to 104 or 108 bytes. */
const maxPathBytes = 100

/**
 * Listens for commands on the data folder, which this process has locked: an existing socket is stale. `runInBackground`
 * runs a command and aborts it when the site stops. Returns a function that stops listening.
 */
export async function listenForCommands(
  dataDir: string,
  store: Store,
  runInBackground: (work: (signal: AbortSignal) => Promise<void>) => void,
): Promise<() => Promise<void>> {
  const server = createServer({ allowHalfOpen: true }, async (client) => {
    // A command goes on when its client is gone.
    client.on('error', () => {})
    const request = await json(client).catch(() => undefined)
    if (request) runInBackground((signal) => runRequest(client, request as Request, store, signal))
    else client.destroy()
  })
  const file = path.join(dataDir, socketName)
  await rm(file, { force: true })
  await withShortPath(dataDir, async (socketPath) => {
    server.listen(socketPath)
    await once(server, 'listening')
  })
  await chmod(file, 0o600)
  return async () => {
    server.close()
    await rm(file, { force: true })
  }
}

/** Runs a command in the site that has the data folder open. Returns its exit code, or undefined if there is no such site. */
export async function runInSite(
  dataDir: string,
  request: Request,
  output: Output,
): Promise<number | undefined> {
  const site = await withShortPath(dataDir, connectTo)
  if (!site) return undefined
  site.end(JSON.stringify(request))
  for await (const line of linesOf(site)) {
    const [kind, ...values] = JSON.parse(line)
    if (kind === 'exit') return values[0]
    output[kind as keyof Output](...(values as [never, never]))
  }
  throw new Error('The site stopped before the command finished.')
}

async function runRequest(
  client: Socket,
  { words, folder, input }: Request,
  store: Store,
  signal: AbortSignal,
): Promise<void> {
  // Imported here: a client needs none of it, and starts in a tenth of the time.
  const { runCommand } = await import('./commands.ts')
  const send = (...message: unknown[]) => client.write(`${JSON.stringify(message)}\n`)
  const code = await runCommand(
    words,
    folder,
    { isLive: true, open: async () => store, signal, input },
    {
      print: (line) => send('print', line),
      printError: (line) => send('printError', line),
      progress: (done, total) => send('progress', done, total),
    },
  )
  // The next page shows what the command changed.
  await store.waitForChanges()
  send('exit', code)
  client.end()
}

async function connectTo(socketPath: string): Promise<Socket | undefined> {
  const site = connect(socketPath)
  try {
    await once(site, 'connect')
    return site
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    if (code === 'EACCES')
      throw new Error(
        'The data folder belongs to another user: run this command as the user that runs the site.',
      )
    throw error
  }
}

/** Calls `use` with a path to the socket, through a temporary link where the folder's own path is too long. */
async function withShortPath<Result>(
  dataDir: string,
  use: (socketPath: string) => Promise<Result>,
): Promise<Result> {
  const directPath = path.resolve(dataDir, socketName)
  if (Buffer.byteLength(directPath) <= maxPathBytes) return use(directPath)
  const linkFolder = await mkdtemp(path.join(tmpdir(), 'hallway-'))
  try {
    await symlink(path.resolve(dataDir), path.join(linkFolder, 'data'))
    return await use(path.join(linkFolder, 'data', socketName))
  } finally {
    await rm(linkFolder, { recursive: true })
  }
}
