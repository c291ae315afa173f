import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { reasonOf } from './command.ts'
import { runCommand } from './commands.ts'

/** What a command says before it has a database: to standard output, to standard error. */
const said = (...words: string[]) => saidUntil(undefined, ...words)

async function saidUntil(signal: AbortSignal | undefined, ...words: string[]) {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const open = async () => {
    throw new Error('the database was opened')
  }
  const code = await runCommand(
    words,
    '/tmp',
    { isLive: false, open, signal },
    {
      print: (line) => lines.out.push(...line.split('\n')),
      printError: (line) => lines.err.push(...line.split('\n')),
      progress() {},
    },
  )
  return { code, out: lines.out[0], err: lines.err[0], usage: lines.err[1] }
}

test.each(['help', '-h', '--help'])('%s prints how commands are used', async (word) => {
  expect(await said(word)).toEqual({ code: 0, out: 'Usage:', err: undefined, usage: undefined })
})

test.each([
  [['foo'], 'There is no command foo'],
  [['admin'], 'After admin comes one of add, remove'],
  [['migrate', 'now'], 'migrate takes no words, and 1 is given'],
  [['user', 'show', 'not', 'one'], 'user show takes 1 word, and 2 are given'],
  [['user', 'list', '--bogus'], 'There is no option --bogus'],
  [['programme', 'preview', 'days', 'file', '--bogus'], 'There is no option --bogus'],
  [['programme', 'explain'], 'There is no command programme explain'],
  [['programme', 'import', 'days'], 'The file or address of the programme is missing'],
])('%j says what is wrong, then how it is used', async (words, problem) => {
  expect(await said(...words)).toMatchObject({
    code: 1,
    err: problem,
    usage: expect.stringMatching(/^Usage:/),
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
  expect(await said('import', 'events.txt')).toMatchObject({
    code: 1,
    usage: expect.stringMatching(
      /^events.txt is no CSV file: its name must end in .csv, and its first line names/,
    ),
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
    err: 'The site stopped before the mail server answered.',
  })
  vi.unstubAllEnvs()
  silent.close()
})
