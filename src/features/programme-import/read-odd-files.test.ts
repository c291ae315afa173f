import { describe, expect, test } from 'vitest'
import { webAddress } from './plain-text.ts'
import { readProgramme } from './read-programme.ts'

// What files of other systems do that those in tests/fixtures do not.

const read = async (content: string | Uint8Array | object, options = {}) => {
  const bytes =
    content instanceof Uint8Array
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const { document, warnings } = readProgramme(bytes, options)
  return {
    ...document,
    names: document.people.map(({ name }) => name),
    times: document.talks.map(({ title, day, date, start_time, end_time }) =>
      [title, day, ...(date === day ? [] : [date]), start_time ?? '-', end_time ?? '-'].join(' '),
    ),
    codes: warnings.map(({ code }) => code),
    warnings,
  }
}

const frabXml = (events: string, { conference = '', day = 'date="2026-05-01"' } = {}) =>
  `<schedule><conference><title>C</title>${conference}</conference><day ${day}><room name="A"/><room name="B">${events}</room></day></schedule>`
const xmlEvent = (title: string, inner: string) => `<event><title>${title}</title>${inner}</event>`

describe('frab', () => {
  test('a start after midnight belongs to the next date where the day goes on until then', async () => {
    const { times } = await read(
      frabXml(
        xmlEvent('Night', '<start>00:30</start><duration>00:45</duration>') +
          xmlEvent('Noon', '<start>12:30</start><duration>1:15</duration>'),
        { day: 'date="2026-05-01" start="2026-05-01T11:00:00+02:00" end="2026-05-02T04:00:00+02:00"' },
      ),
    )
    expect(times).toEqual(['Night 2026-05-01 2026-05-02 00:30 01:15', 'Noon 2026-05-01 12:30 13:45'])
  })

  test.each([
    [
      ['0:45:00', '01:30:00', '0:20:00'],
      ['09:45', '10:30', '09:20'],
    ],
    [
      ['00:45', '1:00:00'],
      ['09:45', null],
    ],
    [
      ['45', '0:50:00', 'PT1H'],
      ['09:45', '09:50', '10:00'],
    ],
  ])('lengths %j: the last of three parts is seconds if all have three', async (durations, ends) => {
    const { talks } = await read(
      frabXml(
        durations
          .map((each, n) => xmlEvent(`T${n}`, `<start>09:00</start><duration>${each}</duration>`))
          .join(''),
      ),
    )
    expect(talks.map(({ end_time }) => end_time)).toEqual(ends)
  })

  test('times are moved to the zone of the conference, and that is said', async () => {
    const file = frabXml(
      xmlEvent('Offset', '<date>2026-05-01T09:00:00+0200</date><start>09:00</start>') +
        xmlEvent('Clock', '<start>23:30</start><duration>01:00</duration>'),
      { conference: '<time_zone_name>Europe/Berlin</time_zone_name>' },
    )
    const here = await read(file, { time_zone: 'Europe/Helsinki' })
    expect(here.times).toEqual(['Offset 2026-05-01 10:00 -', 'Clock 2026-05-01 2026-05-02 00:30 01:30'])
    expect(here.codes).toEqual(['OTHER_TIME_ZONE'])
    expect((await read(file, { time_zone: 'Europe/Brussels' })).codes).toEqual([])
  })

  test('markup that was escaped twice is markup, a word about markup is not', async () => {
    const { talks } = await read(
      frabXml(
        xmlEvent(
          'A',
          '<abstract>&amp;lt;p&amp;gt;Hi &amp;lt;b&amp;gt;you&amp;lt;/b&amp;gt;&amp;lt;/p&amp;gt;</abstract>',
        ) + xmlEvent('B', '<abstract>The &amp;lt;b&amp;gt; element</abstract>'),
      ),
    )
    expect(talks.map(({ description }) => description)).toEqual(['Hi you', 'The <b> element'])
  })

  test.each([
    ['**bold** and *soft*, __init__ and _quiet_', 'bold and soft, init and quiet'],
    ['# Topics\n\n* one\n+ two\n- three', 'Topics\n\n- one\n- two\n- three'],
    ['See [the docs](https://example.org/a_b_c "x").', 'See the docs (https://example.org/a_b_c).'],
    [
      '`a * b * c`, snake_case_name, 2 * 3 * 4 and **kwargs',
      'a * b * c, snake_case_name, 2 * 3 * 4 and **kwargs',
    ],
    ['Not \\*soft\\*, https://example.org/_a_/b', 'Not *soft*, https://example.org/_a_/b'],
  ])('Markdown of pretalx: %j', async (written, shown) => {
    const json = {
      schedule: {
        conference: { days: [{ date: '2026-05-01', rooms: { A: [{ title: 'T', abstract: written }] } }] },
      },
    }
    expect((await read(json)).talks[0]?.description).toBe(shown)
    expect(
      (await read({ sessions: [{ title: 'T', startsAt: '2026-05-01T09:00', description: written }] }))
        .talks[0]?.description,
    ).toBe(written)
  })

  test('a speaker without a name is missed, not forgotten', async () => {
    const { codes } = await read(frabXml(xmlEvent('A', '<persons><person id="7"/></persons>')))
    expect(codes).toContain('NO_NAME')
  })

  test('JSON: rooms that are empty, null or objects; texts in languages; lists that are objects', async () => {
    const { times, names, talks } = await read({
      conference: {
        title: 'C',
        days: [
          {
            date: '2026-05-01',
            day_start: '2026-05-01T09:00:00+02:00',
            day_end: '2026-05-02T04:00:00+02:00',
            rooms: {
              A: [],
              B: null,
              C: {
                events: [
                  {
                    id: 12,
                    title: { de: 'Hallo', en: 'Hello' },
                    track: { de: 'Sicherheit', en: 'Security' },
                    start: '00:30',
                    duration: 45,
                    persons: { 1: { public_name: 'Ada Lovelace' }, 2: 'Grace Hopper', 3: null },
                    links: '',
                    attachments: null,
                  },
                ],
              },
            },
          },
        ],
      },
    })
    expect(times).toEqual(['Hello 2026-05-01 2026-05-02 00:30 01:15'])
    expect(names).toEqual(['Ada Lovelace', 'Grace Hopper'])
    expect(talks[0]).toMatchObject({ key: '12', track: 'Security', location: 'C' })
  })

  test('JSON: people as one text', async () => {
    const event = { title: 'A', start: '10:00', persons: 'Ada Lovelace, Grace Hopper' }
    const { names, codes } = await read({
      conference: { days: [{ date: '2026-05-01', rooms: { R: [event] } }] },
    })
    expect([names, codes]).toEqual([['Ada Lovelace', 'Grace Hopper'], ['SEVERAL_NAMES']])
  })

  test('people in the event itself, several in one name, and nobody', async () => {
    const { talks, names, codes } = await read(
      frabXml(
        xmlEvent('A', '<person>Dr. Ada Lovelace, Grace Hopper</person>') +
          xmlEvent('B', '<persons><person id="7">Mary Shelley, Percy Shelley</person></persons>') +
          xmlEvent('C', '<person>TBA</person><person/>'),
      ),
    )
    expect(names.sort()).toEqual(['Dr. Ada Lovelace', 'Grace Hopper', 'Mary Shelley, Percy Shelley'])
    expect(talks.map(({ speakers }) => speakers.length)).toEqual([2, 1, 0])
    expect(codes).toContain('SEVERAL_NAMES')
  })

  test('a start beside a date in UTC is the time there', async () => {
    const { times } = await read(
      frabXml(xmlEvent('A', '<date>2026-05-01T09:00:00Z</date><start>09:00</start>')),
      { time_zone: 'Europe/Berlin' },
    )
    expect(times).toEqual(['A 2026-05-01 09:00 -'])
  })

  test('moments in UTC without a zone: the clock beside them is that of the place', async () => {
    const at = (date: string, start: string) => xmlEvent('A', `<date>${date}</date><start>${start}</start>`)
    expect((await read(frabXml(at('2026-05-01T04:30:00+00:00', '10:00')))).times).toEqual([
      'A 2026-05-01 10:00 -',
    ])
    expect((await read(frabXml(at('2026-05-01T22:30:00+00:00', '00:30')))).times).toEqual([
      'A 2026-05-01 2026-05-02 00:30 -',
    ])
  })

  test('without dates, the small hours at the end of a room’s day are those of the next', async () => {
    const at = (...starts: string[]) =>
      frabXml(starts.map((start) => xmlEvent('A', `<start>${start}</start>`)).join(''))
    expect((await read(at('10:00', '23:00', '00:30'))).times.at(-1)).toBe('A 2026-05-01 2026-05-02 00:30 -')
    // This one goes from midnight to midnight.
    expect((await read(at('00:30', '10:00', '23:00'))).times[0]).toBe('A 2026-05-01 00:30 -')
  })

  test('JSON of the second version: one list of events, rooms and tracks by slug or guid', async () => {
    const { talks, names, times, tracks } = await read({
      schedule: {
        conference: {
          title: 'C',
          time_zone_name: 'Europe/Berlin',
          tracks: [{ name: 'Making', slug: 'making' }],
          rooms: [{ name: 'Hall', slug: 'hall', guid: 'g1' }],
          days: [{ index: 1, date: '2026-05-01' }],
        },
        events: [
          {
            guid: 'e1',
            title: 'A',
            start: '2026-05-02T00:15:00+02:00',
            end: '2026-05-02T00:55:00+02:00',
            room: { guid: 'g1' },
            track: { slug: 'making' },
            participants: [{ guid: 'p1', name: 'Ada Lovelace', role: 'speaker' }],
            attachments: [{ type: 'slides', url: 'https://example.org/a.pdf' }],
          },
          { guid: 'e2', title: 'B', start: '2026-05-01T08:00:00Z', room: { slug: 'hall', name: 'Hall' } },
        ],
        persons: [{ guid: 'p1', name: 'Ada Lovelace', biography: 'Wrote the first program' }],
      },
    })
    expect(times).toEqual(['A 2026-05-01 2026-05-02 00:15 00:55', 'B 2026-05-01 10:00 -'])
    expect([talks.map(({ location }) => location), tracks, names]).toEqual([
      ['Hall', 'Hall'],
      ['Making'],
      ['Ada Lovelace'],
    ])
    expect(talks[0]).toMatchObject({ track: 'Making', slides_url: 'https://example.org/a.pdf' })
  })

  test('a start with its day and offset, without a date', async () => {
    const event = { title: 'A', start: '2026-05-01T10:30:00+02:00', duration: '0:45' }
    const { times, codes } = await read({
      conference: { time_zone_name: 'Europe/Berlin', days: [{ date: '2026-05-01', rooms: { R: [event] } }] },
    })
    expect([times, codes]).toEqual([['A 2026-05-01 10:30 11:15'], []])
  })

  test('breaks by type, track or the parts of their titles', async () => {
    const at = (n: number) => `<start>${10 + n}:00</start>`
    const { breaks, talks } = await read(
      frabXml(
        xmlEvent('Cake and posters', `${at(0)}<track>Pause</track><person></person>`) +
          xmlEvent('Meet the team', `${at(1)}<type>Coffee break</type>`) +
          xmlEvent('Registration / Breakfast', at(2)) +
          xmlEvent('Lunch (in the foyer)', at(3)) +
          xmlEvent('Networking', `${at(5)}<track>Networking</track>`) +
          xmlEvent('How we make lunch', `${at(4)}<track>Pause</track><person>Ada Lovelace</person>`),
      ),
    )
    expect(breaks).toHaveLength(4)
    expect(talks.map(({ title }) => title)).toEqual(['Networking', 'How we make lunch'])
  })

  test('entities of HTML, ampersands that mean themselves, and an encoding that is none', async () => {
    const { talks, names } = await read(
      `<?xml version="1.0" encoding="x-none"?>${frabXml(
        xmlEvent(
          'R&D at the Caf&eacute;',
          '<abstract><![CDATA[A & B, AT&T]]></abstract><persons><person>Jos&eacute; P\u00e9rez</person></persons>',
        ),
      )}`,
    )
    expect(talks[0]).toMatchObject({ title: 'R&D at the Café', description: 'A & B, AT&T' })
    expect(names).toEqual(['José Pérez'])
    await expect(read(frabXml(xmlEvent('&bomb;', '')))).rejects.toThrow('undefined entity')
  })

  test('entries of a day with times in four digits', async () => {
    const { times, names } = await read(
      '<schedule><day date="2026-05-01"><entry id="1"><start>0930</start><duration>45</duration><room id="1">C01</room><title>T</title><speakers><speaker id="7"><name>Ada Lovelace</name></speaker></speakers></entry></day></schedule>',
    )
    expect(times).toEqual(['T 2026-05-01 09:30 10:15'])
    expect(names).toEqual(['Ada Lovelace'])
  })

  test('cancelled in brackets and in other languages; days that have no talk yet', async () => {
    const { talks, conference } = await read(
      frabXml(
        [
          'A [abgesagt]',
          'ANNULÉ : Bonjour',
          'C (cancelled)',
          'How we cancelled it',
          'CANCELLED: REST',
          'CANCELLED FLIGHTS',
        ]
          .map((title, n) => xmlEvent(title, `<start>0${n}:00</start>`))
          .join(''),
        { conference: '<start>2026-05-01</start><end>2026-05-03</end>' },
      ),
    )
    expect(talks.map(({ title, status }) => [title, status])).toEqual([
      ['A', 'cancelled'],
      ['Bonjour', 'cancelled'],
      ['C', 'cancelled'],
      ['How we cancelled it', 'scheduled'],
      ['REST', 'cancelled'],
      ['CANCELLED FLIGHTS', 'scheduled'],
    ])
    expect(conference).toMatchObject({ start_date: '2026-05-01', end_date: '2026-05-03' })
  })

  test('markup within lines leaves the lines', async () => {
    const { talks } = await read({
      sessions: [
        { title: 'T', startsAt: '2026-05-01T09:00', description: 'One\r\n\r\n<b>Two</b> & 1 < 2\r\nThree' },
      ],
    })
    expect(talks[0]?.description).toBe('One\n\nTwo & 1 < 2\nThree')
  })

  test('days that PHP wrote as an object', async () => {
    const { times } = await read({
      schedule: {
        conference: { days: { 1: { date: '2026-05-01', rooms: { A: [{ title: 'T', start: '10:00' }] } } } },
      },
    })
    expect(times).toEqual(['T 2026-05-01 10:00 -'])
  })

  test('pretalx: the file behind the schedule page, and the API', async () => {
    const page = await read({
      talks: [
        {
          code: 'ABC',
          title: 'Hello',
          abstract: '**Hi**',
          speakers: ['S1', 'S2'],
          track: 3,
          room: 7,
          start: '2026-06-05T09:00:00+02:00',
          end: '2026-06-05T09:45:00+02:00',
          answers: ['secret'],
        },
        {
          title: { en: 'Lunch', de: 'Mittagessen' },
          speakers: null,
          room: 7,
          start: '2026-06-05T12:00:00+02:00',
          end: '2026-06-05T13:00:00+02:00',
        },
      ],
      tracks: [{ id: 3, name: { en: 'Web' } }],
      rooms: [{ id: 7, name: { en: 'Main hall' } }],
      speakers: [
        { code: 'S1', name: 'Ada Lovelace', biography: 'Counts.' },
        { code: 'S2', name: 'Grace Hopper' },
      ],
      timezone: 'Europe/Berlin',
      event_start: '2026-06-05',
      event_end: '2026-06-06',
    })
    expect(page.times).toEqual(['Hello 2026-06-05 09:00 09:45'])
    expect(page.talks[0]).toMatchObject({
      key: 'ABC',
      location: 'Main hall',
      track: 'Web',
      description: 'Hi',
    })
    expect(page.people).toMatchObject([{ name: 'Ada Lovelace', bio: 'Counts.' }, { name: 'Grace Hopper' }])
    expect(page.breaks).toMatchObject([{ title: 'Lunch' }])
    expect(page.conference).toMatchObject({ time_zone: 'Europe/Berlin', end_date: '2026-06-06' })

    const api = await read({
      count: 2,
      results: [
        {
          code: 'D',
          title: 'Bonjour',
          submission_type: { en: 'Talk' },
          content_locale: 'fr',
          state: 'confirmed',
          speakers: [{ code: 'S1', name: 'Ada Lovelace' }],
          slot: {
            room: { en: 'A' },
            start: '2026-06-05T09:00:00+02:00',
            end: '2026-06-05T09:30:00+02:00',
          },
          resources: [{ resource: 'https://files.example.org/a.pdf', description: 'Slides' }],
        },
        { code: 'E', title: 'Never', state: 'rejected', slot: null },
      ],
    })
    expect(api.times).toEqual(['Bonjour 2026-06-05 09:00 09:30'])
    expect(api.talks[0]).toMatchObject({
      location: 'A',
      type: 'Talk',
      language: 'fr',
      slides_url: 'https://files.example.org/a.pdf',
    })
  })

  test('pretalx: the slots of a schedule', async () => {
    const at = (hour: number) => ({
      room: { id: 3, name: { en: 'Hall' } },
      start: `2026-05-01T${hour}:00:00+02:00`,
      end: `2026-05-01T${hour}:40:00+02:00`,
    })
    const { times, names, talks, breaks } = await read({
      version: '1',
      slots: [
        {
          ...at(10),
          submission: { code: 'A', title: 'Hello', speakers: [{ code: 'S', name: 'Ada Lovelace' }] },
        },
        { ...at(11), submission: null, description: { en: 'Coffee and cake' } },
      ],
    })
    expect([times, names, talks[0]?.location]).toEqual([
      ['Hello 2026-05-01 10:00 10:40'],
      ['Ada Lovelace'],
      'Hall',
    ])
    expect(breaks.map(({ title }) => title)).toEqual(['Coffee and cake'])
  })

  test('talks with a date and times of day, beside what is known of the event', async () => {
    const { conference, times, names, people, talks, breaks, codes } = await read({
      event: {
        name: 'Harbour Days',
        city: 'Bergen',
        country: 'Norway',
        start_date: '2026-05-01',
        end_date: '2026-05-02',
        timezone: 'Europe/Oslo',
        website: 'https://harbour.example/',
      },
      talks: [
        {
          title: 'Hello',
          date: '2026-05-01',
          start_time: '10:00',
          end_time: '10:40',
          room: 'Hall',
          speakers: ['Ada Lovelace'],
          slides_url: 'https://harbour.example/hello.pdf',
          subtitle: 'And welcome',
          category: 'lightning_talk',
          tags: ['Go', { name: 'Rust' }],
          url: 'https://harbour.example/hello',
        },
        { title: 'Late', day: '2026-05-02', start: '21:00', end: '21:30' },
      ],
      breaks: [{ title: 'Cake', date: '2026-05-01', start_time: '11:00', end_time: '11:30', track: null }],
      speakers: [
        {
          name: 'Ada Lovelace',
          bio: 'Wrote the first program',
          twitter: '@ada',
          github: 'https://github.com/lovelace',
          website: 'ada.example',
        },
      ],
    })
    expect(people).toMatchObject([
      {
        bio: 'Wrote the first program',
        links: [
          { platform: 'github', handle: 'lovelace' },
          { platform: 'twitter', handle: 'ada' },
          { platform: 'website', handle: 'https://ada.example' },
        ],
      },
    ])
    expect(talks[0]).toMatchObject({
      type: 'lightning talk',
      topics: ['Go', 'Rust'],
      url: 'https://harbour.example/hello',
      subtitle: 'And welcome',
    })
    expect(conference).toMatchObject({
      title: 'Harbour Days',
      city: 'Bergen',
      country: 'Norway',
      start_date: '2026-05-01',
      end_date: '2026-05-02',
      time_zone: 'Europe/Oslo',
      url: 'https://harbour.example/',
    })
    expect(times).toEqual(['Hello 2026-05-01 10:00 10:40', 'Late 2026-05-02 21:00 21:30'])
    expect([names, talks[0]?.location, talks[0]?.slides_url]).toEqual([
      ['Ada Lovelace'],
      'Hall',
      'https://harbour.example/hello.pdf',
    ])
    expect(breaks).toMatchObject([{ title: 'Cake', date: '2026-05-01', start_time: '11:00' }])
    expect(codes).toEqual([])
  })

  const session = {
    '@type': 'Event',
    name: 'Hello',
    startDate: '2026-05-01T10:00:00+02:00',
    endDate: '2026-05-01T10:40:00+02:00',
    location: { '@type': 'Place', name: 'Hall' },
    performer: { '@type': 'Person', name: 'Ada Lovelace' },
  }
  const whole = {
    name: 'Harbour Days',
    startDate: '2026-05-01',
    endDate: '2026-05-02',
    location: { name: 'Forum', address: { addressLocality: 'Bergen', addressCountry: 'NO' } },
  }
  test.each([
    ['in a page', { '@context': 'https://schema.org', ...whole, subEvent: [session] }],
    ['beside others', { '@graph': [{ '@type': 'WebSite' }, { ...whole, subEvent: [session] }] }],
    [
      'in the script of a page',
      `<!doctype html><script>{</script><script type="application/ld+json">[]</script>
        <script type="application/ld+json">${JSON.stringify({ ...whole, subEvent: [session] })}</script>`,
    ],
    ['called sessions', { ...whole, sessions: [{ ...session, performer: [session.performer] }] }],
  ])('events of schema.org %s', async (_, file) => {
    const { times, names, talks, conference } = await read(file)
    expect([times, names, talks[0]?.location]).toEqual([
      ['Hello 2026-05-01 10:00 10:40'],
      ['Ada Lovelace'],
      'Hall',
    ])
    expect(conference).toMatchObject({
      title: 'Harbour Days',
      city: 'Bergen',
      country: 'Norway',
      end_date: '2026-05-02',
    })
  })

  test('the contributions of an event of Indico', async () => {
    const at = (time: string) => ({ date: '2026-05-04', time, tz: 'Europe/Zurich' })
    const { times, names, talks, conference, codes } = await read({
      count: 1,
      results: [
        {
          title: 'Grid Week',
          startDate: at('08:00:00'),
          endDate: { ...at('18:00:00'), date: '2026-05-05' },
          contributions: [
            {
              id: '7',
              title: 'Storage',
              startDate: at('09:30:00'),
              endDate: null,
              duration: 30,
              speakers: [{ first_name: 'Ada', last_name: 'Lovelace' }, { fullName: 'Hopper, Grace' }],
              room: 'Aula',
              roomFullname: '',
              track: 'Disks',
            },
          ],
        },
      ],
    })
    expect([times, names, codes]).toEqual([
      ['Storage 2026-05-04 09:30 10:00'],
      ['Ada Lovelace', 'Grace Hopper'],
      [],
    ])
    expect(talks[0]).toMatchObject({ key: '7', location: 'Aula', track: 'Disks' })
    expect(conference).toMatchObject({
      title: 'Grid Week',
      time_zone: 'Europe/Zurich',
      end_date: '2026-05-05',
    })
  })

  test.each(['talks', 'results', 'breaks'])('a warning names the list: %s', async (list) => {
    const entry = { title: 'A', start: '2026-05-01T10:00:00+02:00', duration: 'a while' }
    const { warnings } = await read({ talks: [{ ...entry, duration: '00:30' }], [list]: [entry] })
    expect(warnings.map(({ code, key }) => [code, key])).toContainEqual(['BAD_LENGTH', `${list}[0]`])
  })

  test('a length that is none is said', async () => {
    const { codes } = await read(frabXml(xmlEvent('A', '<start>09:00</start><duration>a while</duration>')))
    expect(codes).toEqual(['BAD_LENGTH'])
  })

  test.each([
    ['Deutsch', 'de'],
    ['Englisch', 'en'],
    ['ESPAÑOL', 'es'],
    ['日本語', 'ja'],
    ['Hebrew', 'he'],
    ['English (US)', 'en'],
    ['de-formal', 'de'],
    ['pt_BR', 'pt-BR'],
    ['Beginner', null],
  ])('the language %s', async (name, tag) => {
    const { talks } = await read(frabXml(xmlEvent('A', `<language>${name}</language>`)))
    expect(talks[0]?.language).toBe(tag)
  })

  test('a text of ten megabytes of broken markup is cut before it is looked at', async () => {
    const started = performance.now()
    const markup = '&lt;p&gt;x &lt;a href=&quot;'.repeat(300_000)
    const { codes } = await read(frabXml(xmlEvent('A', `<abstract>${markup}</abstract>`)))
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(codes).toContain('NO_TIME')
  })

  test('a language or a column of many brackets is read in no more time than it is long', async () => {
    const brackets = '('.repeat(1_000_000)
    const started = performance.now()
    await read(frabXml(xmlEvent('A', `<language>${brackets}</language>`)))
    await read(`title,date,${brackets}\nA,2026-05-01,B`)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('a language of three letters, and a track that is none', async () => {
    const { talks, tracks } = await read(
      frabXml(xmlEvent('A', '<language>eng</language><track>No Track</track>')),
    )
    expect([talks[0]?.language, talks[0]?.track, tracks]).toEqual(['en', null, []])
  })

  test('many talks without a time are one warning', async () => {
    const { warnings } = await read(
      frabXml(['A', 'B', 'C', 'D', 'E'].map((each) => xmlEvent(each, '')).join('')),
    )
    expect(warnings.map(({ text }) => text)).toEqual(['"A" has no time yet. There are 4 more like this'])
  })
})

describe('Sessionize', () => {
  test('texts in several languages, slides and video', async () => {
    const { talks } = await read({
      sessions: [
        {
          id: 1,
          title: { ja: '\u4f55\u304b', en: 'Something' },
          startsAt: '2026-05-01T09:00:00+09:00',
          roomId: 2,
          asset: { videoUrl: 'https://example.org/a.mp4', slideUrl: 'https://example.org/a.pdf' },
        },
      ],
      rooms: [{ id: 2, name: { ja: '\u9752', en: 'Blue' } }],
    })
    expect(talks[0]).toMatchObject({
      title: 'Something',
      location: 'Blue',
      video_url: 'https://example.org/a.mp4',
      slides_url: 'https://example.org/a.pdf',
    })
  })

  const session = (id: string, more: object = {}) => ({
    id,
    title: `S${id}`,
    startsAt: '2026-05-01T09:00:00',
    endsAt: '2026-05-01T09:45:00',
    room: 'Blue',
    speakers: [{ id: 'a', name: 'Ada Lovelace' }],
    ...more,
  })

  test('a session in several groups is one talk; a stream is no recording', async () => {
    const { times, talks } = await read([
      {
        groupName: 'Web',
        sessions: [session('1'), session('2', { startsAt: null, endsAt: null, room: null })],
      },
      {
        groupName: 'Mobile',
        sessions: [session('1'), session('3', { liveUrl: 'https://youtu.be/abcdefghijk' })],
      },
    ])
    expect(times).toEqual(['S1 2026-05-01 09:00 09:45', 'S2 2026-05-01 - -', 'S3 2026-05-01 09:00 09:45'])
    expect(talks[2]).toMatchObject({ video_url: null, links: [{ kind: 'other', title: 'Live stream' }] })
  })

  test('categories with German names', async () => {
    const { talks } = await read({
      sessions: [{ id: '1', title: 'A', startsAt: '2026-05-01T09:00:00', categoryItems: [1, 2, 3] }],
      categories: [
        { title: 'Vortragssprache', items: [{ id: 1, name: 'Deutsch' }] },
        { title: 'Themenbereich', items: [{ id: 2, name: 'Architektur' }] },
        { title: 'Vortragsformat', items: [{ id: 3, name: 'Workshop' }] },
      ],
    })
    expect(talks[0]).toMatchObject({ language: 'de', track: 'Architektur', type: 'Workshop' })
  })

  test('a plenum that each room lists is one talk', async () => {
    const plenum = session('1', { isPlenumSession: true })
    const { times } = await read([
      {
        date: '2026-05-01T00:00:00',
        rooms: [
          { name: 'Blue', sessions: [plenum] },
          { name: 'Red', sessions: [{ ...plenum, room: 'Red' }, session('2')] },
        ],
      },
    ])
    expect(times).toHaveLength(2)
  })
})

describe('calendars', () => {
  const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const entry = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

  test('a line that is folded within a character', async () => {
    const text = calendar(...entry('UID:1', 'DTSTART:20260501T090000Z', 'SUMMARY:日本語🎉'))
    for (const sign of ['日', '🎉']) {
      const bytes = Buffer.from(text)
      const at = bytes.indexOf(sign) + 2
      const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
      expect((await read(folded)).talks[0]?.title).toBe('日本語🎉')
    }
  })

  test.each([
    ['W. Europe Standard Time', '09:00', 'Europe/Berlin'],
    ['"Eastern Standard Time"', '09:00', 'America/New_York'],
    ['Europe-Brussels', '09:00', 'Europe/Brussels'],
    ['/example.org/1/America/Argentina/Buenos_Aires', '09:00', 'America/Argentina/Buenos_Aires'],
    ['GMT', '09:00', null],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', '09:00', 'Europe/Amsterdam'],
    ['GMT+05:45', '09:00', 'Asia/Kathmandu'],
  ])('the zone %s', async (zone, start, named) => {
    const file = calendar(...entry('UID:1', `DTSTART;TZID=${zone}:20260501T090000`, 'SUMMARY:A'))
    const { talks, conference } = await read(file)
    expect([talks[0]?.start_time, conference.time_zone]).toEqual([start, named])
  })

  const talk = (n: number, title: string) =>
    entry(`UID:${n}`, `DTSTART:20260501T1${n}0000Z`, `SUMMARY:${title}`)

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
    const { names, talks, warnings } = await read(calendar(...titles.flatMap((each, n) => talk(n, each))))
    expect(names.sort()).toEqual(expected)
    expect(warnings.map(({ code }) => code).filter((code) => code !== 'NO_TIME_ZONE')).toEqual(
      expected.length > 0 ? ['SPEAKERS_IN_TITLES'] : [],
    )
    if (expected.length === 0) expect(talks.map(({ title }) => title)).toEqual(titles)
  })

  test('what is called like a break is one, unless somebody speaks or it is a talk here', async () => {
    const file = calendar(
      ...['Opening', 'Lunch', 'Kaffeepause', 'Coffee & code'].flatMap((each, n) => talk(n, each)),
    )
    const titles = async (options = {}) => {
      const { talks, breaks } = await read(file, options)
      return [talks.map(({ title }) => title), breaks.map(({ title }) => title)]
    }
    expect(await titles()).toEqual([
      ['Opening', 'Coffee & code'],
      ['Lunch', 'Kaffeepause'],
    ])
    expect(await titles({ talk_titles: ['Lunch'] })).toEqual([
      ['Opening', 'Lunch', 'Coffee & code'],
      ['Kaffeepause'],
    ])
    const table = await read(
      'title,date,start,speakers\nBreak,2026-05-01,09:00,Ada Lovelace\nBreak,2026-05-01,10:00,',
    )
    expect([table.talks.length, table.breaks.length]).toEqual([1, 1])
  })

  test('UTC says how times are written, not where the conference is', async () => {
    const file = calendar(
      'X-WR-TIMEZONE:UTC',
      ...entry('UID:1', 'DTSTART;TZID=UTC:20260501T090000', 'SUMMARY:A'),
    )
    expect((await read(file, { time_zone: 'Europe/Berlin' })).times).toEqual(['A 2026-05-01 11:00 -'])
  })

  test('a zone that nobody knows is said', async () => {
    const file = calendar(...entry('UID:1', 'DTSTART;TZID=My Zone:20260501T090000', 'SUMMARY:A'))
    const { times, codes } = await read(file, { time_zone: 'Europe/Berlin' })
    expect([times, codes]).toEqual([['A 2026-05-01 09:00 -'], ['UNKNOWN_TIME_ZONE']])
  })

  test('what repeats is there each time, but for what the calendar lists by itself', async () => {
    const { times, talks } = await read(
      calendar(
        ...entry(
          'UID:r',
          'DTSTART;TZID=Europe/Paris:20260501T120000',
          'DTEND;TZID=Europe/Paris:20260501T130000',
          'RRULE:FREQ=DAILY;COUNT=4',
          'EXDATE;TZID=Europe/Paris:20260504T120000',
          'SUMMARY:Panel',
        ),
        ...entry(
          'UID:r',
          'RECURRENCE-ID;TZID=Europe/Paris:20260502T120000',
          'DTSTART;TZID=Europe/Paris:20260502T123000',
          'DURATION:PT1H',
          'SUMMARY:Late panel',
        ),
        ...entry('UID:u', 'DTSTART:20260501T080000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:For ever'),
      ),
    )
    expect(times.sort()).toEqual([
      'For ever 2026-05-01 10:00 -',
      'For ever 2026-05-02 10:00 -',
      'Late panel 2026-05-02 12:30 13:30',
      'Panel 2026-05-01 12:00 13:00',
      'Panel 2026-05-03 12:00 13:00',
    ])
    expect(new Set(talks.map(({ key }) => key)).size).toBe(5)
  })

  test('Outlook: text as HTML alone, alarms, lines broken as they are', async () => {
    const { talks } = await read(
      calendar(
        ...entry(
          'UID:1',
          'DTSTART:20260501T090000Z',
          'SUMMARY:A',
          'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Hello <b>you</b></p></body></html>',
          'BEGIN:VALARM',
          'TRIGGER:-PT15M',
          'DESCRIPTION:Reminder',
          'END:VALARM',
        ),
        ...entry(
          'UID:2',
          'DTSTART:20260501T100000Z',
          'SUMMARY:B',
          'DESCRIPTION:One',
          'Two: x',
          'https://a.example/',
        ),
      ),
    )
    expect(talks.map(({ description }) => description)).toEqual([
      'Hello you',
      'One\nTwo: x\nhttps://a.example/',
    ])
  })

  test('Pentabarf names speakers as attendees without an address; others are not read', async () => {
    const { names } = await read(
      calendar(
        ...entry(
          'UID:1',
          'DTSTART:20260501T090000Z',
          'SUMMARY:A',
          'ATTENDEE;ROLE=REQ-PARTICIPANT;CN="Ada Lovelace":invalid:nomail',
          'ATTENDEE;CN=Private Person:mailto:private@example.org',
        ),
      ),
    )
    expect(names).toEqual(['Ada Lovelace'])
  })

  test('days that are listed, an exception written in UTC, and the zones of Evolution', async () => {
    const berlin = 'TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Berlin'
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\n')
    const { times, time_zone, codes } = await read(
      [
        'BEGIN:VCALENDAR',
        event('UID:a', 'SUMMARY:A', `DTSTART;${berlin}:20260501T090000`, `RDATE;${berlin}:20260503T090000`),
        event('UID:b', 'SUMMARY:B', `DTSTART;${berlin}:20260501T180000`, 'RRULE:FREQ=DAILY;COUNT=2'),
        event(
          'UID:b',
          'SUMMARY:B later',
          'RECURRENCE-ID:20260502T160000Z',
          `DTSTART;${berlin}:20260502T200000`,
        ),
        'END:VCALENDAR',
      ].join('\n'),
    ).then(({ conference, ...rest }) => ({ ...rest, time_zone: conference.time_zone }))
    expect(times.sort()).toEqual([
      'A 2026-05-01 09:00 -',
      'A 2026-05-03 09:00 -',
      'B 2026-05-01 18:00 -',
      'B later 2026-05-02 20:00 -',
    ])
    expect([time_zone, codes]).toEqual(['Europe/Berlin', []])
  })

  test('what lasts several days is listed on the first, and the conference goes on until the last', async () => {
    const { conference, times, codes } = await read(
      calendar(
        ...entry('UID:1', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503', 'SUMMARY:Workshop'),
        ...entry('UID:2', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502', 'SUMMARY:Day'),
        ...entry('UID:3', 'DTSTART:20260502T100000', 'DTEND:20260503T160000', 'SUMMARY:Hackathon'),
        ...entry('UID:4', 'DTSTART:20260502T230000', 'DTEND:20260503T010000', 'SUMMARY:Party'),
      ),
    )
    expect(conference).toMatchObject({ start_date: '2026-05-01', end_date: '2026-05-03' })
    expect(times).toEqual([
      'Workshop 2026-05-01 - -',
      'Day 2026-05-01 - -',
      'Hackathon 2026-05-02 10:00 -',
      'Party 2026-05-02 23:00 01:00',
    ])
    expect(codes.sort()).toEqual(['NO_TIME', 'SEVERAL_DAYS', 'TOO_LONG'])
  })

  test('a rule for days that no month has ends', async () => {
    const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=10'
    const { times } = await read(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20260501T090000\n${rule}\nEND:VEVENT\nEND:VCALENDAR`,
    )
    expect(times).toEqual(['A 2026-05-01 09:00 -'])
  })

  test('pretalx writes speakers behind each title, also where there are none', async () => {
    const event = (uid: string, summary: string) =>
      ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20260501T090000', `SUMMARY:${summary}`, 'END:VEVENT'].join('\n')
    const { talks, names } = await read(
      [
        'BEGIN:VCALENDAR\nPRODID:-//pretalx//pretalx.com//days',
        event('a', 'Rust - fast\\, safe - Ada Lovelace\\, Grace Hopper'),
        event('b', 'Nobody - '),
        'END:VCALENDAR',
      ].join('\n'),
    )
    expect(talks.map(({ title, speakers }) => [title, speakers.length])).toEqual([
      ['Rust - fast, safe', 2],
      ['Nobody', 0],
    ])
    expect(names).toEqual(['Ada Lovelace', 'Grace Hopper'])
  })

  test('speakers after "by", in a line of the description, or as organizers under one address', async () => {
    const cast = async (...entries: string[][]) => {
      const { people, talks } = await read(
        calendar(
          ...entries.flatMap((lines, n) => entry(`UID:${n}`, `DTSTART:2026050${n + 1}T090000`, ...lines)),
        ),
      )
      const names = new Map(people.map(({ key, name }) => [key, name]))
      return talks.map(({ title, track, speakers }) =>
        [title, ...(track ? [track] : []), ...speakers.map((key) => names.get(key))].join(' | '),
      )
    }
    expect(
      await cast(
        ['SUMMARY:Engines (talk by Ada Lovelace)'],
        ['SUMMARY:COBOL (by Grace Hopper & Mary Shelley)'],
        ['SUMMARY:Knots (workshop by Li)'],
        ['SUMMARY:Party (by the river)'],
      ),
    ).toEqual([
      'Engines | Ada Lovelace',
      'COBOL | Grace Hopper | Mary Shelley',
      'Knots | Li',
      'Party (by the river)',
    ])
    expect(
      await cast([
        'SUMMARY:Engines - Ada\\, Countess',
        'DESCRIPTION:About engines\\nSpeaker: Ada\\, Countess\\nTrack: 4',
      ]),
    ).toEqual(['Engines | 4 | Ada, Countess'])
    const organizer = (name: string) => [`SUMMARY:By ${name}`, `ORGANIZER;CN=${name}:MAILTO:info@example.org`]
    expect(await cast(...['Ada', 'Grace', 'Mary'].map(organizer))).toEqual([
      'By Ada | Ada',
      'By Grace | Grace',
      'By Mary | Mary',
    ])
    expect(await cast(...['Ada', 'Ada', 'Ada', 'Grace'].map(organizer))).toHaveLength(4)
    expect((await cast(...['Ada', 'Ada', 'Ada', 'Grace'].map(organizer)))[3]).toBe('By Grace')
  })

  test('a description that is the address says nothing; a zone in the header', async () => {
    const { talks, times } = await read(
      calendar(
        'VTIMEZONE: Europe/Rome',
        ...entry(
          'DTSTART:20260501T090000Z',
          'SUMMARY:A',
          'DESCRIPTION:https://example.org/a',
          'URL:https://example.org/a',
        ),
      ),
    )
    expect([talks[0]?.description, times]).toEqual([null, ['A 2026-05-01 11:00 -']])
  })

  test('speakers in a description of HTML, descriptions that say nothing new, moments as others write them', async () => {
    const { talks, people, times } = await read(
      calendar(
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTART:2026-05-01T09:00',
        'DTEND:20260501T0945',
        'SUMMARY:One',
        'DESCRIPTION:<b>Speakers</b>: Ada Lovelace (Initech)\\, Grace Hopper (Navy)<br>Some text.',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:2',
        'DTSTART:20260501T100000',
        'SUMMARY:Two',
        'DESCRIPTION:Two',
        'END:VEVENT',
      ),
    )
    expect(times).toEqual(['One 2026-05-01 09:00 09:45', 'Two 2026-05-01 10:00 -'])
    expect(people.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Grace Hopper'])
    expect(talks.map(({ description }) => description)).toEqual(['Some text.', null])
  })
})

describe('calendars as XML', () => {
  test('of Pentabarf and pretalx: speakers are attendees, lengths have a form of their own', async () => {
    const { times, talks, names, conference, format } = await read(`<?xml version='1.0'?><!-- x -->
<iCalendar xmlns:pentabarf='http://pentabarf.org'><vcalendar><x-wr-caldesc>Dev &amp; Ops</x-wr-caldesc>
<vevent><uid>ABC</uid><pentabarf:subtitle>Part one</pentabarf:subtitle><pentabarf:language-code>de</pentabarf:language-code>
<dtstart>20260501T093000</dtstart><dtend>20260501T101500</dtend><duration>004500</duration><summary>Engines</summary>
<category>Talk</category><location>Hall</location><attendee>Ada Lovelace</attendee><attendee>Grace Hopper</attendee></vevent><vevent><uid>DEF</uid><dtstart>20260501T110000</dtstart><summary>More</summary></vevent>
</vcalendar></iCalendar>`)
    expect([times, names, format]).toEqual([
      ['Engines 2026-05-01 09:30 10:15', 'More 2026-05-01 11:00 -'],
      ['Ada Lovelace', 'Grace Hopper'],
      'icalendar',
    ])
    expect(talks[0]).toMatchObject({
      key: 'ABC',
      subtitle: 'Part one',
      language: 'de',
      type: 'Talk',
      location: 'Hall',
    })
    expect(conference.title).toBe('Dev & Ops')
  })

  test('of RFC 6321: zones, lists and what repeats; attendees with an address are not read', async () => {
    const { times, tracks, names, conference } =
      await read(`<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar>
<properties><x-wr-calname><unknown>C</unknown></x-wr-calname></properties><components>
<vevent><properties><uid><text>r</text></uid><summary><text>Panel</text></summary>
<dtstart><parameters><tzid><text>Europe/Paris</text></tzid></parameters><date-time>2026-05-01T12:00:00</date-time></dtstart>
<duration><duration>PT1H</duration></duration><rrule><recur><freq>DAILY</freq><count>2</count></recur></rrule>
<categories><text>Web</text><text>Other</text></categories>
<attendee><parameters><cn><text>Private Person</text></cn></parameters><cal-address>mailto:p@example.org</cal-address></attendee>
</properties><components><valarm><properties><summary><text>Alarm</text></summary></properties></valarm></components></vevent>
<vevent><properties><summary><text>Moment</text></summary><dtstart><date-time>2026-05-01T08:00:00Z</date-time></dtstart></properties></vevent>
</components></vcalendar></icalendar>`)
    expect(times.sort()).toEqual([
      'Moment 2026-05-01 10:00 -',
      'Panel 2026-05-01 12:00 13:00',
      'Panel 2026-05-02 12:00 13:00',
    ])
    expect([tracks, names, conference.title]).toEqual([['Web'], [], 'C'])
  })
})

describe('tables', () => {
  const header = 'Session Title,Speaker(s),Date,Start time (CET),End time,Location,Description'
  const line = (day: string, start = '9:30 AM', end = '10:15 AM') =>
    `A,Ada Lovelace,${day},${start},${end},Hall,x`

  test.each([
    ['27/09/2026', '2026-09-27'],
    ['9/27/2026', '2026-09-27'],
    ['27.09.2026', '2026-09-27'],
    ['27.9.26', '2026-09-27'],
    ['2026/9/27', '2026-09-27'],
    ['Sunday 27 September 2026', '2026-09-27'],
    ['"Sep 27th, 2026"', '2026-09-27'],
    ['27-Sep-2026', '2026-09-27'],
    ['27. Oktober 2026', '2026-10-27'],
    ['Day 2', '2026-09-27', '2026-09-26'],
    ['Sunday', '2026-09-27', '2026-09-26'],
    ['27 Sep', '2026-09-27', '2026-09-26'],
    ['09/10/2026', '2026-10-09', '2026-10-08'],
  ])('the day %s', async (written, day, first_day?: string) => {
    const { times, codes } = await read(`${header}\n${line(written)}`, { first_day })
    expect([times, codes]).toEqual([[`A ${day} 09:30 10:15`], []])
  })

  test.each([
    ['Tag;Beginn;Ende;Raum;Titel;Referent:in;Beschreibung;Thema', 'Fr 12.06.2026'],
    ['Datum;Uhrzeit;Bis;Saal;Vortrag;Referent*innen;Zusammenfassung;Kategorie', 'Freitag, 12.06.2026'],
    ['Jour;Heure de début;Fin;Salle;Titre;Intervenant·e·s;Résumé;Thématique', 'vendredi 12 juin 2026'],
    ['Día;Inicio;Fin;Sala;Título;Ponente(s);Descripción;Tema', 'viernes, 12 de junio de 2026'],
    ['Jour;Horaire;Fin;Salle;Intitulé;Par;Résumé;Parcours', '12/06/2026', '2026-06-12'],
    ['Date;Time Start;Time End;Room;Talk;By;Description;Track', '2026-06-12'],
    ['Data;Początek;Koniec;Sala;Tytuł;Prelegenci;Opis;Ścieżka', '12.06.2026'],
    ['Дата;Начало;Конец;Зал;Название;Спикеры;Описание;Трек', '12.06.2026'],
    ['日付;開始;終了;会場;タイトル;講演者;概要;トラック', '2026年6月12日(金)'],
    ['日期;开始时间;结束时间;地点;题目;演讲者;简介;分会场', '2026年6月12日'],
  ])('columns of other languages: %s', async (columns, day, first_day?: string) => {
    const { times, talks, names, codes } = await read(
      `${columns}\n${day};09:30;10:15;A1;B;Ada Lovelace;x;Web`,
      { first_day },
    )
    expect([times, names, codes]).toEqual([['B 2026-06-12 09:30 10:15'], ['Ada Lovelace'], []])
    expect(talks[0]).toMatchObject({ location: 'A1', track: 'Web', description: 'x' })
  })

  test('a table without known columns is told which are missing, and which are there', async () => {
    await expect(read('Wann;Wo;Was\n12.06.2026;A1;B')).rejects.toThrow(
      /^Expected a table .* such as title,date,.*; these are missing: title, date; these are there: Wann, Wo, Was \(line 1\)$/,
    )
  })

  test('a day that may be two is read by its neighbours or the country, with a warning', async () => {
    const ambiguous = await read(`${header}\r\n${line('03/04/2026')}\r\n${line('03/05/2026')}\r\n`)
    expect(ambiguous.times.map((each) => each.slice(2, 12))).toEqual(['2026-03-04', '2026-03-05'])
    expect(ambiguous.warnings).toEqual([
      {
        code: 'AMBIGUOUS_DAY',
        key: 'line 2',
        text: '"03/04/2026" was read as 2026-03-04. If it is 2026-04-03, write the days in this way',
      },
    ])
    const mixed = await read(`${header}\n${line('2026-04-01')}\n${line('4/1/2026')}`)
    expect(mixed.times.map((each) => each.slice(2, 12))).toEqual(['2026-04-01', '2026-04-01'])
    expect(mixed.codes).toContain('AMBIGUOUS_DAY')
    const american = await read(`${header}\n${line('03/04/2026')}`, { country: 'United States' })
    expect([american.times, american.codes]).toEqual([['A 2026-03-04 09:30 10:15'], ['AMBIGUOUS_DAY']])
  })

  test('a day that is none is left out with its words, and never taken for the first day', async () => {
    const { times, warnings } = await read(`${header}\n${line('soon')}\n${line('2026-09-27')}`, {
      first_day: '2026-09-26',
    })
    expect(times).toEqual(['A 2026-09-27 09:30 10:15'])
    expect(warnings.map(({ text }) => text)).toEqual([
      '"A" was left out: its day, "soon", could not be read. Write it as 2026-05-01',
    ])
    await expect(read(`${header}\n${line('soon')}`)).rejects.toThrow('its day, "soon", could not be read')
  })

  test.each([
    ['12:00 PM', '1:00 PM', '12:00 13:00'],
    ['11:30 pm', '12:30 am', '23:30 00:30'],
    ['9am', '10 a.m.', '09:00 10:00'],
    ['9h30', '10.15', '09:30 10:15'],
    ['09:30 - 10:15', '', '09:30 10:15'],
    ['9:30 AM-10:15 AM', '', '09:30 10:15'],
    ['2026-09-27 14:00', '2026-09-27 15:00', '14:00 15:00'],
    ['27.09.2026 14:00', '27.09.2026 15:00', '14:00 15:00'],
    ['noon', '12:45 PM', '12:00 12:45'],
    ['11 PM', 'Midnight', '23:00 00:00'],
    ['0:00 a.m.', '14:00 PM', '00:00 14:00'],
  ])('the times %s and %s', async (start, end, expected) => {
    const { times, codes } = await read(`${header}\n${line('2026-09-27', start, end)}`)
    expect([times, codes]).toEqual([[`A 2026-09-27 ${expected}`], []])
  })

  test('an end before the beginning and a line that is there twice are said', async () => {
    const rows = [
      line('2026-09-27', '2026-09-27 14:00', '2026-09-27 13:00'),
      line('2026-09-27'),
      line('2026-09-27'),
    ]
    const { times, codes } = await read([header, ...rows].join('\n'))
    expect([times.length, codes]).toEqual([3, ['BAD_END', 'TWICE']])
  })

  test('a time that is none is said', async () => {
    const { codes } = await read(`${header}\n${line('2026-09-27', 'TBA', '')}`)
    expect(codes).toEqual(['BAD_TIME', 'NO_TIME'])
  })

  test('of Excel: UTF-16 with tabs, sep=, a day with a time of its own, CR alone, a comma at each end', async () => {
    const tabs = 'Title\tDate\tStart\r\nGröße\t27.09.2026\t09:30\r\n'
    for (const content of [
      Buffer.from(`\ufeff${tabs}`, 'utf16le'),
      Buffer.from(tabs, 'utf16le'),
      Buffer.from(tabs, 'latin1'),
      'sep=;\r\nTitle;Date;Start\r\nGröße;2026-09-27 00:00:00;09:30:00\r\n',
      'Title,Date,Start\rGröße,2026-09-27,09:30\r',
      'My conference,,,\nTitle,Date,Start,\n\nGröße,2026-09-27,09:30,\n',
    ]) {
      const { times, codes } = await read(content)
      expect([times, codes]).toEqual([['Größe 2026-09-27 09:30 -'], []])
    }
  })

  test('several speakers in one cell: by ; or line, by commas between full names, else one', async () => {
    const named = async (...cells: string[]) => {
      const { names, codes } = await read(
        ['Title,Date,Speakers', ...cells.map((cell, n) => `T${n},2026-09-27,"${cell}"`)].join('\n'),
      )
      return [names.sort(), codes.filter((code) => code !== 'NO_TIME')]
    }
    expect(await named('Ada Lovelace; Grace Hopper', 'Acme, Inc.')).toEqual([
      ['Acme, Inc.', 'Ada Lovelace', 'Grace Hopper'],
      [],
    ])
    expect(await named('Ada Lovelace\nGrace Hopper')).toEqual([['Ada Lovelace', 'Grace Hopper'], []])
    expect(await named('Ada Lovelace, Grace Hopper and Mary Shelley')).toEqual([
      ['Ada Lovelace', 'Grace Hopper', 'Mary Shelley'],
      ['SEVERAL_NAMES'],
    ])
    expect(await named('Jane Doe, Google')).toEqual([['Jane Doe, Google'], ['SEVERAL_NAMES']])
  })

  test('"Diaz, Cara" is Cara Diaz where both are in the file', async () => {
    const rows = [
      'A,2026-09-27,Cara Diaz;Ada Lovelace',
      'B,2026-09-28,"Diaz, Cara"',
      'C,2026-09-28,"Hopper, Grace"',
    ]
    const { names, warnings } = await read(['Title,Date,Speakers', ...rows].join('\n'))
    expect(names.sort()).toEqual(['Ada Lovelace', 'Cara Diaz', 'Hopper, Grace'])
    expect(warnings.filter(({ code }) => code !== 'NO_TIME')).toEqual([
      {
        code: 'TURNED_NAME',
        key: 'line 3',
        text: '"Diaz, Cara" was read as Cara Diaz, as the file has it elsewhere',
      },
    ])
  })

  test('columns of Sessionize and of calendars; who was declined does not speak', async () => {
    const { times, talks, names, codes } = await read(
      [
        'Session Id,Title,Owner Email,Session format,Status,Scheduled At,Scheduled Duration,Room,Speaker 1,Speaker 2',
        '1,A,a@example.org,Talk,Accepted,27 Sep 2026 09:00 AM,45,Blue,Ada Lovelace,Grace Hopper',
        '2,B,b@example.org,Talk,Declined,,,,Mary Shelley,',
      ].join('\n'),
    )
    expect([times, names, codes]).toEqual([
      ['A 2026-09-27 09:00 09:45'],
      ['Ada Lovelace', 'Grace Hopper'],
      ['UNKNOWN_COLUMN', 'NOT_ACCEPTED'],
    ])
    expect(talks[0]).toMatchObject({ key: '1', type: 'Talk', location: 'Blue' })
  })

  test('spaces before quotes, quotes after a backslash, and one that is never closed', async () => {
    const spaced = await read('title, date, speakers\n"A, b", 2026-05-01, "Ada Lovelace / Grace Hopper"')
    expect([spaced.times, spaced.names]).toEqual([['A, b 2026-05-01 - -'], ['Ada Lovelace', 'Grace Hopper']])
    const { talks } = await read('title,date\n"A \\"b\\"",2026-05-01')
    expect(talks[0]?.title).toBe('A "b"')
    await expect(read('title,date\nA,2026-05-01\n"B,2026-05-01\nC,2026-05-02\n')).rejects.toThrow(
      'a quote is opened and never closed. Close it, and write "" for a quote within a value (line 3)',
    )
  })

  test('a line with more values than columns is said, quotes in a value mean themselves', async () => {
    const { codes } = await read('title,date\nHello, world,2026-09-27\nOK,2026-09-27')
    expect(codes).toContain('TOO_MANY_CELLS')
    expect((await read('title,date\n5" disk,2026-09-27')).talks[0]?.title).toBe('5" disk')
  })

  test('line breaks in the names of columns, below a title with one', async () => {
    const { times, names, warnings } = await read(
      '"My\nconference",,,\n"Session\nTitle","Start\nDate",Start Time,Presenter(s)\nA,1 May 2026,9:00 AM,Ada Lovelace\nB,soon,,\n',
    )
    expect([times, names]).toEqual([['A 2026-05-01 09:00 -'], ['Ada Lovelace']])
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([['NO_DAY', 'line 7']])
  })

  test.each([
    ['Go; Rust', ['Go', 'Rust']],
    ['Go;Rust', ['Go', 'Rust']],
    ['"Go, Rust"', ['Go', 'Rust']],
    ['Go | Rust', ['Go', 'Rust']],
    ['"C, C++; Go"', ['C, C++', 'Go']],
  ])('the topics %s', async (cell, expected) => {
    expect((await read(`title,date,tags\nA,2026-05-01,${cell}`)).talks[0]?.topics).toEqual(expected)
  })

  test('times with the name of their schedule, as the hub of the CCC writes them', async () => {
    const { times } = await read([
      {
        name: 'A',
        room: 'B',
        schedule_start: '2026-05-01T10:00:00+02:00',
        schedule_end: '2026-05-01T10:45:00+02:00',
        schedule_duration: '00:45:00',
      },
      { name: 'C', room: 'B', schedule_start: '2026-05-01T12:00:00+02:00', schedule_duration: '01:00:00' },
    ])
    expect(times).toEqual(['A 2026-05-01 10:00 10:45', 'C 2026-05-01 12:00 13:00'])
  })

  test('a column for each speaker, also in other languages', async () => {
    const { names, codes } = await read(
      'Titel;Datum;Referent 1;Referent 2;Referent 3\nA;2026-05-01;Ada Lovelace;Grace Hopper;',
    )
    expect([names, codes.filter((code) => code !== 'NO_TIME')]).toEqual([
      ['Ada Lovelace', 'Grace Hopper'],
      [],
    ])
  })

  test('columns in one word; names beside titles are speakers; bars between them', async () => {
    const { times, names, codes } = await read(
      'Name,SessionTitle,StartTime,EndTime,Date\n7:Ada Lovelace|8:Grace Hopper,Engines,9:00,9:30,2026-05-01',
    )
    expect([times, names.sort(), codes]).toEqual([
      ['Engines 2026-05-01 09:00 09:30'],
      ['Ada Lovelace', 'Grace Hopper'],
      [],
    ])
  })

  test('names in two columns, a title "of the talk" or in English', async () => {
    const { talks, names } = await read(
      'Title of the talk,First Name,Last name,Date\nEngines,Ada,Lovelace,2026-05-01\nPanel,,,2026-05-01',
    )
    expect([talks.map(({ title }) => title), names]).toEqual([['Engines', 'Panel'], ['Ada Lovelace']])
    const both = await read('title_de,title_en,date\nMaschinen,Engines,2026-05-01')
    expect([both.talks[0]?.title, both.codes]).toEqual(['Engines', ['UNKNOWN_COLUMN', 'NO_TIME']])
  })

  test('days by number, a day that is written once, and none', async () => {
    const options = { first_day: '2026-05-01' }
    expect((await read('day,time,title\n1,9:00,A\n2,9:00,B', options)).times).toEqual([
      'A 2026-05-01 09:00 -',
      'B 2026-05-02 09:00 -',
    ])
    const once = await read('day,time,title\n2026-05-01,9:00,A\n,10:00,B\n2026-05-02,9:00,C\n,10:00,D')
    expect(once.times).toEqual([
      'A 2026-05-01 09:00 -',
      'B 2026-05-01 10:00 -',
      'C 2026-05-02 09:00 -',
      'D 2026-05-02 10:00 -',
    ])
    expect(once.codes).toEqual(['DAY_AS_BEFORE'])
    const none = await read('time,title\n9:00,A', options)
    expect([none.times, none.codes]).toEqual([['A 2026-05-01 09:00 -'], ['NO_DAYS']])
    const accepted = await read('title,speakers\nA,Ada Lovelace', options)
    expect([accepted.times, accepted.codes]).toEqual([['A 2026-05-01 - -'], ['NO_DAYS', 'NO_TIME']])
    await expect(read('title,speakers\nA,Ada Lovelace')).rejects.toThrow('these are missing: date')
  })

  test.each([
    ['2026-May-09 10:00', '2026-05-09 10:00'],
    ['9 May 10:00', '2026-05-09 10:00'],
    ['Sa, 9.5. 10:00', '2026-05-09 10:00'],
    ['9. 5. 26 10:00', '2026-05-09 10:00'],
    ['9 mei 2026 10:00', '2026-05-09 10:00'],
  ])('the start %j, beside a line with its year', async (start, moment) => {
    const { times } = await read(`title;start\nA;${start}\nB;2026-05-09 11:00`)
    expect(times).toEqual([`A ${moment} -`, 'B 2026-05-09 11:00 -'])
  })

  test.each([
    ['0930', '1015', '09:30 10:15'],
    ['9', '10', '09:00 10:00'],
    ['14h', '15h30', '14:00 15:30'],
    ['10 Uhr', '10.45 Uhr', '10:00 10:45'],
    ['1:00-2:30 pm', '', '13:00 14:30'],
    ['11–1 pm', '', '11:00 13:00'],
    ['10-11 Uhr', '', '10:00 11:00'],
    ['12-1 pm', '', '12:00 13:00'],
  ])('from %j to %j', async (start, end, clock) => {
    const { times } = await read(`title;date;start;end\nA;2026-05-01;${start};${end}`)
    expect(times).toEqual([`A 2026-05-01 ${clock}`])
  })

  test.each([
    ['1.5h', '10:30'],
    ['1,5 Std.', '10:30'],
    ['1 Std. 15 Min.', '10:15'],
    ['1:30 h', '10:30'],
    ['45 Minuten', '09:45'],
    ["45'", '09:45'],
    ['45.0', '09:45'],
  ])('the length %j', async (length, end) => {
    const { times } = await read(`title;date;start;duration\nA;2026-05-01;9:00;${length}`)
    expect(times).toEqual([`A 2026-05-01 09:00 ${end}`])
  })

  test('columns with the name of what they are of; Italian, Portuguese and Dutch', async () => {
    const exported = await read(
      'Proposal title,Session start,Session end,Session room,Talk format,Your name,Speaker bio\nA,2026-05-01 09:00,2026-05-01 09:45,Hall,Panel,Ada Lovelace,Counts.',
    )
    expect(exported.times).toEqual(['A 2026-05-01 09:00 09:45'])
    expect(exported.talks[0]).toMatchObject({ location: 'Hall', type: 'Panel' })
    expect(exported.people).toMatchObject([{ name: 'Ada Lovelace', bio: 'Counts.' }])
    expect(exported.codes).toEqual([])
    for (const table of [
      'Titolo;Data;Ora inizio;Ora fine;Aula;Relatore\nA;1 maggio 2026;9:00;9:45;B;Ada Lovelace',
      'Título;Data;Início;Fim;Sala;Palestrante\nA;1 de maio de 2026;9h00;9h45;B;Ada Lovelace',
      'Titel;Datum;Starttijd;Eindtijd;Zaal;Spreker\nA;1 mei 2026;9:00;9:45;B;Ada Lovelace',
      '| Title | Date | Start | End | Room | Speaker |\n|---|---|:--|---|---|---|\n| A | 2026-05-01 | 9:00 | 9:45 | B | Ada Lovelace |',
    ]) {
      const { times, names, talks, codes } = await read(table)
      expect([times, names, talks[0]?.location, codes]).toEqual([
        ['A 2026-05-01 09:00 09:45'],
        ['Ada Lovelace'],
        'B',
        [],
      ])
    }
  })

  test.each([
    [
      'columns in French',
      'Titre de la session;Jour;Heure\nA;3 février 2027;9 h 00',
      ['A 2027-02-03 09:00 -'],
      [],
    ],
    [
      'times in Spanish and Japanese',
      'title,date,start,end\nA,2027-02-03,9:00 a. m.,1:15\u00a0p.\u00a0m.\nB,2027-02-03,14時30分,15時',
      ['A 2027-02-03 09:00 13:15', 'B 2027-02-03 14:30 15:00'],
      [],
    ],
    [
      'moments with a word between day and time',
      '"Event Name","Start Date & Time","End Date & Time"\n"A","May 3, 2027 at 9:00 AM","May 3, 2027 at 9:45 AM"',
      ['A 2027-05-03 09:00 09:45'],
      [],
    ],
    [
      'a day above a line that has neither day nor time',
      'title,day,start\nA,2027-02-03,9:00\nB,,\nC,,11h15',
      ['A 2027-02-03 09:00 -', 'B 2027-02-03 - -', 'C 2027-02-03 11:15 -'],
      [],
    ],
    [
      'names that are turned',
      'title,date,speakers\nA,2027-02-03,"Lovelace, Ada; Hopper, Grace"\nB,2027-02-03,Mary Shelley',
      ['A 2027-02-03 - -', 'B 2027-02-03 - -'],
      ['Ada Lovelace', 'Grace Hopper', 'Mary Shelley'],
    ],
    [
      'nothing and lists of a database',
      'title,date,room,speakers\nA,2027-02-03,\\N,"{""Ada Lovelace"",""Grace Hopper""}"\nB,2027-02-03,\\N,{}',
      ['A 2027-02-03 - -', 'B 2027-02-03 - -'],
      ['Ada Lovelace', 'Grace Hopper'],
    ],
    [
      'a list of a script',
      `title,date,speakers\nA,2027-02-03,"['Ada Lovelace', ""Sinéad O'Connor""]"`,
      ['A 2027-02-03 - -'],
      ['Ada Lovelace', "Sinéad O'Connor"],
    ],
  ])('%s', async (_, table, expected, people) => {
    const { times, names, talks } = await read(table)
    expect(times).toEqual(expected)
    expect(names.sort()).toEqual(people)
    expect(new Set(talks.map(({ location }) => location))).toEqual(new Set([null]))
  })

  test.each(['Pausa caffè', 'Almoço', 'Koffiepauze'])('%j is a break', async (title) => {
    const { breaks } = await read(`title,date,start\n${title},2026-05-01,9:00\nT,2026-05-01,10:00`)
    expect(breaks.map((each) => each.title)).toEqual([title])
  })

  test('a line for each speaker is one talk; affiliations and numbers are no names, the last name may stand first', async () => {
    const lines = await read(
      'id,title,start,first name,last name\n5,A,2026-05-01 09:00,Ada,Lovelace\n5,A,2026-05-01 09:00,Grace,Hopper',
    )
    expect([lines.times, lines.names]).toEqual([['A 2026-05-01 09:00 -'], ['Ada Lovelace', 'Grace Hopper']])
    const affiliations = await read(
      'title,date,authors\nA,2026-05-01,"Ada Lovelace (Initech, Paris), Hang Su (Acme)"\nB,2026-05-01,Hang Su (Acme)',
    )
    expect(affiliations.names).toEqual(['Ada Lovelace', 'Hang Su'])
    const turned = await read('title;date;authors\nA;2026-05-01;"Lovelace, Ada (1); Hopper, Grace (1,2)"')
    expect(turned.names).toEqual(['Ada Lovelace', 'Grace Hopper'])
  })

  test('a line without a title is called by its type; a session with a line for each paper is one', async () => {
    const { talks, breaks } = await read(
      [
        'id,title,type,date,start,room',
        '1,,Break,2026-05-01,10:00,Blue',
        '2,,Poster pitches,2026-05-01,11:00,Blue',
        '3,Markets,,2026-05-01,12:00,Blue',
        '4,Markets,,2026-05-01,12:00,Blue',
        '5,Markets,,2026-05-01,12:00,Red',
      ].join('\n'),
    )
    expect(breaks.map(({ title }) => title)).toEqual(['Break'])
    expect(talks.map(({ key, title }) => `${key} ${title}`)).toEqual([
      '2 Poster pitches',
      '3 Markets',
      '5 Markets',
    ])
  })
})

test.each([
  ['PK\u0003\u0004\u0014\u0000', 'a packed file, such as an Excel workbook: save the table as CSV'],
  ['%PDF-1.7', 'This is a PDF'],
  [Buffer.from([0x1f, 0x8b, 8, 0, 0x9c]), 'packed with gzip: unpack it first'],
  [Buffer.from([0, 1, 2, 3, 255]), 'This is none of them'],
])('%j is refused by what it is', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message)
})

test.each([
  ['CDATA that never ends', `<schedule><conference><title>${'<![CDATA['.repeat(200_000)}`],
  ['a cell of many names', `title,date,speakers\nA,2026-05-01,"${'Ada Bo, '.repeat(200_000)}"`],
  ['a cell of spaces', `title,date,start\nA,2026-05-01,"9${' '.repeat(500_000)}x"`],
])('%s is read in no more time than it is long', async (_, content) => {
  const started = performance.now()
  await read(content).catch(() => {})
  expect(performance.now() - started).toBeLessThan(10_000)
})

test.each([
  ['webcal://example.org/a.ics', 'https://example.org/a.ics'],
  ['example.org/a.xml', 'https://example.org/a.xml'],
  ['http://example.org/a.xml', 'http://example.org/a.xml'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
])('the pasted address %j', (pasted, address) => {
  expect(webAddress(pasted)).toBe(address)
})

describe('what a spreadsheet or a script writes', () => {
  test('days and times as the numbers of a spreadsheet', async () => {
    const { times, codes } = await read(
      'title,date,start,end\nOpening,46143,0.375,0.40625\nDoors,46143,"0,5",0.53125\nWindows,,46144.5,46144.53125',
    )
    expect(times).toEqual([
      'Opening 2026-05-01 09:00 09:45',
      'Doors 2026-05-01 12:00 12:45',
      'Windows 2026-05-02 12:00 12:45',
    ])
    expect(codes).toEqual([])
    expect((await read('title,date,start,duration\nDoors,46143,0.375,0.03125')).times).toEqual([
      'Doors 2026-05-01 09:00 09:45',
    ])
    // Minutes after midnight, as before.
    expect((await read('title,date,start\nNight,2026-05-01,0.25')).times).toEqual([
      'Night 2026-05-01 00:25 -',
    ])
  })

  const rows = [
    { title: 'Opening', start: '2026-05-01T09:00', end: '2026-05-01T09:45', speakers: ['Ada Lovelace'] },
    { title: 'Of "doors"\nand windows', start: '2026-05-01T10:00', speakers: [{ name: 'Grace Hopper' }] },
  ]
  test.each([
    ['JSON lines', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['a list of objects', JSON.stringify(rows, null, 2)],
  ])('%s are a table', async (_, content) => {
    const { times, names, format } = await read(content)
    expect(times).toEqual(['Opening 2026-05-01 09:00 09:45', 'Of "doors" and windows 2026-05-01 10:00 -'])
    expect(names).toEqual(['Ada Lovelace', 'Grace Hopper'])
    expect(format).toBe('csv')
  })

  test('a line of JSON that is broken is named, and objects without titles are refused', async () => {
    await expect(read('{"title":"A"}\n{"title":')).rejects.toThrow(
      'This line is no valid JSON: mend it, or export the file again (line 2)',
    )
    await expect(read('[{"x":1},{"x":2}]')).rejects.toThrow('This JSON has neither "schedule" nor "sessions"')
  })

  test('a zone of a calendar with a colon in its name and no quotes', async () => {
    const calendar = (zone: string) =>
      [
        ...['BEGIN:VCALENDAR', 'X-WR-TIMEZONE:Europe/Oslo', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Doors'],
        ...[`DTSTART;TZID=${zone}:20260501T100000`, `DTEND;TZID=${zone}:20260501T104500`],
        ...['END:VEVENT', 'END:VCALENDAR'],
      ].join('\r\n')
    for (const [zone, start] of [
      ['GMT+03:00', '09:00'],
      ['"GMT+03:00"', '09:00'],
      ['UTC+3', '09:00'],
      ['GMT+05:30', '06:30'],
      ['"UTC+5:30"', '06:30'],
      ['"(UTC-05:00) Eastern Time (US & Canada)"', '16:00'],
      ['(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', '09:00'],
      ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', '06:30'],
      ['"(UTC) Coordinated Universal Time"', '12:00'],
    ] as const) {
      const { times, codes } = await read(calendar(zone))
      expect([zone, times[0]?.slice(0, 22), codes]).toEqual([zone, `Doors 2026-05-01 ${start}`, []])
    }
    expect((await read(calendar('"(UTC-03:00) Nowhere"'))).codes).toEqual(['UNKNOWN_TIME_ZONE'])
  })

  test('what is drunk in a break may be a talk: a long text makes it one, otherwise it is said once', async () => {
    const table = (text: string) =>
      `title,date,start,end,abstract\nCafé,2026-05-01,9:00,9:30,${text}\nCafé,2026-05-01,15:00,15:30,${text}\nLunch,2026-05-01,12:00,13:00,${text}\n`
    const short = await read(table('in the foyer'))
    expect(short.breaks.map(({ title }) => title)).toEqual(['Café', 'Café', 'Lunch'])
    expect(short.codes).toEqual(['READ_AS_BREAK'])
    const long = await read(table('where people meet '.repeat(20)))
    expect(long.times.map((each) => each.slice(0, 4))).toEqual(['Café', 'Café'])
    expect(long.breaks.map(({ title }) => title)).toEqual(['Lunch'])
  })

  test('characters in the names of topics that the database refuses are left out', async () => {
    const csv = 'title,date,start,topics\nOwls,2026-05-01,9:00,G\u0000o; \u0000; Ru\u0007st\n'
    const { talks } = await read(csv)
    expect(JSON.stringify(talks[0]?.topics)).toBe('["Go","Rust"]')
  })

  test('a table of very many lines that begin with times is refused before it is looked at', async () => {
    const lines = `Time,A,B\n${'9:00,x,x\n'.repeat(5000)}`
    await expect(read(lines, { first_day: '2026-05-01' })).rejects.toThrow(
      'The table has 5001 lines, and at most 5000',
    )
    await expect(
      read(`${lines.slice(0, 18)}10:00,y,z\n${',,\n'.repeat(6000)}`, { first_day: '2026-05-01' }),
    ).resolves.toMatchObject({ talks: [{}, {}, {}] })
  })
})
