import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Database, rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePeople, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { randomFrom } from './support/random.ts'

// Any two conferences or speakers, merged, and the merge undone: every row of every table is as it was.

const context = useStore()
const isLong = process.env.HALLWAY_LONG === '1'
/** One of them alone: HALLWAY_SEED=17. */
const seeds = process.env.HALLWAY_SEED
  ? [Number(process.env.HALLWAY_SEED)]
  : Array.from({ length: isLong ? 200 : 6 }, (_, n) => n + 1)

let admin: Person
let people: Person[]
beforeAll(async () => {
  const { db } = context.store
  const [first, ...rest] = await makePeople(db, [{ isAdmin: true }, {}, {}, {}, {}, {}, {}])
  admin = first!
  people = rest
})

/** What happened is told and logged; it is not undone. */
const uncompared = [
  ...['change_sets', 'changed_rows', 'changes', 'admin_actions', 'all_notifications', 'mail_outbox'],
  ...['event_moves', 'rate_limits', 'words', 'places'],
]

/** Every table as text, without versions. */
async function contents(db: Database): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(db)`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
  const all: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !uncompared.includes(table.name))) {
    const lines = await rows<{ line: string }>(
      db,
      sql`select (to_jsonb(t) - array['updated_at', 'sequence'])::text as line from ${sql.identifier(name)} as t order by 1`,
    )
    if (lines.length > 0) all[name] = lines.map(({ line }) => line)
  }
  return all
}

/** The rows that only one of two has: a whole database is no message. */
const differences = (expected: Record<string, string[]>, actual: Record<string, string[]>) =>
  Object.keys({ ...expected, ...actual }).flatMap((table) => {
    const [one, other] = [expected[table] ?? [], actual[table] ?? []]
    return [
      ...one.filter((line) => !other.includes(line)).map((line) => `${table} lacks ${line}`),
      ...other.filter((line) => !one.includes(line)).map((line) => `${table} has ${line}`),
    ]
  })

type Random = ReturnType<typeof randomFrom>

const titles = ['Opening', 'Query Plans', 'Rust at Night', 'Small Tools', 'Panel']

/** Two conferences of one series or none, and a row in each table that refers to one of them, by chance in both. */
async function makeWorld(random: Random) {
  const { db } = context.store
  await db.execute(
    sql`truncate all_events, series, topics, all_speakers, old_addresses, topic_proposals, directory_sources, change_sets, changed_rows cascade`,
  )
  const speakers = await makeSpeakers(
    db,
    ['Ann', 'Bob', 'Cy'].map((name, n) => ({
      name,
      bio: n ? 'A bio' : null,
      links: n ? [{ platform: 'github' as const, handle: name }] : [],
    })),
  )
  const topics = await makeTopics(
    db,
    ['Rust', 'Go', 'Zig'].map((name) => ({ name })),
  )
  const day = () => `2031-03-0${1 + random.below(3)}`
  const events = await makeEvents(
    db,
    ['One', 'Two', 'Other'].map((name) => ({
      name: `${name} Conf`,
      description: random.pick([null, 'About']),
      website: random.pick([null, `https://${name.toLowerCase()}.example`]),
      start_date: '2031-03-01',
      end_date: '2031-03-03',
      owner: random.pick([undefined, ...people]),
      tags: random.some(topics, 3).map((topic) => topic.name),
    })),
  )
  const [one, two, third] = events.map(({ id }) => id) as [string, string, string]
  if (random.below(2)) await makeSeries(db, random.some(events, 3))
  for (const id of [one, two]) await fill(db, random, { id, day, speakers, topics })
  await db.execute(
    sql`insert into directory_sources (name, format, licence) values ('A list', 'ical', 'CC0')`,
  )
  await db.execute(sql`insert into topic_proposals (name) values ('Proposed')`)
  for (const id of [one, two, third]) await fillFromSources(db, random, id)
  for (const follower of people)
    await db.execute(sql`
      insert into follows (user_id, series_id, noticed_edition_id)
      select ${follower.id}::uuid, id, ${random.pick([one, two])}::uuid from series on conflict do nothing`)
  await db.execute(sql`truncate change_sets, changed_rows restart identity cascade`)
  return { one, two, speakers }
}

type Parts = { id: string; day: () => string; speakers: { id: string }[]; topics: { id: string }[] }

async function fill(db: Database, random: Random, { id, day, speakers, topics }: Parts) {
  const chance = () => random.below(3) > 0
  const each = async (insert: (userId: string) => ReturnType<typeof sql>) => {
    for (const person of people) if (chance()) await db.execute(insert(person.id))
  }
  const visibility = () => random.pick([null, 'public', 'members', 'unlisted'])
  await each(
    (user) => sql`insert into all_user_events (user_id, event_id, is_attending, visibility)
      values (${user}::uuid, ${id}::uuid, ${chance()}, ${visibility()})`,
  )
  await each((user) => sql`insert into follows (user_id, event_id) values (${user}::uuid, ${id}::uuid)`)
  await each(
    (user) => sql`insert into event_organisers (event_id, user_id)
      select id, ${user}::uuid from all_events where id = ${id}::uuid and created_by is distinct from ${user}::uuid`,
  )
  await each(
    (user) => sql`insert into all_event_claims (event_id, user_id) values (${id}::uuid, ${user}::uuid)`,
  )
  await each(
    (user) => sql`insert into event_invitations (event_id, user_id, status, answered_at)
      values (${id}::uuid, ${user}::uuid, ${random.pick(['accepted', 'declined'])}, now())`,
  )
  await each(
    (user) =>
      sql`insert into speaking_confirmations (event_id, user_id, is_confirmed) values (${id}::uuid, ${user}::uuid, true)`,
  )
  await each((user) => sql`insert into shared_plans (event_id, user_id) values (${id}::uuid, ${user}::uuid)`)
  await each(
    (user) =>
      sql`insert into announcements (event_id, created_by, audience, message) values (${id}::uuid, ${user}::uuid, 'savers', 'Hello')`,
  )
  const tracks = await rows<{ id: string }>(db)`
    insert into all_tracks (event_id, name, source_key)
    select ${id}::uuid, name, name from unnest(${sql.param(random.some(['Main', 'Side', 'Late'], 3))}::text[]) as name returning id`
  const talks = await makeTalks(
    db,
    random.some(titles, 5).map((title) => ({
      title,
      event: { id, start_date: day() },
      track: random.pick([undefined, ...tracks]),
      start_time: random.pick(['09:00', null]),
      speakers: random.some(speakers, 2),
      topics: random.some(topics, 2),
      ...(chance() && { source_key: title, source_values: { title } }),
    })),
  )
  for (const talk of talks) {
    await each(
      (user) =>
        sql`insert into user_saved_talks (user_id, talk_id, event_id) values (${user}::uuid, ${talk.id}::uuid, ${id}::uuid)`,
    )
    await db.execute(sql`
      insert into all_talk_links (talk_id, event_id, kind, url) select ${talk.id}::uuid, ${id}::uuid, kind, 'https://links.example/' || kind
      from unnest(${sql.param(random.some(['video', 'slides', 'code'], 3))}::text[]) as kind`)
    if (chance())
      await db.execute(sql`
        insert into talk_moves (talk_id, event_id, title, day, status, user_ids, due_at)
        values (${talk.id}::uuid, ${id}::uuid, 'Then', '2031-03-01', 'scheduled', '{}', now())`)
  }
  for (const title of random.some(['Lunch', 'Tea'], 2))
    await db.execute(sql`
      insert into all_breaks (event_id, title, date, start_time, track_id) values
        (${id}::uuid, ${title}, '2031-03-01', '12:00', ${random.pick([null, ...tracks.map((track) => track.id)])}::uuid)`)
  for (const kind of random.some(['talks', 'papers'], 2)) {
    const [call] = await rows<{ id: string }>(db)`
      insert into calls (event_id, kind, closes_on, url) values
        (${id}::uuid, ${kind}, ${random.pick(['2031-01-01', '2031-01-02'])}, ${random.pick([null, 'https://cfp.example'])}) returning id`
    await each(
      (user) => sql`insert into call_marks (user_id, call_id) values (${user}::uuid, ${call!.id}::uuid)`,
    )
  }
}

async function fillFromSources(db: Database, random: Random, id: string) {
  const inserts = [
    sql`insert into announced_editions (event_id) values (${id}::uuid)`,
    sql`insert into page_checks (event_id) values (${id}::uuid)`,
    sql`insert into event_origins (event_id, source_name, licence) values (${id}::uuid, ${random.pick(['A', 'B'])}, 'CC BY-NC 4.0')`,
    sql`insert into programme_sources (event_id, format, url, is_automatic) values (${id}::uuid, 'csv', 'https://x.example', true)`,
    sql`insert into programme_syncs (event_id, status, format, digest) values (${id}::uuid, 'done', 'csv', 'x')`,
    sql`insert into event_states (event_id, start_date, end_date, location_name, country_name, status) values (${id}::uuid, '2031-03-01', '2031-03-01', 'A', 'B', 'scheduled')`,
    sql`insert into event_moves (event_id, start_date, end_date, location_name, country_name) values (${id}::uuid, '2031-03-01', '2031-03-03', 'Bergen', 'Norway')`,
    sql`insert into event_handovers (event_id, from_id, to_id) values (${id}::uuid, ${people[0]!.id}::uuid, ${people[1]!.id}::uuid)`,
    sql`insert into proposed_event_tags (proposal_id, event_id) select id, ${id}::uuid from topic_proposals`,
    sql`insert into source_entries (source_id, key, "values", state, event_id) select id, gen_random_uuid(), '{}', 'linked', ${id}::uuid from directory_sources`,
    sql`insert into source_questions (source_id, event_id, kind) select id, ${id}::uuid, 'changed' from directory_sources`,
    sql`insert into source_people (namespace, person_key, event_id, name, speaker_id) select ${id}, '1', ${id}::uuid, name, id from all_speakers limit 1`,
  ]
  for (const insert of inserts) if (random.below(4)) await db.execute(insert)
}

const as = () => callAsPerson(context.store, admin, { isAdmin: true })

test.each(seeds)('merge %d of two conferences, undone, leaves every row as it was', async (seed) => {
  const { db } = context.store
  const random = randomFrom(seed)
  const { one, two } = await makeWorld(random)
  const before = await contents(db)
  const names = ['name', 'description', 'website', 'start_date', 'series_id'] as const
  const fields = Object.fromEntries(
    random.some([...names], 5).map((name) => [name, random.pick(['kept', 'gone'])!]),
  )
  const { change_id } = await as().events.merge({ id: one, duplicate_id: two, fields })
  const story = `HALLWAY_SEED=${seed}`
  const between = await contents(db)
  expect(
    Object.values(between)
      .flat()
      .filter((line) => line.includes(`"event_id": "${two}"`)),
    story,
  ).toEqual([])
  await as().history.undo({ id: change_id! })
  expect(differences(before, await contents(db)), story).toEqual([])
  // Half of it would come back: what belongs to a conference keeps it.
  const [undo] = await rows<{ id: number }>(
    db,
  )`select id::float8 as id from change_sets where undoes = ${change_id}`
  expect((await refusal(as().history.undo({ id: undo!.id })))?.code).toBe('FORBIDDEN')
})

test.each(seeds)('merge %d of two speakers, undone, leaves every row as it was', async (seed) => {
  const { db } = context.store
  const random = randomFrom(seed)
  const { speakers } = await makeWorld(random)
  const [one, two] = speakers
  const before = await contents(db)
  await as().speakers.merge({ id: one!.id, other_id: two!.id })
  const { changes } = await as().history.ofSpeaker({ id: one!.id })
  await as().history.undo({ id: changes[0]!.id })
  expect(differences(before, await contents(db)), `HALLWAY_SEED=${seed}`).toEqual([])
})
