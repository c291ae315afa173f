import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { importEvents } from '#features/events/csv-import.server.ts'
import {
  importHeaders,
  nothingImported,
  parseImport,
  skippedLine,
  unknownColumnsLine,
} from '#features/events/csv-import.ts'
import { count } from '#lib/text.ts'
import { migrate } from '#server/database/migrate.ts'
import { version } from '#server/version.ts'
import { accountCommands } from './account-commands.ts'
import { backup, readBackup, restore } from './backup.ts'
import { type Command, type CommandContext, type Output, openMigrated, reasonOf } from './command.ts'
import { mailCommands } from './mail-commands.ts'

const commands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv',
    help: 'imports conferences from a CSV file',
    parameters: ['file'],
    run: importFile,
  },
  ...accountCommands,
  ...mailCommands,
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
      if (isLive) throw new Error('The site runs on this database: stop it, and restore into an empty one.')
      // Checked before a database is created for it.
      const { made_at } = await readBackup(file)
      const { rows, tables } = await restore(await open(), file, output.progress)
      output.print(`Restored ${rows} rows of ${tables} tables, as of ${made_at}`)
    },
  },
  verify: {
    usage: 'verify FILE',
    help: 'reads a whole backup, and says whether it is complete and can be restored',
    parameters: ['file'],
    async run(_, output, file) {
      const { made_at, version: madeBy, tables, migrations } = await readBackup(file)
      const rows = tables.reduce((total, table) => total + table.rows, 0)
      output.print(
        `${file} is complete: ${rows} rows of ${tables.length} tables, as of ${made_at}, made by Hallway ${madeBy ?? 'of an unknown version'} with ${migrations.length} migrations. This Hallway ${version} can restore it.`,
      )
    },
  },
  programme: {
    usage: 'programme …',
    help: 'brings in the programme of a conference: preview|import|sync|undo|export SLUG [FILE|URL] [--json]',
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
    ...Object.values(commands).map(({ usage, help }) => `  npm run hallway -- ${usage.padEnd(33)} ${help}`),
  ].join('\n')

/** Why the words are no command. */
function problemOf(words: string[], name: string | undefined, expected = 0): string {
  if (name) {
    const given = words.length - name.split(' ').length
    return `${name} takes ${expected || 'no'} ${expected === 1 ? 'word' : 'words'}, and ${given} ${given === 1 ? 'is' : 'are'} given`
  }
  const [first] = words
  const next = Object.keys(commands).flatMap((each) =>
    each.startsWith(`${first} `) ? each.split(' ')[1]! : [],
  )
  return next.length > 0
    ? `After ${first} comes one of ${next.join(', ')}`
    : first
      ? `There is no command ${first}`
      : 'Which command?'
}

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
  if (['help', '-h', '--help'].includes(words[0] ?? '')) {
    output.print(usage())
    return 0
  }
  const [name, command] =
    Object.entries(commands).find(([name]) => name === words.slice(0, name.split(' ').length).join(' ')) ?? []
  const values = words.slice(name?.split(' ').length)
  if (!command || (command.parameters && values.length !== command.parameters.length)) {
    output.printError(problemOf(words, name, command?.parameters?.length))
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
  if (!/\.csv$/i.test(fileName))
    throw new Error(
      `Import failed\n${fileName} is no CSV file: its name must end in .csv, and its first line names the columns ${importHeaders.join(',')}`,
    )
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
