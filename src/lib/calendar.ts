export type CalendarEntry = {
  /** The row's id: the same in every calendar and after every change, so that an entry is updated, not doubled. */
  uid: string
  /** Grows with each change of title, time or place; without it some calendars keep the old time. */
  sequence: number
  /** Epoch milliseconds of the last change. */
  updated_at: number
  title: string
  description: string
  location: string
  url: string
  categories?: string[]
  /** Links, each with what it leads to. */
  attachments?: { url: string; title: string }[]
  status: 'confirmed' | 'tentative' | 'cancelled'
  /** So many days before it begins the calendar reminds of it. */
  alarmDays?: number
  when:
    | { kind: 'days'; start_date: string; end_date: string }
    /** Epoch milliseconds. Floating: local time of the place without a known time zone, given as if it were UTC. */
    | { kind: 'moments'; starts_at: number; ends_at: number | null; isFloating: boolean }
}

export type Calendar = {
  name: string
  url: string
  description?: string
  /** Of what it is about; the times in it are those of UTC. */
  time_zone?: string | null
  entries: CalendarEntry[]
}

const missingEndMs = 30 * 60_000
const dayMs = 86_400_000
/** How often a calendar may ask. */
const refresh = 'PT1H'
/** Octets in a line. */
const maxLineBytes = 75

/** The text of a property, without the control characters that no calendar may hold. */
const textOf = (value: string) =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')

/** The value of a parameter (RFC 6868). */
const quote = (value: string) => `"${value.replace(/\^/g, '^^').replace(/"/g, "^'").replace(/\s+/g, ' ')}"`

/** A property in lines of at most 75 octets, none of which ends within a character. */
function foldLine(line: string): string {
  if (line.length * 3 <= maxLineBytes) return line
  const bytes = Buffer.from(line)
  const lines: string[] = []
  for (let from = 0; from < bytes.length; ) {
    // The space before a line that continues another is one of its octets.
    let to = from + (from === 0 ? maxLineBytes : maxLineBytes - 1)
    while (to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to--
    lines.push(bytes.toString('utf8', from, to))
    from = to
  }
  return lines.join('\r\n ')
}

const day = (date: string) => date.replaceAll('-', '')
const moment = (ms: number) => `${new Date(ms).toISOString().replace(/[-:]|\.\d+Z$/g, '')}`

function timesOf(when: CalendarEntry['when']): string[] {
  if (when.kind === 'days') {
    // The end of an entry of whole days is the day after.
    const end = new Date(Date.parse(when.end_date) + dayMs).toISOString().slice(0, 10)
    return [
      `DTSTART;VALUE=DATE:${day(when.start_date)}`,
      `DTEND;VALUE=DATE:${day(end)}`,
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ]
  }
  const zone = when.isFloating ? '' : 'Z'
  const end = when.ends_at ?? when.starts_at + missingEndMs
  return [`DTSTART:${moment(when.starts_at)}${zone}`, `DTEND:${moment(end)}${zone}`]
}

const entryLines = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTAMP:${moment(entry.updated_at)}Z`,
  ...timesOf(entry.when),
  `SUMMARY:${textOf(entry.title)}`,
  ...(entry.location ? [`LOCATION:${textOf(entry.location)}`] : []),
  `DESCRIPTION:${textOf([entry.description, entry.url].filter(Boolean).join('\n\n'))}`,
  ...(entry.categories?.length ? [`CATEGORIES:${entry.categories.map(textOf).join(',')}`] : []),
  `URL;VALUE=URI:${entry.url}`,
  ...(entry.attachments ?? []).map(({ url, title }) => `ATTACH;LABEL=${quote(title)}:${url}`),
  `STATUS:${entry.status.toUpperCase()}`,
  `LAST-MODIFIED:${moment(entry.updated_at)}Z`,
  ...(entry.alarmDays === undefined
    ? []
    : [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `TRIGGER:-P${entry.alarmDays}D`,
        `DESCRIPTION:${textOf(entry.title)}`,
        'END:VALARM',
      ]),
  'END:VEVENT',
]

/**
 * An iCalendar file (RFC 5545). Moments are in UTC: single entries need no time zone's rules, and no reader can get them
 * wrong. The same entries give the same bytes at any time, so that a reader's copy stays valid.
 */
export function iCalendar({ name, url, description, time_zone, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hallway//Hallway//EN',
    `URL:${url}`,
    'METHOD:PUBLISH',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    ...(description ? [`X-WR-CALDESC:${textOf(description)}`] : []),
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...(time_zone ? [`X-WR-TIMEZONE:${time_zone}`] : []),
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
