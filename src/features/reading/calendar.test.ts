import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { daysOf, entriesOf, parseCalendar } from './calendar.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const entry = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const read = (...lines: string[]) => entriesOf(parseCalendar(calendar(...lines)))
const startsOf = (...lines: string[]) =>
  read(...lines)
    .entries.map(({ start }) => start)
    .sort()

type Form = 'utc' | 'same zone' | 'other zone' | 'floating' | 'day'
type Form4 = Exclude<Form, 'other zone'>
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]
const otherZone = 'Asia/Tokyo'
const basic = (time: Temporal.PlainDateTime) =>
  time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** A property with a local time of `zone` in a form. */
function written(name: string, time: Temporal.PlainDateTime, form: Form, zone: string): string {
  const at = (other: string) => basic(time.toZonedDateTime(zone).withTimeZone(other).toPlainDateTime())
  if (form === 'utc') return `${name}:${at('UTC')}Z`
  if (form === 'same zone') return `${name};TZID=${zone}:${basic(time)}`
  if (form === 'other zone') return `${name};TZID=${otherZone}:${at(otherZone)}`
  return form === 'day' ? `${name};VALUE=DATE:${basic(time).slice(0, 8)}` : `${name}:${basic(time)}`
}

const form = fc.constantFrom<Form>('utc', 'same zone', 'other zone', 'floating', 'day')
const exceptions = fc.array(fc.record({ index: fc.nat(9), form }), { maxLength: 3 })
const series = fc.record({
  zone: fc.constantFrom(...zones),
  form: fc.constantFrom<Form4>('utc', 'same zone', 'floating', 'day'),
  first: fc.record({ day: fc.nat(700), minute: fc.integer({ min: 5 * 60, max: 21 * 60 }) }),
  everyDays: fc.constantFrom(1, 2, 7),
  count: fc.integer({ min: 1, max: 9 }),
  until: fc.option(fc.constantFrom<Form4>('utc', 'floating', 'day')),
  excluded: exceptions,
  added: exceptions,
  moved: exceptions,
})

test('what repeats is on the days that an expansion by itself finds, in all mixtures of forms', () => {
  fc.assert(
    fc.property(series, (example) => {
      // The clock of a series in UTC is UTC, whatever the calendar's is.
      const clock = example.form === 'utc' ? 'UTC' : example.zone
      const first = Temporal.PlainDateTime.from('2027-01-01T00:00').add({
        days: example.first.day,
        minutes: example.form === 'day' ? 0 : example.first.minute,
      })
      const at = (index: number) => first.add({ days: index * example.everyDays })
      const times = Array.from({ length: example.count }, (_, index) => at(index))
      const day = (time: Temporal.PlainDateTime) => time.toPlainDate().toString()
      const exdates = example.excluded.map(({ index, form }) => ({ time: at(index), form }))
      const rdates = example.added.map(({ index, form }) => ({
        time: first.add({
          days: index * example.everyDays,
          hours: example.form === 'day' || form === 'day' ? 0 : 1,
        }),
        form,
      }))
      const moved = example.moved
        .filter(
          ({ index }, position) => example.moved.findIndex((other) => other.index === index) === position,
        )
        .filter(({ index }) => index < example.count)
        .map(({ index, form }) => ({ time: at(index), form, to: at(index).add({ days: 40 }) }))
      const last = times.at(-1)!
      const untilTime =
        example.until === 'utc'
          ? basic(last.toZonedDateTime(clock).withTimeZone('UTC').toPlainDateTime())
          : basic(last)
      const end =
        example.until === null
          ? `COUNT=${example.count}`
          : `UNTIL=${example.until === 'day' ? untilTime.slice(0, 8) : `${untilTime}${example.until === 'utc' ? 'Z' : ''}`}`
      const entries = read(
        `X-WR-TIMEZONE:${example.zone}`,
        ...entry(
          'UID:r',
          written('DTSTART', first, example.form, clock),
          `RRULE:FREQ=DAILY;INTERVAL=${example.everyDays};${end}`,
          ...exdates.map(({ time, form }) => written('EXDATE', time, form, clock)),
          ...rdates.map(({ time, form }) => written('RDATE', time, form, clock)),
        ),
        ...moved.flatMap(({ time, form, to }) =>
          entry(
            'UID:r',
            written('RECURRENCE-ID', time, form, clock),
            written('DTSTART', to, example.form, clock),
          ),
        ),
      ).entries
      // The oracle: plain arithmetic with local times.
      const isExcluded = (time: Temporal.PlainDateTime) =>
        exdates.some((other) =>
          other.form === 'day' || example.form === 'day'
            ? day(other.time) === day(time)
            : other.time.equals(time),
        )
      const expected = [
        ...[...times, ...rdates.map(({ time }) => time)]
          .filter((time) => !isExcluded(time) && !moved.some((other) => other.time.equals(time)))
          .map(String),
        ...moved.map(({ to }) => String(to)),
      ]
      const starts = entries.map(({ start }) => String(Temporal.PlainDateTime.from(start!.replace('Z', ''))))
      expect(starts.sort()).toEqual([...new Set(expected)].sort())
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    }),
    { numRuns: 400 },
  )
})

const local = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.nat(700),
  minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
  length: fc.integer({ min: 1, max: 5 * 24 * 60 }),
  form,
})

test('the days of an entry are those at its place, whatever clock it is written on', () => {
  fc.assert(
    fc.property(local, ({ zone, day, minute, length, form }) => {
      const isDay = form === 'day'
      const start = Temporal.PlainDateTime.from('2027-01-01').add({ days: day, minutes: isDay ? 0 : minute })
      // A time that the clock skips is none.
      fc.pre(start.toZonedDateTime(zone).toPlainDateTime().equals(start))
      const end = start.add({ minutes: isDay ? Math.ceil(length / 1440) * 1440 : length })
      fc.pre(end.toZonedDateTime(zone).toPlainDateTime().equals(end))
      const [readEntry] = read(
        ...entry(written('DTSTART', start, form, zone), written('DTEND', end, form, zone)),
      ).entries as [ReturnType<typeof read>['entries'][number]]
      const lastMoment = end.subtract({ minutes: 1 })
      expect(daysOf(readEntry, zone)).toMatchObject({
        first: start.toPlainDate().toString(),
        last: lastMoment.toPlainDate().toString(),
      })
    }),
    { numRuns: 400 },
  )
})

test.each([
  ['a day', ['DTSTART;VALUE=DATE:20270601', 'DTEND;VALUE=DATE:20270603'], '2027-06-02'],
  ['a day without its type', ['DTSTART:20270601', 'DTEND:20270603'], '2027-06-02'],
  [
    'midnight',
    ['DTSTART;TZID=Europe/Berlin:20270601T000000', 'DTEND;TZID=Europe/Berlin:20270603T000000'],
    '2027-06-02',
  ],
  ['midnight in UTC', ['DTSTART:20270531T220000Z', 'DTEND:20270602T220000Z'], '2027-06-02'],
  ['the afternoon', ['DTSTART:20270601T090000', 'DTEND:20270602T170000'], '2027-06-02'],
  ['another zone', ['DTSTART:20270531T220000Z', 'DTEND;TZID=Asia/Tokyo:20270603T050000'], '2027-06-02'],
  ['days as a length', ['DTSTART;VALUE=DATE:20270601', 'DURATION:P2D'], '2027-06-02'],
  ['a week', ['DTSTART;VALUE=DATE:20270601', 'DURATION:P1W'], '2027-06-07'],
  ['hours as a length', ['DTSTART:20270601T200000', 'DURATION:PT20H'], '2027-06-02'],
  ['nothing', ['DTSTART:20270601T200000'], '2027-06-01'],
  ['a day before', ['DTSTART:20270601T200000', 'DTEND:20270501T200000'], '2027-06-01'],
])('an end: %s', (_, lines, last) => {
  expect(daysOf(read(...entry(...lines)).entries[0]!, 'Europe/Berlin')).toMatchObject({
    first: '2027-06-01',
    last,
  })
})

test('of two versions of an entry the one with the higher number holds, of equal ones that which was written later', () => {
  const version = (summary: string, sequence: number, stamp: string, hour: string) =>
    entry(
      'UID:a',
      `SUMMARY:${summary}`,
      `SEQUENCE:${sequence}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:20270510T${hour}0000`,
    )
  expect(
    startsOf(...version('A', 10, '20270101T000000Z', '11'), ...version('B', 9, '20270201T000000Z', '15')),
  ).toEqual(['2027-05-10T11:00:00'])
  expect(
    startsOf(...version('A', 0, '20270101T000000Z', '11'), ...version('A', 0, '20270201T000000Z', '15')),
  ).toEqual(['2027-05-10T15:00:00'])
  // One UID for all entries is a fault of the calendar, not a new version.
  expect(
    startsOf(...version('A', 0, '20270101T000000Z', '11'), ...version('B', 0, '20270201T000000Z', '15')),
  ).toHaveLength(2)
})

test('one entry that cannot be read costs that entry and is named with its line', () => {
  const good = (uid: string) => entry(`UID:${uid}`, 'DTSTART:20270510T100000')
  const { entries, warnings } = read(
    ...good('a'),
    ...entry('UID:b', `DTSTART${';X=1'.repeat(501)}:20270510T100000`),
    ...good('c'),
    ...['BEGIN:VEVENT', 'UID:d', 'DTSTART:20270510T100000'],
    ...good('e'),
  )
  expect(entries.map(({ key }) => key)).toEqual(['a', 'c', 'e'])
  expect(warnings.map(({ code, key }) => [code, key])).toEqual([
    ['BAD_ENTRY', 'line 6'],
    ['BAD_ENTRY', 'line 14'],
  ])
})

test.each([
  ['one offset', '+0900', [], '2027-05-10T10:00:00+09:00'],
  ['half hours', '-0330', [], '2027-05-10T10:00:00-03:30'],
  [
    'a change of clocks',
    '+0100',
    [
      'BEGIN:DAYLIGHT',
      'DTSTART:20200329T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
    ],
    '2027-05-10T10:00:00+02:00',
  ],
])('a zone that the calendar describes: %s', (_, offset, daylight, start) => {
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:Custom Zone 1', 'BEGIN:STANDARD', 'DTSTART:20201025T030000'],
    ...(daylight.length > 0
      ? ['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'TZOFFSETFROM:+0200']
      : [`TZOFFSETFROM:${offset}`]),
    ...[`TZOFFSETTO:${offset}`, 'END:STANDARD', ...daylight, 'END:VTIMEZONE'],
  ]
  const { entries } = read(...zone, ...entry('UID:a', 'DTSTART;TZID=Custom Zone 1:20270510T100000'))
  expect(entries).toMatchObject([{ start, zone: undefined }])
})
