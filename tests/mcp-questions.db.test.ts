import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCalls } from '#tests/support/factories/calls.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'

// What people ask an assistant, answered with the tools of /mcp: each question within three calls.

const context = useStore()
const site = 'http://hallway.test'
const nextYear = new Date().getUTCFullYear() + 1
const on = (monthAndDay: string) => `${nextYear}-${monthAndDay}`
let client: Client
let calls = 0

type Rows = Record<string, unknown>[]
type Answer = Record<string, Rows> & { [field: string]: unknown }

async function read(name: string, input: Record<string, unknown>): Promise<Answer> {
  calls++
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [{ text = '' } = {}] = content as { text?: string }[]
  if (isError) throw new Error(text)
  return JSON.parse(text).written_by_users
}

beforeAll(async () => {
  const { db } = context.store
  const rust = await makeTopic(db, { name: 'Rust' })
  await makeTopic(db, { name: 'Security' })
  const [oxide, , fosdem] = await makeEvents(db, [
    {
      ...{ name: `Oxide Days ${nextYear}`, slug: 'oxide-days', tags: ['Rust'], start_date: on('04-10') },
      ...{ location_name: 'Ghent', country_name: 'Belgium', website: 'https://oxide.example' },
    },
    {
      ...{ name: 'Ferris Coast', slug: 'ferris-coast', tags: ['Rust'], start_date: on('04-12') },
      ...{ location_name: 'Boston', country_name: 'United States' },
    },
    {
      ...{ name: `FOSDEM ${nextYear}`, slug: 'fosdem', start_date: on('02-06'), end_date: on('02-07') },
      ...{ location_name: 'Brussels', country_name: 'Belgium', time_zone: 'Europe/Brussels' },
      code_of_conduct_url: 'https://fosdem.example/conduct',
    },
    { name: 'FOSDEM 2019', slug: 'fosdem-2019', start_date: '2019-02-02' },
    {
      ...{ name: 'Safe at Home', slug: 'safe-at-home', tags: ['Security'], start_date: on('05-03') },
      ...{ location_name: 'Online', country_name: 'Online', format: 'online', price: 'free' },
    },
  ])
  await makeCalls(db, [
    { event: oxide!, closes_on: on('01-15'), travel: 'yes' },
    { event: fosdem!, closes_on: '2020-01-01' },
  ])
  const ada = await makeSpeaker(db, { name: 'Ada Lovelace' })
  const [engine] = await makeTalks(db, [
    {
      ...{ event: fosdem!, title: 'The Analytical Engine', location: 'Janson', speakers: [ada] },
      ...{ start_time: '14:00', end_time: '14:50', topics: [rust] },
    },
    { event: fosdem!, title: 'Elsewhere', location: 'Chavanne', start_time: '14:00', end_time: '15:00' },
    { event: fosdem!, title: 'Later', location: 'Janson', start_time: '15:00', end_time: '16:00' },
    { event: fosdem!, title: 'Sunday', location: 'Janson', date: on('02-07'), start_time: '14:00' },
  ])
  await makeTalkLink(db, { talk: engine!, kind: 'video', url: 'https://videos.example/engine' })
  const { app } = accountHost(context.store)
  client = new Client({ name: 'test', version: '1' })
  const fetchFromApp: typeof fetch = async (input, init) => app.fetch(new Request(input, init))
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site}/mcp`), { fetch: fetchFromApp }))
  return () => client.close()
})

const europe = ['Belgium', 'France', 'Germany', 'Italy', 'Netherlands', 'Poland', 'Spain', 'United Kingdom']
const spring = ['03', '04', '05'].map((month) => `${nextYear}-${month}`)
const slugOf = async (search: string) =>
  (await read('find_conferences', { search, when: 'upcoming' })).events![0]!.slug

/** Each with what the answer must have in it. */
const questions: [question: string, ask: () => Promise<unknown>, has: string[], hasNot?: string[]][] = [
  [
    'Which Rust conference in Europe next spring has an open call?',
    () => read('find_calls', { topics: ['Rust'], country: europe, month: spring }),
    ['Oxide Days', on('01-15'), `${site}/conferences/oxide-days`],
  ],
  [
    'What is on at FOSDEM at 14:00 in Janson?',
    async () => read('get_programme', { slug: await slugOf('FOSDEM'), rooms: ['Janson'], time: '14:00' }),
    ['The Analytical Engine', 'Ada Lovelace', `${site}/conferences/fosdem/talks/`],
    ['Later', 'Sunday'],
  ],
  [
    'And on the second day?',
    async () => read('get_programme', { slug: await slugOf('FOSDEM'), day: on('02-07'), rooms: ['Janson'] }),
    ['Sunday'],
  ],
  [
    'When and where is the next FOSDEM?',
    () => read('find_conferences', { search: 'FOSDEM', when: 'upcoming' }),
    [on('02-06'), 'Brussels', `${site}/conferences/fosdem"`],
  ],
  [
    'What is near Brussels in April?',
    () => read('find_conferences', { near: 'Brussels', within: 100, month: [`${nextYear}-04`] }),
    ['Oxide Days'],
  ],
  [
    'Who speaks about Rust?',
    () => read('find_speakers', { topics: ['Rust'] }),
    ['Ada Lovelace', '/speakers/'],
  ],
  [
    'What has Ada Lovelace spoken about?',
    async () => {
      const { speakers } = await read('find_anything', { search: 'Ada Lovelace' })
      return read('get_talks_of_speaker', { id: speakers![0]!.id })
    },
    ['The Analytical Engine', 'FOSDEM'],
  ],
  [
    'Is there a video of the talk about the Analytical Engine?',
    async () => {
      const { talks } = await read('find_anything', { search: 'Analytical Engine' })
      return read('get_talk', { number: talks![0]!.number })
    },
    ['https://videos.example/engine'],
  ],
  ['Which open calls pay for travel?', () => read('find_calls', { paid: ['travel'] }), ['Oxide Days']],
  [
    'Is there a free online conference about security?',
    () => read('find_conferences', { topics: ['Security'], how: 'online', free: 'yes', when: 'upcoming' }),
    ['Safe at Home'],
  ],
  [
    'Does FOSDEM have a code of conduct, and in which time zone is it?',
    async () => read('get_conference', { slug: await slugOf('FOSDEM') }),
    ['https://fosdem.example/conduct', 'Europe/Brussels'],
  ],
]

test.each(questions)('%s', async (_, ask, has, hasNot = []) => {
  calls = 0
  const answer = JSON.stringify(await ask())
  for (const text of has) expect(answer).toContain(text)
  for (const other of ['Ferris Coast', 'Elsewhere', 'fosdem-2019', ...hasNot])
    expect(answer).not.toContain(other)
  expect(calls).toBeLessThanOrEqual(3)
})
