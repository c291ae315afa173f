import { expect, test } from 'vitest'
import { frabXml, read, testFiles } from '#tests/support/read-programme.ts'

// What files of other systems do that those in tests/fixtures do not: frab and Pentabarf, as XML and as JSON.

const json = (...events: object[]) => ({
  conference: { time_zone_name: 'Europe/Berlin', days: [{ date: '2026-05-01', rooms: { R: events } }] },
})
const starts = (...times: string[]) =>
  frabXml(Object.fromEntries(times.map((time, n) => [`T${n}`, `<start>${time}</start>`])))

testFiles([
  [
    'a room that a talk names by its slug has the name of the room it stands in',
    frabXml({ One: '<room>k4201</room>', Two: '<room>Other</room>', Three: '' }).replace(
      '<room name="B">',
      '<room name="K.4.201">',
    ),
    { places: ['@K.4.201', '@Other', '@K.4.201'] },
  ],
  [
    'a start after midnight belongs to the next date where the day goes on until then',
    frabXml(
      {
        Night: '<start>00:30</start><duration>00:45</duration>',
        Noon: '<start>12:30</start><duration>1:15</duration>',
      },
      { day: 'date="2026-05-01" start="2026-05-01T11:00:00+02:00" end="2026-05-02T04:00:00+02:00"' },
    ),
    { times: ['Night 2026-05-01 2026-05-02 00:30 01:15', 'Noon 2026-05-01 12:30 13:45'] },
  ],
  [
    'without dates, the small hours at the end of a room’s day are those of the next',
    starts('10:00', '23:00', '00:30'),
    { times: ['T0 2026-05-01 10:00 -', 'T1 2026-05-01 23:00 -', 'T2 2026-05-01 2026-05-02 00:30 -'] },
  ],
  [
    'a day that goes from midnight to midnight',
    starts('00:30', '10:00', '23:00'),
    { times: ['T0 2026-05-01 00:30 -', 'T1 2026-05-01 10:00 -', 'T2 2026-05-01 23:00 -'] },
  ],
  [
    'a start beside a date in UTC is the time there',
    frabXml({ A: '<date>2026-05-01T09:00:00Z</date><start>09:00</start>' }),
    { times: ['A 2026-05-01 09:00 -'] },
    { time_zone: 'Europe/Berlin' },
  ],
  [
    'moments in UTC without a zone: the clock beside them is that of the place',
    frabXml({
      A: '<date>2026-05-01T04:30:00+00:00</date><start>10:00</start>',
      B: '<date>2026-05-01T22:30:00+00:00</date><start>00:30</start>',
    }),
    { times: ['A 2026-05-01 10:00 -', 'B 2026-05-01 2026-05-02 00:30 -'] },
  ],
  [
    'a start with its day and offset, without a date',
    json({ title: 'A', start: '2026-05-01T10:30:00+02:00', duration: '0:45' }),
    { times: ['A 2026-05-01 10:30 11:15'], codes: [] },
  ],
  [
    'entries of a day with times in four digits',
    '<schedule><day date="2026-05-01"><entry id="1"><start>0930</start><duration>45</duration><room id="1">C01</room><title>T</title><speakers><speaker id="7"><name>Ada Lovelace</name></speaker></speakers></entry></day></schedule>',
    { times: ['T 2026-05-01 09:30 10:15'], places: ['@C01 Ada Lovelace'] },
  ],
  [
    'a length that is none is said',
    frabXml({ A: '<start>09:00</start><duration>a while</duration>' }),
    { codes: ['BAD_LENGTH'] },
  ],
  [
    'many talks without a time are one warning',
    frabXml({ A: '', B: '', C: '', D: '', E: '' }),
    { warnings: [{ text: '"A" has no time yet. There are 4 more like this' }] },
  ],
  [
    'markup that was escaped twice is markup, a word about markup is not',
    frabXml({
      A: '<abstract>&amp;lt;p&amp;gt;Hi &amp;lt;b&amp;gt;you&amp;lt;/b&amp;gt;&amp;lt;/p&amp;gt;</abstract>',
      B: '<abstract>The &amp;lt;b&amp;gt; element</abstract>',
    }),
    { talks: [{ description: 'Hi you' }, { description: 'The <b> element' }] },
  ],
  [
    'markup within lines leaves the lines',
    {
      sessions: [
        { title: 'T', startsAt: '2026-05-01T09:00', description: 'One\r\n\r\n<b>Two</b> & 1 < 2\r\nThree' },
      ],
    },
    { talks: [{ description: 'One\n\nTwo & 1 < 2\nThree' }] },
  ],
  [
    'entities of HTML, ampersands that mean themselves, and an encoding that is none',
    `<?xml version="1.0" encoding="x-none"?>${frabXml({ 'R&D at the Caf&eacute;': '<abstract><![CDATA[A & B, AT&T]]></abstract><persons><person>Jos&eacute; P\u00e9rez</person></persons>' })}`,
    { talks: [{ title: 'R&D at the Café', description: 'A & B, AT&T' }], names: ['José Pérez'] },
  ],
  [
    'a language of three letters, and a track that is none',
    frabXml({ A: '<language>eng</language><track>No Track</track>' }),
    { talks: [{ language: 'en', track: null }], tracks: [] },
  ],
  [
    'a speaker without a name is missed, not forgotten',
    frabXml({ A: '<start>9:00</start><persons><person id="7"/></persons>' }),
    { codes: ['NO_NAME'] },
  ],
  [
    'people in the event itself, several in one name, and nobody',
    frabXml({
      A: '<start>9:00</start><person>Dr. Ada Lovelace, Grace Hopper</person>',
      B: '<start>9:00</start><persons><person id="7">Mary Shelley, Percy Shelley</person></persons>',
      C: '<start>9:00</start><person>TBA</person><person/>',
    }),
    {
      places: ['@B Dr. Ada Lovelace; Grace Hopper', '@B Mary Shelley, Percy Shelley', '@B'],
      codes: ['SEVERAL_NAMES'],
    },
  ],
  [
    'JSON: people as one text',
    json({ title: 'A', start: '10:00', persons: 'Ada Lovelace, Grace Hopper' }),
    { places: ['@R Ada Lovelace; Grace Hopper'], codes: ['SEVERAL_NAMES'] },
  ],
  [
    'JSON: rooms that are empty, null or objects; texts in languages; lists that are objects',
    {
      conference: {
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
                    ...{ id: 12, start: '00:30', duration: 45, links: '', attachments: null },
                    title: { de: 'Hallo', en: 'Hello' },
                    track: { de: 'Sicherheit', en: 'Security' },
                    persons: { 1: { public_name: 'Ada Lovelace' }, 2: 'Grace Hopper', 3: null },
                  },
                ],
              },
            },
          },
        ],
      },
    },
    {
      times: ['Hello 2026-05-01 2026-05-02 00:30 01:15'],
      places: ['@C #Security Ada Lovelace; Grace Hopper'],
      talks: [{ key: '12' }],
    },
  ],
  [
    'JSON: days that PHP wrote as an object',
    {
      schedule: {
        conference: { days: { 1: { date: '2026-05-01', rooms: { A: [{ title: 'T', start: '10:00' }] } } } },
      },
    },
    { times: ['T 2026-05-01 10:00 -'] },
  ],
  [
    'JSON of the second version: one list of events, rooms and tracks by slug or guid',
    {
      schedule: {
        conference: {
          time_zone_name: 'Europe/Berlin',
          tracks: [{ name: 'Making', slug: 'making' }],
          rooms: [{ name: 'Hall', slug: 'hall', guid: 'g1' }],
          days: [{ index: 1, date: '2026-05-01' }],
        },
        events: [
          {
            ...{ guid: 'e1', title: 'A', room: { guid: 'g1' }, track: { slug: 'making' } },
            start: '2026-05-02T00:15:00+02:00',
            end: '2026-05-02T00:55:00+02:00',
            participants: [{ guid: 'p1', name: 'Ada Lovelace', role: 'speaker' }],
            attachments: [{ type: 'slides', url: 'https://example.org/a.pdf' }],
          },
          { guid: 'e2', title: 'B', start: '2026-05-01T08:00:00Z', room: { slug: 'hall', name: 'Hall' } },
        ],
        persons: [{ guid: 'p1', name: 'Ada Lovelace', biography: 'Wrote the first program' }],
      },
    },
    {
      times: ['A 2026-05-01 2026-05-02 00:15 00:55', 'B 2026-05-01 10:00 -'],
      places: ['@Hall #Making Ada Lovelace', '@Hall'],
      talks: [{ slides_url: 'https://example.org/a.pdf' }, {}],
    },
  ],
  [
    'breaks by type, track or the parts of their titles',
    frabXml({
      'Cake and posters': '<start>10:00</start><track>Pause</track><person></person>',
      'Meet the team': '<start>11:00</start><type>Coffee break</type>',
      'Registration / Breakfast': '<start>12:00</start>',
      'Lunch (in the foyer)': '<start>13:00</start>',
      Networking: '<start>15:00</start><track>Networking</track>',
      'How we make lunch': '<start>14:00</start><track>Pause</track><person>Ada Lovelace</person>',
    }),
    { breaks: [{}, {}, {}, {}], talks: [{ title: 'Networking' }, { title: 'How we make lunch' }] },
  ],
  [
    'cancelled in brackets and in other languages; days that have no talk yet',
    frabXml(
      Object.fromEntries(
        [
          'A [abgesagt]',
          'ANNULÉ : Bonjour',
          'C (cancelled)',
          'How we cancelled it',
          'CANCELLED: REST',
          'CANCELLED FLIGHTS',
        ].map((title, n) => [title, `<start>0${n}:00</start>`]),
      ),
      { conference: '<start>2026-05-01</start><end>2026-05-03</end>' },
    ),
    {
      talks: [
        { title: 'A', status: 'cancelled' },
        { title: 'Bonjour', status: 'cancelled' },
        { title: 'C', status: 'cancelled' },
        { title: 'How we cancelled it', status: 'scheduled' },
        { title: 'REST', status: 'cancelled' },
        { title: 'CANCELLED FLIGHTS', status: 'scheduled' },
      ],
      conference: { start_date: '2026-05-01', end_date: '2026-05-03' },
    },
  ],
])

test('an entity that nobody knows is refused', async () => {
  await expect(read(frabXml({ '&bomb;': '' }))).rejects.toThrow('undefined entity')
})

test.each([
  [
    'Europe/Helsinki',
    ['Offset 2026-05-01 10:00 -', 'Clock 2026-05-01 2026-05-02 00:30 01:30'],
    ['OTHER_TIME_ZONE'],
  ],
  ['Europe/Brussels', ['Offset 2026-05-01 09:00 -', 'Clock 2026-05-01 23:30 00:30'], []],
])('times are moved to the zone of the conference, %s, and that is said', async (time_zone, times, codes) => {
  const file = frabXml(
    {
      Offset: '<date>2026-05-01T09:00:00+0200</date><start>09:00</start>',
      Clock: '<start>23:30</start><duration>01:00</duration>',
    },
    { conference: '<time_zone_name>Europe/Berlin</time_zone_name>' },
  )
  expect(await read(file, { time_zone })).toMatchObject({ times, codes })
})

test.each([
  ['0:45:00 01:30:00 0:20:00', ['09:45', '10:30', '09:20']],
  ['00:45 1:00:00', ['09:45', null]],
  ['45 0:50:00 PT1H', ['09:45', '09:50', '10:00']],
])('lengths %j: the last of three parts is seconds if all have three', async (durations, ends) => {
  const talks = durations
    .split(' ')
    .map((duration, n) => [`T${n}`, `<start>09:00</start><duration>${duration}</duration>`])
  const programme = await read(frabXml(Object.fromEntries(talks)))
  expect(programme.talks.map(({ end_time }) => end_time)).toEqual(ends)
})

test.each([
  ['**bold** and *soft*, __init__ and _quiet_', 'bold and soft, init and quiet'],
  ['# Topics\n\n* one\n+ two\n- three', 'Topics\n\n- one\n- two\n- three'],
  ['See [the docs](https://example.org/a_b_c "x").', 'See the docs (https://example.org/a_b_c).'],
  ['See [the docs]( https://example.org/a ).', 'See the docs (https://example.org/a).'],
  [
    '`a * b * c`, snake_case_name, 2 * 3 * 4 and **kwargs',
    'a * b * c, snake_case_name, 2 * 3 * 4 and **kwargs',
  ],
  ['Not \\*soft\\*, https://example.org/_a_/b', 'Not *soft*, https://example.org/_a_/b'],
])('Markdown of pretalx: %j', async (written, text) => {
  expect((await read(json({ title: 'T', abstract: written }))).talks[0]?.description).toBe(text)
  const sessions = [{ title: 'T', startsAt: '2026-05-01T09:00', description: written }]
  expect((await read({ sessions })).talks[0]?.description).toBe(written)
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
  expect((await read(frabXml({ A: `<language>${name}</language>` }))).talks[0]?.language).toBe(tag)
})
