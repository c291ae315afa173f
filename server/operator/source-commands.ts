import type { Command } from './command.ts'

const json = { type: 'boolean', help: 'prints one line for other programs' } as const
const reading = {
  file: { type: 'string', help: 'a file or folder instead of the addresses of the source' },
  all: { type: 'boolean', help: 'includes conferences that are over' },
  json,
} as const

/** What they do is loaded when one is run: the others start without it. */
const run =
  (action: 'add' | 'list' | 'remove' | 'preview' | 'sync' | 'undo'): Command['run'] =>
  async (context, output, name = '') => {
    const { runSourceCommand } = await import('./run-source-command.ts')
    await runSourceCommand(action, context, output, name)
  }

export const sourceCommands: Record<string, Command> = {
  'source add': {
    usage: 'source add NAME --format F --licence TEXT [--address URL …] [--list-at-once]',
    help: 'adds a list of conferences that is read daily',
    parameters: ['text'],
    options: {
      format: { type: 'string', help: 'confs.tech, ical, hallway or json-ld' },
      licence: { type: 'string', help: 'the licence of the list, which each conference shows' },
      address: {
        type: 'string',
        multiple: true,
        help: 'the URL of the list; several are possible, {year} is this year and the next',
      },
      'list-at-once': { type: 'boolean', help: 'lists new conferences without asking an administrator' },
    },
    run: run('add'),
  },
  'source list': {
    usage: 'source list [--json]',
    help: 'shows the sources of conferences',
    parameters: [],
    options: { json },
    run: run('list'),
  },
  'source remove': {
    usage: 'source remove NAME',
    help: 'removes a source; its conferences stay',
    parameters: ['text'],
    run: run('remove'),
  },
  'source preview': {
    usage: 'source preview NAME [--file PATH] [OPTIONS]',
    help: 'shows what a source would bring in',
    parameters: ['text'],
    options: reading,
    run: run('preview'),
  },
  'source sync': {
    usage: 'source sync NAME [--file PATH] [OPTIONS]',
    help: 'brings in the conferences of a source, as proposals unless it lists them at once',
    parameters: ['text'],
    options: reading,
    run: run('sync'),
  },
  'source undo': {
    usage: 'source undo NAME',
    help: 'takes the last run of a source back',
    parameters: ['text'],
    run: run('undo'),
  },
}
