import { expect, test } from 'vitest'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { readInThread } from './read-in-thread.server.ts'
import { readProgramme } from './read-programme.ts'

const table = Buffer.from('title,date,start,speakers\nOf threads,2027-05-04,10:00,Ada Lind\n')

test('a programme is read in a thread as it is without one', async () => {
  const options = { time_zone: 'Europe/Berlin' }
  const inUtc = Buffer.from('title,start\nOf threads,2027-05-04T10:00:00Z\n')
  expect(readProgramme(inUtc, options)).not.toEqual(readProgramme(inUtc, {}))
  for (const content of [table, inUtc])
    expect(await readInThread(content, options)).toEqual(readProgramme(content, options))
})

test('what is no programme is refused with the sentence of its reader', async () => {
  const refused = await readInThread(Buffer.from('%PDF-1.7'), {}).catch((error) => error)
  expect(isUnreadable(refused)).toBe(true)
  expect(refused.message).toContain('This is a PDF')
})

test('what is nested deeper than a program can follow is refused with a sentence', async () => {
  const deep = `[{"date":"2027-05-04","title":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`
  const refused = await readInThread(Buffer.from(deep), {}).catch((error) => error)
  expect(isUnreadable(refused)).toBe(true)
  expect(refused.message).toContain('nested too deep')
})

test('a file that takes too long is refused, and the next one is read', async () => {
  const refused = await readInThread(table, {}, 1).catch((error) => error)
  expect(isUnreadable(refused)).toBe(true)
  expect(refused.message).toMatch(/^The file takes longer than 0.001 seconds to read. Try it once more/)
  await expect(readInThread(table, {})).resolves.toMatchObject({ document: { talks: [{}] } })
})

test('of many files at once the last are refused, with a sentence, and none is kept waiting in memory', async () => {
  const results = await Promise.allSettled(Array.from({ length: 14 }, () => readInThread(table, {})))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.message)).toEqual(
    Array(2).fill('Many files are being read just now. Please try again in a minute'),
  )
  await expect(readInThread(table, {})).resolves.toMatchObject({ document: { talks: [{}] } })
})
