import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Store } from '#platform/database/db.ts'
import { readEnv } from '#platform/env.ts'
import { exitCodeOf } from '#platform/exit-code.ts'
import type { Output } from './command.ts'
import { runInSite } from './control.ts'
import { asksForHelp } from './help.ts'

/** Without a terminal, progress is printed only after so many milliseconds: cron mails all output. */
const silentMs = 5000

/** Prints lines, and a progress bar that is redrawn on a terminal; elsewhere a line for each tenth. */
function terminalOutput(): Output {
  const { isTTY } = process.stderr
  const started = Date.now()
  let printedTenths = 0
  const clearBar = () => {
    if (isTTY) process.stderr.write('\r\u001b[K')
  }
  return {
    print(line) {
      clearBar()
      console.log(line)
    },
    printError(line) {
      clearBar()
      console.error(line)
    },
    progress(done, total) {
      const share = done / total
      if (isTTY) {
        const bar = '#'.repeat(Math.floor(share * 40)).padEnd(40, '.')
        process.stderr.write(`\r[${bar}] ${done} of ${total}`)
      } else if (Date.now() - started > silentMs && Math.floor(share * 10) > printedTenths) {
        printedTenths = Math.floor(share * 10)
        process.stderr.write(`${done} of ${total}\n`)
      }
    },
  }
}

/** Asks on a terminal before `user delete`; elsewhere the command itself asks for --yes. */
async function withConsent(words: string[]): Promise<string[]> {
  const isDeletion = words[0] === 'user' && words[1] === 'delete' && words.length === 3
  if (!isDeletion || words[2]!.startsWith('-') || !process.stdin.isTTY) return words
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Delete ${words[2]} for good? Type yes: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes' ? [...words, '--yes'] : words
}

/** The password for `user password --set`: typed unseen on a terminal, else piped in. */
async function readInput(words: string[]): Promise<string | undefined> {
  if (words[0] !== 'user' || words[1] !== 'password' || !words.includes('--set')) return undefined
  if (!process.stdin.isTTY) return text(process.stdin)
  process.stderr.write('New password: ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const password = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return password
}

/** Those that may come before the first start; the others would make a new site where DATA_DIR is mistyped. */
const makesDatabase = (words: string[]) =>
  /^(?:restore|load|migrate|import|programme (?:import|preview)|admin add)\b/.test(
    words.slice(0, 2).join(' '),
  )

/** `doctor` reports itself what is wrong with the settings. */
function envOrUndefined() {
  try {
    return readEnv()
  } catch {
    return undefined
  }
}

/** Runs the command within the site that has the data folder open, or else in this process. Returns the exit code. */
async function main(words: string[], output: Output): Promise<number> {
  // npm runs this in the project's folder; files are relative to the operator's working directory.
  const folder = process.env.INIT_CWD ?? process.cwd()
  const runHere = async (open: () => Promise<Store>, input?: string) => {
    const { runCommand } = await import('./commands.ts')
    return runCommand(words, folder, { isLive: false, open, input }, output)
  }
  if (asksForHelp(words)) return runHere(() => Promise.reject(new Error('Help needs no database.')))
  const env = words[0] === 'doctor' ? envOrUndefined() : readEnv()
  if (!env) return runHere(() => Promise.reject(new Error('The settings are wrong.')))
  const input = await readInput(words)
  const code = env.DATABASE_URL ? undefined : await runInSite(env.DATA_DIR, { words, folder, input }, output)
  const file = words.at(-1)!
  if (code === 0 && /^(?:backup|dump)$/.test(words[0]!) && !existsSync(path.resolve(folder, file)))
    throw new Error(
      `The site wrote ${file} where it alone can see it: its service has a file system of its own there (PrivateTmp= of systemd). Name a folder that it shares.`,
    )
  if (code !== undefined) return code
  const { hasDatabase, openStore } = await import('#platform/database/open-store.ts')
  let store: Store | undefined
  const open = async () => {
    if (!makesDatabase(words) && !hasDatabase(env))
      throw new Error(`There is no database in ${env.DATA_DIR}. \`npm start\` makes one.`)
    store ??= await openStore(env, output.printError)
    return store
  }
  try {
    return await runHere(open, input)
  } finally {
    await store?.close()
  }
}

// `user list | head -1` reads no further: the command goes on unread.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
const output = terminalOutput()
process.exitCode = await withConsent(process.argv.slice(2))
  .then((words) => main(words, output))
  .catch((error: Error) => {
    output.printError(error.message)
    return exitCodeOf(error)
  })
