import type { Command } from './command.ts'

const json = { type: 'boolean', help: 'prints one line for other programs' } as const
const format = {
  type: 'string',
  help: 'frab-xml, frab-json, sessionize, icalendar or csv; else the content tells',
} as const
const reading = {
  format,
  people: {
    type: 'string',
    help: 'a file: Sessionize’s view Speakers, or JSON with the ids of speakers by key or name (null: somebody new)',
  },
  'take-source': { type: 'boolean', help: 'gives up what was edited here' },
  json,
} as const
const quiet = { type: 'boolean', help: 'notifies nobody' } as const
const ofNewEvent = {
  new: { type: 'boolean', help: 'makes the conference' },
  name: { type: 'string', help: 'another name for the new conference' },
  city: { type: 'string', help: 'its city, where the file names none, or Online' },
  country: { type: 'string', help: 'its country, where the file names none' },
  owner: { type: 'string', help: 'the mail address of the member who owns it' },
} as const

/** What they do is loaded when one is run: the others start without it. */
const run =
  (action: 'preview' | 'import' | 'sync' | 'undo' | 'export'): Command['run'] =>
  async (context, output, slug, from) => {
    const { runProgrammeCommand } = await import('./run-programme-command.ts')
    await runProgrammeCommand(action, context, output, { slug: slug!, from })
  }

export const programmeCommands: Record<string, Command> = {
  'programme preview': {
    usage: 'programme preview SLUG FILE|URL [OPTIONS]',
    help: 'shows what a programme would bring to the conference with this slug',
    parameters: ['text', 'text'],
    options: { ...reading, ...ofNewEvent },
    run: run('preview'),
  },
  'programme import': {
    usage: 'programme import SLUG FILE|URL [OPTIONS]',
    help: 'brings in a programme; one that was interrupted is finished by the next',
    parameters: ['text', 'text'],
    options: { ...reading, quiet, ...ofNewEvent },
    run: run('import'),
  },
  'programme sync': {
    usage: 'programme sync SLUG [OPTIONS]',
    help: 'reads the address again from which the programme came last',
    parameters: ['text'],
    options: { ...reading, quiet },
    run: run('sync'),
  },
  'programme undo': {
    usage: 'programme undo SLUG [--quiet] [--json]',
    help: 'takes the last import back',
    parameters: ['text'],
    options: { quiet, json },
    run: run('undo'),
  },
  'programme export': {
    usage: 'programme export SLUG [FILE] [--format F]',
    help: 'writes the programme to a file, or prints it',
    parameters: ['text', 'text?'],
    options: { format: { type: 'string', help: 'xml, json, ics or csv; else the name of the file tells' } },
    run: run('export'),
  },
}
