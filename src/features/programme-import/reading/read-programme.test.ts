import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { hasRealData, realSchedule } from '#tests/support/real-data.ts'
import { programmeColumns } from '../formats/our-export.ts'
import { isSpeakersFile } from './decode-text.ts'
import { readProgramme } from './read-programme.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = async (text: string | object, options = {}) =>
  readProgramme(bytes(typeof text === 'string' ? text : JSON.stringify(text)), options)
const real = async (name: string) => readFile(realSchedule(name))

const frabXml = (
  events: string,
  conference = '',
  attributes = 'index="1" date="2026-01-31"',
) => `<?xml version="1.0"?>
<schedule>
  <conference><title>Testival &amp; Friends</title>${conference}</conference>
  <day ${attributes}><room name="Hall">${events}</room></day>
</schedule>`

const event = (inner: string, attributes = 'id="1" guid="g-1"') =>
  `<event ${attributes}><title>A talk</title><start>10:00</start><duration>00:45</duration>${inner}</event>`

describe('real programmes', () => {
  test.skipIf(!hasRealData)('FOSDEM 2026 is what its reference says, in all 883 talks', async () => {
    const reference: { tracks: string[]; talks: (Record<string, unknown> & { speakers: string[] })[] } =
      JSON.parse(await readFile(realSchedule('fosdem-2026.json'), 'utf8'))
    const { document } = readProgramme(await real('fosdem-2026-schedule.xml'))
    const names = new Map(document.people.map(({ key, name }) => [key, name]))
    const talks = document.talks.map((talk) => ({
      title: talk.title,
      date: talk.day,
      start_time: talk.start_time,
      end_time: talk.end_time,
      room: talk.location,
      track: talk.track,
      speakers: talk.speakers.map((key) => names.get(key)),
    }))
    const expected = reference.talks.map(
      ({ abstract: _, slides_url: __, video_url: ___, language: ____, type: _____, ...talk }) => ({
        ...talk,
        // One is in a cast twice.
        speakers: [...new Set(talk.speakers)],
      }),
    )
    expect(talks).toHaveLength(883)
    const byText = (list: unknown[]) =>
      list.map((talk) => JSON.stringify(talk, Object.keys(talks[0]!).sort())).sort()
    expect(byText(talks)).toEqual(byText(expected))
    expect(document.tracks.toSorted()).toEqual(reference.tracks.toSorted())
    expect(document.conference).toMatchObject({
      title: 'FOSDEM 2026',
      start_date: '2026-01-31',
      end_date: '2026-02-01',
      city: 'Brussels',
      time_zone: 'Europe/Brussels',
    })
    expect(document.talks.filter(({ feedback_url }) => feedback_url)).toHaveLength(883)
    expect(document.talks.filter(({ description }) => /<p>|&amp;|&lt;/.test(description ?? ''))).toEqual([])
  })

  test.skipIf(!hasRealData)(
    'FOSDEM 2019 and 2020 have no guid, no date and no zone, and seven cancelled talks',
    async () => {
      const { document: first } = readProgramme(await real('fosdem/fosdem-2019.xml'))
      const { document: second } = readProgramme(await real('fosdem/fosdem-2020.xml'))
      expect([first.talks.length, second.talks.length]).toEqual([775, 872])
      const cancelled = [...first.talks, ...second.talks].filter(({ status }) => status === 'cancelled')
      expect(cancelled).toHaveLength(7)
      expect(cancelled.filter(({ title }) => /CANCEL/.test(title))).toEqual([])
      expect(first.talks[0]).toMatchObject({
        key: '8967',
        day: '2019-02-02',
        start_time: '09:30',
        end_time: '09:55',
      })
      expect(first.talks[0]?.video_url).toBe('https://video.fosdem.org/2019/Janson/keynotes_welcome.webm')
    },
  )

  test.skipIf(!hasRealData)(
    'Droidcon: sessions are talks, service sessions are breaks, speakers have links',
    async () => {
      const { document } = readProgramme(await real('sessionize/droidcon-sf-2022-at-05-12-grid.json'), {
        speakers: await real('sessionize/droidcon-sf-2022-at-05-12-speakers.json'),
      })
      expect([document.talks.length, document.breaks.length, document.people.length]).toEqual([65, 19, 77])
      expect(document.breaks[0]).toMatchObject({
        title: 'Check-in and Registration',
        start_time: '08:00',
        end_time: '09:30',
        track: null,
      })
      expect(document.people.filter(({ bio }) => bio).length).toBeGreaterThan(60)
      expect(document.people.find(({ name }) => name === 'Chet Haase')?.links).toContainEqual({
        platform: 'twitter',
        handle: 'chethaase',
      })
    },
  )
})

describe('frab XML', () => {
  test('a talk with all its fields', async () => {
    const { document, warnings } = await read(
      frabXml(
        event(`<date>2026-01-31T10:00:00+01:00</date><room>Hall</room><subtitle>Below</subtitle><track>Rust</track>
          <type>talk</type><language>English</language><url>https://example.org/t/1</url>
          <abstract>&lt;p&gt;Fish &amp;amp;amp; &lt;b&gt;chips&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;one&lt;/li&gt;&lt;li&gt;two&lt;/li&gt;&lt;/ul&gt;</abstract>
          <description>More.</description><persons><person id="7">  Ada  Lovelace </person></persons>
          <attachments><attachment type="slides" href="/slides.pdf">Slides</attachment></attachments>
          <links><link><url>http://https://media.ccc.de/v/1</url><title>Video</title></link>
            <link href="https://example.org/feedback/1">Submit Feedback</link></links>`),
        '<base_url>https://example.org/schedule/</base_url><time_zone_name>Europe/Brussels</time_zone_name>',
      ),
    )
    expect(warnings).toEqual([])
    expect(document).toMatchObject({
      format: 'frab-xml',
      conference: { title: 'Testival & Friends' },
      tracks: ['Rust'],
    })
    expect(document.talks).toEqual([
      {
        key: 'g-1',
        title: 'A talk',
        subtitle: 'Below',
        description: 'Fish & chips\n\n- one\n- two\n\nMore.',
        day: '2026-01-31',
        date: '2026-01-31',
        start_time: '10:00',
        end_time: '10:45',
        location: 'Hall',
        track: 'Rust',
        type: 'talk',
        language: 'en',
        url: 'https://example.org/t/1',
        feedback_url: 'https://example.org/feedback/1',
        links: [],
        slides_url: 'https://example.org/slides.pdf',
        video_url: 'https://media.ccc.de/v/1',
        status: 'scheduled',
        speakers: ['7'],
      },
    ])
    expect(document.people).toEqual([
      { key: '7', name: 'Ada Lovelace', bio: null, image_url: null, links: [] },
    ])
  })

  test('times: after midnight under the day before, offsets into the zone of the file, lengths of days', async () => {
    const at = async (inner: string, conference = '') => {
      const { document } = await read(
        frabXml(`<event id="1"><title>Night</title>${inner}</event>`, conference),
      )
      const { day, date, start_time, end_time } = document.talks[0]!
      return [day, date, start_time, end_time].join(' ')
    }
    const zone = '<time_zone_name>Europe/Brussels</time_zone_name>'
    expect(
      await at('<date>2026-02-01T00:30:00+01:00</date><start>00:30</start><duration>01:00</duration>', zone),
    ).toBe('2026-01-31 2026-02-01 00:30 01:30')
    expect(await at('<start>00:30</start><duration>00:20</duration>', '<day_change>04:00</day_change>')).toBe(
      '2026-01-31 2026-02-01 00:30 00:50',
    )
    expect(await at('<start>23:50</start><duration>0:00:40</duration>')).toBe(
      '2026-01-31 2026-01-31 23:50 00:30',
    )
    expect(await at('<start>25:10</start><duration>00:30</duration>')).toBe(
      '2026-01-31 2026-02-01 01:10 01:40',
    )
    expect(
      await at('<date>2026-01-31T15:00:00Z</date><start>15:00</start><duration>30</duration>', zone),
    ).toBe('2026-01-31 2026-01-31 16:00 16:30')
    expect(await at('<start>10:00</start><duration>6944:11:40</duration>')).toBe(
      '2026-01-31 2026-01-31 10:00 ',
    )
  })

  test('what is missing or odd is mended with a warning', async () => {
    const { document, warnings } = await read(
      frabXml(
        `${event('<persons><person id="1">me@josuah.net</person><person id="2">m</person><person>-</person></persons><abstract>a &lt; b</abstract>', '')}
         <event id="2"><title></title></event>
         <event id="3"><title>CANCELLED: *Cancelling POSIX syscalls* &lt;in&gt; C&#38;amp;D</title><start>11:00</start></event>
         <event id="3"><title>(original talk cancelled)</title><start>12:00</start></event>`,
      ),
    )
    expect(document.talks.map(({ key, title, status }) => [key, title, status])).toEqual([
      ['title:a talk', 'A talk', 'scheduled'],
      ['3@2026-01-31T11:00', '*Cancelling POSIX syscalls* <in> C&D', 'cancelled'],
      ['3@2026-01-31T12:00', '(original talk cancelled)', 'scheduled'],
    ])
    expect(document.talks[0]?.description).toBe('a < b')
    expect(document.people.map(({ name }) => name)).toEqual(['me'])
    expect(JSON.stringify({ document, warnings })).not.toContain('josuah.net')
    expect(warnings.map(({ code }) => code).sort()).toEqual([
      'MAIL_ADDRESS',
      'NAME_TOO_SHORT',
      'NO_TITLE',
      'REPEATED_KEY',
    ])
  })

  test('other encodings and a byte order mark', async () => {
    const text = frabXml(event('<persons><person id="1">Jürgen Müller</person></persons>'))
    const latin = Buffer.from(text.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"'), 'latin1')
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const content of [latin, wide, Buffer.from(`\ufeff${text}`)]) {
      const { document } = readProgramme(content)
      expect(document.people[0]?.name).toBe('Jürgen Müller')
    }
  })

  test('two ids with one full name are one person, unless they speak at once; one word stays two', async () => {
    const talk = (id: number, start: string, person: string) =>
      `<event id="${id}"><title>T${id}</title><start>${start}</start><duration>01:00</duration><persons>${person}</persons></event>`
    const person = (id: number, name: string) => `<person id="${id}">${name}</person>`
    const { document } = await read(
      frabXml(
        [
          talk(1, '10:00', person(1, 'Ada Lovelace') + person(3, 'mo')),
          talk(2, '12:00', person(2, 'ada lovelace') + person(4, 'Mo')),
          talk(3, '12:30', person(5, 'Grace Hopper')),
          talk(4, '13:00', person(6, 'Grace Hopper')),
        ].join(''),
      ),
    )
    expect(document.talks.map(({ speakers }) => speakers)).toEqual([['1', '3'], ['1', '4'], ['5'], ['6']])
  })
})

describe('two ids with one full name', () => {
  const robin = (id: number, bio: string) =>
    `<event id="${id}"><title>T${id}</title><start>1${id}:00</start><duration>00:30</duration><persons><person id="${id}"><public_name>Robin Sample</public_name><biography>${bio}</biography></person></persons></event>`
  const baker = 'Runs a bakery in Leeds.'
  test.each([
    ['the same text', baker, 1],
    ['no text', '', 1],
    ['nearly the same text', 'She runs a large bakery in Leeds.', 1],
    ['a text that says nothing', 'tba', 1],
    ['another text', 'Writes books about computation.', 2],
  ])('with %s are so many people', async (_, bio, number) => {
    const { document } = await read(frabXml(robin(1, baker) + robin(2, bio)))
    expect(document.people).toHaveLength(number)
  })

  test('other accounts are other people', async () => {
    const speaker = (id: string, handle: string) => ({
      id,
      fullName: 'Robin Sample',
      links: [{ title: 'Twitter', url: `https://twitter.com/${handle}`, linkType: 'Twitter' }],
    })
    const session = (id: string, hour: number) => ({
      ...{ id, title: `T${id}`, speakers: [id], roomId: 1, isServiceSession: false },
      ...{ startsAt: `2027-05-10T${hour}:00:00`, endsAt: `2027-05-10T${hour}:30:00` },
    })
    const sessions = [session('1', 10), session('2', 12)]
    const peopleOf = async (other: string) =>
      (
        await read({
          sessions,
          speakers: [speaker('1', 'robin'), speaker('2', other)],
          rooms: [{ id: 1, name: 'A' }],
        })
      ).document.people.length
    expect([await peopleOf('robin'), await peopleOf('rsample')]).toEqual([1, 2])
  })
})

describe('times in a file without a time zone', () => {
  const talk = (date: string, start: string) =>
    frabXml(`<event guid="a"><title>T</title><date>${date}</date><start>${start}</start></event>`)
  test.each([
    ['the clock beside the moment says the same: local', '2026-01-31T10:00:00+00:00', '10:00', '10:00'],
    ['it says something else: the moment counts', '2026-01-31T09:00:00+00:00', '09:30', '10:00'],
  ])('%s', async (_, date, start, local) => {
    const { document } = await read(talk(date, start), { time_zone: 'Europe/Brussels' })
    expect(document.talks[0]!.start_time).toBe(local)
  })
})

describe('the other formats', () => {
  test('frab JSON: rooms of days, persons, attachments beside base_url; answers are not read', async () => {
    const canary = 'canary-0176-5550'
    const { document } = await read({
      schedule: {
        base_url: 'https://pretalx.example/camp/',
        conference: {
          title: 'Camp',
          start: '2026-05-01',
          time_zone_name: 'Europe/Berlin',
          tracks: [{ name: 'Art', color: '#fff' }],
          days: [
            {
              date: '2026-05-01',
              rooms: {
                Tent: [
                  {
                    guid: 'a',
                    id: 12,
                    title: { de: 'Hallo', en: 'Hello' },
                    date: '2026-05-01T20:00:00+00:00',
                    start: '22:00',
                    duration: '00:30',
                    track: { name: 'Art' },
                    language: null,
                    persons: [
                      {
                        code: 'ABC',
                        public_name: 'Ada Lovelace',
                        biography: null,
                        avatar: '/a.png',
                        answers: [{ answer: canary }],
                      },
                    ],
                    attachments: [{ url: 'media/s.pdf', title: 'Slides' }],
                    answers: [{ question: 1, answer: canary }],
                    unknown: { deep: [1] },
                  },
                  { title: 'Lunch', type: 'break', date: '2026-05-01T12:00:00+02:00', duration: '01:00' },
                ],
              },
            },
          ],
        },
      },
    })
    expect(document).toMatchObject({
      format: 'frab-json',
      conference: { time_zone: 'Europe/Berlin' },
      tracks: ['Art'],
    })
    expect(document.talks).toMatchObject([
      {
        key: 'a',
        title: 'Hello',
        start_time: '22:00',
        end_time: '22:30',
        location: 'Tent',
        slides_url: 'https://pretalx.example/camp/media/s.pdf',
        speakers: ['ABC'],
      },
    ])
    expect(document.breaks).toMatchObject([{ title: 'Lunch', start_time: '12:00', end_time: '13:00' }])
    expect(document.people).toMatchObject([
      { name: 'Ada Lovelace', image_url: 'https://pretalx.example/a.png' },
    ])
    expect(JSON.stringify(document)).not.toContain(canary)
  })

  test('Sessionize All: local times, null rooms, only what was accepted', async () => {
    const { document, warnings } = await read(
      {
        sessions: [
          {
            id: '1',
            title: 'Kotlin',
            description: null,
            startsAt: '2026-03-01T10:00:00',
            endsAt: '2026-03-01T10:40:00',
            roomId: 9,
            speakers: ['p'],
            categoryItems: [5],
            questionAnswers: [{ answer: 'secret' }],
            recordingUrl: 'https://youtu.be/x',
            status: 'Accepted',
          },
          {
            id: '2',
            title: 'Waiting',
            startsAt: null,
            endsAt: null,
            roomId: null,
            speakers: [],
            categoryItems: [],
            status: 'Accepted',
          },
          { id: '3', title: 'Declined', startsAt: null, speakers: [], categoryItems: [], status: 'Declined' },
        ],
        speakers: [
          {
            id: 'p',
            firstName: 'Ada',
            lastName: 'Lovelace',
            fullName: 'Ada Lovelace',
            bio: 'Counts.',
            profilePicture: null,
            links: [],
            questionAnswers: [],
          },
        ],
        categories: [{ id: 1, title: 'Track', items: [{ id: 5, name: 'Languages' }] }],
        rooms: [{ id: 9, name: 'Blue' }],
      },
      { first_day: '2026-03-01' },
    )
    expect(document.talks).toMatchObject([
      {
        key: '1',
        title: 'Kotlin',
        start_time: '10:00',
        end_time: '10:40',
        location: 'Blue',
        track: 'Languages',
        video_url: 'https://youtu.be/x',
      },
      { key: '2', title: 'Waiting', day: '2026-03-01', start_time: null, location: null },
    ])
    expect(document.people).toMatchObject([{ key: 'p', name: 'Ada Lovelace', bio: 'Counts.' }])
    expect(warnings.map(({ code }) => code)).toEqual(['NOT_ACCEPTED', 'NO_TIME'])
    expect(JSON.stringify(document)).not.toContain('secret')
  })

  test('Sessionize Sessions', async () => {
    const { document } = await read([
      {
        groupId: null,
        groupName: 'All',
        sessions: [
          {
            id: '1',
            title: 'Go',
            startsAt: '2026-03-01T10:00:00',
            endsAt: '2026-03-01T11:00:00',
            room: 'Red',
            speakers: [{ id: 'a', name: 'Ada Lovelace' }],
            categories: [],
          },
        ],
      },
    ])
    expect(document.talks).toMatchObject([{ title: 'Go', location: 'Red', speakers: ['a'] }])
  })

  test('calendar: lengths, zones, moments in UTC, folded lines, recurrences', async () => {
    const { document } = await read(
      [
        'BEGIN:VCALENDAR',
        'X-WR-CALNAME:Testival',
        'X-WR-TIMEZONE:Europe/Berlin',
        'BEGIN:VEVENT',
        'UID:one@example.org',
        'DTSTART;TZID=Europe/Berlin:20260502T093000',
        'DURATION:PT45M',
        'SUMMARY:Opening\\, with ',
        ' music',
        'LOCATION:Main',
        'CATEGORIES:Art,Music',
        'ATTENDEE;CN=Private Person:mailto:private@example.org',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:two@example.org',
        'RECURRENCE-ID:20260503T080000Z',
        'DTSTART:20260502T080000Z',
        'DTEND:20260502T090000Z',
        'SUMMARY:In UTC',
        'STATUS:CANCELLED',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    )
    expect(document.conference).toMatchObject({ title: 'Testival', time_zone: 'Europe/Berlin' })
    expect(document.talks).toMatchObject([
      {
        key: 'one@example.org',
        title: 'Opening, with music',
        start_time: '09:30',
        end_time: '10:15',
        location: 'Main',
        track: 'Art',
        speakers: [],
      },
      {
        key: 'two@example.org#2026-05-03T08:00:00Z',
        start_time: '10:00',
        end_time: '11:00',
        status: 'cancelled',
      },
    ])
    expect(JSON.stringify(document)).not.toContain('rivate')
  })

  test.each([',', ';', '\t'])(
    'table with %j between its values, quotes, several lines, a guarded formula',
    async (delimiter) => {
      const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
      const lines = [
        [...programmeColumns].join(delimiter),
        [
          'k1',
          'Say "hi", all',
          '',
          '',
          '2026-05-02',
          '9:30',
          '10:15',
          'Main',
          'Art',
          'talk',
          'de',
          'Ada Lovelace; Grace Hopper',
          'One\nTwo',
          '',
          '',
          '',
          '',
        ]
          .map(quote)
          .join(delimiter),
        [
          '',
          "'=SUM(1)",
          '',
          '2026-05-02',
          '2026-05-03',
          '00:30',
          '01:00',
          '',
          '',
          '',
          '',
          '',
          '',
          '',
          '',
          '',
          'cancelled',
        ]
          .map(quote)
          .join(delimiter),
        ['', 'Lunch', '', '', '2026-05-02', '12:00', '13:00', '', '', 'break', '', '', '', '', '', '', '']
          .map(quote)
          .join(delimiter),
      ]
      const { document } = await read(`\ufeff${lines.join('\r\n')}\r\n`)
      expect(document.talks).toMatchObject([
        {
          key: 'k1',
          title: 'Say "hi", all',
          start_time: '09:30',
          description: 'One\nTwo',
          speakers: ['name:ada lovelace', 'name:grace hopper'],
        },
        { key: 'title:sum 1', title: '=SUM(1)', day: '2026-05-02', date: '2026-05-03', status: 'cancelled' },
      ])
      expect(document.breaks).toMatchObject([{ title: 'Lunch', date: '2026-05-02', start_time: '12:00' }])
    },
  )

  test.each([
    [
      '',
      'Expected frab XML, frab JSON, Sessionize JSON, calendar file (.ics), table (.csv). The file is empty: export or download it once more (line 1)',
    ],
    ['<!doctype html><html><body>', 'This is a web page: take the address of the schedule file itself'],
    [
      '<rss><channel/></rss>',
      "Expected <schedule>, as in frab's and Pentabarf's XML, and found <rss>: take the export of the schedule (line 1)",
    ],
    [
      '<schedule>\n<day>\n<room></day>',
      'This is not valid XML: unexpected close tag. Fix it here, or export the file again (line 3)',
    ],
    [
      '<!DOCTYPE x [<!ENTITY a "b">]><schedule>&a;</schedule>',
      'This is not valid XML: undefined entity. Fix it here, or export the file again (line 1)',
    ],
    ['<schedule><conference/></schedule>', 'The file contains no talks'],
    ['{"a": 1,\n "b" 2}', 'This is not valid JSON: fix it here, or export the file again (line 2)'],
    [
      '{"schedule": {"conference": {}}}',
      'Expected frab JSON with schedule.conference.days[].rooms, and could not read "schedule.conference.days"',
    ],
    ['[{"fullName": "Ada"}]', 'view Speakers, which holds no sessions'],
    [
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x',
      'in the middle of an event: export or download it again (line 2)',
    ],
    ['key,title,room\n1,"open', 'This is not a valid table'],
    [
      'key,title\n1,Fine\n2,"One" two',
      'a value goes on after its closing quote. Put all of it within the quotes, and write "" for a quote within a value (line 3)',
    ],
    ['title,room\nA,B', 'these are missing: date; these are there: title, room (line 1)'],
  ])('%j is refused with a sentence', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})

test('a programme with more speakers than anybody can look through is refused', async () => {
  const names = (talk: number) => Array.from({ length: 50 }, (_, n) => `Ada ${talk} Lovelace${n}`).join('; ')
  const lines = Array.from({ length: 201 }, (_, n) => `Talk ${n},2027-03-01,"${names(n)}"`)
  await expect(read(['title,date,speakers', ...lines].join('\n'))).rejects.toThrow(
    'The programme has 10050 speakers, and at most 10000 can be imported',
  )
})

test('which of two files is that of the people is told by its beginning', () => {
  const isPeople = (text: string) => isSpeakersFile(Buffer.from(text))
  // To parse the whole, up to 16 MB, would keep every request waiting.
  expect(isPeople('[{"id": "1", "firstName": "Ada", "fullName": "Ada Lovelace", "bio": "Wrote')).toBe(true)
  expect(isPeople('\ufeff [ {"fullName" : "Ada"} ]')).toBe(true)
  expect(isPeople('[{"groupName": "All", "sessions": [{"speakers": [{"id": "1", "name": "Ada"}]}]}]')).toBe(
    false,
  )
  expect(isPeople('[{"groupName": "The \\"fullName\\": what it is"}]')).toBe(false)
  expect(isPeople('{"sessions": [], "speakers": [{"fullName": "Ada"}]}')).toBe(false)
  expect(isPeople('title,date,fullName\nA,2027-03-01,Ada')).toBe(false)
})
