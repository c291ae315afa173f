import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { event_states, event_tags, events } from '#features/events/events.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { serverLimits } from '#src/limits.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { readNews } from './digest-news.server.ts'

// What everybody is told, against a plain count of the same in TypeScript.

const context = useStore()
const hourMs = 3_600_000
const base = Date.now()
const at = (hoursAgo: number) => new Date(base - hoursAgo * hourMs).toISOString()
const until = at(1)

/** Numbers that are the same each time. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  const some = <T>(list: T[], most: number): T[] => [
    ...new Set(Array.from({ length: below(most + 1) }, () => list[below(list.length)]!)),
  ]
  return { below, some, one: <T>(list: T[]) => list[below(list.length)]! }
}

const fold = (text: string) => text.toLowerCase()
const places = [
  ['Bergen', 'Norway'],
  ['Oslo', 'Norway'],
  ['Lyon', 'France'],
  ['Nantes', 'France'],
  ['Graz', 'Austria'],
] as const

const members = process.env.HALLWAY_LONG === '1' ? 300 : 100

test(`the right set for each of ${members} members, in one statement`, async () => {
  const { db } = context.store
  const { below, some, one } = dice(20270101)
  const people = await makePeople(
    db,
    Array.from({ length: members }, () => ({})),
  )
  const owners = people.slice(0, 8)
  const topics = await makeTopics(
    db,
    Array.from({ length: 15 }, () => ({})),
  )
  const speakers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => makeSpeaker(db, n < 6 ? { user_id: owners[n]!.id } : {})),
  )
  const day = (days: number) => new Date(base + days * 24 * hourMs).toISOString().slice(0, 10)
  const newEvents = await makeEvents(
    db,
    Array.from({ length: 220 }, () => {
      const [location_name, country_name] = one([...places])
      const start_date = day(below(200) - 20)
      return {
        id: randomUUID(),
        location_name,
        country_name,
        start_date,
        end_date: start_date,
        owner: below(3) === 0 ? one(owners) : undefined,
        tags: some(topics, 3).map(({ name }) => name),
        created_at: at(below(500)),
      }
    }),
  )
  // Some tags came later, or while the digest was about to leave.
  const tags = newEvents.flatMap((event) =>
    event.tags.map((tag) => ({
      event_id: event.id,
      tag,
      created_at: below(2) ? at(below(500)) : event.created_at,
    })),
  )
  await db.delete(event_tags)
  await db.insert(event_tags).values(tags)
  const talks = await makeTalks(
    db,
    Array.from({ length: 260 }, () => ({
      event: one(newEvents),
      created_at: at(below(500)),
      speakers: some(speakers, 2),
      topics: some(topics, 2),
    })),
  )
  const talkSpeakers = await context.store.execute('select talk_id, speaker_id from talk_speakers')
  const talkTopics = await context.store.execute('select talk_id, topic_id from talk_topics')
  const states: (typeof event_states.$inferInsert)[] = newEvents.flatMap((event) =>
    Array.from({ length: Math.max(0, below(6) - 2) }, () => ({
      event_id: event.id,
      until: new Date(Date.parse(at(below(400))) + below(3_000_000)).toISOString(),
      start_date: event.start_date,
      end_date: event.end_date,
      // Half of them were as they are now: moved, and moved back.
      location_name: below(2) ? event.location_name : 'Elsewhere',
      country_name: event.country_name,
      status: below(3) ? ('scheduled' as const) : ('postponed' as const),
    })),
  )
  await db.insert(event_states).values(states)
  const links: Awaited<ReturnType<typeof makeTalkLink>>[] = []
  for (let n = 0; n < 200; n++)
    links.push(
      await makeTalkLink(db, {
        talk: one(talks),
        listed_at: at(below(400)),
        status: below(5) ? 'live' : 'suggested',
      }),
    )
  const following = people.flatMap(({ id: user_id }) => [
    ...some(topics, 3).map(({ id }) => ({ user_id, topic_id: id })),
    ...some(speakers, 2).map(({ id }) => ({ user_id, speaker_id: id })),
    ...some(owners, 2)
      .filter(({ id }) => id !== user_id)
      .map(({ id }) => ({ user_id, person_id: id })),
    ...(below(4) ? [] : [{ user_id, city_key: fold(one([...places])[0]) }]),
    ...(below(6) ? [] : [{ user_id, country_key: fold(one([...places])[1]) }]),
  ])
  await db.insert(follows).values(following)
  const readers = people.map(({ id }) => ({ user_id: id, covered_until: at(24 + below(400)) }))

  // ---- The plain count.
  const ms = (moment: string) => Date.parse(moment)
  const storedEvents = new Map((await db.select().from(events)).map((event) => [event.id, event]))
  const speakerOf = new Map(speakers.map((speaker) => [speaker.id, speaker.user_id]))
  const topicNamed = new Map(topics.map(({ id, name }) => [name, id]))
  const speakersOf = (talkId: string) =>
    talkSpeakers.filter(({ talk_id }) => talk_id === talkId).map(({ speaker_id }) => String(speaker_id))
  const keysOfSpeakers = (talkId: string) =>
    speakersOf(talkId).flatMap((id) => [`2 ${id}`, ...(speakerOf.get(id) ? [`1 ${speakerOf.get(id)}`] : [])])
  type Tie = { thing: string; since: number }
  const tiesOfEvent = new Map<string, Tie[]>()
  for (const event of storedEvents.values()) {
    const born = ms(event.created_at)
    const ties: Tie[] = [
      { thing: `4 ${event.city_key}`, since: born },
      { thing: `5 ${event.country_key}`, since: born },
      ...(event.created_by ? [{ thing: `1 ${event.created_by}`, since: born }] : []),
    ]
    for (const tag of tags)
      if (tag.event_id === event.id)
        ties.push({ thing: `3 ${topicNamed.get(tag.tag)}`, since: Math.max(born, ms(tag.created_at)) })
    for (const talk of talks)
      if (talk.event_id === event.id)
        for (const thing of keysOfSpeakers(talk.id))
          ties.push({ thing, since: Math.max(born, ms(talk.created_at)) })
    tiesOfEvent.set(event.id, ties)
  }
  const stateText = (state: {
    start_date: string
    end_date: string
    location_name: string
    country_name: string
    status?: string
  }) => [state.start_date, state.end_date, state.location_name, state.country_name, state.status].join('|')
  const stateAt = (eventId: string, moment: number) => {
    const later = states
      .filter((state) => state.event_id === eventId && ms(state.until!) > moment)
      .sort((a, b) => ms(a.until!) - ms(b.until!))[0]
    return stateText(later ?? storedEvents.get(eventId)!)
  }
  const end = ms(until)
  const today = until.slice(0, 10)
  const expected = readers.map(({ user_id, covered_until }) => {
    const coveredUntil = ms(covered_until)
    const mine = new Set(
      following
        .filter((row) => row.user_id === user_id)
        .map((row) => {
          const { topic_id, speaker_id, person_id, city_key, country_key } = row as Partial<
            typeof follows.$inferSelect
          >
          if (person_id) return `1 ${person_id}`
          if (speaker_id) return `2 ${speaker_id}`
          if (topic_id) return `3 ${topic_id}`
          return city_key ? `4 ${city_key}` : `5 ${country_key}`
        }),
    )
    const news: string[] = []
    for (const event of storedEvents.values()) {
      if (event.end_date < today) continue
      const ties = tiesOfEvent.get(event.id)!.filter(({ thing, since }) => mine.has(thing) && since <= end)
      if (ties.length === 0) continue
      const thing = ties.map((tie) => tie.thing).sort()[0]
      const since = Math.min(...ties.map((tie) => tie.since))
      if (since > coveredUntil) news.push(`${thing} New ${event.id}`)
      else if (stateAt(event.id, coveredUntil) !== stateAt(event.id, end))
        news.push(`${thing} Changed ${event.id}`)
    }
    for (const link of links) {
      if (link.status !== 'live' || ms(link.listed_at) <= coveredUntil || ms(link.listed_at) > end) continue
      const event = storedEvents.get(link.event_id)!
      const things = [
        ...keysOfSpeakers(link.talk_id),
        ...talkTopics
          .filter(({ talk_id }) => talk_id === link.talk_id)
          .map(({ topic_id }) => `3 ${topic_id}`),
        ...tags.filter(({ event_id }) => event_id === event.id).map(({ tag }) => `3 ${topicNamed.get(tag)}`),
        `4 ${event.city_key}`,
        `5 ${event.country_key}`,
      ].filter((thing) => mine.has(thing))
      if (things.length > 0) news.push(`${things.sort()[0]} Write-up ${link.id}`)
    }
    return { user_id, groups: Map.groupBy(news, (item) => item.split(' ').slice(0, 2).join(' ')) }
  })

  // ---- What the statement says.
  const { result, statements } = await watchStatements(() => readNews(db, readers, until))
  expect(statements).toHaveLength(1)
  const ranks = { person: 1, speaker: 2, topic: 3, city: 4, country: 5, check: 6 }
  let items = 0
  for (const { user_id, groups } of expected) {
    const parts = result.get(user_id) ?? []
    const thingOf = ({ kind, key }: (typeof parts)[number]) =>
      `${ranks[kind]} ${kind === 'topic' ? topicNamed.get(key) : kind === 'city' || kind === 'country' ? fold(key) : key}`
    expect(parts.map(thingOf).sort()).toEqual([...groups.keys()].sort())
    for (const part of parts) {
      const all = groups.get(thingOf(part))!
      expect(part.total).toBe(all.length)
      const itemTexts = part.items.map(({ label, id }) => `${thingOf(part)} ${label} ${id}`)
      expect(new Set(itemTexts).size).toBe(Math.min(all.length, serverLimits.digestItems))
      expect(itemTexts.filter((item) => !all.includes(item))).toEqual([])
      items += all.length
    }
  }
  // Neither empty nor everything.
  expect(expected.filter(({ groups }) => groups.size > 0).length).toBeGreaterThan(members / 2)
  for (const label of ['New', 'Changed', 'Write-up'])
    expect(
      expected.some(({ groups }) => [...groups.values()].flat().some((item) => item.includes(` ${label} `))),
    ).toBe(true)
  expect(items).toBeGreaterThan(3 * members)
})

test('it goes from what happened to who follows it, however much is about what they follow', async () => {
  const { db } = context.store
  const [person] = await makePeople(db, [{}])
  const topics = await makeTopics(
    db,
    Array.from({ length: 200 }, () => ({})),
  )
  await db.insert(follows).values(topics.map(({ id }) => ({ user_id: person!.id, topic_id: id })))
  const [event] = await makeEvents(db, [{ id: randomUUID(), tags: [topics[0]!.name], created_at: at(2000) }])
  const talks = await makeTalks(
    db,
    topics.map((topic) => ({ event: event!, created_at: at(2000), topics: [topic] })),
  )
  for (const talk of talks) await makeTalkLink(db, { talk, listed_at: at(2) })
  let plan = ''
  const explaining = {
    execute: async (statement: SQL) => {
      plan = JSON.stringify(await rows(db, sql`explain (analyze, format json) ${statement}`))
      return []
    },
  }
  await readNews(explaining as never, [{ user_id: person!.id, covered_until: at(24) }], until)
  const loops = [...plan.matchAll(/"Actual Loops":(\d+)/g)].map(([, count]) => Number(count))
  expect(loops.length).toBeGreaterThan(0)
  expect(Math.max(...loops)).toBeLessThan(2000)
})
