import pino from 'pino'
import { expect, test } from 'vitest'
import { busyMessage, fullMessage, publicError } from './failures.ts'

const failed = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('x'), { code }) })

test.each([
  ['a table that cannot grow', failed('53100'), fullMessage, 40],
  ['writes that are closed', failed('25006'), fullMessage, 40],
  ['connections that are used up', failed('53300'), busyMessage, 50],
  ['anything else', failed('XX000'), 'An unexpected error occurred', 50],
])('%s is one sentence for the person and one line in the log', (_, error, message, level) => {
  const lines: { level: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  expect(publicError(error, log).message).toBe(message)
  expect(lines.map((line) => line.level)).toEqual([level])
})
