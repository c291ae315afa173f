import { expect, test } from 'vitest'
import type { SourceFormat } from '../sources.schemas.ts'
import { readList } from './read-list.server.ts'

const read = (format: SourceFormat, content: string, name = 'python.json') =>
  readList(format, [{ name, content: Buffer.from(content) }], { go: 'Go (language)' })

const row = {
  name: 'Otter Days',
  url: 'https://otter.example',
  startDate: '2027-06-03',
  endDate: '2027-06-05',
  city: 'Oslo',
  country: 'Norway',
  online: false,
}

test('confs.tech: one conference with the topics of all its files', async () => {
  const files = ['2027/go.json', '2027/cpp.json'].map((name, n) => ({
    name,
    content: Buffer.from(
      JSON.stringify([
        {
          ...row,
          ...(n === 1 && {
            cfpUrl: 'https://cfp.example',
            locales: 'EN,xx,DE,en',
            mastodon: '@otter@b.social',
          }),
        },
      ]),
    ),
  }))
  const { entries, skipped } = await readList('confs.tech', files, { go: 'Go (language)' })
  expect(skipped).toEqual([])
  expect(entries.map(({ values }) => values)).toEqual([
    {
      name: 'Otter Days',
      start_date: '2027-06-03',
      end_date: '2027-06-05',
      location_name: 'Oslo',
      country_name: 'Norway',
      website: 'https://otter.example',
      code_of_conduct_url: null,
      status: 'scheduled',
      cfp_url: 'https://cfp.example',
      cfp_end_date: null,
      tags: ['C++', 'Go (language)'],
      languages: 'en, de',
      format: null,
      accounts: 'https://b.social/@otter',
    },
  ])
})

test('calendar, JSON-LD and the export of another Hallway', async () => {
  const calendar = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:one@example\r\nSUMMARY:Otter Days\r\nDTSTART;VALUE=DATE:20270603\r\nDTEND;VALUE=DATE:20270606\r\nLOCATION:Oslo\\, Norway\r\nURL:https://otter.example\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const expected = {
    name: 'Otter Days',
    start_date: '2027-06-03',
    end_date: '2027-06-05',
    location_name: 'Oslo',
    country_name: 'Norway',
    website: 'https://otter.example',
  }
  const [event] = (await read('ical', calendar)).entries
  expect(event).toMatchObject({ key: 'one@example', values: { ...expected, status: 'cancelled' } })
  const jsonLd = `<script type="application/ld+json">${JSON.stringify([
    {
      '@type': 'Event',
      name: 'Otter Days',
      url: 'https://otter.example',
      startDate: '2027-06-03',
      endDate: '2027-06-05',
      location: 'Oslo, Norway',
    },
  ])}</script>`
  expect((await read('json-ld', jsonLd)).entries[0]!.values).toMatchObject(expected)
  const csv = `name,description,start_date,end_date,location_name,country_name,website\nOtter Days,,2027-06-03,2027-06-05,Oslo,Norway,https://otter.example\n`
  expect((await read('hallway', csv)).entries[0]!.values).toMatchObject(expected)
  const json = JSON.stringify({ events: [{ id: 'some-id', ...expected, tags: ['Go'] }], next: null })
  expect((await read('hallway', json)).entries[0]).toMatchObject({
    key: 'some-id',
    values: { ...expected, tags: ['Go'] },
  })
})

test.each<[string, SourceFormat, string]>([
  ['nothing', 'confs.tech', ''],
  ['[]', 'confs.tech', '[]'],
  ['{}', 'confs.tech', '{}'],
  ['null', 'confs.tech', 'null'],
  ['a number', 'confs.tech', '1'],
  ['HTML', 'confs.tech', '<!doctype html><html><body>Not found</body></html>'],
  ['half of a file', 'confs.tech', JSON.stringify([row]).slice(0, -5)],
  ['bytes', 'confs.tech', '\0\u0001\ufffd'],
  ['lists in lists', 'confs.tech', '[[[[]]]]'],
  ['50,000 lists in lists', 'confs.tech', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['100,000 entries', 'confs.tech', JSON.stringify(Array(100_000).fill(row))],
  ['entries without a name', 'confs.tech', JSON.stringify([{ ...row, name: '' }])],
  ['names of 10,000 letters', 'confs.tech', JSON.stringify([{ ...row, name: 'x'.repeat(10_000) }])],
  ['names that are objects', 'confs.tech', JSON.stringify([{ ...row, name: { a: 1 } }])],
  ['invisible names', 'confs.tech', JSON.stringify([{ ...row, name: '\u200b\u200b\u200b' }])],
  [
    'the year 9999',
    'confs.tech',
    JSON.stringify([{ ...row, startDate: '9999-01-01', endDate: '9999-01-02' }]),
  ],
  ['February 30', 'confs.tech', JSON.stringify([{ ...row, startDate: '2027-02-30' }])],
  ['days as numbers', 'confs.tech', JSON.stringify([{ ...row, startDate: 1_800_000_000_000 }])],
  ['an end before the start', 'confs.tech', JSON.stringify([{ ...row, endDate: '2027-06-01' }])],
  ['a conference of a year', 'confs.tech', JSON.stringify([{ ...row, endDate: '2028-06-01' }])],
  ['no place', 'confs.tech', JSON.stringify([{ ...row, city: null, country: null }])],
  [
    'a city that nobody knows, without a country',
    'confs.tech',
    JSON.stringify([{ ...row, city: 'Xyzzyville', country: '' }]),
  ],
  ['entries that are no objects', 'confs.tech', '[1, "a", null, true, []]'],
  ['keys of prototypes', 'confs.tech', '[{"__proto__": {"name": "Otter Days"}, "constructor": 1}]'],
  ['JSON as a calendar', 'ical', '[]'],
  ['an empty calendar', 'ical', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'],
  ['half a calendar', 'ical', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x'],
  [
    'a calendar with a wrong day',
    'ical',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Otter\r\nDTSTART:abc\r\nEND:VEVENT\r\nEND:VCALENDAR',
  ],
  ['HTML as a calendar', 'ical', '<html></html>'],
  ['HTML as an export', 'hallway', '<html></html>'],
  ['a list without conferences', 'hallway', '{"events": "none"}'],
  ['other columns', 'hallway', 'a,b\n1,2\n'],
  ['an empty export', 'hallway', '[]'],
  ['a page without events', 'json-ld', '<html><body>Hello</body></html>'],
  ['broken JSON-LD', 'json-ld', '<script type="application/ld+json">{</script>'],
  [
    'an event without days',
    'json-ld',
    '<script type="application/ld+json">{"@type":"Event","name":"Otter Days"}</script>',
  ],
  ['50,000 open elements', 'json-ld', '<div>'.repeat(50_000)],
])('%s is refused with one sentence', async (_, format, content) => {
  const start = process.threadCpuUsage()
  const error = await read(format, content).then(
    () => undefined,
    (reason: Error & { code?: string }) => reason,
  )
  // The reading thread says it of a file that is nested too deep.
  if (!(error instanceof RangeError)) expect(error?.code).toBe('UNREADABLE')
  expect(error?.message).not.toContain('\n')
  // Of this thread: a busy machine takes longer.
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(3000)
})

test('what is wrong in an entry is left out, and the others are read', async () => {
  const { entries, skipped } = await read(
    'confs.tech',
    JSON.stringify([
      row,
      { ...row, name: '' },
      { ...row, name: 'Seal Days', url: 'javascript:alert(1)', cocUrl: 'x' },
    ]),
  )
  expect(skipped).toEqual([{ name: '', reason: 'It has no name that can be listed' }])
  expect(entries.map(({ values }) => values.website)).toEqual(['https://otter.example', null])
})

const calendarOf = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const otter = (...lines: string[]) => [
  'UID:a',
  'SUMMARY:Otter Days',
  ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART;VALUE=DATE:20270603']),
  ...(lines.some((line) => line.startsWith('LOCATION')) ? [] : ['LOCATION:Berlin\\, Germany']),
  ...lines,
]

test.each<[string, string[], object]>([
  ['a moment in UTC', ['DTSTART:20270602T220000Z', 'DTEND:20270604T220000Z'], { end_date: '2027-06-04' }],
  ['a day without its type', ['DTSTART:20270603', 'DTEND:20270605'], { end_date: '2027-06-04' }],
  ['an end at midnight', ['DTSTART:20270603T000000', 'DTEND:20270605T000000'], { end_date: '2027-06-04' }],
  ['a length', ['DURATION:P3D'], { end_date: '2027-06-05' }],
  ['a line break as it is', ['DESCRIPTION:One', 'two, and more'], {}],
  [
    'an address in lines',
    ['LOCATION:Hotel\\nMain St 5\\nMadison\\, WI 53703\\nUSA'],
    { location_name: 'Madison, WI' },
  ],
  ['a state', ['LOCATION:Cleveland\\, Ohio\\, USA'], { location_name: 'Cleveland, OH' }],
  ['a video call', ['LOCATION:https://video.example/1'], { location_name: 'Online', country_name: 'Online' }],
  [
    'a city and online',
    ['LOCATION:Berlin\\, Germany & online'],
    { location_name: 'Berlin', format: 'hybrid' },
  ],
  ['cancelled in its name', ['SUMMARY:CANCELLED: Otter Days', 'STATUS:confirmed'], { status: 'cancelled' }],
  ['cancelled in small letters', ['STATUS:cancelled'], { status: 'cancelled' }],
])('a calendar with %s', async (_, lines, expected) => {
  const own = lines.filter((line) => !line.startsWith('SUMMARY'))
  const summary = lines.find((line) => line.startsWith('SUMMARY'))
  const event = otter(...own).map((line) => (summary && line.startsWith('SUMMARY') ? summary : line))
  const [entry] = (await read('ical', calendarOf(event))).entries
  expect(entry!.values).toMatchObject({ name: 'Otter Days', start_date: '2027-06-03', ...expected })
})

test('what a calendar has and is not listed is named with the reason', async () => {
  const { entries, skipped } = await read(
    'ical',
    calendarOf(
      otter(),
      otter('UID:b', 'LOCATION:The usual place'),
      otter('UID:c', 'DTSTART:abc'),
      otter('UID:d', `X-LONG${';A=1'.repeat(501)}:1`),
    ),
  )
  expect(entries).toHaveLength(1)
  expect(skipped).toEqual([
    { name: 'Otter Days, line 8', reason: 'Its place names no city in a country, and is not online' },
    { name: 'Otter Days, line 15', reason: 'Its days could not be read' },
    { name: 'line 22', reason: expect.stringMatching(/An entry is not valid.*\(line 22\)/) },
  ])
})

test('what repeats is one conference each time, and its exceptions are others', async () => {
  const { entries } = await read(
    'ical',
    calendarOf(
      otter('DTSTART;VALUE=DATE:20250809', 'DTEND;VALUE=DATE:20250811', 'RRULE:FREQ=YEARLY;COUNT=3'),
      otter('RECURRENCE-ID;VALUE=DATE:20260809', 'DTSTART;VALUE=DATE:20260904', 'LOCATION:Bonn\\, Germany'),
    ),
  )
  expect(entries.map(({ values }) => [values.start_date, values.end_date, values.location_name])).toEqual([
    ['2026-09-04', '2026-09-04', 'Bonn'],
    ['2025-08-09', '2025-08-10', 'Berlin'],
    ['2027-08-09', '2027-08-10', 'Berlin'],
  ])
})

test('a city that the gazetteer does not have is a question', async () => {
  const { entries } = await read(
    'ical',
    calendarOf(otter('LOCATION:Dorfstr. 1\\, 4866 Hintertupfing\\, Austria')),
  )
  expect(entries).toMatchObject([
    { is_unsure: true, values: { location_name: 'Hintertupfing', country_name: 'Austria' } },
  ])
})

const jsonLd = (part: object) =>
  JSON.stringify({
    '@type': 'Event',
    name: 'Otter Days',
    startDate: '2027-06-03',
    endDate: '2027-06-04',
    ...part,
  })
const mixed = { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' }
const online = { eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode' }
const virtual = { '@type': 'VirtualLocation', url: 'https://video.example' }
const oslo = { '@type': 'Place', address: { addressLocality: 'Oslo', addressCountry: 'NO' } }

test.each<[string, SourceFormat, string, object]>([
  [
    'confs.tech, online and a city',
    'confs.tech',
    JSON.stringify([{ ...row, online: true }]),
    { format: 'hybrid' },
  ],
  ['confs.tech, a city', 'confs.tech', JSON.stringify([row]), { format: null }],
  [
    'confs.tech, online',
    'confs.tech',
    JSON.stringify([{ ...row, city: '', online: true }]),
    { location_name: 'Online' },
  ],
  [
    'JSON-LD, mixed',
    'json-ld',
    jsonLd({ ...mixed, location: oslo }),
    { location_name: 'Oslo', format: 'hybrid' },
  ],
  [
    'JSON-LD, two places',
    'json-ld',
    jsonLd({ location: [oslo, virtual] }),
    { location_name: 'Oslo', format: 'hybrid' },
  ],
  [
    'JSON-LD, online',
    'json-ld',
    jsonLd({ ...online, location: virtual }),
    { location_name: 'Online', format: null },
  ],
  [
    'JSON-LD, an address',
    'json-ld',
    jsonLd({ location: '1 Main St, San Francisco, CA 94103, USA' }),
    { location_name: 'San Francisco, CA' },
  ],
  [
    'another Hallway',
    'hallway',
    JSON.stringify([
      {
        name: 'Otter Days',
        start_date: '2027-06-03',
        end_date: '2027-06-04',
        location_name: 'Oslo',
        country_name: 'Norway',
        format: 'hybrid',
      },
    ]),
    { location_name: 'Oslo', format: 'hybrid' },
  ],
])('where %s takes place', async (_, format, content, expected) => {
  expect((await read(format, content)).entries).toMatchObject([{ values: expected }])
})
