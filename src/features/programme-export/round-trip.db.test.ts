import { readFile } from 'node:fs/promises'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventFieldNames, eventFields } from '#features/events/event-editing.schemas.ts'
import { events } from '#features/events/events.tables.ts'
import { programmeFile } from '#features/feeds/feed-routes.server.ts'
import { linkKinds } from '#features/programme/link-kinds.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { readProgramme as readProgrammeFile } from '#features/programme-import/reading/read-programme.ts'
import { createEventFromProgramme } from '#features/programme-import/syncs/new-event.server.ts'
import {
  beginUndo,
  importProgramme,
  previewProgramme,
} from '#features/programme-import/syncs/programme-syncs.server.ts'
import { readSyncedEvent } from '#features/programme-import/syncs/stored-programme.server.ts'
import { undoSync } from '#features/programme-import/syncs/undo-sync.server.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { hasRealData, loadRealProgramme, realSchedule } from '#tests/support/real-data.ts'
import { readProgramme } from './read-programme.server.ts'

// What goes out of one site as JSON and comes in on another goes out there as the same bytes. The other formats bring
// what they have a place for.

const here = useStore()
const there = useStore()
const site = { name: 'Hallway', url: 'https://hallway.test' }

const importFile = async (db: Database, slug: string, content: Uint8Array) =>
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
  return text
    .replace(/"version": "[^"]*"/, 'version')
    .replace(
      /("id": |\/conferences\/[\w-]+\/talks\/|"slug": "\w+-)(\d+)/g,
      (_, before, number) => before + place(number),
    )
    .replace(
      /(\/speakers\/|"persons": \[\n\s*\{\n\s*"guid": "|\},\n\s*\{\n\s*"guid": "(?=[^"]*",\n\s*"name"))([0-9a-f-]{36})/g,
      (_, before, id) => before + place(id),
    )
}

async function expectRoundTrip(slug: string) {
  const first = await exported(here.store.db, slug, 'json')
  await makeEventThere(slug)
  await importFile(there.store.db, slug, Buffer.from(first))
  const second = await exported(there.store.db, slug, 'json')
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

test('RubyKaigi with its breaks and all kinds of links', async () => {
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
      description: 'Write <code>&amp;lt;</code>, not <script>.\n\n<p>',
      status: 'cancelled',
    })
    .where(eq(talks.id, talk!.id))
  await db.update(talks).set({ recording: 'none' }).where(eq(talks.id, list[1]!.id))

  const file = await expectRoundTrip('rubykaigi-2024')
  expect(file).toContain('https://example.com/video/1')
  expect(file).not.toMatch(/suggested|rejected/)
  expect(await liveLinks(there.store.db)).toEqual(await liveLinks(db))
})

test.each(['json', 'csv'])('talks bring along their topics, where these are: %s', async (format) => {
  const { db } = here.store
  const event = await makeEvent(db)
  const only = await makeTopic(db)
  const both = await makeTopic(db)
  await there.store.db.insert(topics).values({ name: both.name.toUpperCase() })
  await makeTalk(db, { event, start_time: '10:00', topics: [only, both] })
  await makeTalk(db, { event, topics: [both] })
  const file = await exported(db, event.slug, format)
  await makeEventThere(event.slug)
  await importFile(there.store.db, event.slug, Buffer.from(file))
  const topicRows = await rows<{ name: string }>(
    there.store.db,
    sql`
      select topics.name from talk_topics join topics on topics.id = topic_id join talks on talks.id = talk_id
      join events on events.id = event_id where slug = ${event.slug}`,
  )
  expect(topicRows.map(({ name }) => name)).toEqual([both.name.toUpperCase(), both.name.toUpperCase()])
})

test('without a time zone, times come back as they were', async () => {
  const { db } = here.store
  const id = await loadRealProgramme(db, 'rubykaigi-2024')
  await db.update(events).set({ time_zone: null }).where(eq(events.id, id))
  const file = await expectRoundTrip('rubykaigi-2024')
  await makeEventThere('rubykaigi-2024', { time_zone: 'Europe/Brussels', country_name: 'Belgium' })
  await importFile(there.store.db, 'rubykaigi-2024', Buffer.from(file))
  const times = (db: Database) =>
    rows(
      db,
      sql`
        select talks.title, day, date, start_time, end_time from talks join events on events.id = event_id
        where slug = 'rubykaigi-2024' order by 2, 3, 4, 1`,
    )
  expect(await times(there.store.db)).toEqual(await times(db))
})

test.each(['json', 'csv'])(
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
    await importFile(there.store.db, event.slug, Buffer.from(file))
    const readTalks = (all: Database) =>
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
    expect(await readTalks(there.store.db)).toEqual(await readTalks(db))
  },
)

test('a talk without a type comes back without one', async () => {
  const { db } = here.store
  const event = await makeEvent(db, { time_zone: 'Europe/Oslo' })
  await makeTalk(db, { event, start_time: '10:00', end_time: '10:40' })
  await makeTalk(db, { event, start_time: '11:00', end_time: '11:40', type: 'Keynote' })
  await expectRoundTrip(event.slug)
  const types = await rows(
    there.store.db,
    sql`select type from talks join events on events.id = event_id where slug = ${event.slug} order by start_time`,
  )
  expect(types).toEqual([{ type: null }, { type: 'Keynote' }])
})

/** What is of one site alone, or follows from the rest; every other column is to leave with a programme. */
const ofThisSite = {
  events:
    'series_id created_by created_at updated_at import_id sequence doc name_key city_key country_key conference_key first_start_date first_end_date'.split(
      ' ',
    ),
  tracks: ['created_by', 'source_key', 'position'],
  breaks: ['created_by', 'updated_at', 'source_key', 'source_values'],
  talks: 'number created_by created_at updated_at sequence doc source_key source_values'.split(' '),
  speakers: 'user_id created_by created_at updated_at name_key doc events_spoken_at unique_conferences'.split(
    ' ',
  ),
}

/** All that is held about a conference, with names for ids. */
async function everythingAbout(db: Database, slug: string) {
  const rowOf = (table: keyof typeof ofThisSite) =>
    sql.raw(`to_jsonb(${table}) - '{id,event_id,track_id,${ofThisSite[table].join()}}'::text[]`)
  const event = sql`(select id from events where slug = ${slug})`
  const track = sql`jsonb_build_object('track', (select name from tracks where tracks.id = track_id))`
  const list = (name: string, query: SQL) =>
    rows<{ row: unknown }>(db, query).then((all) => [name, all.map(({ row }) => row)])
  return Object.fromEntries(
    await Promise.all([
      list('events', sql`select ${rowOf('events')} as row from events where slug = ${slug}`),
      list(
        'tracks',
        sql`select ${rowOf('tracks')} as row from tracks where event_id = ${event} order by position`,
      ),
      list(
        'breaks',
        sql`select ${rowOf('breaks')} || ${track} as row from breaks where event_id = ${event} order by title`,
      ),
      list(
        'talks',
        sql`
        select ${rowOf('talks')} || ${track} || jsonb_build_object(
          'speakers', array(select name from talk_speakers join speakers on speakers.id = speaker_id where talk_id = talks.id order by talk_speakers.position),
          'topics', array(select name from talk_topics join topics on topics.id = topic_id where talk_id = talks.id order by name),
          'links', array(select kind || ' ' || canonical || ' ' || coalesce(title, '') from talk_links where talk_id = talks.id and status = 'live' order by 1)
        ) as row from talks where event_id = ${event} order by title, date`,
      ),
      list(
        'speakers',
        sql`
        select ${rowOf('speakers')} || jsonb_build_object(
          'links', array(select platform || ' ' || handle from social_links where speaker_id = speakers.id order by 1)
        ) as row from speakers where id in (select speaker_id from talk_speakers join talks on talks.id = talk_id where event_id = ${event})
        order by name`,
      ),
    ]),
  ) as Record<string, Record<string, unknown>[]>
}

/** A value for each field of a conference that these lack, such as one that was added since. */
const newFields = (fields: object): object =>
  Object.fromEntries(
    eventFieldNames
      .filter((name) => !(name in fields))
      .map((name) => [
        name,
        ['Word', 'https://example.org/new'].find(
          (value) => eventFields[name].schema.safeParse(value).success,
        ),
      ]),
  )

/** A conference of which every column, and those of its programme, has a value. */
async function makeEventWithEveryField(db: Database) {
  await db
    .insert(topics)
    .values([{ name: 'C, C++' }, { name: 'Postgres' }])
    .onConflictDoNothing()
  const fields: Parameters<typeof makeEvent>[1] = {
    name: 'Whole, "Conf"',
    slug: 'whole-conf-2026',
    description: 'Two days & <nights>.\n\n- one  \n- two',
    start_date: '2026-05-01',
    end_date: '2026-05-02',
    location_name: 'St. John’s',
    country_name: 'Canada',
    website: 'https://example.org/2026',
    time_zone: 'America/St_Johns',
    code_of_conduct_url: 'https://example.org/conduct',
    format: 'hybrid',
    languages: 'en, pt-BR',
    price: '150 to 300 EUR',
    ...{ captions: 'yes', sign_language: 'no', step_free: 'yes', childcare: 'no' },
    ...{ quiet_room: 'yes', scholarships: 'no' },
    accounts: 'https://fosstodon.org/@whole https://www.youtube.com/@whole',
    hashtag: '#WholeConf',
    logo_url: `/pictures/${'a'.repeat(32)}.webp`,
    status: 'cancelled',
    status_note: 'The hall burnt down',
    tags: ['C, C++', 'Postgres'],
  }
  const event = await makeEvent(db, { ...newFields(fields), ...fields })
  const [iron, stone] = [
    await makeTrack(db, {
      event,
      name: 'Iron; age',
      description: 'Hot,\nand <b>loud</b> &amp; so',
      position: 0,
    }),
    await makeTrack(db, { event, name: 'Stone, age', position: 1 }),
  ]
  const ada = await makeSpeaker(db, {
    name: 'Ada, Countess',
    bio: 'Wrote *the* first; program &amp; more',
    location_name: 'London, W1',
    country_name: 'United Kingdom',
    country_code: 'GB',
    image_url: 'https://example.org/ada.png',
    links: [
      { platform: 'github', handle: 'ada' },
      { platform: 'twitter', handle: 'countess' },
      { platform: 'website', handle: 'https://example.org/ada' },
    ],
  })
  const grace = await makeSpeaker(db, { name: 'Grace Hopper', bio: 'Ships', country_name: 'Atlantis' })
  const quiet = await makeSpeaker(db, { name: 'Mary Shelley' })
  const talk = await makeTalk(db, {
    event,
    title: 'With all of it',
    subtitle: 'One, two; three \\ four',
    description: 'See <b> &amp; *this* https://example.com/a.\n\n- 日本語 😀',
    date: '2026-05-01',
    start_time: '10:00',
    end_time: '10:40',
    location: 'Blue; "A"',
    language: 'de-AT',
    type: 'Key, note',
    url: 'https://example.com/talk',
    feedback_url: 'https://example.com/feedback',
    slides_url: 'https://example.com/slides.pdf',
    video_url: 'https://example.com/video',
    recording: 'none',
    track: iron,
    topics: await db
      .select()
      .from(topics)
      .where(inArray(topics.name, ['C, C++', 'Postgres'])),
    speakers: [grace, ada],
  })
  for (const kind of linkKinds)
    await makeTalkLink(db, { talk, kind, title: `Code: "${kind}"`, url: `https://example.com/${kind}/1?a=b` })
  const late = { event, date: '2026-05-02', day: '2026-05-01', start_time: '00:30', end_time: '01:15' }
  await makeTalk(db, { ...late, title: 'After midnight', type: 'talk', speakers: [quiet] })
  await makeTalk(db, {
    event,
    title: 'Called off',
    date: '2026-05-02',
    start_time: '09:00',
    status: 'cancelled',
    track: stone,
  })
  await makeTalk(db, { event, title: '=Lunch', date: '2026-05-02', start_time: '12:00', end_time: '12:30' })
  await makeTalk(db, { event, title: 'Lunch', date: '2026-05-02', start_time: '13:00', end_time: '13:30' })
  await makeTalk(db, {
    event,
    title: 'Some time',
    date: '2026-05-02',
    start_time: null,
    end_time: null,
    location: 'Red',
  })
  await makeBreak(db, { event, title: 'Soup', description: 'With;\n?> "bread"', track: stone })
  await makeBreak(db, { event, title: 'Ways out', date: '2026-05-02', start_time: '18:00', end_time: null })
  return event
}

const file = async (format: string) => ({
  content: Buffer.from(await exported(here.store.db, 'whole-conf-2026', format)),
})

describe('a conference with every field', () => {
  let all: Record<string, Record<string, unknown>[]>
  beforeAll(async () => {
    await makeEventWithEveryField(here.store.db)
    all = await everythingAbout(here.store.db, 'whole-conf-2026')
  })
  beforeEach(async () => {
    const { db } = there.store
    await db.execute(sql`truncate all_events, all_speakers, topics cascade`)
    await db.insert(topics).values([{ name: 'C, C++' }, { name: 'Postgres' }])
  })

  // Two that are empty would be equal: a column that is new needs a value in makeEventWithEveryField.
  test('has a value in every column', () => {
    const isEmpty = (value: unknown) => value === null || value === '' || `${value}` === ''
    const emptyColumns = Object.entries(all).flatMap(([table, list]) =>
      Object.keys(list[0]!)
        .filter((column) => list.every((row) => isEmpty(row[column])))
        .map((column) => `${table}.${column}`),
    )
    expect(emptyColumns).toEqual([])
  })

  test('comes to a fresh site with every column', async () => {
    const { db } = there.store
    const { event } = await createEventFromProgramme(db, await file('json'), 'whole-conf-2026', {})
    await importFile(db, event.slug, (await file('json')).content)
    const [logo] = all.events!
    const expected = { ...all, events: [{ ...logo, logo_url: `${site.url}${logo!.logo_url}` }] }
    expect(await everythingAbout(db, event.slug)).toEqual(expected)
  })

  test('comes in again where it is from and doubles nothing; undoing it leaves all as it was', async () => {
    const { db } = here.store
    const event = (await readSyncedEvent(db, { slug: 'whole-conf-2026' }))!
    const { content } = await file('json')
    const { report, warnings } = await previewProgramme(db, event, { content }, { today: '2026-01-01' })
    expect(report).toMatchObject({
      added: 0,
      changed: 0,
      moved: 0,
      removed: 0,
      kept: 0,
      breaks: { added: 0, changed: 0, moved: 0, removed: 0 },
      people: { new: 0 },
    })
    expect(warnings.filter(({ code }) => code === 'SAME_TITLE')).toEqual([])
    await importFile(db, event.slug, content)
    expect(await everythingAbout(db, event.slug)).toEqual(all)
    await undoSync(db, (await beginUndo(db, event.id))!, {})
    expect(await everythingAbout(db, event.slug)).toEqual(all)
    expect(await db.$count(talks, sql`event_id = ${event.id}::uuid and source_key is not null`)).toBe(0)
  })
})

/** A conference whose programme every format has a place for. */
async function makePlainEvent(db: Database) {
  const event = await makeEvent(db, {
    slug: 'plain-conf-2026',
    start_date: '2026-05-01',
    end_date: '2026-05-02',
    location_name: 'Bergen',
    time_zone: 'Europe/Oslo',
  })
  const track = await makeTrack(db, { event, name: 'Stone age' })
  const day = { event, date: '2026-05-02', track, location: 'Blue', language: 'de', type: 'Keynote' }
  const talk = await makeTalk(db, {
    ...{ ...day, title: 'With all of it', start_time: '10:00', end_time: '10:40' },
    subtitle: 'In two parts',
    description: 'One, two.\n\n- three\n- 日本語 😀',
    feedback_url: 'https://example.com/feedback',
    slides_url: 'https://example.com/slides.pdf',
    video_url: 'https://example.com/video.mp4',
    recording: 'none',
    speakers: [
      await makeSpeaker(db, { name: 'Ada Lovelace' }),
      await makeSpeaker(db, { name: 'Grace Hopper' }),
    ],
  })
  await makeTalkLink(db, { talk, kind: 'code', url: 'https://github.com/example/example' })
  const late = { day: '2026-05-01', start_time: '00:30', end_time: '01:15' }
  await makeTalk(db, { ...day, ...late, title: 'After midnight' })
  const calledOff = { start_time: '11:00', end_time: '12:00', status: 'cancelled' as const }
  await makeTalk(db, { ...day, ...calledOff, title: 'Called off' })
  return event
}

/** What a talk shows: the columns that each format has a place for. */
const visibleColumns: Record<string, string[]> = {
  ics: ['title', 'date', 'start_time', 'end_time', 'track', 'status'],
}
visibleColumns.xml = [
  ...visibleColumns.ics!,
  ...['day', 'subtitle', 'description', 'location', 'type', 'language', 'recording', 'feedback_url'],
  ...['slides_url', 'video_url', 'speakers'],
]
visibleColumns.csv = [...visibleColumns.xml, 'url', 'links']

describe('a programme in the formats of others', () => {
  beforeAll(async () => {
    await makePlainEvent(here.store.db)
  })

  test.each(['xml', 'csv', 'ics'])('shows what it showed: %s', async (format) => {
    const slug = 'plain-conf-2026'
    const content = Buffer.from(await exported(here.store.db, slug, format))
    await makeEventThere(slug)
    await importFile(there.store.db, slug, content)
    const visible = async ({ db }: { db: Database }) =>
      (await everythingAbout(db, slug)).talks!.map((talk) =>
        Object.fromEntries(visibleColumns[format]!.map((column) => [column, talk[column]])),
      )
    const talksHere = await visible(here.store)
    expect(talksHere.map(({ title }) => title)).toEqual(['After midnight', 'Called off', 'With all of it'])
    expect(await visible(there.store)).toEqual(talksHere)
  })

  // Exports of version 1.3.0 and before.
  test.each([
    [
      'xml',
      '<conference>',
      '<?hallway %7B%22about%22%3A%7B%7D%2C%22breaks%22%3A%5B%7B%7D%5D%7D?><conference>',
    ],
    ['xml', '<conference>', '<?hallway %?><conference>'],
    ['ics', 'BEGIN:VEVENT', 'X-HALLWAY-EXTRAS:%7B%22breaks%22%3A%5B%7B%7D%5D%7D\r\nBEGIN:VEVENT'],
    ['ics', 'END:VEVENT', 'X-HALLWAY-ROOM:Red\r\nX-HALLWAY-SPEAKERS:Mary Shelley\r\nEND:VEVENT'],
  ])('a full copy that is hidden in it is passed over: %s, %s', async (format, before, withCopy) => {
    const file = await exported(here.store.db, 'plain-conf-2026', format)
    expect(readProgrammeFile(Buffer.from(file.replace(before, withCopy)))).toEqual(
      readProgrammeFile(Buffer.from(file)),
    )
  })

  test('lines that were edited in a spreadsheet change their talks and nothing else', async () => {
    const { db } = here.store
    const all = await everythingAbout(db, 'plain-conf-2026')
    const event = (await readSyncedEvent(db, { slug: 'plain-conf-2026' }))!
    const content = Buffer.from(
      (await exported(db, event.slug, 'csv'))
        .replace('Called off', 'Called off again')
        .replace(',10:00,10:40,', ',14:00,14:40,')
        .replace(/^.*After midnight.*\r\n/m, ''),
    )
    const { report, warnings } = await previewProgramme(db, event, { content }, { today: '2026-01-01' })
    expect(report).toMatchObject({ added: 0, changed: 1, moved: 1, removed: 0, breaks: { added: 0 } })
    expect(warnings).toContainEqual({
      code: 'NOT_IN_FILE',
      key: null,
      text: '1 talk that was added by hand is not in this file and stays, such as "After midnight"',
    })
    await importFile(db, event.slug, content)
    const titles = (await everythingAbout(db, event.slug)).talks!.map(
      ({ title, start_time }) => `${title} ${start_time}`,
    )
    expect(titles).toEqual([
      'After midnight 00:30:00',
      'Called off again 11:00:00',
      'With all of it 14:00:00',
    ])
    await undoSync(db, (await beginUndo(db, event.id))!, {})
    expect(await everythingAbout(db, event.slug)).toEqual(all)
  })
})

describe.skipIf(!hasRealData)('real programmes beside the project', () => {
  test('DjangoCon US 2024', async () => {
    await loadRealProgramme(here.store.db, 'djangocon-us-2024')
    await expectRoundTrip('djangocon-us-2024')
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
    await importFile(db, 'fosdem-2026', await readFile(realSchedule('fosdem-2026-schedule.xml')))
    await expectRoundTrip('fosdem-2026')
  })
})
