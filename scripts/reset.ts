// npm run reset: an empty data folder, which the next start fills with sample data. `--yes` asks nothing.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { lockFolder } from '#platform/database/embedded/lock.ts'
import { readEnv } from '#platform/env.ts'

/** Removes the data, unless a running site, the settings or the person is against it. Throws an Error of one line. */
async function reset(isConfirmed: boolean) {
  const env = readEnv()
  if (env.isProduction) throw new Error('Not reset: NODE_ENV is production.')
  if (env.DATABASE_URL)
    throw new Error(
      'Not reset: the data is on the server that DATABASE_URL names. Drop and create the database there.',
    )
  const folder = path.resolve(env.DATA_DIR)
  if (!existsSync(path.join(folder, 'pg'))) throw new Error(`Nothing to reset: ${folder} holds no database.`)
  const unlock = lockFolder(folder)
  try {
    // The lock is held while the rest goes; an empty lock file is all that stays.
    const names = readdirSync(folder).filter((name) => !/^lock(\.pid)?$/.test(name))
    console.log(`This removes from ${folder}: ${names.join(', ')}`)
    if (!isConfirmed && !(await isAgreed())) throw new Error('Not reset: nothing was removed.')
    for (const name of names) rmSync(path.join(folder, name), { recursive: true })
  } finally {
    unlock()
  }
  console.log(`Removed. The next start makes a new database${env.hasSampleData ? ' with sample data' : ''}.`)
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('Not reset: nobody can be asked here. npm run reset -- --yes goes on without.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Type "yes" to go on: ')
  terminal.close()
  return answer.trim() === 'yes'
}

await reset(process.argv.includes('--yes')).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
