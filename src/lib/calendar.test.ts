import fc from 'fast-check'
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { expect, test, vi } from 'vitest'
import { type CalendarEntry, iCalendar } from './calendar.ts'

const hour = 3_600_000
const start = Date.parse('2026-01-31T09:00:00Z')

const entryOf = (index: number, title: string, location: string): CalendarEntry => ({
  uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  sequence: index % 5,
  updated_at: start - index * hour,
  title,
  description: title,
  location,
  url: `https://hallway.test/conferences/fosdem-2026/talks/${index}`,
  status: index % 7 === 0 ? 'cancelled' : 'confirmed',
  when: {
    kind: 'moments',
    starts_at: start + index * hour,
    ends_at: start + (index + 1) * hour,
    isFloating: false,
  },
})
const calendarOf = (entries: CalendarEntry[]) =>
  iCalendar({ name: 'FOSDEM', url: 'https://hallway.test/conferences/fosdem-2026', entries })

/** Texts with every sign that has a meaning in a calendar, and letters of one to four bytes. */
const texts = fc.string({
  unit: fc.constantFrom(...'aÉ日😀👩‍💻ع \\,;:"\'%', '\n', '\\n', 'BEGIN:VEVENT', '\u0301', 'x'.repeat(40)),
  minLength: 1,
  maxLength: 60,
})

const count = process.env.HALLWAY_LONG === '1' ? 10_000 : 1000

test(`${count} texts stand in lines of at most 75 octets, and two readers read them back`, () => {
  const samples = fc.sample(texts, { numRuns: count, seed: 27 }).map((text) => text.trim() || 'x')
  for (let from = 0; from < samples.length; from += 1000) {
    const entries = samples
      .slice(from, from + 1000)
      .map((title, index) => entryOf(from + index, title, samples[samples.length - 1 - from - index]!))
    const calendar = calendarOf(entries)
    const lines = calendar.split('\r\n')
    expect(
      lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line) || !line.isWellFormed()),
    ).toEqual([])
    const read = new Map(
      new ICAL.Component(ICAL.parse(calendar))
        .getAllSubcomponents('vevent')
        .map((component) => new ICAL.Event(component))
        .map((event) => [event.uid, event]),
    )
    const readByOther = nodeIcal.sync.parseICS(calendar)
    expect(read.size).toBe(entries.length)
    for (const { uid, title, location, sequence, when } of entries) {
      const event = read.get(uid)!
      expect([event.summary, event.location, event.sequence]).toEqual([title, location, sequence])
      expect(event.startDate.toUnixTime() * 1000).toBe(when.kind === 'moments' && when.starts_at)
      const other = readByOther[uid] as VEvent
      // It takes a backslash for the beginning of a sign, also where it stands for itself, and quotes around a text away.
      const isReadable = (text: string) => !/[\\"]/.test(text)
      if (isReadable(title)) expect([uid, other.summary]).toEqual([uid, title])
      if (isReadable(location)) expect([uid, other.location]).toEqual([uid, location])
      expect(other.start.getTime()).toBe(when.kind === 'moments' && when.starts_at)
      expect(other.end!.getTime()).toBe(when.kind === 'moments' && when.ends_at)
    }
  }
})

test('an hour later the same entries are the same bytes', () => {
  const entries = Array.from({ length: 20 }, (_, index) => entryOf(index, `Talk ${index}`, 'Janson'))
  const first = calendarOf(entries)
  expect(first).toMatch(/\r\nEND:VCALENDAR\r\n$/)
  vi.useFakeTimers({ now: Date.now() + hour })
  expect(calendarOf(entries)).toBe(first)
  vi.useRealTimers()
})

test('quotes in the title of a link end no parameter, and an entry has its status', () => {
  const attachments = [{ url: 'https://hallway.test/a', title: 'The "slides"' }]
  const calendar = calendarOf([{ ...entryOf(7, 'Talk', 'Janson'), attachments }])
  expect(calendar).toContain(`ATTACH;LABEL="The ^'slides^'":https://hallway.test/a\r\n`)
  expect(calendar).toContain('STATUS:CANCELLED\r\n')
})
