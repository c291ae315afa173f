import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DrizzleQueryError, eq } from 'drizzle-orm'
import { importEvents } from '#features/events/csv-import.server.ts'
import { nothingImported, parseImport, skippedLine, unknownColumnsLine } from '#features/events/csv-import.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { generateCode } from '#features/invitations/invitations.ts'
import { user, user_roles } from '#features/people/people.tables.ts'
import { count } from '#lib/text.ts'
import { turnOffSecondFactor } from '#server/accounts/second-factor.ts'
import type { Database, Store } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { version } from '#server/version.ts'
import { backup, readBackup, restore } from './backup.ts'

/** Where a command writes: lines to standard output and standard error, and how far it is. */
export type Output = {
  print(line: string): void
  printError(line: string): void
  progress(done: number, total: number): void
}

export type CommandContext = {
  /** Whether the command runs within the site, and not in a process of its own. */
  isLive: boolean
  /** The database, not migrated. Whoever opened it closes it. */
  open(): Promise<Store>
  /** The end of the site: work of many steps stops between two of them. */
  signal?: AbortSignal
}

type Command = {
  usage: string
  help: string
  /** A file is named relative to the operator's folder. Undefined: the command reads its words itself. */
  parameters?: ('file' | 'text')[]
  /** Throws an Error whose message is the whole report of what failed. */
  run(context: CommandContext, output: Output, ...values: string[]): Promise<void>
}

const commands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv',
    help: 'imports conferences from a CSV file',
    parameters: ['file'],
    run: importFile,
  },
  'admin add': {
    usage: 'admin add EMAIL',
    help: 'makes the account with this address an administrator',
    parameters: ['text'],
    run: addAdmin,
  },
  'user reset-2fa': {
    usage: 'user reset-2fa EMAIL',
    help: 'turns two-factor authentication off for somebody who has lost app and recovery codes',
    parameters: ['text'],
    async run(context, output, email) {
      const { db } = await openMigrated(context)
      await turnOffSecondFactor(db, await accountOf(db, email))
      output.print(`${email} signs in with the password alone`)
    },
  },
  invite: {
    usage: 'invite',
    help: 'makes an invitation code and prints it',
    parameters: [],
    async run(context, output) {
      const { db } = await openMigrated(context)
      const code = generateCode()
      await db.insert(invitation_codes).values({ code })
      output.print(code)
    },
  },
  backup: {
    usage: 'backup FILE',
    help: 'writes a backup to a new file, also while the site is running',
    parameters: ['file'],
    async run({ open }, output, file) {
      const { rows, tables } = await backup(await open(), file, output.progress)
      output.print(`Backed up ${rows} rows of ${tables} tables to ${file}`)
    },
  },
  restore: {
    usage: 'restore FILE',
    help: 'fills an empty database from a backup, while the site is stopped',
    parameters: ['file'],
    async run({ isLive, open }, output, file) {
      if (isLive) throw new Error('The site runs on this database: stop it, and restore into an empty one.')
      // Checked before a database is created for it.
      const { made_at } = await readBackup(file)
      const { rows, tables } = await restore(await open(), file, output.progress)
      output.print(`Restored ${rows} rows of ${tables} tables, as of ${made_at}`)
    },
  },
  programme: {
    usage: 'programme …',
    help: 'brings in the programme of a conference: preview|import|sync|undo SLUG [FILE|URL] [--json]',
    async run(context, output, folder, ...words) {
      const { runProgrammeCommand } = await import('./programme-commands.ts')
      await runProgrammeCommand(words, folder!, context, output, () => openMigrated(context))
    },
  },
  migrate: {
    usage: 'migrate',
    help: 'applies pending migrations',
    parameters: [],
    async run({ isLive, open }, output) {
      // The files beside a running site may be those of the next version, which is not running yet.
      const applied = isLive ? [] : await migrate(await open())
      output.print(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date')
    },
  },
  version: {
    usage: 'version',
    help: 'prints the version',
    parameters: [],
    async run(_, output) {
      output.print(`Hallway ${version}`)
    },
  },
}

const usage = () =>
  [
    'Usage:',
    ...Object.values(commands).map(({ usage, help }) => `  npm run hallway -- ${usage.padEnd(20)} ${help}`),
  ].join('\n')

/**
 * Runs the command that the words of a command line name, with its files relative to `folder`. Returns the exit code:
 * a failure is printed, not thrown.
 */
export async function runCommand(
  words: string[],
  folder: string,
  context: CommandContext,
  output: Output,
): Promise<number> {
  const [name, command] =
    Object.entries(commands).find(([name]) => name === words.slice(0, name.split(' ').length).join(' ')) ?? []
  const values = words.slice(name?.split(' ').length)
  if (!command || (command.parameters && values.length !== command.parameters.length)) {
    output.printError(usage())
    return 1
  }
  try {
    const resolvedValues = command.parameters
      ? values.map((value, index) =>
          command.parameters?.[index] === 'file' ? path.resolve(folder, value) : value,
        )
      : [folder, ...values]
    await command.run(context, output, ...resolvedValues)
    return 0
  } catch (error) {
    output.printError(reasonOf(error))
    return 1
  }
}

async function importFile(context: CommandContext, output: Output, file: string): Promise<void> {
  const fileName = path.basename(file)
  const content = await readFile(file).catch((error) => {
    throw new Error(`Import failed\nFailed to read CSV file: ${reasonOf(error)}`)
  })
  const parseResult = await parseImport(fileName, content)
  if (!parseResult.ok) throw new Error(`${parseResult.title}\n${parseResult.message}`)
  try {
    const { db } = await openMigrated(context)
    const { imported, skipped } = await importEvents(db, parseResult.rows, {
      fileName,
      importedBy: null,
      skipped: parseResult.skipped,
      unknownColumns: parseResult.unknownColumns,
      onProgress: output.progress,
      signal: context.signal,
    })
    if (imported > 0) output.print(`Import successful\nImported ${count(imported, 'event', 'events')}`)
    const unknownColumns = unknownColumnsLine(parseResult.unknownColumns)
    if (unknownColumns) output.print(unknownColumns)
    const skippedInOrder = [...parseResult.skipped, ...skipped].sort((a, b) => a.line - b.line)
    for (const line of skippedInOrder) output.print(skippedLine(line))
    if (imported === 0) throw new Error(nothingImported(skippedInOrder.length))
  } catch (error) {
    throw new Error(`Import failed\n${reasonOf(error)}`)
  }
}

async function addAdmin(context: CommandContext, output: Output, email: string): Promise<void> {
  const { db } = await openMigrated(context)
  await db
    .insert(user_roles)
    .values({ user_id: await accountOf(db, email), role: 'admin' })
    .onConflictDoNothing()
  output.print(`${email} is an administrator`)
}

/** The id of the account with an address. */
async function accountOf(db: Database, email: string): Promise<string> {
  const [account] = await db
    .select({ id: user.id })
    .from(user)
    .where(eq(user.email, email.trim().toLowerCase()))
  if (!account) throw new Error(`There is no account with the address ${email}`)
  return account.id
}

async function openMigrated({ isLive, open }: CommandContext): Promise<Store> {
  const store = await open()
  if (!isLive) await migrate(store)
  return store
}

/** Why it failed, short. What the query builder throws repeats the whole statement with all its values. */
function reasonOf(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return reasonOf(error.cause)
  return error instanceof Error ? error.message.slice(0, 500) : String(error)
}
