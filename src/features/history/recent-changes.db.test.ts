import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { beginSet } from '#features/change-log/undo.server.ts'
import { eventEdit } from '#features/events/event-editing.schemas.ts'
import { type ChangeMeans, changedBy } from '#platform/database/changed-by.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'

const context = useStore()
let admin: Person
let vandal: Person
let owner: Person
beforeAll(async () => {
  const { db } = context.store
  admin = await makePerson(db, { name: 'Ada Admin', isAdmin: true })
  vandal = await makePerson(db, { name: 'Vic Vandal' })
  owner = await makePerson(db, { name: 'Olga Owner' })
})

const as = (person: Person) => callAsPerson(context.store, person, { isAdmin: person === admin })
const recent = (input: object = {}) => as(admin).history.recent(input)
const idsOf = async (input: object) => (await recent(input)).changes.map(({ id }) => id)

/** Changes something as somebody, on some day; returns the set. */
async function change(work: (tx: Database) => Promise<unknown>, by: Person | null, on?: string) {
  const { db } = context.store
  return changedBy(db, by?.id ?? null, by ? 'form' : 'site').transaction(async (tx) => {
    await work(tx)
    const [set] = await rows<{ id: number }>(tx)`select current_setting('hallway.change_set')::float8 as id`
    if (on)
      await tx.execute(sql`update change_sets set at = ${on}::timestamptz where id = ${set!.id}::bigint`)
    return set!.id
  })
}

const rename = (id: string, name: string) => (tx: Database) =>
  tx.execute(sql`update events set name = ${name} where id = ${id}::uuid`)

async function edit(event: { id: string }, changes: object, person: Person) {
  const [current] = await rows<Record<string, unknown>>(context.store.db)`
    select *, start_date::text, end_date::text, updated_at::text from events where id = ${event.id}::uuid`
  await as(person).events.update({ ...eventEdit.parse(current), ...changes })
}

test('an entry says who, how, which record and which fields, and undoing it is shown', async () => {
  const event = await makeEvent(context.store.db, { owner: vandal, name: 'Quiet Days' })
  await edit(event, { name: 'BUY PILLS' }, vandal)
  const [entry] = (await recent()).changes
  expect(entry).toMatchObject({
    by: { full_name: 'Vic Vandal' },
    via: 'form',
    can_undo: true,
    undone_by: null,
    has_more: false,
    counts: [{ kind: 'events', action: 'changed', count: 1 }],
    records: [
      {
        id: event.id,
        kind: 'events',
        name: 'BUY PILLS',
        path: `/conferences/${event.slug}`,
        state: 'present',
        fields: [{ name: 'Name', before: 'Quiet Days', after: 'BUY PILLS' }],
      },
    ],
  })
  await as(admin).history.undo({ id: entry!.id })
  const [undo, undone] = (await recent()).changes
  expect(undo).toMatchObject({ via: 'undo', undoes: entry!.id })
  expect(undone).toMatchObject({ id: entry!.id, undone_by: undo!.id })
  expect(await refusal(as(owner).history.recent({}))).toMatchObject({ code: 'FORBIDDEN' })
})

test('a record that was deleted since has its name, and one of a suspended member is marked', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner, name: 'Gone Days' })
  const spammer = await makePerson(db, { name: 'Sid Spammer' })
  const spam = await makeEvent(db, { owner: spammer, name: 'Spam Days' })
  await as(owner).events.remove({ id: event.id })
  await as(admin).people.suspend({ user_id: spammer.id })
  const recordOf = async (record: string) => (await recent({ record })).changes[0]!.records[0]
  expect(await recordOf(event.id)).toMatchObject({ name: 'Gone Days', path: null, state: 'deleted' })
  expect(await recordOf(spam.id)).toMatchObject({ name: 'Spam Days', path: null, state: 'hidden' })
  expect((await recent({ person: spammer.id })).people).toEqual([
    { id: spammer.id, full_name: 'Sid Spammer' },
  ])
})

test('many records are counted, and the first are named', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  await db.transaction(async (tx) => {
    await beginSet(tx, { by: null, via: 'import' })
    for (let nth = 0; nth < 12; nth++) await makeTalk(tx, { event, title: `Talk ${nth}` })
  })
  const [entry] = (await recent({ via: 'import' })).changes
  expect(entry).toMatchObject({ can_undo: false, counts: [{ kind: 'talks', action: 'added', count: 12 }] })
  expect(entry!.records.map(({ name }) => name)).toEqual(['Talk 0', 'Talk 1', 'Talk 2', 'Talk 3', 'Talk 4'])
})

test('filtered by person: a name, an id, the address of a page or of mail', async () => {
  const event = await makeEvent(context.store.db, { owner })
  const [other] = [await makePerson(context.store.db, { name: 'Olaf Other' })]
  const byOther = await change(rename(event.id, 'One'), other!)
  await change(rename(event.id, 'Two'), vandal)
  for (const person of [
    'olaf oth',
    other!.id,
    `/u/${other!.id}`,
    `https://x.example/admin/users/${other!.id}#a`,
    other!.email,
  ])
    expect(await idsOf({ person }), person).toEqual([byOther])
  expect(await recent({ person: 'Nobody Atall' })).toMatchObject({ changes: [], people: [] })
})

test('filtered by record: a name, a former name, an address, with its talks', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner, name: 'Harbour Days' })
  const talk = await makeTalk(db, { event, title: 'On harbours' })
  const speaker = await makeSpeaker(db, { name: 'Hanna Harbour' })
  const series = await makeSeries(db, [event], { name: 'Harbour Series' })
  const topic = await makeTopic(db, { name: 'harbour-topic' })
  const renamed = await change(rename(event.id, 'Port Days'), vandal)
  const titled = await change(
    (tx) => tx.execute(sql`update talks set title = 'On ports' where id = ${talk.id}::uuid`),
    owner,
  )
  const spoken = await change(
    (tx) => tx.execute(sql`insert into talk_speakers values (${talk.id}::uuid, ${speaker.id}::uuid, 0)`),
    owner,
  )
  for (const record of [
    'port days',
    'Harbour Days',
    `/conferences/${event.slug}`,
    `https://x.example/conferences/${event.slug}/history?a=1`,
  ])
    expect((await idsOf({ record })).slice(0, 3), record).toEqual([spoken, titled, renamed])
  for (const record of ['On ports', `/conferences/${event.slug}/talks/${talk.number}`])
    expect((await idsOf({ record })).slice(0, 2), record).toEqual([spoken, titled])
  for (const [record, id] of [
    [`/speakers/${speaker.id}`, speaker.id],
    [`/series/${series.slug}`, series.id],
    ['/topics/harbour-topic', topic.id],
  ])
    expect((await recent({ record })).records, record).toMatchObject([{ id }])
  await db.execute(sql`delete from talks where id = ${talk.id}::uuid`)
  const [removal] = await idsOf({ record: `/conferences/${event.slug}/talks/${talk.number}` })
  expect(removal).toBeGreaterThan(spoken)
  await as(owner).events.remove({ id: event.id })
  expect((await recent({ record: `/conferences/${event.slug}` })).records).toEqual([
    { id: event.id, name: 'Port Days' },
  ])
  expect((await recent({ record: '/nowhere/at/all' })).changes).toEqual([])
})

test('filtered by kind of record, also by its parts', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const speaker = await makeSpeaker(db)
  const topic = await makeTopic(db)
  const talk = await makeTalk(db, { event })
  const series = await makeSeries(db, [event])
  const sets = {
    events: await change(
      (tx) =>
        tx.execute(sql`insert into event_tags (event_id, tag) values (${event.id}::uuid, ${topic.name})`),
      owner,
    ),
    talks: await change(
      (tx) => tx.execute(sql`insert into talk_topics values (${talk.id}::uuid, ${topic.id}::uuid)`),
      owner,
    ),
    speakers: await change(
      (tx) =>
        tx.execute(
          sql`insert into social_links (speaker_id, platform, handle) values (${speaker.id}::uuid, 'github', 'ada')`,
        ),
      owner,
    ),
    series: await change(
      (tx) => tx.execute(sql`update series set name = 'Else' where id = ${series.id}::uuid`),
      owner,
    ),
    topics: await change(
      (tx) => tx.execute(sql`update topics set name = 'else-where' where id = ${topic.id}::uuid`),
      owner,
    ),
  }
  for (const [kind, id] of Object.entries(sets)) {
    const changes = (await recent({ kind })).changes
    expect(changes[0], kind).toMatchObject({ id })
    const ids = changes.map((entry) => entry.id)
    // A renamed topic renames the tags of conferences.
    const foreign = Object.entries(sets).filter(
      ([other]) => other !== kind && !(kind === 'events' && other === 'topics'),
    )
    expect(
      ids.filter((set) => foreign.some(([, other]) => other === set)),
      kind,
    ).toEqual([])
  }
})

test('filtered by means and by days', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const first = await change(rename(event.id, 'First'), owner, '2020-03-01T00:00:00Z')
  const last = await change(rename(event.id, 'Last'), owner, '2020-03-02T23:59:59Z')
  const late = await change(rename(event.id, 'Late'), null, '2020-03-03T00:00:00Z')
  expect(await idsOf({ from: '2020-03-01', to: '2020-03-02' })).toEqual([last, first])
  expect(await idsOf({ to: '2020-03-03' })).toEqual([late, last, first])
  expect(await idsOf({ from: '2020-03-02', to: '2020-03-04' })).toEqual([late, last])
  expect(await idsOf({ via: 'site', to: '2020-03-03' })).toEqual([late])
  const means: ChangeMeans = 'merge'
  expect(await idsOf({ via: means })).toEqual([])
})

test('pages of at most two statements, which leave out what shows nothing', async () => {
  const { db } = context.store
  const person = await makePerson(db, { name: 'Paula Pages' })
  const event = await makeEvent(db, { owner })
  const sets: number[] = []
  for (let nth = 0; nth < serverLimits.changesPerPage + 3; nth++) {
    sets.unshift(await change(rename(event.id, `Name ${nth}`), person))
    await change(
      (tx) =>
        tx.execute(
          sql`update events set confirmation = case when confirmation = 'series' then null else 'series' end where id = ${event.id}::uuid`,
        ),
      person,
    )
  }
  const filters = { person: person.id, record: event.id }
  const { result: page, statements } = await watchStatements(() => recent(filters))
  expect(statements).toHaveLength(2)
  const rest = await recent({ ...filters, after: page.next! })
  expect([...page.changes, ...rest.changes].map(({ id }) => id)).toEqual(sets)
  expect([page.changes.length, rest.next]).toEqual([serverLimits.changesPerPage, null])
})

test('the audit trail leads to the change of the same transaction, which is undone there', async () => {
  const event = await makeEvent(context.store.db, { owner, name: 'Trail Days' })
  await edit(event, { name: 'Trial Days' }, admin)
  const { actions } = await as(admin).adminActions.list({})
  expect(actions[0]).toMatchObject({ action: 'event_edited', subject: 'Trail Days' })
  const { changes } = await recent({ change: actions[0]!.set_id! })
  expect(changes).toMatchObject([
    {
      id: actions[0]!.set_id,
      records: [{ fields: [{ name: 'Name', before: 'Trail Days', after: 'Trial Days' }] }],
    },
  ])
  const person = await makePerson(context.store.db)
  await change(rename(event.id, 'Else'), person)
  await as(admin).people.suspend({ user_id: person.id, undo_since: '2020-01-01T00:00:00Z' })
  expect((await as(admin).adminActions.list({})).actions[0]).toMatchObject({
    action: 'member_suspended',
    set_id: null,
  })
})
