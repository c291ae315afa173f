import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { reasonOf } from './command.ts'
import { commands, runCommand } from './commands.ts'

/** What a command prints before it has a database: to standard output, to standard error. */
const outputOf = (...words: string[]) => saidUntil(undefined, ...words)

async function saidUntil(signal: AbortSignal | undefined, ...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const open = async () => {
    throw new Error('the database was opened')
  }
  const code = await runCommand(
    words,
    '/tmp',
    { isLive: false, open, signal },
    {
      print: (line) => out.push(...line.split('\n')),
      printError: (line) => err.push(...line.split('\n')),
      progress() {},
    },
  )
  return { code, out, err }
}

const listHead = 'Usage: hallway COMMAND, in the folder of the sources: npm run hallway -- COMMAND'

test.each(['help', '-h', '--help'])('%s prints the list of commands', async (word) => {
  const { code, out, err } = await outputOf(word)
  expect({ code, err, head: out[0], lines: out.length }).toEqual({
    code: 0,
    err: [],
    head: listHead,
    lines: Object.keys(commands).length + 2,
  })
})

test('without words the list is printed, and the exit code is 1', async () => {
  expect(await outputOf()).toEqual({ ...(await outputOf('help')), code: 1 })
})

test.each(Object.entries(commands))(
  '%s --help says how it is used, and does nothing',
  async (name, command) => {
    const options = Object.keys(command.options ?? {})
    for (const words of [
      [...name.split(' '), '--help'],
      [...name.split(' '), 'word', '-h'],
      ['help', ...name.split(' ')],
    ]) {
      const { code, out, err } = await outputOf(...words)
      expect({ code, err, out: out.slice(0, 2), lines: out.length }).toEqual({
        code: 0,
        err: [],
        out: [`Usage: hallway ${command.usage}`, command.help],
        lines: 2 + options.length,
      })
    }
  },
)

test.each(Object.entries(commands))('%s refuses an option that it does not have', async (name, { usage }) => {
  for (const option of ['--nonsense', '-x'])
    expect(await outputOf(...name.split(' '), 'word', option)).toEqual({
      code: 1,
      out: [],
      err: [`There is no option ${option}`, `Usage: hallway ${usage}`],
    })
})

test.each(Object.entries(commands))(
  'the usage of %s is what it takes',
  (name, { usage, parameters, options = {} }) => {
    expect(usage.startsWith(name)).toBe(true)
    const words =
      usage
        .slice(name.length)
        .replace(/--\w[\w-]*( [A-Z]+)?/g, '')
        .match(/[A-Z|]*[A-Z]+/g) ?? []
    expect(words.filter((word) => word !== 'OPTIONS').length).toBe(parameters.length)
    if (!usage.endsWith('[OPTIONS]'))
      expect((usage.match(/--\w[\w-]*/g) ?? []).sort()).toEqual(
        Object.keys(options)
          .map((name) => `--${name}`)
          .sort(),
      )
  },
)

test('docs/operating.md has the list of commands', () => {
  const chapter = readFileSync('docs/operating.md', 'utf8')
    .split('\n## The command line')[1]!
    .split('\n## ')[0]!
  const [, list] = /```\n([\s\S]+?)\n```/.exec(chapter)!
  expect(list!.split('\n')).toEqual(
    Object.values(commands).map(({ usage, help }) => `${usage.padEnd(41)} ${help}`),
  )
})

test('user --help says how each command of accounts is used', async () => {
  const { code, out } = await outputOf('user', '--help')
  const usages = out.filter((line) => line.startsWith('Usage: hallway user '))
  expect([code, usages.length]).toEqual([
    0,
    Object.keys(commands).filter((name) => name.startsWith('user ')).length,
  ])
})

test.each([
  [['foo'], ['There is no command foo: hallway help lists them']],
  [['foo', '--help'], ['There is no command foo: hallway help lists them']],
  [['admin'], ['After admin comes one of add, remove']],
  [['admin', 'ad', 'a@example.org'], ['There is no command admin ad: after admin comes one of add, remove']],
  [
    ['migrate', 'now'],
    ['migrate takes no words, and 1 is given', 'Usage: hallway migrate'],
  ],
  [['backup'], ['backup takes 1 word, and 0 are given', 'Usage: hallway backup FILE']],
  [
    ['user', 'show', 'not', 'one'],
    ['user show takes 1 word, and 2 are given', 'Usage: hallway user show EMAIL'],
  ],
  [
    ['programme', 'import', 'days', '--format'],
    [
      'The option --format has no value, or one that it does not take',
      'Usage: hallway programme import SLUG FILE|URL [OPTIONS]',
    ],
  ],
  [
    ['programme', 'import', 'days'],
    [
      'programme import takes 2 words, and 1 is given',
      'Usage: hallway programme import SLUG FILE|URL [OPTIONS]',
    ],
  ],
  [['user', 'reset-2fa'], ['Give the address of an account, or --all']],
])('%j says what is wrong, and how this command is used', async (words, err) => {
  expect(await outputOf(...words)).toEqual({ code: 1, out: [], err })
})

test('what follows -- is the name of a file', async () => {
  expect(await outputOf('backup', '--', '--help')).toEqual({
    code: 1,
    out: [],
    err: ['the database was opened'],
  })
})

test('a database that takes no writes is named by its reasons', () => {
  const cause = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
    code: '25006',
  })
  expect(reasonOf(new Error('Failed query', { cause }))).toBe(
    'The database takes no writes: its disk is full, or it is a standby.',
  )
})

test('import names the file that it expects', async () => {
  expect(await outputOf('import', 'events.txt')).toMatchObject({
    code: 1,
    err: [
      'Import failed',
      expect.stringMatching(
        /^events.txt is not a CSV file: its name must end in .csv, and its first line must name/,
      ),
    ],
  })
})

test('the stop of a site does not wait for a mail server that says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const stop = new AbortController()
  silent.once('connection', () => stop.abort())
  expect(await saidUntil(stop.signal, 'mail', 'test', 'somebody@example.org')).toMatchObject({
    code: 1,
    err: ['The site stopped before the mail server answered.'],
  })
  vi.unstubAllEnvs()
  silent.close()
})
