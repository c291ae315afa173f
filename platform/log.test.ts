import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noteLoss } from './database/unavailable.ts'
import { createLog, loggedUrl } from './log.ts'

test.each([
  ['/conferences?search=go&year=2026', '/conferences?search=go&year=2026'],
  ['/auth/reset?token=abc', '/auth/reset?token=***'],
  ['/api/auth/verify-email?token=a.b-c_d&callbackURL=%2Fauth', '/api/auth/verify-email?token=***'],
  ['/api/auth/reset-password/abc?callbackURL=%2F', '/api/auth/reset-password/***'],
  ['/my/abc.ics', '/my/***'],
  ['/plan%73/abc', '/plans/***'],
  ['//plans//abc', '//plans/***'],
  ['/auth?next=%252Fplan%2573%252Fabc', '/auth?next=/plans/***'],
  ['/auth/reset?%74oken%5B%5D=abc', '/auth/reset?token[]=***'],
  ['/conferences?search=a%25b%2Fc', '/conferences?search=a%25b%2Fc'],
  ['/Address/abc?x=1', '/Address/***'],
  ['/api/v1/notifications/unsubscriptions/abc', '/api/v1/notifications/unsubscriptions/***'],
  ['/api/answers?href=%2Fauth%2Freset%3Ftoken%3Dabc', '/api/answers?href=/auth/reset?token=***'],
  ['/auth?next=%2funsubscribe%2fabc&tab=login', '/auth?next=/unsubscribe/***'],
  ['/api/rpc/x?data=%7B%22json%22%3A%7B%22token%22%3A%22abc%22', '/api/rpc/x?data={"json":{"token":***'],
])('of %s the log has %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})

test('what fails because the database is lost is left out, and a mail server that does not answer is not', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const lost = refused()
  expect(noteLoss(lost)).toBe(true)
  expect(noteLoss(new Error('of something else'))).toBe(false)
  log.error({ err: new Error('Failed query', { cause: lost }) }, 'unexpected error')
  log.warn({ err: lost }, 'not ready')
  log.warn({ err: refused() }, 'a mail could not be sent yet')
  log.warn('The database does not answer: connect ECONNREFUSED')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a mail could not be sent yet',
    'The database does not answer: connect ECONNREFUSED',
  ])
})

test.each([
  ['when the process exits', 'process.exit(0)'],
  ['after an exception', "throw new Error('this one is meant')"],
  ['while it goes on', "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)"],
])('no line is lost %s', async (_, end) => {
  const { stdout } = logLines(1000, end)
  const lines = (await text(stdout!)).trim().split('\n')
  const numbers = lines.map((line) => JSON.parse(line).n as number)
  // What was being written when the process ended may come last.
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
})

test('of a reader that is too slow the process goes on, and says how much it has missed', async () => {
  const { stdout } = logLines(50_000, "setTimeout(() => log.info('later'), 3000)")
  await pause(1500)
  const lines = (await text(stdout!)).trim().split('\n')
  const messages = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg)
  expect(messages).toMatchObject([{ level: 40 }, { msg: 'later' }])
  expect(messages[0].msg).toBe(`${50_000 - (lines.length - 2)} lines of the log are lost: nothing took them`)
})

test.skipIf(!existsSync('/dev/full')).each([
  ['goes on', 'setTimeout(() => process.exit(7), 1000)', 7],
  ['ends by itself', 'log.flush(() => process.exit(9))', 9],
  ['fails', "throw new Error('this one is meant')", 1],
])('a process %s whose log has a full disk', async (_, end, code) => {
  expect(await once(logLines(1000, end, openSync('/dev/full', 'w')), 'exit')).toEqual([code, null])
})

/** A process that logs so many lines and then does `end`. */
function logLines(count: number, end: string, stdout: 'pipe' | number = 'pipe') {
  const script = `
    import { createLog, standardOutput } from './platform/log.ts'
    const log = createLog('info', standardOutput())
    for (let n = 0; n < ${count}; n++) log.info({ n })
    ${end}`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', stdout, 'ignore'],
  })
}
