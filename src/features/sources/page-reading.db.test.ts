import { expect, test } from 'vitest'
import { type FetchSafely, OutboundError } from '#platform/fetch-safely.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { findListed } from './find-listed.server.ts'
import { readConference } from './page-reading.server.ts'

const context = useStore()
const today = '2026-11-24'

/** Answers with what is at each address. */
const site = (files: Record<string, string | Error>): FetchSafely =>
  Object.assign(
    async (url: string) => {
      const file = files[url] ?? new OutboundError('HTTP_STATUS', 404)
      if (file instanceof Error) throw file
      return {
        status: 'ok' as const,
        body: Buffer.from(file),
        contentType: file.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain',
        etag: undefined,
        lastModified: undefined,
        finalUrl: url,
      }
    },
    { isOn: true },
  )

const url = 'https://walrus.example/'
const calendar = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1
SUMMARY:Walrus Days
DTSTART;VALUE=DATE:20270603
DTEND;VALUE=DATE:20270606
LOCATION:Oslo
END:VEVENT
END:VCALENDAR
`

test('a page is read in a thread, and its calendar fills in the days', async () => {
  const html = '<html><title>Walrus Days 2027</title><a href="/days.ics">Calendar</a></html>'
  const fetchSafely = site({ [url]: html, 'https://walrus.example/days.ics': calendar })
  const { values, guesses } = await readConference({ fetchSafely, today }, url)
  expect(values).toMatchObject({ name: 'Walrus Days 2027', start_date: '2027-06-03', end_date: '2027-06-05' })
  expect(guesses).toEqual(expect.arrayContaining(['name', 'start_date', 'end_date']))
  // What it links may be missing.
  const alone = await readConference({ fetchSafely: site({ [url]: html }), today }, url)
  expect(alone.values).not.toHaveProperty('start_date')
})

test('the address of a calendar is read, too', async () => {
  const { values, guesses } = await readConference({ fetchSafely: site({ [url]: calendar }), today }, url)
  expect(values).toMatchObject({ start_date: '2027-06-03', end_date: '2027-06-05' })
  expect(guesses).toContain('start_date')
})

test.each([
  ['[]', 'Expected'],
  ['', 'Expected'],
  ['{"a": 1}', 'Expected'],
  ['<html></html>', 'Nothing about a conference was found'],
])('%s says what is wrong in one sentence', async (body, sentence) => {
  await expect(readConference({ fetchSafely: site({ [url]: body }), today }, url)).rejects.toThrow(sentence)
})

test('the listed conference is found by its name, days and place, or by its address and year', async () => {
  const { db } = context.store
  const days = { start_date: '2027-06-03', end_date: '2027-06-05' }
  const place = { location_name: 'Oslo', country_name: 'Norway' }
  const event = await makeEvent(db, {
    name: 'Walrus Days 2027',
    ...days,
    ...place,
    website: 'http://www.walrus.example',
  })
  const findId = async (values: object, address: string) =>
    (await findListed(db, values, [address]))?.event.id
  expect(await findId({ name: 'Walrus Days', ...days, ...place }, 'https://other.example')).toBe(event.id)
  expect(await findId({}, url)).toBe(event.id)
  expect(await findId({ start_date: '2028-06-03' }, url)).toBeUndefined()
  expect(await findId({ name: 'Seal Days', ...days, ...place }, 'https://seal.example')).toBeUndefined()
})
