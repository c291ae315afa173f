import { readdir, readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, queueOf, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { hasRealData } from '#tests/support/real-data.ts'
import { mergedTogether, planSource } from './plan-source.server.ts'
import { type ReadList, readList } from './reading/read-list.server.ts'
import type { EntryValues, SourceCounts } from './sources.schemas.ts'
import { addSource, listSources } from './sources.server.ts'
import { source_entries, source_questions } from './sources.tables.ts'
import { type Source, syncSource } from './sync-source.server.ts'
import { undoNewestRun } from './undo-run.server.ts'

const context = useStore()
const run = { site: { name: 'Hallway', url: 'http://hallway.test' }, today: '2026-11-24' }
const admin = { id: '00000000-0000-0000-0000-000000000000' }
let count = 0

const makeSource = (part: Partial<Source> = {}): Promise<Source> =>
  context.store.db.transaction(
    async (tx) =>
      (await addSource(tx, admin, {
        ...{ name: `Source ${++count}`, format: 'confs.tech', licence: 'MIT', addresses: [] },
        ...{ lists_at_once: true, topic_names: {} },
        ...part,
      }))!,
  )

const values = (name: string, part: Partial<EntryValues> = {}): EntryValues => ({
  name,
  ...{ start_date: '2027-06-03', end_date: '2027-06-05', location_name: 'Oslo', country_name: 'Norway' },
  ...{ website: `https://${name.replace(/\W/g, '').toLowerCase()}.example`, code_of_conduct_url: null },
  ...{ status: 'scheduled', cfp_url: null, cfp_end_date: null, tags: [] },
  ...part,
})
const list = (...entries: EntryValues[]): ReadList => ({
  entries: entries.map((entry) => ({ key: `${entry.name} ${entry.start_date}`, values: entry })),
  skipped: [],
})
const sync = (source: Source, ...entries: EntryValues[]) =>
  syncSource(context.store.db, source, list(...entries), run)
const none: SourceCounts = { new: 0, same: 0, perhaps: 0, changed: 0, gone: 0, kept: 0, skipped: 0 }
const findEvent = async (name: string) =>
  (await context.store.db.select().from(events).where(eq(events.name, name)))[0]
const entriesOf = (source: Source) =>
  context.store.db.select().from(source_entries).where(eq(source_entries.source_id, source.id))

/** All rows of the tables that a run writes, with the transaction that wrote them. */
const snapshot = async (withVersions = true) => {
  const { db } = context.store
  const tables = [
    'all_events',
    'all_event_tags',
    'calls',
    'source_entries',
    'source_runs',
    'source_questions',
    'event_origins',
    'event_imports',
    'topics',
    'topic_proposals',
    'old_addresses',
  ]
  const contents: Record<string, unknown> = {}
  for (const table of tables)
    contents[table] = await rows(
      db,
      sql.raw(
        `select ${withVersions ? 'xmin::text as version,' : ''} to_jsonb(t) - 'updated_at' - 'sequence' as row from ${table} as t order by to_jsonb(t)::text`,
      ),
    )
  return contents
}

test('a new conference is listed with its topics, call and licence, or proposed', async () => {
  const { db } = context.store
  const topic = await makeTopic(db)
  const source = await makeSource()
  const entry = values('Beaver Days', {
    tags: [topic.name],
    cfp_url: 'https://cfp.example/',
    cfp_end_date: '2027-01-10',
  })
  expect(await sync(source, entry)).toEqual({ ...none, new: 1 })
  const event = (await findEvent('Beaver Days'))!
  expect(event).toMatchObject({ created_by: null, tags: [topic.name], website: 'https://beaverdays.example' })
  const [call] = await rows(db)`
    select url, closes_on::text as closes_on from calls where event_id = ${event.id}::uuid`
  expect(call).toEqual({ url: 'https://cfp.example/', closes_on: '2027-01-10' })
  const [origin] = await rows(db)`
    select source_name, licence, is_restricted from event_origins where event_id = ${event.id}::uuid`
  expect(origin).toEqual({ source_name: source.name, licence: 'MIT', is_restricted: false })

  const asking = await makeSource({ lists_at_once: false })
  expect(await sync(asking, values('Marmot Days'))).toEqual({ ...none, new: 1 })
  expect(await findEvent('Marmot Days')).toBeUndefined()
  expect(await entriesOf(asking)).toMatchObject([{ state: 'proposed', candidates: [] }])
})

test('a conference that is listed already is linked if that is certain, and else asked about', async () => {
  const { db } = context.store
  const days = {
    start_date: '2027-06-03',
    end_date: '2027-06-05',
    location_name: 'Oslo',
    country_name: 'Norway',
  }
  const otter = await makeEvent(db, { name: 'Otter Days 2027', ...days })
  const seal = await makeEvent(db, { name: 'Seal Days', ...days, website: 'https://seals.example/2027' })
  const source = await makeSource()
  expect(
    await sync(source, values('Otter Days'), values('Seal Summit', { website: 'https://summit.example' })),
  ).toEqual({
    ...none,
    same: 1,
    perhaps: 1,
  })
  expect(await entriesOf(source)).toMatchObject([
    { state: 'linked', event_id: otter.id },
    { state: 'proposed', event_id: null, candidates: [seal.id] },
  ])
})

test('what a linked conference lacks is filled in; one with an owner gets suggestions', async () => {
  const { db } = context.store
  const [topic, owner] = [await makeTopic(db), await makePerson(db)]
  const place = {
    ...{ start_date: '2027-06-03', end_date: '2027-06-05', location_name: 'Oslo', country_name: 'Norway' },
    website: 'https://typed.example/',
  }
  const free = await makeEvent(db, { name: 'Badger Days', ...place })
  const owned = await makeEvent(db, { name: 'Weasel Days', ...place, owner })
  const source = await makeSource()
  const facts = {
    ...{ code_of_conduct_url: 'https://coc.example/', languages: 'en, de', tags: [topic.name] },
    ...{ cfp_url: 'https://cfp.example/', cfp_end_date: '2027-01-10' },
  }
  const entries = [values('Badger Days', facts), values('Weasel Days', facts)]
  const before = await snapshot(false)
  expect(await sync(source, ...entries)).toEqual({ ...none, same: 2 })
  const written = { code_of_conduct_url: 'https://coc.example/', languages: 'en, de', tags: [topic.name] }
  expect(await findEvent('Badger Days')).toMatchObject({ ...place, ...written })
  expect(await findEvent('Weasel Days')).toMatchObject({ ...place, languages: null, tags: [] })
  const callsOf = (event: { id: string }) =>
    rows(db)`select url, closes_on::text as closes_on, status from calls where event_id = ${event.id}::uuid`
  const call = { url: 'https://cfp.example/', closes_on: '2027-01-10' }
  expect(await callsOf(free)).toEqual([{ ...call, status: 'live' }])
  expect(await callsOf(owned)).toEqual([{ ...call, status: 'suggested' }])
  const questions = await db.select().from(source_questions)
  expect(questions).toMatchObject([
    { event_id: owned.id, changes: { code_of_conduct_url: 'https://coc.example/', languages: 'en, de' } },
  ])

  // What somebody removes, stays so; and an undo takes the new fields back.
  await db.update(events).set({ code_of_conduct_url: null }).where(eq(events.id, free.id))
  await db.execute(sql`delete from calls where event_id = ${free.id}::uuid`)
  const later = { ...facts, cfp_end_date: '2027-02-10', languages: 'en' }
  await sync(source, values('Badger Days', later), values('Weasel Days', facts))
  expect(await findEvent('Badger Days')).toMatchObject({ code_of_conduct_url: null, languages: 'en' })
  expect(await callsOf(free)).toEqual([])
  await undoNewestRun(db, source.id)
  expect(await findEvent('Badger Days')).toMatchObject({ languages: 'en, de' })
  await db.update(events).set({ code_of_conduct_url: 'https://coc.example/' }).where(eq(events.id, free.id))
  await undoNewestRun(db, source.id)
  expect(await snapshot(false)).toEqual(before)
})

test('a conference that a person links is filled in, too', async () => {
  const { db } = context.store
  const admin = await makePerson(db, { isAdmin: true })
  const event = await makeEvent(db, { name: 'Hamster Week', start_date: '2027-06-03', location_name: 'Oslo' })
  const source = await makeSource({ lists_at_once: false })
  await sync(source, values('Gerbil Days', { languages: 'en' }))
  const [entry] = await entriesOf(source)
  const queue = queueOf(callAsPerson(context.store, admin, { isAdmin: true }), 'proposal')
  await queue.accept(entry!.id, { option: event.id })
  expect(await findEvent('Hamster Week')).toMatchObject({
    website: 'https://gerbildays.example',
    languages: 'en',
  })
})

test('a proposal that was listed meanwhile is linked, not listed twice', async () => {
  const { db } = context.store
  const admin = await makePerson(db, { isAdmin: true })
  const source = await makeSource({ lists_at_once: false })
  await sync(source, values('Vole Days'), values('Shrew Days', { location_name: 'Bergen' }))
  const place = { location_name: 'Oslo', country_name: 'Norway' }
  const event = await makeEvent(db, {
    ...{ name: 'Vole Days 2027', start_date: '2027-06-03', end_date: '2027-06-05' },
    ...place,
  })
  const ids = (await entriesOf(source)).map(({ id }) => id)
  const queue = queueOf(callAsPerson(context.store, admin, { isAdmin: true }), 'proposal')
  expect(await queue.decideMany(ids, true)).toEqual({ refused: [] })
  expect(await findEvent('Vole Days')).toBeUndefined()
  expect(await findEvent('Shrew Days')).toBeDefined()
  expect(await findEvent('Vole Days 2027')).toMatchObject({
    id: event.id,
    website: 'https://voledays.example',
  })
  // The import is whose decision it was; the conference is nobody's.
  const [begun] = await rows(db)`select created_by from event_imports order by created_at desc limit 1`
  expect(begun).toEqual({ created_by: admin.id })
  expect(await findEvent('Shrew Days')).toMatchObject({ created_by: null })
})

test('entries from before languages were read are no other ones, and fill in the languages', async () => {
  const source = await makeSource()
  const names = Array.from({ length: 30 }, (_, n) =>
    values(`Gathering of pack ${n}`, { location_name: 'Bergen' }),
  )
  await sync(source, ...names)
  const first = names[0]!.name
  expect(await findEvent(first)).toMatchObject({ languages: null })
  expect(await sync(source, ...names.map((entry) => ({ ...entry, languages: 'en' })))).toEqual({
    ...none,
    same: 30,
  })
  expect(await findEvent(first)).toMatchObject({ languages: 'en' })
})

test('a run without news writes nothing; what nobody edited follows the source, and edits withstand it', async () => {
  const { db } = context.store
  const source = await makeSource()
  await sync(source, values('Lynx Days'), values('Puma Days'))
  const before = await snapshot()
  expect(await sync(source, values('Lynx Days'), values('Puma Days'))).toEqual({ ...none, same: 2 })
  expect(await snapshot()).toEqual(before)

  await db.update(events).set({ end_date: '2027-06-04' }).where(eq(events.name, 'Puma Days'))
  const later = { start_date: '2027-06-03', end_date: '2027-06-06' }
  expect(await sync(source, values('Lynx Days', later), values('Puma Days', later))).toEqual({
    ...none,
    changed: 1,
    kept: 1,
  })
  expect(await findEvent('Lynx Days')).toMatchObject({ end_date: '2027-06-06' })
  expect(await findEvent('Puma Days')).toMatchObject({ end_date: '2027-06-04' })
  // The list moves and renames it, at its address.
  const moved = values('Lynx Days Oslo', {
    start_date: '2027-07-01',
    end_date: '2027-07-02',
    website: 'https://lynxdays.example',
  })
  expect(await sync(source, moved, values('Puma Days', later))).toEqual({ ...none, same: 1, changed: 1 })
  expect(await findEvent('Lynx Days Oslo')).toMatchObject({
    start_date: '2027-07-01',
    end_date: '2027-07-02',
  })
})

test('a conference with an owner gets a suggestion', async () => {
  const { db } = context.store
  const source = await makeSource()
  await sync(source, values('Ibex Days'))
  const owner = await makePerson(db)
  const event = (await findEvent('Ibex Days'))!
  await db.update(events).set({ created_by: owner.id }).where(eq(events.id, event.id))
  expect(await sync(source, values('Ibex Days', { location_name: 'Bergen' }))).toEqual({ ...none, kept: 1 })
  expect(await findEvent('Ibex Days')).toMatchObject({ location_name: 'Oslo' })
  expect(
    await db.select().from(source_questions).where(eq(source_questions.event_id, event.id)),
  ).toMatchObject([{ kind: 'changed', changes: { location_name: 'Bergen' } }])
  const [message] = await rows<{ message: string }>(db)`
    select message from notifications where user_id = ${owner.id}::uuid`
  expect(message?.message).toContain('has other details of Ibex Days')
})

test('an owner is asked about both days, and answers for the conference that was shown', async () => {
  const { db } = context.store
  const source = await makeSource()
  await sync(source, values('Tapir Days'), values('Okapi Days'))
  const owner = await makePerson(db)
  const queue = queueOf(callAsPerson(context.store, owner), 'question')
  const questionsAbout = async (search: string) => (await queue.list({ search })).decisions
  const [tapir, okapi] = [(await findEvent('Tapir Days'))!, (await findEvent('Okapi Days'))!]
  await db.update(events).set({ created_by: owner.id })
  await db.update(events).set({ end_date: '2027-06-04' }).where(eq(events.id, okapi.id))
  const moved = { start_date: '2027-06-10', end_date: '2027-06-12' }
  // One of the two days was edited here.
  expect(await sync(source, values('Tapir Days', moved), values('Okapi Days', moved))).toEqual({
    ...none,
    kept: 2,
  })
  const answer = async (version?: string) => {
    const [question] = await questionsAbout('Tapir Days')
    return queue.accept(question!.id, { option: version ?? question!.evidence.option! })
  }
  expect(await questionsAbout('Okapi Days')).toEqual([])
  const [question] = await questionsAbout('Tapir Days')
  expect(question!.evidence.changes).toEqual([
    { label: 'End date', before: '2027-06-05', origin: source.name, after: '2027-06-12' },
    { label: 'Start date', before: '2027-06-03', origin: source.name, after: '2027-06-10' },
  ])

  const { updated_at: shownVersion } = (await findEvent('Tapir Days'))!
  await db.update(events).set({ website: 'https://tapir.example/' }).where(eq(events.id, tapir.id))
  expect(await refusal(answer(shownVersion))).toMatchObject({ code: 'CONFLICT' })
  // A question from before days were asked as a pair.
  await db.update(source_questions).set({ changes: { start_date: '2027-06-10' } })
  expect(await refusal(answer())).toMatchObject({ code: 'BAD_REQUEST' })
  await db.update(source_questions).set({ changes: { name: null } })
  expect(await refusal(answer())).toMatchObject({ code: 'BAD_REQUEST' })
  await db.update(source_questions).set({ changes: moved })
  await answer()
  expect(await findEvent('Tapir Days')).toMatchObject(moved)
  expect(await questionsAbout('Tapir Days')).toEqual([])
})

test('a source that may be either of two conferences asks; calls and topics that people chose stay', async () => {
  const { db } = context.store
  const [topic, owner] = [await makeTopic(db), await makePerson(db)]
  const days = {
    start_date: '2027-06-03',
    end_date: '2027-06-05',
    location_name: 'Oslo',
    country_name: 'Norway',
  }
  for (const slug of ['quokka-one', 'quokka-two']) await makeEvent(db, { name: 'Quokka Days', slug, ...days })
  const source = await makeSource()
  const cfp = { cfp_url: 'https://cfp.example/', cfp_end_date: '2027-01-10' }
  await sync(source, values('Quokka Days'), values('Possum Days', cfp))
  const states = (await entriesOf(source)).map(({ state, candidates }) => [state, candidates.length])
  expect(states.sort()).toEqual([
    ['linked', 0],
    ['proposed', 2],
  ])

  const possum = (await findEvent('Possum Days'))!
  await db.update(events).set({ created_by: owner.id }).where(eq(events.id, possum.id))
  await db.execute(sql`update calls set url = 'https://ours.example/' where event_id = ${possum.id}::uuid`)
  const later = { ...cfp, cfp_end_date: '2027-02-10', tags: [topic.name] }
  await sync(source, values('Quokka Days'), values('Possum Days', later))
  expect(await findEvent('Possum Days')).toMatchObject({ tags: [] })
  expect(
    await rows(db)`select url, closes_on::text as closes_on from calls where event_id = ${possum.id}::uuid`,
  ).toEqual([{ url: 'https://ours.example/', closes_on: '2027-01-10' }])
})

test('the undo of a run leaves what was edited after it: a call, and the days of a conference', async () => {
  const { db } = context.store
  const source = await makeSource()
  const cfp = { cfp_url: 'https://cfp.example/', cfp_end_date: '2027-01-10' }
  await sync(source, values('Numbat Days', cfp), values('Bilby Days', cfp))
  const later = { cfp_end_date: '2027-02-10', start_date: '2027-06-04', end_date: '2027-06-06' }
  await sync(source, values('Numbat Days', { ...cfp, ...later }), values('Bilby Days', { ...cfp, ...later }))
  const numbat = (await findEvent('Numbat Days'))!
  await db.execute(sql`update calls set closes_on = '2027-03-01' where event_id = ${numbat.id}::uuid`)
  await db.update(events).set({ end_date: '2027-06-08' }).where(eq(events.id, numbat.id))
  const admin = await makePerson(db, { isAdmin: true })
  const { kept } = await callAsPerson(context.store, admin, { isAdmin: true }).sources.undo({ id: source.id })
  expect(kept).toEqual([
    { name: 'Numbat Days: End date', current: '2027-06-08' },
    { name: 'Numbat Days: Start date', current: '2027-06-04' },
    { name: 'Numbat Days: Closes', current: '2027-03-01' },
  ])
  const storedDays = (name: string) =>
    rows(db)`
      select start_date::text as start_date, end_date::text as end_date, closes_on::text as closes_on
      from events join calls on event_id = events.id where name = ${name}`
  expect(await storedDays('Numbat Days')).toEqual([
    { start_date: '2027-06-04', end_date: '2027-06-08', closes_on: '2027-03-01' },
  ])
  expect(await storedDays('Bilby Days')).toEqual([
    { start_date: '2027-06-03', end_date: '2027-06-05', closes_on: '2027-01-10' },
  ])
})

test('a day that a person edits while a run writes keeps the other one as it is, too', () => {
  const merge = { start_date: '2027-06-10', end_date: '2027-06-12', website: null }
  expect(mergedTogether(merge, (name) => name !== 'end_date')).toEqual({ website: null })
  expect(mergedTogether(merge, () => true)).toEqual(merge)
})

test('gone from the list is a question; back again is none; removed here stays removed; declined stays declined', async () => {
  const { db } = context.store
  const source = await makeSource()
  await sync(source, values('Crane Days'), values('Heron Days'), values('Stork Days'))
  expect(await sync(source, values('Heron Days'), values('Stork Days'))).toEqual({
    ...none,
    same: 2,
    gone: 1,
  })
  const crane = (await findEvent('Crane Days'))!
  const questions = () => db.select().from(source_questions).where(eq(source_questions.event_id, crane.id))
  expect(await questions()).toMatchObject([{ kind: 'gone' }])
  await sync(source, values('Crane Days'), values('Heron Days'), values('Stork Days'))
  expect(await questions()).toEqual([])

  await db.delete(events).where(eq(events.name, 'Heron Days'))
  expect(await sync(source, values('Crane Days'), values('Heron Days'), values('Stork Days'))).toEqual({
    ...none,
    same: 2,
    skipped: 1,
  })
  expect(await findEvent('Heron Days')).toBeUndefined()

  const asking = await makeSource({ lists_at_once: false })
  await sync(asking, values('Swan Days'))
  await db.update(source_entries).set({ state: 'declined' }).where(eq(source_entries.source_id, asking.id))
  const renamed = values('Swan Conference', { website: 'https://swandays.example' })
  expect(await sync(asking, renamed)).toEqual({ ...none, skipped: 1 })
  expect(await sync(asking, renamed)).toEqual({ ...none, skipped: 1 })
})

test('a list that lost most of its conferences changes nothing', async () => {
  const source = await makeSource()
  const names = Array.from({ length: 60 }, (_, n) =>
    values(`Meeting of herd ${n}`, { location_name: 'Bergen' }),
  )
  await sync(source, ...names)
  const before = await snapshot()
  await expect(sync(source, ...names.slice(0, 30))).rejects.toThrow('nothing was changed')
  const later = { end_date: '2027-06-07' }
  const different = names.map((entry, n) => (n < 30 ? { ...entry, ...later } : entry))
  await expect(sync(source, ...different)).rejects.toThrow('nothing was changed')
  expect(await snapshot()).toEqual(before)
})

test('past conferences are left out unless they are asked for', async () => {
  const source = await makeSource()
  const past = values('Dodo Days', { start_date: '2026-06-03', end_date: '2026-06-05' })
  expect(await sync(source, past)).toEqual({ ...none, skipped: 1 })
  expect(await syncSource(context.store.db, source, list(past), { ...run, isAll: true })).toEqual({
    ...none,
    new: 1,
  })
})

test('an undo restores all tables', async () => {
  const { db } = context.store
  const topic = await makeTopic(db)
  const source = await makeSource()
  await sync(source, values('Moose Days'), values('Elk Days'), values('Deer Days'))
  const before = await snapshot(false)
  await sync(
    source,
    values('Moose Days', { end_date: '2027-06-06', tags: [topic.name], cfp_url: 'https://cfp.example/' }),
    values('Elk Days'),
    values('Caribou Days', { location_name: 'Trondheim', tags: ['A topic that nobody has'] }),
  )
  expect(await findEvent('Caribou Days')).toBeDefined()
  expect(await undoNewestRun(db, source.id)).toEqual([])
  expect(await snapshot(false)).toEqual(before)
})

test('an undo leaves what somebody goes to, with its licence', async () => {
  const { db } = context.store
  const [source, member] = [await makeSource(), await makePerson(db)]
  await sync(source, values('Koala Days'), values('Dingo Days'))
  const { id: event_id } = (await findEvent('Koala Days'))!
  await callAsPerson(context.store, member).attendance.set({ event_id, is_attending: true })
  await undoNewestRun(db, source.id)
  expect(await findEvent('Dingo Days')).toBeUndefined()
  expect(await findEvent('Koala Days')).toMatchObject({ id: event_id })
  expect(await rows(db)`select licence from event_origins where event_id = ${event_id}::uuid`).toEqual([
    { licence: 'MIT' },
  ])
})

test('an undo restores questions, too', async () => {
  const { db } = context.store
  const source = await makeSource()
  await sync(source, values('Wolf Days'), values('Fox Days'))
  const owner = await makePerson(db)
  await db.update(events).set({ created_by: owner.id }).where(eq(events.name, 'Wolf Days'))
  await sync(source, values('Wolf Days', { location_name: 'Bergen' }))
  const before = await snapshot(false)
  // The question gets a second change, and the one about what was gone is answered.
  await sync(
    source,
    values('Wolf Days', { location_name: 'Bergen', end_date: '2027-06-06' }),
    values('Fox Days'),
  )
  expect(await snapshot(false)).not.toEqual(before)
  await undoNewestRun(db, source.id)
  expect(await snapshot(false)).toEqual(before)
})

test('two Hallways that read each other list nothing twice', async () => {
  const [here, there] = [await makeSource({ format: 'hallway' }), await makeSource({ format: 'hallway' })]
  // Both sites are one here: what came from one list is in the other.
  await sync(here, values('Lemur Days'))
  for (let n = 0; n < 50; n++) {
    await sync(there, values('Lemur Days'))
    await sync(here, values('Lemur Days'))
  }
  expect(await context.store.db.$count(events, eq(events.name, 'Lemur Days'))).toBe(1)
})

/** Numbers from a seed, the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const histories = process.env.HALLWAY_LONG === '1' ? 500 : 20

test('random histories of edits and runs end as an independent oracle says', {
  timeout: 600_000,
}, async () => {
  const { db } = context.store
  const choices = {
    location_name: ['Oslo', 'Bergen', 'Tromso'],
    end_date: ['2027-06-05', '2027-06-06', '2027-06-07'],
    code_of_conduct_url: ['https://a.example/', 'https://b.example/', null],
  }
  type Field = keyof typeof choices
  for (let seed = 1; seed <= histories; seed++) {
    const random = createRandom(seed)
    const source = await makeSource()
    const name = `Oracle ${seed} of ${histories}`
    const ofList = values(name)
    await sync(source, ofList)
    const event = (await findEvent(name))!
    const oracle = { listed: { ...ofList }, seen: { ...ofList } }
    for (let step = 0; step < 12; step++) {
      const field = Object.keys(choices)[random(3)] as Field
      const value = choices[field][random(3)]!
      const action = random(3)
      if (action === 0) Object.assign(ofList, { [field]: value })
      else if (action === 1) {
        await db
          .update(events)
          .set({ [field]: value })
          .where(eq(events.id, event.id))
        Object.assign(oracle.listed, { [field]: value })
      } else {
        await sync(source, ofList)
        for (const one of Object.keys(choices) as Field[]) {
          const isUntouched = oracle.listed[one] === oracle.seen[one]
          if (isUntouched) Object.assign(oracle.listed, { [one]: ofList[one] })
          Object.assign(oracle.seen, { [one]: ofList[one] })
        }
      }
    }
    const { location_name, end_date, code_of_conduct_url } = oracle.listed
    expect(await findEvent(name)).toMatchObject({ location_name, end_date, code_of_conduct_url })
    await db.delete(events).where(eq(events.id, event.id))
  }
})

test('a list that gives all its entries new keys is paired by identity, and its changes arrive', async () => {
  const source = await makeSource()
  const conferences = Array.from({ length: 24 }, (_, n) =>
    values(
      `${['Heron', 'Stork', 'Crane', 'Egret'][n % 4]} ${['Conf', 'Days', 'Summit', 'Camp', 'Fest', 'Week'][n % 6]} ${n}x`,
      {
        website: null,
        location_name: ['Oslo', 'Bergen', 'Trondheim'][n % 3]!,
      },
    ),
  )
  const keyed = (prefix: string, entries: EntryValues[]): ReadList => ({
    entries: entries.map((entry, n) => ({ key: `${prefix}${n}`, values: entry })),
    skipped: [],
  })
  await syncSource(context.store.db, source, keyed('one-', conferences), run)
  const moved = conferences.map((entry, n) =>
    n === 0 ? { ...entry, start_date: '2027-06-02', end_date: '2027-06-04' } : entry,
  )
  expect(await syncSource(context.store.db, source, keyed('two-', moved), run)).toEqual({
    ...none,
    same: 23,
    changed: 1,
  })
  expect(await findEvent(conferences[0]!.name)).toMatchObject({
    start_date: '2027-06-02',
    end_date: '2027-06-04',
  })
})

test('what is left out is stored with its reason, and a place that is not certain waits for a person', async () => {
  const source = await makeSource()
  const entry = {
    key: 'a',
    values: values('Quagga Congress', { location_name: 'Hintertupfing' }),
    is_unsure: true as const,
  }
  const skipped = [{ name: 'Seal Days', reason: 'Its days could not be read' }]
  await syncSource(context.store.db, source, { entries: [entry], skipped }, run)
  expect(await findEvent('Quagga Congress')).toBeUndefined()
  expect(await entriesOf(source)).toMatchObject([{ state: 'proposed' }])
  const storedReasons = async () =>
    (await listSources(context.store.db)).find(({ id }) => id === source.id)!.left_out
  expect(await storedReasons()).toEqual(skipped)
  await syncSource(context.store.db, source, { entries: [entry], skipped: [] }, run)
  expect(await storedReasons()).toEqual([])
})

test('hybrid arrives, and a later place that is not certain is a question', async () => {
  const source = await makeSource()
  const hybrid = { ...values('Marten Days'), format: 'hybrid' as const }
  await syncSource(context.store.db, source, list(hybrid), run)
  const event = (await findEvent('Marten Days'))!
  expect(event).toMatchObject({ format: 'hybrid', location_name: 'Oslo' })
  const { entries } = list({ ...hybrid, location_name: 'Hintertupfing', website: 'https://new.example' })
  await syncSource(
    context.store.db,
    source,
    { entries: [{ ...entries[0]!, is_unsure: true }], skipped: [] },
    run,
  )
  expect(await findEvent('Marten Days')).toMatchObject({
    location_name: 'Oslo',
    website: 'https://new.example',
  })
  const [question] = await context.store.db
    .select()
    .from(source_questions)
    .where(eq(source_questions.event_id, event.id))
  expect(question!.changes).toEqual({ location_name: 'Hintertupfing' })
})

const folder = new URL('../../../../shared/data/sources/confs-tech/', import.meta.url)
async function readFolder(name: string) {
  const names = (await readdir(new URL(`${name}/`, folder), { recursive: true })).filter((file) =>
    file.endsWith('.json'),
  )
  const files = await Promise.all(
    names.map(async (file) => ({ name: file, content: await readFile(new URL(`${name}/${file}`, folder)) })),
  )
  return readList('confs.tech', files, {})
}

test.skipIf(!hasRealData)('confs.tech at two points in time', async () => {
  const { db } = context.store
  await db.delete(events)
  const source = await makeSource()
  const all = { ...run, isAll: true }
  const [first, second] = [await readFolder('at-2026-05-07'), await readFolder('at-2026-08-06')]
  const begin = performance.now()
  expect((await planSource(db, source, first, all)).counts).toEqual({ ...none, new: 309 })
  expect(performance.now() - begin).toBeLessThan(2000)
  expect(await syncSource(db, source, first, all)).toEqual({ ...none, new: 309 })
  expect(await db.$count(events)).toBe(309)
  const begun = performance.now()
  const counts = await syncSource(db, source, second, all)
  expect(performance.now() - begun).toBeLessThan(5000)
  // JCON EUROPE has other days: by name and first day it would be one more that is new, and one that is gone.
  expect(counts).toEqual({ ...none, new: 84, changed: 3, same: 306 })
  expect(await db.$count(events)).toBe(393)
  const before = await snapshot()
  await syncSource(db, source, second, all)
  expect(await snapshot()).toEqual(before)
})

test.skipIf(!hasRealData)('twenty edits of the real conferences withstand the second list', async () => {
  const { db } = context.store
  await db.delete(events)
  const source = await makeSource()
  const all = { ...run, isAll: true }
  const [first, second] = [await readFolder('at-2026-05-07'), await readFolder('at-2026-08-06')]
  await syncSource(db, source, first, all)
  const edits = [
    { name: 'Renamed by hand' },
    { location_name: 'Trondheim', country_name: 'Norway' },
    { end_date: '2028-01-31' },
    { website: 'https://edited.example/' },
    { code_of_conduct_url: null, languages: 'nn' },
  ]
  // Those that differ in the second list are among them.
  const [laterValues, earlier] = [
    new Map(second.entries.map(({ key, values }) => [key, JSON.stringify(values)])),
    first.entries.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  ]
  const isOther = ({ key, values }: (typeof earlier)[number]) =>
    laterValues.get(key) !== JSON.stringify(values)
  const chosen = [...earlier.filter(isOther), ...earlier.filter((entry) => !isOther(entry))].slice(0, 20)
  const entries = new Map((await entriesOf(source)).map(({ key, event_id }) => [key, event_id!]))
  const editedIds = chosen.map(({ key }) => entries.get(key)!)
  for (const [index, id] of editedIds.entries())
    await db
      .update(events)
      .set({
        ...edits[index % edits.length],
        ...('name' in edits[index % edits.length]! && { name: `Edited ${index}` }),
      })
      .where(eq(events.id, id))
  const edited = () =>
    rows<Record<string, unknown>>(
      db,
      sql`
        select id, name, start_date, end_date, location_name, country_name, website, code_of_conduct_url, languages, status
        from events where id = any (${sql.param(editedIds)}::uuid[]) order by id`,
    )
  const before = await edited()
  expect(before).toHaveLength(20)
  await syncSource(db, source, second, all)
  const after = await edited()
  for (const [index, id] of editedIds.entries()) {
    const fields = Object.keys(edits[index % edits.length]!)
    const find = (list: typeof after) => list.find((row) => row.id === id)!
    for (const field of fields) expect(find(after)[field]).toEqual(find(before)[field])
  }
  // What nobody edited followed the list.
  expect(after).not.toEqual(before)
})

test('a source confirms what a member listed with its site; an undo takes that back', async () => {
  const { db } = context.store
  const owner = await makePerson(db)
  const [entry, other] = [values('Serval Days'), values('Wapiti Days')]
  const place = {
    location_name: 'Oslo',
    country_name: 'Norway',
    start_date: '2027-06-03',
    end_date: '2027-06-05',
  }
  await makeEvent(db, { owner, ...place, name: 'Serval Days', website: 'https://www.servaldays.example/' })
  await makeEvent(db, { owner, ...place, name: 'Wapiti Days', website: 'https://phish.example' })
  const source = await makeSource()
  await sync(source, entry, other)
  expect((await findEvent('Serval Days'))?.confirmation).toBe('listing')
  expect((await findEvent('Wapiti Days'))?.confirmation).toBeNull()
  await undoNewestRun(db, source.id)
  expect((await findEvent('Serval Days'))?.confirmation).toBeNull()
})

test.each([
  ['other days', { start_date: '2027-06-04' }, { start_date: '2027-06-04', end_date: '2027-06-05' }],
  ['another place', { location_name: 'Dachau' }, { location_name: 'Dachau', country_name: 'Germany' }],
  ['another spelling of the same place', { location_name: 'München' }, undefined],
  ['nothing else', {}, undefined],
])(
  'a link to a conference with %s is a question with both values and their origins',
  async (_, part, changes) => {
    const { db } = context.store
    const name = `Linked Otter ${++count}`
    const listing = values(name, {
      website: 'https://otter.example',
      location_name: 'Munich',
      country_name: 'Germany',
    })
    const listingSource = await makeSource()
    await sync(listingSource, listing)
    const event = (await findEvent(name))!
    const source = await makeSource({ lists_at_once: false })
    await sync(source, { ...listing, ...part })
    const [entry] = await entriesOf(source)
    const admin = await makePerson(db)
    const as = callAsPerson(context.store, admin, { isAdmin: true })
    if (entry!.state === 'proposed') await queueOf(as, 'proposal').accept(entry!.id, { option: event.id })
    expect(await findEvent(name)).toMatchObject({ start_date: '2027-06-03', location_name: 'Munich' })
    const { decisions } = await queueOf(as, 'question').list({ search: event.name })
    const questions = decisions.filter(({ path }) => path === `/conferences/${event.slug}`)
    const different = Object.entries(changes ?? {}).filter(
      ([field, value]) => event[field as 'name'] !== value,
    )
    expect(questions.map(({ evidence }) => evidence.changes?.map(({ after }) => after).sort())).toEqual(
      changes ? [different.map(([, value]) => value).sort()] : [],
    )
    for (const change of questions.flatMap(({ evidence }) => evidence.changes ?? []))
      expect(change.origin).toBe(listingSource.name)
  },
)
