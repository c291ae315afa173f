import { DrizzleQueryError } from 'drizzle-orm'
import { changedBy } from '#platform/database/changed-by.ts'
import type { Database, Store } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { codesOf } from '#platform/database/unavailable.ts'

/** Where a command writes: lines to standard output and standard error, and how far it is. */
export type Output = {
  print(line: string): void
  printError(line: string): void
  progress(done: number, total: number): void
}

export type CommandContext = {
  /** Whether the command runs within the site, and not in a process of its own. */
  isLive: boolean
  /** The folder of the operator. */
  folder: string
  /** The database, not migrated. The caller that opened it closes it. */
  open(): Promise<Store>
  /** The end of the site: work of many steps stops between two of them. */
  signal?: AbortSignal
  /** What `user password --set` read: no argument, which other users of the machine and the shell's history would see. */
  input?: string
  /** The options that were given, by their names without dashes. */
  options: Options
}

export type Options = Record<string, string | boolean | (string | boolean)[] | undefined>

/** How a word of the command line is read: a file is relative to the operator's folder; `?` may be missing, `*` are any number. */
type Parameter = 'text' | 'file' | 'text?' | 'file?' | 'text*'

/** One description of a command: from it come the check of its words, its help, the list and that of docs/operating.md. */
export type Command = {
  /** The command with its words and options: `user suspend EMAIL [--branch]`. */
  usage: string
  help: string
  parameters: Parameter[]
  options?: Record<string, { type: 'boolean' | 'string'; multiple?: boolean; help: string }>
  /** Gets the words as `parameters` says. Throws an Error whose message is the whole report of what failed. */
  run(context: CommandContext, output: Output, ...values: string[]): Promise<void>
}

/** The database as a command changes it: the log of changes names the way, and nobody. */
export async function openMigrated({ isLive, open }: CommandContext): Promise<{ db: Database }> {
  const store = await open()
  if (!isLive) await migrate(store)
  return { db: changedBy(store.db, null, 'command') }
}

/** Why it failed, short. What the query builder throws repeats the whole statement with all its values. */
export function reasonOf(error: unknown): string {
  if (codesOf(error).includes('25006'))
    return 'The database takes no writes: its disk is full, or it is a standby.'
  if (error instanceof DrizzleQueryError && error.cause) return reasonOf(error.cause)
  return error instanceof Error ? error.message.slice(0, 500) : String(error)
}
