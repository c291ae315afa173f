import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { importEvents } from '#features/listing/csv-import.server.ts'
import {
  importHeaders,
  nothingImported,
  parseImport,
  skippedLine,
  topicsLine,
  unknownColumnsLine,
} from '#features/listing/csv-import.ts'
import { count } from '#lib/text.ts'
import { migrate } from '#platform/database/migrate.ts'
import { exitCodeOf } from '#platform/exit-code.ts'
import { version } from '#platform/version.ts'
import { accountCommands } from './account-commands.ts'
import { backup, readBackup, restore } from './backup.ts'
import {
  type Command,
  type CommandContext,
  type Options,
  type Output,
  openMigrated,
  reasonOf,
} from './command.ts'
import { doctorCommands } from './doctor.ts'
import { dump, load, readDump } from './dump.ts'
import { duplicateCommands } from './duplicate-commands.ts'
import { asksForHelp } from './help.ts'
import { mailCommands } from './mail-commands.ts'
import { programmeCommands } from './programme-commands.ts'
import { seriesCommands } from './series-commands.ts'
import { sourceCommands } from './source-commands.ts'
import { topicCommands } from './topic-commands.ts'

/** By their names; of two that begin alike the longer one comes first. */
export const commands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv [--new]',
    help: 'imports conferences from a CSV file',
    parameters: ['file'],
    options: { new: { type: 'boolean', help: 'lists also what is listed already, as other conferences' } },
    run: importFile,
  },
  ...accountCommands,
  ...mailCommands,
  ...topicCommands,
  ...seriesCommands,
  ...duplicateCommands,
  backup: {
    usage: 'backup FILE',
    help: 'writes a backup to a new file, also while the site is running',
    parameters: ['file'],
    async run({ open, signal }, output, file) {
      const { rows, tables } = await backup(await open(), file, output.progress, signal)
      output.print(`Backed up ${rows} rows of ${tables} tables to ${file}`)
    },
  },
  restore: {
    usage: 'restore FILE',
    help: 'fills an empty database from a backup, while the site is stopped',
    parameters: ['file'],
    async run({ isLive, open }, output, file) {
      if (isLive)
        throw new Error('A running site uses this database: stop it, and restore into an empty one.')
      // Checked before a database is created for it.
      const { made_at } = await readBackup(file)
      const { rows, tables } = await restore(await open(), file, output.progress)
      output.print(`Restored ${rows} rows of ${tables} tables, as of ${made_at}`)
    },
  },
  verify: {
    usage: 'verify FILE',
    help: 'checks that a backup is complete and can be restored',
    parameters: ['file'],
    async run(_, output, file) {
      const { made_at, version: madeBy, tables, migrations } = await readBackup(file)
      const rows = tables.reduce((total, table) => total + table.rows, 0)
      output.print(
        `${file} is complete: ${rows} rows of ${tables.length} tables, as of ${made_at}, made by Hallway ${madeBy ?? 'of an unknown version'} with ${migrations.length} migrations. This Hallway ${version} can restore it.`,
      )
    },
  },
  dump: {
    usage: 'dump FILE',
    help: 'writes everything that is public to a new file (.jsonl.gz or .sqlite.gz; .csv.gz: conferences)',
    parameters: ['file'],
    async run({ open, signal }, output, file) {
      const { rows, tables } = await dump(await open(), [file], { onProgress: output.progress, signal })
      output.print(`Wrote ${rows} rows of ${tables} tables to ${file}`)
    },
  },
  load: {
    usage: 'load FILE',
    help: 'fills an empty database from a dump, while the site is stopped',
    parameters: ['file'],
    async run({ isLive, open }, output, file) {
      if (isLive) throw new Error('A running site uses this database: stop it, and load into an empty one.')
      // Checked before a database is created for it.
      await readDump(file)
      const { rows, tables } = await load(await open(), file, output.progress)
      output.print(`Loaded ${rows} rows of ${tables} tables`)
    },
  },
  ...programmeCommands,
  ...sourceCommands,
  ...doctorCommands,
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

const list = () =>
  [
    'Usage: hallway COMMAND, in the folder of the sources: npm run hallway -- COMMAND',
    ...Object.values(commands).map(({ usage, help }) => `  ${usage.padEnd(41)} ${help}`),
    'Run a command with --help to see its options.',
  ].join('\n')

const usageOf = ({ usage }: Command) => `Usage: hallway ${usage}`

const helpOf = (command: Command) =>
  [
    usageOf(command),
    command.help,
    ...Object.entries(command.options ?? {}).map(([name, { help }]) => `  --${name.padEnd(14)} ${help}`),
  ].join('\n')

/** Why no command has these words as its name. */
function problemOf([first, second]: string[]): string {
  const next = Object.keys(commands).flatMap((name) =>
    name.startsWith(`${first} `) ? name.split(' ')[1]! : [],
  )
  if (next.length === 0) return `There is no command ${first}: hallway help lists them`
  return `${second ? `There is no command ${first} ${second}: after` : 'After'} ${first} comes one of ${next.join(', ')}`
}

/** The words and options of a command as it describes them. Throws an Error of one line where they are others. */
function parse(name: string, command: Command, words: string[], folder: string) {
  const { parameters, options = {} } = command
  const { values, positionals } = parseWords(words, options)
  const least = parameters.filter((parameter) => /\w$/.test(parameter)).length
  const most = parameters.includes('text*') ? Number.POSITIVE_INFINITY : parameters.length
  if (positionals.length < least || positionals.length > most) {
    const expected =
      most === 0 ? 'no words' : least === most ? count(least, 'word', 'words') : `${least} to ${most} words`
    const wordCount = positionals.length
    throw new Error(`${name} takes ${expected}, and ${wordCount} ${wordCount === 1 ? 'is' : 'are'} given`)
  }
  const resolved = positionals.map((word, index) => {
    const kind = parameters[Math.min(index, parameters.length - 1)]!
    return kind.startsWith('file') ? path.resolve(folder, word) : word
  })
  return { values: resolved, options: values }
}

/** What parseArgs makes of the words; throws an Error of one line for an option that is unknown or has no value. */
function parseWords(
  args: string[],
  options: NonNullable<Command['options']>,
): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const option = message.match(/'(-[^' ]+)/)?.[1] ?? ''
    throw new Error(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `There is no option ${option}`
        : `The option ${option} has no value, or one that it does not take`,
    )
  }
}

/**
 * Runs the command that the words of a command line name, with its files relative to `folder`. Returns the exit code:
 * a failure is printed, not thrown.
 */
export async function runCommand(
  words: string[],
  folder: string,
  context: Omit<CommandContext, 'folder' | 'options'>,
  output: Output,
): Promise<number> {
  if (words[0] === '--version') return runCommand(['version'], folder, context, output)
  const isHelp = asksForHelp(words)
  const own = isHelp
    ? words.filter((word, index) => !word.startsWith('-') && (index > 0 || word !== 'help'))
    : words
  if (own.length === 0) {
    output.print(list())
    return words.length === 0 ? 1 : 0
  }
  const match = Object.entries(commands).find(
    ([name]) => name === own.slice(0, name.split(' ').length).join(' '),
  )
  if (isHelp) {
    // `user --help`: all that begin so.
    const group = Object.entries(commands).filter(([name]) => name.startsWith(`${own[0]} `))
    const matches = match ? [match] : own.length === 1 ? group : []
    if (matches.length > 0) {
      output.print(matches.map(([, command]) => helpOf(command)).join('\n\n'))
      return 0
    }
  }
  if (!match) {
    output.printError(problemOf(own))
    return 1
  }
  const [name, command] = match
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(name, command, own.slice(name.split(' ').length), folder)
  } catch (error) {
    output.printError(reasonOf(error))
    output.printError(usageOf(command))
    return 1
  }
  try {
    await command.run({ ...context, folder, options: parsed.options }, output, ...parsed.values)
    return 0
  } catch (error) {
    output.printError(reasonOf(error))
    return exitCodeOf(error)
  }
}

async function importFile(context: CommandContext, output: Output, file: string): Promise<void> {
  const fileName = path.basename(file)
  if (!/\.csv$/i.test(fileName))
    throw new Error(
      `Import failed\n${fileName} is not a CSV file: its name must end in .csv, and its first line must name the columns ${importHeaders.join(',')}`,
    )
  const content = await readFile(file).catch((error) => {
    throw new Error(`Import failed\nFailed to read CSV file: ${reasonOf(error)}`)
  })
  const parseResult = await parseImport(fileName, content)
  if (!parseResult.ok) throw new Error(`${parseResult.title}\n${parseResult.message}`)
  try {
    const { db } = await openMigrated(context)
    const { imported, skipped, warnings, ...topics } = await importEvents(db, parseResult.rows, {
      fileName,
      importedBy: null,
      skipped: parseResult.skipped,
      unknownColumns: parseResult.unknownColumns,
      addsTopics: parseResult.isOwnExport,
      isCompared: context.options.new === true,
      onProgress: output.progress,
      signal: context.signal,
    })
    if (imported > 0) output.print(`Import successful\nImported ${count(imported, 'event', 'events')}`)
    const topicsReport = topicsLine(topics)
    if (topicsReport) output.print(topicsReport)
    const unknownColumns = unknownColumnsLine(parseResult.unknownColumns)
    if (unknownColumns) output.print(unknownColumns)
    const skippedInOrder = [...parseResult.skipped, ...skipped].sort((a, b) => a.line - b.line)
    for (const line of skippedInOrder) output.print(skippedLine(line))
    for (const line of warnings) output.print(skippedLine(line))
    if (imported === 0) throw new Error(nothingImported(skippedInOrder.length))
  } catch (error) {
    throw new Error(`Import failed\n${reasonOf(error)}`)
  }
}
