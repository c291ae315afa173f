import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DrizzleQueryError, eq } from 'drizzle-orm'
import { importEvents } from '#features/events/csv-import.server.ts'
import { parseImport, skippedLine } from '#features/events/csv-import.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { generateCode } from '#features/invitations/invitations.ts'
import { user, user_roles } from '#features/people/people.tables.ts'
import type { Store } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { backup, readBackup, restore } from './backup.ts'

/** What a command says while it runs. */
export type Tell = {
  out(line: string): void
  err(line: string): void
  progress(done: number, total: number): void
}

/** Where a command runs: in a process of its own, which opens the database, or within the site. */
export type Place = {
  isLive: boolean
  /** The database as it is found. Whoever opened it closes it. */
  open(): Promise<Store>
  /** The end of the site: work of many steps stops between two of them. */
  signal?: AbortSignal
}

/** What an operator may do. `run` throws an Error whose message is the whole report of what failed. */
type Command = {
  usage: string
  help: string
  /** What is given to it, a file or not. */
  given: ('file' | 'text')[]
  run(place: Place, tell: Tell, ...given: string[]): Promise<void>
}

const commands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv',
    help: 'lists the conferences of a file',
    given: ['file'],
    run: importFile,
  },
  'admin add': {
    usage: 'admin add EMAIL',
    help: 'makes the account with this address an administrator',
    given: ['text'],
    run: addAdmin,
  },
  invite: {
    usage: 'invite',
    help: 'makes an invitation code and prints it',
    given: [],
    async run(place, tell) {
      const { db } = await upToDate(place)
      const code = generateCode()
      await db.insert(invitation_codes).values({ code })
      tell.out(code)
    },
  },
  backup: {
    usage: 'backup FILE',
    help: 'writes everything into a new file, while the site goes on',
    given: ['file'],
    async run({ open }, tell, file) {
      const { rows, tables } = await backup(await open(), file, tell.progress)
      tell.out(`Backed up ${rows} rows of ${tables} tables to ${file}`)
    },
  },
  restore: {
    usage: 'restore FILE',
    help: 'fills an empty database from a backup, while the site is stopped',
    given: ['file'],
    async run({ isLive, open }, tell, file) {
      if (isLive) throw new Error('The site runs on this database: stop it, and restore into an empty one.')
      // Before a database is made for it.
      const { made_at } = await readBackup(file)
      const { rows, tables } = await restore(await open(), file, tell.progress)
      tell.out(`Restored ${rows} rows of ${tables} tables, as of ${made_at}`)
    },
  },
  migrate: {
    usage: 'migrate',
    help: 'brings the database up to this version',
    given: [],
    async run({ isLive, open }, tell) {
      // The files beside a running site may be those of the next version, which is not running yet.
      const applied = isLive ? [] : await migrate(await open())
      tell.out(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date')
    },
  },
}

const usage = () =>
  [
    'Usage:',
    ...Object.values(commands).map(({ usage, help }) => `  npm run hallway -- ${usage.padEnd(18)} ${help}`),
  ].join('\n')

/**
 * Runs the command that the words name, its files as seen from the folder `from`, and returns the exit code: what
 * fails is told, not thrown.
 */
export async function runCommand(words: string[], from: string, place: Place, tell: Tell): Promise<number> {
  const named = Object.entries(commands).find(
    ([name]) => name === words.slice(0, name.split(' ').length).join(' '),
  )
  const [name, command] = named ?? []
  const given = words.slice(name?.split(' ').length)
  if (!command || given.length !== command.given.length) {
    tell.err(usage())
    return 1
  }
  try {
    const files = given.map((each, index) =>
      command.given[index] === 'file' ? path.resolve(from, each) : each,
    )
    await command.run(place, tell, ...files)
    return 0
  } catch (error) {
    tell.err(reasonOf(error))
    return 1
  }
}

async function importFile(place: Place, tell: Tell, file: string): Promise<void> {
  const fileName = path.basename(file)
  const content = await readFile(file).catch((error) => {
    throw new Error(`Import failed\nFailed to read CSV file: ${reasonOf(error)}`)
  })
  const parsed = await parseImport(fileName, content)
  if (!parsed.ok) throw new Error(`${parsed.title}\n${parsed.message}`)
  try {
    const { db } = await upToDate(place)
    const { imported, skipped } = await importEvents(db, parsed.rows, {
      fileName,
      importedBy: null,
      skipped: parsed.skipped,
      onProgress: tell.progress,
      signal: place.signal,
    })
    tell.out(`Import successful\nImported ${imported} events`)
    const all = [...parsed.skipped, ...skipped].sort((a, b) => a.line - b.line)
    for (const each of all) tell.out(skippedLine(each))
  } catch (error) {
    throw new Error(`Import failed\n${reasonOf(error)}`)
  }
}

async function addAdmin(place: Place, tell: Tell, email: string): Promise<void> {
  const { db } = await upToDate(place)
  const [found] = await db
    .select({ id: user.id })
    .from(user)
    .where(eq(user.email, email.trim().toLowerCase()))
  if (!found) throw new Error(`There is no account with the address ${email}`)
  await db.insert(user_roles).values({ user_id: found.id, role: 'admin' }).onConflictDoNothing()
  tell.out(`${email} is an administrator`)
}

async function upToDate({ isLive, open }: Place): Promise<Store> {
  const store = await open()
  if (!isLive) await migrate(store)
  return store
}

/** Why it failed, short. What the query builder throws repeats the whole statement with all its values. */
function reasonOf(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return reasonOf(error.cause)
  return error instanceof Error ? error.message.slice(0, 500) : String(error)
}
