import { expect, test } from 'vitest'
import { read, testFiles } from '#tests/support/read-programme.ts'

// What files of other systems do that those in tests/fixtures do not: JSON of pretalx, Sessionize, schema.org and Indico,
// and what conferences write themselves.

const span = (from: string, to: string) => ({ start: `${from}+02:00`, end: `${to}+02:00` })
const subEvent = [
  {
    '@type': 'Event',
    name: 'Hello',
    startDate: '2026-05-01T10:00:00+02:00',
    endDate: '2026-05-01T10:40:00+02:00',
    location: { '@type': 'Place', name: 'Hall' },
    performer: { '@type': 'Person', name: 'Ada Lovelace' },
  },
]
const schedule = {
  name: 'Harbour Days',
  startDate: '2026-05-01',
  endDate: '2026-05-02',
  location: { name: 'Forum', address: { addressLocality: 'Bergen', addressCountry: 'NO' } },
}
const ofSchema = {
  times: ['Hello 2026-05-01 10:00 10:40'],
  places: ['@Hall Ada Lovelace'],
  conference: { title: 'Harbour Days', city: 'Bergen', country: 'Norway', end_date: '2026-05-02' },
}
const atCern = (time: string, date = '2026-05-04') => ({ date, time, tz: 'Europe/Zurich' })
const session = (id: string, more: object = {}) => ({
  id,
  title: `S${id}`,
  startsAt: '2026-05-01T09:00:00',
  endsAt: '2026-05-01T09:45:00',
  room: 'Blue',
  speakers: [{ id: 'a', name: 'Ada Lovelace' }],
  ...more,
})
const plenum = session('1', { isPlenumSession: true })

testFiles([
  [
    'pretalx: the file behind the schedule page',
    {
      talks: [
        {
          ...{ code: 'ABC', title: 'Hello', abstract: '**Hi**', track: 3, room: 7, answers: ['secret'] },
          speakers: ['S1', 'S2'],
          ...span('2026-06-05T09:00:00', '2026-06-05T09:45:00'),
        },
        {
          ...{ title: { en: 'Lunch', de: 'Mittagessen' }, speakers: null, room: 7 },
          ...span('2026-06-05T12:00:00', '2026-06-05T13:00:00'),
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
    },
    {
      times: ['Hello 2026-06-05 09:00 09:45'],
      places: ['@Main hall #Web Ada Lovelace; Grace Hopper'],
      talks: [{ key: 'ABC', description: 'Hi' }],
      people: [{ name: 'Ada Lovelace', bio: 'Counts.' }, { name: 'Grace Hopper' }],
      breaks: [{ title: 'Lunch' }],
      conference: { time_zone: 'Europe/Berlin', end_date: '2026-06-06' },
    },
  ],
  [
    'pretalx: the API',
    {
      count: 2,
      results: [
        {
          ...{ code: 'D', title: 'Bonjour', content_locale: 'fr', state: 'confirmed' },
          submission_type: { en: 'Talk' },
          speakers: [{ code: 'S1', name: 'Ada Lovelace' }],
          slot: { room: { en: 'A' }, ...span('2026-06-05T09:00:00', '2026-06-05T09:30:00') },
          resources: [{ resource: 'https://files.example.org/a.pdf', description: 'Slides' }],
        },
        { code: 'E', title: 'Never', state: 'rejected', slot: null },
      ],
    },
    {
      times: ['Bonjour 2026-06-05 09:00 09:30'],
      places: ['@A Ada Lovelace'],
      talks: [{ type: 'Talk', language: 'fr', slides_url: 'https://files.example.org/a.pdf' }],
    },
  ],
  [
    'pretalx: the slots of a schedule',
    {
      version: '1',
      slots: [
        {
          ...{ room: { id: 3, name: { en: 'Hall' } }, ...span('2026-05-01T10:00:00', '2026-05-01T10:40:00') },
          submission: { code: 'A', title: 'Hello', speakers: [{ code: 'S', name: 'Ada Lovelace' }] },
        },
        {
          ...{ room: { id: 3, name: { en: 'Hall' } }, ...span('2026-05-01T11:00:00', '2026-05-01T11:40:00') },
          ...{ submission: null, description: { en: 'Coffee and cake' } },
        },
      ],
    },
    {
      times: ['Hello 2026-05-01 10:00 10:40'],
      places: ['@Hall Ada Lovelace'],
      breaks: [{ title: 'Coffee and cake' }],
    },
  ],
  [
    'talks with a date and times of day, beside what is known of the event',
    {
      event: {
        ...{ name: 'Harbour Days', city: 'Bergen', country: 'Norway', timezone: 'Europe/Oslo' },
        ...{ start_date: '2026-05-01', end_date: '2026-05-02', website: 'https://harbour.example/' },
      },
      talks: [
        {
          ...{ title: 'Hello', date: '2026-05-01', start_time: '10:00', end_time: '10:40', room: 'Hall' },
          ...{ speakers: ['Ada Lovelace'], slides_url: 'https://harbour.example/hello.pdf' },
          ...{ subtitle: 'And welcome', category: 'lightning_talk', tags: ['Go', { name: 'Rust' }] },
          url: 'https://harbour.example/hello',
        },
        { title: 'Late', day: '2026-05-02', start: '21:00', end: '21:30' },
      ],
      breaks: [{ title: 'Cake', date: '2026-05-01', start_time: '11:00', end_time: '11:30', track: null }],
      speakers: [
        {
          ...{ name: 'Ada Lovelace', bio: 'Wrote the first program', twitter: '@ada' },
          ...{ github: 'https://github.com/lovelace', website: 'ada.example' },
        },
      ],
    },
    {
      conference: {
        ...{ title: 'Harbour Days', city: 'Bergen', country: 'Norway', time_zone: 'Europe/Oslo' },
        ...{ start_date: '2026-05-01', end_date: '2026-05-02', url: 'https://harbour.example/' },
      },
      times: ['Hello 2026-05-01 10:00 10:40', 'Late 2026-05-02 21:00 21:30'],
      places: ['@Hall Ada Lovelace', ''],
      talks: [
        {
          ...{ slides_url: 'https://harbour.example/hello.pdf', url: 'https://harbour.example/hello' },
          ...{ subtitle: 'And welcome', type: 'lightning talk', topics: ['Go', 'Rust'] },
        },
        {},
      ],
      people: [
        {
          bio: 'Wrote the first program',
          links: [
            { platform: 'github', handle: 'lovelace' },
            { platform: 'twitter', handle: 'ada' },
            { platform: 'website', handle: 'https://ada.example' },
          ],
        },
      ],
      breaks: [{ title: 'Cake', date: '2026-05-01', start_time: '11:00' }],
      codes: [],
    },
  ],
  ['schema.org: events in a page', { '@context': 'https://schema.org', ...schedule, subEvent }, ofSchema],
  [
    'schema.org: events beside others',
    { '@graph': [{ '@type': 'WebSite' }, { ...schedule, subEvent }] },
    ofSchema,
  ],
  [
    'schema.org: events in the script of a page',
    `<!doctype html><script>{</script><script type="application/ld+json">[]</script>
      <script type="application/ld+json">${JSON.stringify({ ...schedule, subEvent })}</script>`,
    ofSchema,
  ],
  [
    'schema.org: events called sessions, with a list of performers',
    { ...schedule, sessions: subEvent.map((entry) => ({ ...entry, performer: [entry.performer] })) },
    ofSchema,
  ],
  [
    'Indico: the contributions of an event',
    {
      count: 1,
      results: [
        {
          title: 'Grid Week',
          startDate: atCern('08:00:00'),
          endDate: atCern('18:00:00', '2026-05-05'),
          contributions: [
            {
              ...{ id: '7', title: 'Storage', startDate: atCern('09:30:00'), endDate: null, duration: 30 },
              ...{ room: 'Aula', roomFullname: '', track: 'Disks' },
              speakers: [{ first_name: 'Ada', last_name: 'Lovelace' }, { fullName: 'Hopper, Grace' }],
            },
          ],
        },
      ],
    },
    {
      times: ['Storage 2026-05-04 09:30 10:00'],
      places: ['@Aula #Disks Ada Lovelace; Grace Hopper'],
      talks: [{ key: '7' }],
      conference: { title: 'Grid Week', time_zone: 'Europe/Zurich', end_date: '2026-05-05' },
      codes: [],
    },
  ],
  [
    'Sessionize: texts in several languages, slides and video',
    {
      sessions: [
        {
          ...{
            id: 1,
            title: { ja: '\u4f55\u304b', en: 'Something' },
            startsAt: '2026-05-01T09:00:00+09:00',
            roomId: 2,
          },
          asset: { videoUrl: 'https://example.org/a.mp4', slideUrl: 'https://example.org/a.pdf' },
        },
      ],
      rooms: [{ id: 2, name: { ja: '\u9752', en: 'Blue' } }],
    },
    {
      talks: [
        {
          ...{ title: 'Something', location: 'Blue' },
          ...{ video_url: 'https://example.org/a.mp4', slides_url: 'https://example.org/a.pdf' },
        },
      ],
    },
  ],
  [
    'Sessionize: a session in several groups is one talk; a stream is no recording',
    [
      {
        groupName: 'Web',
        sessions: [session('1'), session('2', { startsAt: null, endsAt: null, room: null })],
      },
      {
        groupName: 'Mobile',
        sessions: [session('1'), session('3', { liveUrl: 'https://youtu.be/abcdefghijk' })],
      },
    ],
    {
      times: ['S1 2026-05-01 09:00 09:45', 'S2 2026-05-01 - -', 'S3 2026-05-01 09:00 09:45'],
      talks: [{}, {}, { video_url: null, links: [{ kind: 'other', title: 'Live stream' }] }],
    },
  ],
  [
    'Sessionize: categories with German names',
    {
      sessions: [{ id: '1', title: 'A', startsAt: '2026-05-01T09:00:00', categoryItems: [1, 2, 3] }],
      categories: [
        { title: 'Vortragssprache', items: [{ id: 1, name: 'Deutsch' }] },
        { title: 'Themenbereich', items: [{ id: 2, name: 'Architektur' }] },
        { title: 'Vortragsformat', items: [{ id: 3, name: 'Workshop' }] },
      ],
    },
    { talks: [{ language: 'de', track: 'Architektur', type: 'Workshop' }] },
  ],
  [
    'Sessionize: a plenum that each room lists is one talk',
    [
      {
        date: '2026-05-01T00:00:00',
        rooms: [
          { name: 'Blue', sessions: [plenum] },
          { name: 'Red', sessions: [{ ...plenum, room: 'Red' }, session('2')] },
        ],
      },
    ],
    { talks: [{}, {}] },
  ],
])

test.each(['talks', 'results', 'breaks'])('a warning names the list: %s', async (list) => {
  const entry = { title: 'A', start: '2026-05-01T10:00:00+02:00', duration: 'a while' }
  const { warnings } = await read({ talks: [{ ...entry, duration: '00:30' }], [list]: [entry] })
  expect(warnings.map(({ code, key }) => [code, key])).toContainEqual(['BAD_LENGTH', `${list}[0]`])
})
