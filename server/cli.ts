import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { importEvents } from '#features/events/import.api.ts'
import { parseImport, skippedLine } from '#features/events/import.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { freshCode } from '#features/invitations/invitations.ts'
import type { Store } from './db.ts'
import { readEnv } from './env.ts'
import { migrate } from './migrate.ts'
import { openStore } from './open-store.ts'

/** What an operator may do. `run` throws an Error whose message is the whole report of what failed. */
type Command = { usage: string; help: string; arguments: number; run(...given: string[]): Promise<void> }

const commands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv',
    help: 'lists the conferences of a file',
    arguments: 1,
    run: importFile,
  },
  invite: {
    usage: 'invite',
    help: 'makes an invitation code and prints it',
    arguments: 0,
    run: () =>
      withStore(async (store) => {
        const code = freshCode()
        await store.db.insert(invitation_codes).values({ code })
        console.log(code)
      }),
  },
  migrate: {
    usage: 'migrate',
    help: 'brings the database up to this version',
    arguments: 0,
    run: () =>
      withStore(async (_, migrated) => {
        console.log(migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'The database is up to date')
      }),
  },
}

const usage = () =>
  [
    'Usage:',
    ...Object.values(commands).map(({ usage, help }) => `  npm run hallway -- ${usage.padEnd(18)} ${help}`),
  ].join('\n')

/** Opens the database, brings it up to date and closes it after `work`, whatever comes of it. */
async function withStore(work: (store: Store, migrated: string[]) => Promise<void>): Promise<void> {
  const store = await openStore(readEnv(), (line) => console.error(line))
  try {
    await work(store, await migrate(store))
  } finally {
    await store.close()
  }
}

async function importFile(given: string): Promise<void> {
  // npm runs this in the project's folder; the file was named from where the operator stands.
  const file = path.resolve(process.env.INIT_CWD ?? '', given)
  const fileName = path.basename(file)
  const content = await readFile(file).catch((error) => {
    throw new Error(`Import failed\nFailed to read CSV file: ${reasonOf(error)}`)
  })
  const parsed = await parseImport(fileName, content)
  if (!parsed.ok) throw new Error(`${parsed.title}\n${parsed.message}`)
  const progress = showProgress()
  try {
    await withStore(async ({ db }) => {
      const options = { fileName, importedBy: null, onProgress: progress.show }
      const { imported, skipped } = await importEvents(db, parsed.rows, options)
      progress.end()
      console.log(`Import successful\nImported ${imported} events`)
      const all = [...parsed.skipped, ...skipped].sort((a, b) => a.line - b.line)
      for (const each of all) console.log(skippedLine(each))
    })
  } catch (error) {
    progress.end()
    throw new Error(`Import failed\n${reasonOf(error)}`)
  }
}

/** A bar that is drawn over on a terminal; elsewhere a line for each tenth. */
function showProgress() {
  const { isTTY } = process.stderr
  let tenth = 0
  return {
    show(done: number, total: number) {
      const share = done / total
      if (isTTY) {
        const bar = '#'.repeat(Math.floor(share * 40)).padEnd(40, '.')
        process.stderr.write(`\r[${bar}] ${done} of ${total}`)
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        process.stderr.write(`${done} of ${total}\n`)
      }
    },
    end() {
      if (isTTY) process.stderr.write('\r\u001b[K')
    },
  }
}

/** Why it failed, short. What the query builder throws repeats the whole statement with all its values. */
function reasonOf(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return reasonOf(error.cause)
  return error instanceof Error ? error.message.slice(0, 500) : String(error)
}

async function main(name: string | undefined, given: string[]): Promise<number> {
  const command =
    name === undefined ? undefined : Object.entries(commands).find(([each]) => each === name)?.[1]
  if (!command || given.length !== command.arguments) {
    console.error(usage())
    return 1
  }
  try {
    await command.run(...given)
    return 0
  } catch (error) {
    console.error(reasonOf(error))
    return 1
  }
}

process.exitCode = await main(process.argv[2], process.argv.slice(3))
