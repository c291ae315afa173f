import type { Store } from '#server/database/db.ts'
import { readEnv } from '#server/env.ts'
import type { Tell } from './commands.ts'
import { handOver } from './control.ts'

/** Elsewhere than on a terminal only work of so many milliseconds tells its progress: what is told, cron sends by mail. */
const quietFor = 5000

/** Lines, and a bar of progress that is drawn over on a terminal; elsewhere a line for each tenth. */
function createTell(): Tell {
  const { isTTY } = process.stderr
  const started = Date.now()
  let tenth = 0
  const clear = () => {
    if (isTTY) process.stderr.write('\r\u001b[K')
  }
  return {
    out(line) {
      clear()
      console.log(line)
    },
    err(line) {
      clear()
      console.error(line)
    },
    progress(done, total) {
      const share = done / total
      if (isTTY) {
        const bar = '#'.repeat(Math.floor(share * 40)).padEnd(40, '.')
        process.stderr.write(`\r[${bar}] ${done} of ${total}`)
      } else if (Date.now() - started > quietFor && Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        process.stderr.write(`${done} of ${total}\n`)
      }
    },
  }
}

/** Runs the command within the site, where one has the data folder, or else here. Returns the exit code. */
async function main(words: string[], tell: Tell): Promise<number> {
  const env = readEnv()
  // npm runs this in the project's folder; files are named from where the operator stands.
  const from = process.env.INIT_CWD ?? process.cwd()
  const code = env.DATABASE_URL ? undefined : await handOver(env.DATA_DIR, { words, from }, tell)
  if (code !== undefined) return code
  const { runCommand } = await import('./commands.ts')
  const { openStore } = await import('#server/database/open-store.ts')
  let store: Store | undefined
  const open = async () => {
    store ??= await openStore(env, tell.err)
    return store
  }
  try {
    return await runCommand(words, from, { isLive: false, open }, tell)
  } finally {
    await store?.close()
  }
}

const tell = createTell()
process.exitCode = await main(process.argv.slice(2), tell).catch((error: Error) => {
  tell.err(error.message)
  return 1
})
