import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { open } from '#platform/procedures/procedure.ts'
import { router } from '#server/api.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeAnnouncement } from '#tests/support/factories/announcements.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { procedureMethods } from '#tests/support/people-of-all-kinds.ts'

// A cached page is dropped when one of its tags is announced. So whatever changes an answer to a visitor must announce a
// tag of that answer: every row is deleted and put back here, every column of a row of each table is changed (of every row, and
// alone, in the nightly), and every public read asked.

const context = useStore()
const isLong = process.env.HALLWAY_LONG === '1'
const day = '2026-11-21'
const inputs: Record<string, (world: World) => unknown> = {
  'people.detail': ({ owner }) => ({ id: owner.id }),
  'find.everything': () => ({ search: 'hallway' }),
  'find.places': () => ({ search: 'norw' }),
  'find.suggestion': () => ({ search: 'bergn', among: 'events' }),
  'topics.popular': () => ({}),
  'topics.all': () => undefined,
  'topics.detail': ({ topic }) => ({ name: topic.name }),
  'speakers.list': () => ({}),
  'speakers.overview': () => undefined,
  'speakingSoon.list': () => undefined,
  'speakers.detail': ({ speaker }) => ({ id: speaker.id }),
  'events.happeningSoon': () => undefined,
  'events.upcoming': () => ({}),
  'events.list': () => ({}),
  'events.byMonth': () => ({}),
  'events.counts': () => ({}),
  'events.map': () => ({}),
  'events.weeks': () => ({}),
  'events.total': () => undefined,
  'events.nearby': ({ event }) => ({ id: event.id }),
  'events.editions': ({ event }) => ({ id: event.id }),
  'series.list': () => ({}),
  'series.detail': ({ series }) => ({ slug: series.slug }),
  'events.near': () => ({ search: 'hallway absent' }),
  'events.nearCities': () => ({ search: 'bergen' }),
  'events.years': () => undefined,
  'events.countries': () => undefined,
  'events.inCity': () => ({ city: 'Bergen' }),
  'events.place': () => ({ kind: 'city', name: 'bergen' }),
  'events.detail': ({ event }) => ({ slug: event.slug }),
  'events.ownedBy': ({ owner }) => ({ id: owner.id }),
  'attendance.first': ({ event }) => ({ event_id: event.id }),
  'attendance.list': ({ event }) => ({ event_id: event.id }),
  'attendance.ofPerson': ({ attendee }) => ({ id: attendee.id }),
  'announcements.list': ({ event }) => ({ event_id: event.id }),
  'calls.list': () => ({}),
  'calls.counts': () => ({}),
  'calls.summary': () => ({ city: 'Bergen' }),
  'calls.ofEvent': ({ event }) => ({ event_id: event.id }),
  'attendance.total': ({ event }) => ({ event_id: event.id }),
  'programme.schedule': ({ event }) => ({ event_id: event.id }),
  'programme.choices': ({ event }) => ({ event_id: event.id }),
  'programme.find': ({ event }) => ({ event_id: event.id, find: 'hallway' }),
  'programme.talk': ({ talk }) => ({ id: talk.id }),
  'programme.talkByNumber': ({ talk }) => ({ number: talk.number }),
  'programme.eventsOfSpeaker': ({ speaker }) => ({ id: speaker.id }),
  'programme.talksOfPerson': ({ owner }) => ({ id: owner.id }),
  'tracks.list': ({ event }) => ({ event_id: event.id }),
  'breaks.list': ({ event }) => ({ event_id: event.id }),
  'talks.list': ({ event }) => ({ event_id: event.id }),
  'talks.detail': ({ talk }) => ({ id: talk.id }),
  'coverage.ofTalk': ({ talk }) => ({ id: talk.id }),
  'coverage.ofEvent': ({ event }) => ({ event_id: event.id }),
  'coverage.newest': () => ({}),
  'site.trends': () => ({}),
  'coverage.ofTopic': ({ topic }) => ({ name: topic.name }),
  'reports.subject': ({ event, talk }) => ({ path: `/conferences/${event.slug}/talks/${talk.number}` }),
}
/** Reads that show no row, and one that only forms call: none of them is on a page that is kept. */
const withoutRows = [
  'notifications.unsubscription',
  'places.locate',
  'sharedPlans.detail',
  'site.about',
  'site.dumps',
  'site.operations',
  'site.text',
  'speakers.search',
]
/** Suggestions: what they list is as new as all else, but another event takes its place within a day. */
const suggestions = ['events.nearby']
/** Tables whose rows only triggers write, from rows of the others. */
const derivedTables = ['words', 'places', 'speaker_topics']

type World = Awaited<ReturnType<typeof makeWorld>>

/** One of everything that visitors see, each belonging to the others. */
async function makeWorld() {
  const { db } = context.store
  const owner = await makePerson(db, { name: 'Olga Hallway' })
  const attendee = await makePerson(db)
  const event = await makeEvent(db, {
    owner,
    name: 'Hallway Days',
    description: 'About halls',
    website: 'https://example.com',
    time_zone: 'Europe/Oslo',
    start_date: '2026-11-25',
    tags: ['Corridors'],
  })
  // Near the other one, but in no other list beside it.
  await makeEvent(db, {
    name: 'Stairs Forum',
    location_name: 'Stavanger',
    start_date: '2027-01-01',
    tags: ['Corridors'],
  })
  await makeEvent(db, { name: 'Hallway Days', location_name: 'Narvik', start_date: '2027-11-25' })
  const pastEvent = await makeEvent(db, { location_name: 'Tromsø', start_date: '2025-11-01' })
  const series = await makeSeries(db, [event, pastEvent], {
    description: 'Halls of all years',
    website: 'https://example.com/series',
  })
  const topic = await makeTopic(db, { name: 'Doors' })
  const speaker = await makeSpeaker(db, {
    user_id: owner.id,
    bio: 'Knows halls',
    links: [
      { platform: 'github', handle: 'hall' },
      { platform: 'website', handle: 'https://example.com/doors' },
    ],
  })
  const track = await makeTrack(db, { event })
  const talk = await makeTalk(db, {
    event,
    track,
    title: 'Hallway talk',
    description: 'Long',
    created_by: owner.id,
    start_time: '09:00',
    speakers: [speaker],
    topics: [topic],
  })
  await makeTalkLink(db, {
    talk,
    kind: 'video',
    url: 'https://example.com/film',
    title: 'Film',
    language: 'en',
  })
  // Only links of past talks are new. After the other ones: the gate changes the columns of the first row.
  await makeTalkLink(db, { talk: await makeTalk(db, { event: pastEvent }) })
  await context.store.execute(`
    insert into link_checks (address_key, url, host)
    select address_key(url), url, 'example.com'
    from unnest(array['https://example.com', 'https://example.com/film', 'https://example.com/doors']) as url`)
  await makeBreak(db, { event, track })
  await makeCall(db, { event, closes_on: '2026-11-24' })
  await attend(db, attendee, event)
  await makeAnnouncement(db, { event, created_by: owner.id })
  return { owner, attendee, event, series, topic, speaker, talk }
}

/** `answer` is null where the read was refused: such a page is not kept. */
type Read = { name: string; answer: string | null; tags: Set<string> }

/** What a visitor gets from public reads, with the tags that its page would be kept under: all at once, as a page reads. */
async function readAll(world: World, names = Object.keys(inputs)): Promise<Read[]> {
  const store = { ...context.store, ...context.store.forRequest() }
  return Promise.all(
    names.map(async (name) => {
      const tags = new Set<string>()
      let procedure: unknown = callAs(store, null, day, tags)
      for (const part of name.split('.')) procedure = (procedure as Record<string, unknown>)[part]
      const answer = await (procedure as (input: unknown) => Promise<unknown>)(inputs[name]!(world)).then(
        (value) => JSON.stringify(value),
        () => null,
      )
      return { name, answer, tags }
    }),
  )
}

type Table = { name: string; columns: { name: string; type: string }[]; rows: number }

/** The tables that have rows, with the columns that a statement may write. Keeps a copy of their rows for `restore`. */
async function copyTables(): Promise<Table[]> {
  const tables = await rows<Omit<Table, 'rows'>>(
    context.store.db,
    sql`
      select table_name as name, json_agg(json_build_object('name', column_name, 'type', data_type) order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and is_generated = 'NEVER' and table_name not in ('migrations', 'changes')
        and table_type = 'BASE TABLE' and column_name <> 'is_hidden'
      group by table_name order by table_name`,
  )
  await context.store.execute(
    'create schema copies',
    ...tables.map(({ name }) => `create table copies."${name}" as table public."${name}"`),
  )
  return Promise.all(
    tables.map(async (table) => {
      const [count] = await rows<{ n: number }>(
        context.store.db,
        sql`select count(*)::integer as n from ${sql.identifier(table.name)}`,
      )
      return { ...table, rows: count!.n }
    }),
  )
}

const listOf = ({ columns }: Table) => columns.map(({ name }) => `"${name}"`).join(', ')

/** Makes the function `restore_copies`, which puts every row back as it was copied, without triggers; its plans are kept. */
const makeRestore = (tables: Table[]) =>
  context.store.execute(`
    create function restore_copies() returns void language plpgsql set session_replication_role = replica as $$ begin
      ${tables.map(({ name }) => `delete from public."${name}";`).join('\n')}
      ${tables
        .map((table) => {
          const columns = listOf(table)
          return `insert into public."${table.name}" (${columns}) overriding system value select ${columns} from copies."${table.name}";`
        })
        .join('\n')}
    end $$`)
const restore = () => context.store.execute('select restore_copies()')

/** Whether one list has all items of another. */
function hasAll(list: string | null, other: string): boolean {
  const items: string[] = JSON.parse(list ?? '[]').map((item: unknown) => JSON.stringify(item))
  return JSON.parse(other).every((item: unknown) => items.includes(JSON.stringify(item)))
}

/** Another value for a column; null for a reference. */
function otherValue({ name, type }: Table['columns'][number]): string {
  if (type === 'text') return `coalesce("${name}", '') || 'x'`
  if (type === 'date' || type === 'integer') return `"${name}" + 1`
  if (type === 'boolean') return `not "${name}"`
  if (/^time/.test(type)) return `"${name}" + interval '1 minute'`
  return 'null'
}

test('a write that changes the answer of a public read announces a tag of that answer', async () => {
  const { store } = context
  // Calls say how many hours are left.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T12:30:00Z`) })
  onTestFinished(() => void vi.useRealTimers())
  const world = await makeWorld()
  const announcedTags = new Set<string>()
  await store.watchChanges({ onChange: (tag) => announcedTags.add(tag), onUnknownChange: () => {} })
  const isAnnounced = (tags: Set<string>) =>
    [...tags].some((tag) => announcedTags.has(tag) || announcedTags.has(`${tag.split(':')[0]}:*`))
  const missingAnnouncements: string[] = []
  const changedReads = new Set<string>()

  /** Writes, and gathers the announced tags. Returns whether the database accepted it. */
  async function write(statement: string): Promise<boolean> {
    announcedTags.clear()
    const isAccepted = await store.execute(statement).then(
      () => true,
      () => false,
    )
    if (isAccepted) await store.waitForChanges()
    return isAccepted
  }

  /**
   * Notes the reads whose answer the last write changed without an announcement. Returns the answers. Without `isOfAll` it
   * asks no read that was announced, once something has changed it.
   */
  async function compare(before: Read[], what: string, isOfAll = false): Promise<Read[]> {
    const askedReads = before.filter(
      ({ name, tags }) => isOfAll || !changedReads.has(name) || !isAnnounced(tags),
    )
    const after = await readAll(
      world,
      askedReads.map(({ name }) => name),
    )
    for (const [index, { name, answer, tags }] of askedReads.entries()) {
      if (answer === null || after[index]!.answer === answer) continue
      changedReads.add(name)
      const hasOnlyMore = suggestions.includes(name) && hasAll(after[index]!.answer, answer)
      if (!isAnnounced(tags) && !hasOnlyMore) missingAnnouncements.push(`${what} changes ${name}`)
    }
    return after
  }

  /** Changes each column of a row; in the gate at once those that announce the same tags when changed alone. */
  async function changeColumns({ name, columns }: Table, place: string) {
    const update = (group: Table['columns']) =>
      `update "${name}" set ${group.map((column) => `"${column.name}" = ${otherValue(column)}`).join(', ')} where ${place}`
    const compareAfter = async (group: Table['columns']) => {
      const isAccepted = await write(update(group))
      if (isAccepted) await compare(start, `${name}.${group.map((column) => column.name).join()}`)
      if (isAccepted) await restore()
      return isAccepted
    }
    const groups = new Map<string, Table['columns']>()
    for (const column of columns) {
      if (!(await write(update([column])))) continue
      await restore()
      const group = isLong ? column.name : [...announcedTags].sort().join()
      groups.set(group, [...(groups.get(group) ?? []), column])
    }
    for (const group of groups.values())
      if (!(await compareAfter(group))) for (const column of group) await compareAfter([column])
  }

  const tables = await copyTables()
  await makeRestore(tables)
  const start = await readAll(world)
  for (const table of tables.filter(({ name }) => !derivedTables.includes(name))) {
    for (let row = 0; row < table.rows; row++) {
      const copy = `(select to_jsonb(each) from copies."${table.name}" as each order by ctid offset ${row} limit 1)`
      const place = `ctid = (select ctid from "${table.name}" as each where to_jsonb(each) = ${copy} limit 1)`
      if (row === 0 || isLong) await changeColumns(table, place)
      if (!(await write(`delete from "${table.name}" where ${place}`))) continue
      const readsAfterDelete = await compare(start, `deleting from ${table.name}`, true)
      const columns = listOf(table)
      const insert = `insert into "${table.name}" (${columns}) overriding system value
        select ${columns} from jsonb_populate_record(null::"${table.name}", ${copy})`
      // What the row changed by going, it changes by coming back.
      const readsOfRow = readsAfterDelete.filter(
        ({ answer }, index) => isLong || answer !== start[index]!.answer,
      )
      if (await write(insert)) await compare(readsOfRow, `inserting into ${table.name}`)
      await restore()
    }
  }
  expect([...new Set(missingAnnouncements)]).toEqual([])
  // A read whose answer nothing here changes would not be tested at all.
  expect([...changedReads].sort()).toEqual(Object.keys(inputs).sort())
})

test('every public read is asked', () => {
  const isPublic = (name: string) => {
    const procedure = name
      .split('.')
      .reduce((node: unknown, part) => (node as never)[part], router) as typeof open
    return procedure['~orpc'].middlewares.length <= open['~orpc'].middlewares.length
  }
  const publicReads = procedureMethods().filter(([name, method]) => method === 'GET' && isPublic(name))
  expect([...Object.keys(inputs), ...withoutRows].sort()).toEqual(publicReads.map(([name]) => name).sort())
})
