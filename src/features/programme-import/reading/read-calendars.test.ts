import { expect, test } from 'vitest'
import { read, testFiles } from '#tests/support/read-programme.ts'

// What files of other systems do that those in tests/fixtures do not: calendars, also as XML.

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const entry = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
/** Entries with these lines, one on each day of May. */
const onDays = (...entries: string[][]) =>
  calendar(...entries.flatMap((lines, n) => entry(`UID:${n}`, `DTSTART:2026050${n + 1}T090000`, ...lines)))
const titled = (...titles: string[]) => onDays(...titles.map((title) => [`SUMMARY:${title}`]))
const organizedBy = (...names: string[]) =>
  onDays(...names.map((name) => [`SUMMARY:By ${name}`, `ORGANIZER;CN=${name}:MAILTO:info@example.org`]))
const evolution = 'TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Berlin'

testFiles([
  [
    'UTC says how times are written, not where the conference is',
    calendar('X-WR-TIMEZONE:UTC', ...entry('UID:1', 'DTSTART;TZID=UTC:20260501T090000', 'SUMMARY:A')),
    { times: ['A 2026-05-01 11:00 -'] },
    { time_zone: 'Europe/Berlin' },
  ],
  [
    'a zone that nobody knows is said',
    calendar(...entry('UID:1', 'DTSTART;TZID=My Zone:20260501T090000', 'SUMMARY:A')),
    { times: ['A 2026-05-01 09:00 -'], codes: ['UNKNOWN_TIME_ZONE'] },
    { time_zone: 'Europe/Berlin' },
  ],
  [
    'what repeats is there each time, but for what the calendar lists by itself',
    calendar(
      ...entry(
        ...['UID:r', 'SUMMARY:Panel', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=Europe/Paris:20260504T120000'],
        ...['DTSTART;TZID=Europe/Paris:20260501T120000', 'DTEND;TZID=Europe/Paris:20260501T130000'],
      ),
      ...entry(
        ...['UID:r', 'SUMMARY:Late panel', 'RECURRENCE-ID;TZID=Europe/Paris:20260502T120000'],
        ...['DTSTART;TZID=Europe/Paris:20260502T123000', 'DURATION:PT1H'],
      ),
      ...entry('UID:u', 'DTSTART:20260501T080000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:For ever'),
    ),
    {
      times: [
        'Late panel 2026-05-02 12:30 13:30',
        'Panel 2026-05-01 12:00 13:00',
        'Panel 2026-05-03 12:00 13:00',
        'For ever 2026-05-01 10:00 -',
        'For ever 2026-05-02 10:00 -',
      ],
    },
  ],
  [
    'days that are listed, an exception written in UTC, and the zones of Evolution',
    calendar(
      ...entry(
        'UID:a',
        'SUMMARY:A',
        `DTSTART;${evolution}:20260501T090000`,
        `RDATE;${evolution}:20260503T090000`,
      ),
      ...entry('UID:b', 'SUMMARY:B', `DTSTART;${evolution}:20260501T180000`, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...entry(
        'UID:b',
        'SUMMARY:B later',
        'RECURRENCE-ID:20260502T160000Z',
        `DTSTART;${evolution}:20260502T200000`,
      ),
    ),
    {
      times: [
        'B later 2026-05-02 20:00 -',
        'A 2026-05-01 09:00 -',
        'A 2026-05-03 09:00 -',
        'B 2026-05-01 18:00 -',
      ],
      conference: { time_zone: 'Europe/Berlin' },
      codes: [],
    },
  ],
  [
    'what lasts several days is listed on the first, and the conference goes on until the last',
    calendar(
      ...entry('UID:1', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503', 'SUMMARY:Workshop'),
      ...entry('UID:2', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502', 'SUMMARY:Day'),
      ...entry('UID:3', 'DTSTART:20260502T100000', 'DTEND:20260503T160000', 'SUMMARY:Hackathon'),
      ...entry('UID:4', 'DTSTART:20260502T230000', 'DTEND:20260503T010000', 'SUMMARY:Party'),
    ),
    {
      conference: { start_date: '2026-05-01', end_date: '2026-05-03' },
      times: [
        'Workshop 2026-05-01 - -',
        'Day 2026-05-01 - -',
        'Hackathon 2026-05-02 10:00 -',
        'Party 2026-05-02 23:00 01:00',
      ],
      codes: ['SEVERAL_DAYS', 'NO_TIME', 'TOO_LONG'],
    },
  ],
  [
    'a time that is left out in UTC, and the newest version of an entry alone',
    calendar(
      ...entry(
        ...['UID:a', 'SUMMARY:A', 'RRULE:FREQ=DAILY;UNTIL=20260503T060000Z', 'EXDATE:20260502T060000Z'],
        'DTSTART;TZID=Europe/Berlin:20260501T080000',
      ),
      ...entry('UID:b', 'SUMMARY:B', 'SEQUENCE:1', 'DTSTART;TZID=Europe/Berlin:20260501T150000'),
      ...entry('UID:b', 'SUMMARY:B', 'SEQUENCE:0', 'DTSTART;TZID=Europe/Berlin:20260501T110000'),
    ),
    { times: ['B 2026-05-01 15:00 -', 'A 2026-05-01 08:00 -', 'A 2026-05-03 08:00 -'], codes: [] },
  ],
  [
    'a zone that the file itself describes, seen from Berlin',
    calendar(
      ...['X-WR-TIMEZONE:Europe/Berlin', 'BEGIN:VTIMEZONE', 'TZID:Custom Zone 1', 'BEGIN:STANDARD'],
      ...[
        'DTSTART:20200101T000000',
        'TZOFFSETFROM:+0900',
        'TZOFFSETTO:+0900',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
      ...entry(
        ...['UID:a', 'SUMMARY:A', 'DTSTART;TZID=Custom Zone 1:20260501T160000'],
        'DTEND;TZID=Custom Zone 1:20260501T164500',
      ),
    ),
    { times: ['A 2026-05-01 09:00 09:45'], codes: [] },
  ],
  [
    'a rule for days that no month has ends',
    calendar(
      ...entry(
        'UID:a',
        'SUMMARY:A',
        'DTSTART:20260501T090000',
        'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=10',
      ),
    ),
    { times: ['A 2026-05-01 09:00 -'], codes: ['BAD_RULE'] },
  ],
  [
    'a description that is the address says nothing; a zone in the header',
    calendar(
      'VTIMEZONE: Europe/Rome',
      ...entry(
        'DTSTART:20260501T090000Z',
        'SUMMARY:A',
        'DESCRIPTION:https://example.org/a',
        'URL:https://example.org/a',
      ),
    ),
    { talks: [{ description: null }], times: ['A 2026-05-01 11:00 -'] },
  ],
  [
    'Outlook: text as HTML alone, alarms, lines broken as they are',
    onDays(
      [
        ...['SUMMARY:A', 'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Hello <b>you</b></p></body></html>'],
        ...['BEGIN:VALARM', 'TRIGGER:-PT15M', 'DESCRIPTION:Reminder', 'END:VALARM'],
      ],
      ['SUMMARY:B', 'DESCRIPTION:One', 'Two: x', 'https://a.example/'],
    ),
    { talks: [{ description: 'Hello you' }, { description: 'One\nTwo: x\nhttps://a.example/' }] },
  ],
  [
    'moments as others write them, and speakers in a description of HTML; one that says nothing new',
    calendar(
      ...entry(
        ...['UID:1', 'DTSTART:2026-05-01T09:00', 'DTEND:20260501T0945', 'SUMMARY:One'],
        'DESCRIPTION:<b>Speakers</b>: Ada Lovelace (Initech)\\, Grace Hopper (Navy)<br>Some text.',
      ),
      ...entry('UID:2', 'DTSTART:20260501T100000', 'SUMMARY:Two', 'DESCRIPTION:Two'),
    ),
    {
      times: ['One 2026-05-01 09:00 09:45', 'Two 2026-05-01 10:00 -'],
      places: ['Ada Lovelace; Grace Hopper', ''],
      talks: [{ description: 'Some text.' }, { description: null }],
    },
  ],
  [
    'Pentabarf names speakers as attendees without an address; others are not read',
    onDays([
      ...['SUMMARY:A', 'ATTENDEE;ROLE=REQ-PARTICIPANT;CN="Ada Lovelace":invalid:nomail'],
      'ATTENDEE;CN=Private Person:mailto:private@example.org',
    ]),
    { names: ['Ada Lovelace'] },
  ],
  [
    'pretalx writes speakers behind each title, also where there are none',
    calendar(
      'PRODID:-//pretalx//pretalx.com//days',
      ...entry(
        'UID:a',
        'DTSTART:20260501T090000',
        'SUMMARY:Rust - fast\\, safe - Ada Lovelace\\, Grace Hopper',
      ),
      ...entry('UID:b', 'DTSTART:20260501T090000', 'SUMMARY:Nobody - '),
    ),
    {
      talks: [{ title: 'Rust - fast, safe' }, { title: 'Nobody' }],
      places: ['Ada Lovelace; Grace Hopper', ''],
    },
  ],
  [
    'speakers after "by"',
    titled(
      ...['Engines (talk by Ada Lovelace)', 'COBOL (by Grace Hopper & Mary Shelley)'],
      ...['Knots (workshop by Li)', 'Party (by the river)'],
    ),
    {
      talks: [
        { title: 'Engines' },
        { title: 'COBOL' },
        { title: 'Knots' },
        { title: 'Party (by the river)' },
      ],
      places: ['Ada Lovelace', 'Grace Hopper; Mary Shelley', 'Li', ''],
    },
  ],
  [
    'a speaker and a track in lines of the description',
    onDays([
      'SUMMARY:Engines - Ada\\, Countess',
      'DESCRIPTION:About engines\\nSpeaker: Ada\\, Countess\\nTrack: 4',
    ]),
    { talks: [{ title: 'Engines' }], places: ['#4 Ada, Countess'] },
  ],
  [
    'speakers as organizers under one address',
    organizedBy('Ada', 'Grace', 'Mary'),
    { places: ['Ada', 'Grace', 'Mary'] },
  ],
  [
    'organizers who are those of the conference',
    organizedBy('Ada', 'Ada', 'Ada', 'Grace'),
    { places: ['', '', '', ''] },
  ],
  [
    'as XML of Pentabarf and pretalx: speakers are attendees, lengths have a form of their own',
    `<?xml version='1.0'?><!-- x -->
<iCalendar xmlns:pentabarf='http://pentabarf.org'><vcalendar><x-wr-caldesc>Dev &amp; Ops</x-wr-caldesc>
<vevent><uid>ABC</uid><pentabarf:subtitle>Part one</pentabarf:subtitle><pentabarf:language-code>de</pentabarf:language-code>
<dtstart>20260501T093000</dtstart><dtend>20260501T101500</dtend><duration>004500</duration><summary>Engines</summary>
<category>Talk</category><location>Hall</location><attendee>Ada Lovelace</attendee><attendee>Grace Hopper</attendee></vevent><vevent><uid>DEF</uid><dtstart>20260501T110000</dtstart><summary>More</summary></vevent>
</vcalendar></iCalendar>`,
    {
      times: ['Engines 2026-05-01 09:30 10:15', 'More 2026-05-01 11:00 -'],
      places: ['@Hall Ada Lovelace; Grace Hopper', ''],
      talks: [{ key: 'ABC', subtitle: 'Part one', language: 'de', type: 'Talk' }, {}],
      conference: { title: 'Dev & Ops' },
      format: 'icalendar',
    },
  ],
  [
    'as XML of RFC 6321: zones, lists and what repeats; attendees with an address are not read',
    `<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar>
<properties><x-wr-calname><unknown>C</unknown></x-wr-calname></properties><components>
<vevent><properties><uid><text>r</text></uid><summary><text>Panel</text></summary>
<dtstart><parameters><tzid><text>Europe/Paris</text></tzid></parameters><date-time>2026-05-01T12:00:00</date-time></dtstart>
<duration><duration>PT1H</duration></duration><rrule><recur><freq>DAILY</freq><count>2</count></recur></rrule>
<categories><text>Web</text><text>Other</text></categories>
<attendee><parameters><cn><text>Private Person</text></cn></parameters><cal-address>mailto:p@example.org</cal-address></attendee>
</properties><components><valarm><properties><summary><text>Alarm</text></summary></properties></valarm></components></vevent>
<vevent><properties><summary><text>Moment</text></summary><dtstart><date-time>2026-05-01T08:00:00Z</date-time></dtstart></properties></vevent>
</components></vcalendar></icalendar>`,
    {
      times: ['Moment 2026-05-01 10:00 -', 'Panel 2026-05-01 12:00 13:00', 'Panel 2026-05-02 12:00 13:00'],
      places: ['', '#Web', '#Web'],
      names: [],
      conference: { title: 'C' },
    },
  ],
])

test('each time of what repeats has a key of its own', async () => {
  const { talks } = await read(
    calendar(...entry('UID:r', 'DTSTART:20260501T120000', 'RRULE:FREQ=DAILY;COUNT=4', 'SUMMARY:Panel')),
  )
  expect(new Set(talks.map(({ key }) => key)).size).toBe(4)
})

test.each(['日', '🎉'])('a line that is folded within the character %s', async (sign) => {
  const bytes = Buffer.from(titled('日本語🎉'))
  const at = bytes.indexOf(sign) + 2
  const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
  expect((await read(folded)).talks[0]?.title).toBe('日本語🎉')
})

test.each([
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['"Eastern Standard Time"', 'America/New_York'],
  ['Europe-Brussels', 'Europe/Brussels'],
  ['/example.org/1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['GMT', null],
  ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Amsterdam'],
  ['GMT+05:45', 'Asia/Kathmandu'],
])('the zone %s', async (zone, time_zone) => {
  const file = calendar(...entry('UID:1', `DTSTART;TZID=${zone}:20260501T090000`, 'SUMMARY:A'))
  expect(await read(file)).toMatchObject({ talks: [{ start_time: '09:00' }], conference: { time_zone } })
})

test.each([
  ['GMT+03:00', '09:00'],
  ['"GMT+03:00"', '09:00'],
  ['UTC+3', '09:00'],
  ['GMT+05:30', '06:30'],
  ['"UTC+5:30"', '06:30'],
  ['"(UTC-05:00) Eastern Time (US & Canada)"', '16:00'],
  ['(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', '09:00'],
  ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', '06:30'],
  ['"(UTC) Coordinated Universal Time"', '12:00'],
  ['"(UTC-03:00) Nowhere"', '10:00', ['UNKNOWN_TIME_ZONE']],
])(
  'the zone %s, with a colon in its name and perhaps no quotes, seen from Oslo',
  async (zone, start_time, codes: string[] = []) => {
    const file = calendar(
      'X-WR-TIMEZONE:Europe/Oslo',
      ...entry(
        'UID:1',
        'SUMMARY:A',
        `DTSTART;TZID=${zone}:20260501T100000`,
        `DTEND;TZID=${zone}:20260501T104500`,
      ),
    )
    expect(await read(file)).toMatchObject({ talks: [{ start_time }], codes })
  },
)

test.each([
  [
    [
      'Async Rust - Jana Müller',
      'Go - A - Ada Lovelace and Anna de la Cruz',
      'CSS - Li Wei',
      'Lunch',
      'Panel',
    ],
    ['Ada Lovelace', 'Anna de la Cruz', 'Jana Müller', 'Li Wei'],
  ],
  [
    ['Peter Groß: Zero-downtime', 'Ada Lovelace: Engines: now', 'Grace Hopper: COBOL'],
    ['Ada Lovelace', 'Grace Hopper', 'Peter Groß'],
  ],
  [['Rust - Web Track', 'Go - Web Track', 'CSS - Web Track'], []],
  [['Rust - The hard parts', 'Go - What is new', 'CSS - All of it'], []],
  [['Rust - Jana Müller', 'Go - Ada Lovelace', 'CSS', 'HTML', 'SQL'], []],
])('speakers in titles: %j', async (titles, expected) => {
  const { names, talks, codes } = await read(titled(...titles))
  expect([names.sort(), codes]).toEqual([expected, expected.length > 0 ? ['SPEAKERS_IN_TITLES'] : []])
  if (expected.length === 0) expect(talks.map(({ title }) => title)).toEqual(titles)
})

test.each([
  [{}, ['Opening', 'Coffee & code'], ['Lunch', 'Kaffeepause']],
  [{ talk_titles: ['Lunch'] }, ['Opening', 'Lunch', 'Coffee & code'], ['Kaffeepause']],
])('what is called like a break is one, unless it is a talk here: %j', async (options, ...expected) => {
  const { talks, breaks } = await read(titled('Opening', 'Lunch', 'Kaffeepause', 'Coffee & code'), options)
  expect([talks, breaks].map((list) => list.map(({ title }) => title))).toEqual(expected)
})
