import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { loggedUrl } from './log.ts'

test.each([
  ['/conferences?search=go&year=2026', '/conferences?search=go&year=2026'],
  ['/auth/reset?token=abc', '/auth/reset?token=***'],
  [
    '/api/auth/verify-email?token=a.b-c_d&callbackURL=%2Fauth',
    '/api/auth/verify-email?token=***&callbackURL=%2Fauth',
  ],
  ['/api/auth/reset-password/abc?callbackURL=%2F', '/api/auth/reset-password/***?callbackURL=%2F'],
])('of %s the log has %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})

test.each([
  ['when the process exits', 'process.exit(0)'],
  ['after an exception', "throw new Error('this one is meant')"],
  ['while it goes on', "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)"],
])('no line is lost %s', async (_, end) => {
  const script = `
    import { createLog, standardOutput } from './server/log.ts'
    const log = createLog('info', standardOutput())
    for (let n = 0; n < 1000; n++) log.info({ n })
    ${end}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const lines = (await text(child.stdout)).trim().split('\n')
  const numbers = lines.map((line) => JSON.parse(line).n as number)
  // What was being written when the process ended may come last.
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
})
