import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { linkKinds } from '#features/programme/link-kinds.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { importProgramme } from '#features/programme-import/programme-syncs.server.ts'
import { readSyncedEvent } from '#features/programme-import/stored-programme.server.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { type Database, rows } from '#server/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { hasRealData, loadRealProgramme, realSchedule } from '#tests/support/real-data.ts'
import { programmeFile } from './feed-routes.server.ts'
import { readProgramme } from './programme-export.server.ts'

// What goes out of one site and comes in on another goes out there as the same bytes.

const here = useStore()
const there = useStore()
const site = { name: 'Hallway', url: 'https://hallway.test' }

const bringIn = async (db: Database, slug: string, content: Uint8Array) =>
  importProgramme(db, (await readSyncedEvent(db, { slug }))!, { content }, { site, today: '2020-01-01' })
const exported = async (db: Database, slug: string, format: string) =>
  programmeFile((await readProgramme(db, slug))!, format, site)!.body

/** The same conference on the other site, without its programme. */
async function makeEventThere(slug: string, fields: Partial<typeof events.$inferInsert> = {}) {
  const [event] = await here.store.db.select().from(events).where(eq(events.slug, slug))
  const { name, start_date, end_date, location_name, country_name, website, time_zone } = event!
  await there.store.db.delete(events).where(eq(events.slug, slug))
  await there.store.db.insert(events).values({
    ...{ name, slug, start_date, end_date, location_name, country_name, website, time_zone },
    ...fields,
  })
}

/** The text with what each site gives itself (numbers of talks, ids of people, the version) as the place where it stands first. */
function comparable(text: string): string {
  const places = new Map<string, number>()
  const place = (value: string) => {
    if (!places.has(value)) places.set(value, places.size)
    return `(${places.get(value)})`
  }
  const unpacked = text.replace(/<\?hallway (.*)\?>/, (_, packed) =>
    JSON.stringify(JSON.parse(decodeURIComponent(packed)), null, 1),
  )
  return unpacked
    .replace(/<version>[^<]*|"version": "[^"]*"/, 'version')
    .replace(
      /(<event guid="[^"]*" id="|"id": |\/conferences\/[\w-]+\/talks\/|"slug": "\w+-)(\d+)/g,
      (_, before, number) => before + place(number),
    )
    .replace(
      /(<person guid="|\/speakers\/|"persons": \[\n\s*\{\n\s*"guid": "|\},\n\s*\{\n\s*"guid": "(?=[^"]*",\n\s*"name"))([0-9a-f-]{36})/g,
      (_, before, id) => before + place(id),
    )
}

async function expectRoundTrip(slug: string, format: string) {
  const first = await exported(here.store.db, slug, format)
  await makeEventThere(slug)
  await bringIn(there.store.db, slug, Buffer.from(first))
  const second = await exported(there.store.db, slug, format)
  expect(comparable(second).split('\n')).toEqual(comparable(first).split('\n'))
  return first
}

const liveLinks = (db: Database) =>
  rows<{ title: string; kind: string; url: string; link_title: string | null }>(
    db,
    sql`
      select talks.title, kind, canonical as url, talk_links.title as link_title
      from talk_links join talks on talks.id = talk_id join events on events.id = talks.event_id
      where talk_links.status = 'live' and slug = 'rubykaigi-2024'
      order by talks.title, talks.date, kind, canonical`,
  )

test.each(['xml', 'json', 'csv'])('RubyKaigi with its breaks and all kinds of links: %s', async (format) => {
  const { db } = here.store
  const id = await loadRealProgramme(db, 'rubykaigi-2024')
  const list = await db.select().from(talks).where(eq(talks.event_id, id))
  for (const [index, talk] of list.entries()) {
    // The same on most talks: no boilerplate, since people listed it.
    await makeTalkLink(db, { talk, kind: 'code', url: `https://code.example/${index}` })
    await makeTalkLink(db, {
      talk,
      kind: 'paper',
      title: 'Feedback',
      url: `https://papers.example/${index}.pdf`,
    })
  }
  const [talk] = list
  for (const kind of linkKinds)
    for (const title of [null, 'Code: & <more>'])
      await makeTalkLink(db, {
        talk: talk!,
        kind,
        title,
        url: `https://example.com/${kind}/${title ? 1 : 2}`,
      })
  await makeTalkLink(db, { talk: talk!, status: 'suggested', url: 'https://example.com/suggested' })
  await makeTalkLink(db, { talk: talk!, status: 'rejected', url: 'https://example.com/rejected' })
  await db
    .update(talks)
    .set({
      url: 'https://example.com/talk',
      // A table may come from anywhere: markup in it is taken for markup.
      description: format === 'csv' ? 'Write' : 'Write <code>&amp;lt;</code>, not <script>.\n\n<p>',
      status: 'cancelled',
    })
    .where(eq(talks.id, talk!.id))
  await db.update(talks).set({ recording: 'none' }).where(eq(talks.id, list[1]!.id))

  const file = await expectRoundTrip('rubykaigi-2024', format)
  expect(file).toContain('https://example.com/video/1')
  expect(file).not.toMatch(/suggested|rejected/)
  expect(await liveLinks(there.store.db)).toEqual(await liveLinks(db))
})

test('a calendar brings back all that XML has: texts in full, subtitles, types, languages, links', async () => {
  const { db } = here.store
  const event = await makeEvent(db, {
    time_zone: 'Europe/Oslo',
    start_date: '2026-05-01',
    end_date: '2026-05-02',
  })
  for (const { db } of [here.store, there.store])
    await db.insert(topics).values([{ name: 'C, C++' }, { name: 'Postgres' }])
  const iron = await makeTrack(db, { event, name: 'Iron; age', position: 0 })
  const track = await makeTrack(db, { event, name: 'Stone, age', position: 1 })
  const whole = { event, date: '2026-05-01', location: 'Blue; "A"', track }
  const talk = await makeTalk(db, {
    ...{ ...whole, title: 'With all of it', start_time: '10:00', end_time: '10:40', language: 'de' },
    subtitle: 'One, two; three \\ four',
    description: `See <b> &amp; https://example.com/a.\n\n- 日本語 😀  \n${'long '.repeat(600)}end`,
    type: 'Key, note',
    url: 'https://example.com/talk',
    feedback_url: 'https://example.com/feedback',
    slides_url: 'https://example.com/slides.pdf',
    video_url: 'https://example.com/video',
    recording: 'none',
    topics: await db.select().from(topics),
    speakers: [
      await makeSpeaker(db, { name: 'Ada, Countess' }),
      await makeSpeaker(db, { name: 'Grace Hopper' }),
    ],
  })
  for (const title of [null, 'Code: "more" ^n & <less>'])
    await makeTalkLink(db, {
      talk,
      kind: 'code',
      title,
      url: `https://example.com/code/${title ? 1 : 2}?a=1;b,c`,
    })
  // Neither a track nor what it is called may be taken for the type.
  await makeTalk(db, {
    ...whole,
    title: 'Type alone',
    start_time: '11:00',
    end_time: '12:00',
    track: undefined,
    type: 'Break',
  })
  await makeTalk(db, {
    ...whole,
    title: 'Late',
    track: iron,
    start_time: '05:00',
    end_time: '06:00',
    date: '2026-05-02',
    day: '2026-05-01',
  })
  await makeTalk(db, { ...whole, title: 'Nothing', start_time: '13:00', end_time: '14:00', location: null })
  const [calendar, xml] = [await exported(db, event.slug, 'ics'), await exported(db, event.slug, 'xml')]
  expect(decodeURIComponent(xml)).toContain('["C, C++","Postgres"]')
  await makeEventThere(event.slug)
  await bringIn(there.store.db, event.slug, Buffer.from(calendar))
  expect(comparable(await exported(there.store.db, event.slug, 'xml')).split('\n')).toEqual(
    comparable(xml).split('\n'),
  )
})

test.each(['xml', 'json', 'csv', 'ics'])(
  'talks bring along their topics, where these are: %s',
  async (format) => {
    const { db } = here.store
    const event = await makeEvent(db)
    const only = await makeTopic(db)
    const both = await makeTopic(db)
    await there.store.db.insert(topics).values({ name: both.name.toUpperCase() })
    await makeTalk(db, { event, start_time: '10:00', topics: [only, both] })
    await makeTalk(db, { event, topics: [both] })
    const file = await exported(db, event.slug, format)
    await makeEventThere(event.slug)
    await bringIn(there.store.db, event.slug, Buffer.from(file))
    const listed = await rows<{ name: string }>(
      there.store.db,
      sql`
      select topics.name from talk_topics join topics on topics.id = topic_id join talks on talks.id = talk_id
      join events on events.id = event_id where slug = ${event.slug}`,
    )
    expect(listed.map(({ name }) => name)).toEqual([both.name.toUpperCase(), both.name.toUpperCase()])
  },
)

test.each(['xml', 'json'])('without a time zone, times come back as they were: %s', async (format) => {
  const { db } = here.store
  const id = await loadRealProgramme(db, 'rubykaigi-2024')
  await db.update(events).set({ time_zone: null }).where(eq(events.id, id))
  const file = await expectRoundTrip('rubykaigi-2024', format)
  await makeEventThere('rubykaigi-2024', { time_zone: 'Europe/Brussels', country_name: 'Belgium' })
  await bringIn(there.store.db, 'rubykaigi-2024', Buffer.from(file))
  const times = (db: Database) =>
    rows(
      db,
      sql`
        select talks.title, day, date, start_time, end_time from talks join events on events.id = event_id
        where slug = 'rubykaigi-2024' order by 2, 3, 4, 1`,
    )
  expect(await times(there.store.db)).toEqual(await times(db))
})

test('a calendar comes back with rooms, speakers and abstracts as they were', async () => {
  const { db } = here.store
  const event = await makeEvent(db, { location_name: 'Bergen', time_zone: 'Europe/Oslo' })
  const speakers = [
    await makeSpeaker(db, { name: 'Ada, Countess' }),
    await makeSpeaker(db, { name: 'Grace Hopper' }),
  ]
  const talk = { event, start_time: '10:00', end_time: '10:40', location: 'Tar Room; A' }
  await makeTalk(db, { ...talk, title: 'With both', description: 'One, two.\n\nThree.', speakers })
  await makeTalk(db, {
    ...talk,
    title: 'With nothing',
    start_time: '11:00',
    end_time: '11:30',
    location: null,
  })
  const file = await exported(db, event.slug, 'ics')
  await makeEventThere(event.slug)
  await bringIn(there.store.db, event.slug, Buffer.from(file))
  const listed = await rows(
    there.store.db,
    sql`
      select title, talks.description, talks.location, array(
        select name from talk_speakers join speakers on speakers.id = speaker_id where talk_id = talks.id order by position
      ) as speakers
      from talks join events on events.id = event_id where slug = ${event.slug} order by title`,
  )
  expect(listed).toEqual([
    {
      title: 'With both',
      description: 'One, two.\n\nThree.',
      location: 'Tar Room; A',
      speakers: ['Ada, Countess', 'Grace Hopper'],
    },
    { title: 'With nothing', description: null, location: null, speakers: [] },
  ])
})

test.each(['xml', 'json', 'csv', 'ics'])(
  'breaks, talks without a time and talks without an end come back: %s',
  async (format) => {
    const { db } = here.store
    const event = await makeEvent(db, {
      time_zone: 'Europe/Oslo',
      start_date: '2026-05-01',
      end_date: '2026-05-02',
    })
    const track = await makeTrack(db, { event, name: 'Stone, age' })
    const talk = { event, date: '2026-05-01', location: 'Blue', track }
    await makeTalk(db, { ...talk, title: 'Open end', start_time: '10:00', end_time: null })
    await makeTalk(db, { ...talk, title: 'Half an hour', start_time: '11:00', end_time: '11:30' })
    await makeTalk(db, {
      ...{ event, title: 'Some time', date: '2026-05-02', start_time: null, end_time: null },
      speakers: [await makeSpeaker(db, { name: 'Mary Shelley' })],
    })
    await makeBreak(db, { event, title: 'Lunch', description: 'Soup;\n?> "bread"', track })
    await makeBreak(db, { event, title: 'Meet the robots', start_time: '15:00', end_time: null })
    const file = await exported(db, event.slug, format)
    await makeEventThere(event.slug)
    await bringIn(there.store.db, event.slug, Buffer.from(file))
    const listed = (all: Database) =>
      rows(
        all,
        sql`
          select talks.title, talks.day, talks.date, start_time, end_time, talks.location, talks.url, tracks.name, null as description, array(
            select name from talk_speakers join speakers on speakers.id = speaker_id where talk_id = talks.id
          )::text as speakers
          from talks join events on events.id = talks.event_id left join tracks on tracks.id = track_id
          where slug = ${event.slug}
          union all
          select title, date, date, start_time, end_time, null, null, tracks.name, breaks.description, null
          from breaks join events on events.id = breaks.event_id left join tracks on tracks.id = track_id
          where slug = ${event.slug} order by 1`,
      )
    expect(await listed(there.store.db)).toEqual(await listed(db))
  },
)

test.each(['xml', 'json'])('a talk without a type comes back without one: %s', async (format) => {
  const { db } = here.store
  const event = await makeEvent(db, { time_zone: 'Europe/Oslo' })
  await makeTalk(db, { event, start_time: '10:00', end_time: '10:40' })
  await makeTalk(db, { event, start_time: '11:00', end_time: '11:40', type: 'Keynote' })
  await expectRoundTrip(event.slug, format)
  const types = await rows(
    there.store.db,
    sql`select type from talks join events on events.id = event_id where slug = ${event.slug} order by start_time`,
  )
  expect(types).toEqual([{ type: null }, { type: 'Keynote' }])
})

describe.skipIf(!hasRealData)('real programmes beside the project', () => {
  test.each(['xml', 'json'])('DjangoCon US 2024: %s', async (format) => {
    await loadRealProgramme(here.store.db, 'djangocon-us-2024')
    await expectRoundTrip('djangocon-us-2024', format)
  })

  test.runIf(process.env.HALLWAY_LONG === '1')('FOSDEM 2026, from its own XML', async () => {
    const { db } = here.store
    await db.insert(events).values({
      name: 'FOSDEM 2026',
      slug: 'fosdem-2026',
      start_date: '2026-01-31',
      end_date: '2026-02-01',
      location_name: 'Brussels',
      country_name: 'Belgium',
      website: 'https://fosdem.org/2026/',
      time_zone: 'Europe/Brussels',
    })
    await bringIn(db, 'fosdem-2026', await readFile(realSchedule('fosdem-2026-schedule.xml')))
    for (const format of ['xml', 'json']) await expectRoundTrip('fosdem-2026', format)
  })
})
