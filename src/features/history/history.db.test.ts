import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { eventEdit } from '#features/events/event-editing.schemas.ts'
import { event_organisers } from '#features/events/events.tables.ts'
import { importEvents } from '#features/listing/csv-import.server.ts'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { serverLimits } from '#src/limits.ts'
import { callAs, refusal, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { undoableSets } from './undo-rights.server.ts'

const context = useStore()

let owner: Person
let organiser: Person
let other: Person
let admin: Person
beforeAll(async () => {
  const { db } = context.store
  owner = await makePerson(db, { name: 'Olga Owner' })
  organiser = await makePerson(db, { name: 'Cora Organiser' })
  other = await makePerson(db, { name: 'Otto Other' })
  admin = await makePerson(db, { name: 'Ada Admin', isAdmin: true })
})

const as = (person: Person | null, organises: string[] = []) =>
  callAs(context.store, person && { ...viewerOf(person, person === admin), organises })

const lastSet = async () => {
  const [set] = await rows<{ id: number }>(context.store.db)`select max(id)::float8 as id from change_sets`
  return set!.id
}

async function edit(event: { id: string }, changes: object, person = owner) {
  const [current] = await rows<Record<string, unknown>>(context.store.db)`
    select *, start_date::text, end_date::text, updated_at::text from events where id = ${event.id}::uuid`
  await as(person, [event.id]).events.update({ ...eventEdit.parse(current), ...changes })
  return lastSet()
}
const nameOf = async ({ id }: { id: string }) => {
  const [row] = await rows<{ name: string }>(context.store.db)`
    select name from all_events where id = ${id}::uuid`
  return row?.name
}

test('an edit shows who, how and which fields', async () => {
  const event = await makeEvent(context.store.db, { owner, name: 'PyCon' })
  await edit(event, { name: 'BUY PILLS', website: 'https://pills.example' })
  const { changes, can_return, next } = await as(other).history.ofEvent({ id: event.id })
  expect(changes[0]).toMatchObject({
    by: { full_name: 'Olga Owner' },
    via: 'form',
    can_undo: false,
    fields: [
      { name: 'Name', before: 'PyCon', after: 'BUY PILLS' },
      { name: 'Website', after: 'https://pills.example' },
    ],
  })
  expect({ can_return, next }).toEqual({ can_return: false, next: null })
  expect((await as(owner).history.ofEvent({ id: event.id })).changes[0]).toMatchObject({ can_undo: true })
  expect(await refusal(as(null).history.ofEvent({ id: event.id }))).toMatchObject({ code: 'UNAUTHORIZED' })
})

test('parts that were added and removed are lines, and talks are counted', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const [topic, speaker] = [await makeTopic(db), await makeSpeaker(db)]
  await as(owner).events.addTag({ event_id: event.id, tag: topic.name })
  const talk = await makeTalk(db, { event, speakers: [speaker], topics: [topic], title: 'On halls' })
  const { changes } = await as(other).history.ofEvent({ id: event.id })
  const fields = changes.flatMap((change) => change.fields)
  expect(fields).toContainEqual({ name: 'Topic', before: null, after: topic.name })
  expect(changes[0]!.talks).toMatchObject({ first: [{ title: 'On halls', number: talk.number }] })
  const ofTalk = (await as(other).history.ofTalk({ id: talk.id })).changes.flatMap(({ fields }) => fields)
  expect(ofTalk).toEqual(
    expect.arrayContaining([
      { name: 'Talk', before: null, after: 'On halls' },
      { name: 'Speaker', before: null, after: speaker.name },
      { name: 'Topic', before: null, after: topic.name },
    ]),
  )
})

test('a history has pages, each of one statement, and skips what shows nothing', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  for (let nth = 0; nth < serverLimits.changesPerPage + 3; nth++) {
    await edit(event, { name: `Conference ${nth}` })
    await db.execute(sql`update events set import_id = null, confirmation = case when confirmation = 'series' then null else 'series' end
      where id = ${event.id}::uuid`)
  }
  const { result: page, statements } = await watchStatements(() =>
    as(other).history.ofEvent({ id: event.id }),
  )
  expect(statements).toHaveLength(1)
  expect(page.changes).toHaveLength(serverLimits.changesPerPage)
  const rest = await as(other).history.ofEvent({ id: event.id, after: page.next! })
  expect(rest.changes.length).toBeGreaterThanOrEqual(3)
  expect(rest.next).toBeNull()
  const ids = [...page.changes, ...rest.changes].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((one, another) => another - one))
})

test('an undo, what stays, and the undo of the undo', async () => {
  const event = await makeEvent(context.store.db, { owner, name: 'PyCon', description: 'True' })
  const vandalism = await edit(event, { name: 'BUY PILLS', description: 'Cheap' })
  await edit(event, { description: 'Corrected' })
  expect(await refusal(as(other).history.undo({ id: vandalism }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await as(owner).history.undo({ id: vandalism })).toEqual({
    undone: 1,
    kept: [{ name: 'Description', current: 'Corrected' }],
  })
  expect(await nameOf(event)).toBe('PyCon')
  expect(await refusal(as(owner).history.undo({ id: vandalism }))).toMatchObject({ code: 'CONFLICT' })
  await as(owner).history.undo({ id: await lastSet() })
  expect(await nameOf(event)).toBe('BUY PILLS')
  expect(await refusal(as(owner).history.undo({ id: 999_999_999 }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('a record returns to a version: all newer changes go, the newest first', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner, name: 'PyCon', description: 'True' })
  const start = await edit(event, { name: 'PyCon X' })
  for (const name of ['One', 'Two!', 'Three']) await edit(event, { name, description: name })
  const undone = await edit(event, { name: 'Four' })
  await as(owner).history.undo({ id: undone })
  const talk = await makeTalk(db, { event })
  expect(await refusal(as(other).history.returnEvent({ id: event.id, change_id: start }))).toMatchObject({
    code: 'FORBIDDEN',
  })
  const { kept } = await as(owner).history.returnEvent({ id: event.id, change_id: start })
  expect(kept).toEqual([])
  const [row] = await rows(db)`select name, description from events where id = ${event.id}::uuid`
  expect(row).toEqual({ name: 'PyCon X', description: 'True' })
  expect(await rows(db)`select from talks where id = ${talk.id}::uuid`).toEqual([])
})

test('two points of a history are compared', async () => {
  const event = await makeEvent(context.store.db, { owner, name: 'PyCon', description: 'True' })
  const from = await edit(event, { name: 'First' })
  await edit(event, { name: 'Second', description: 'Other' })
  const to = await edit(event, { name: 'Third', description: 'True' })
  expect(await as(other).history.compareEvent({ id: event.id, from, to })).toEqual({
    fields: [{ name: 'Name', before: 'First', after: 'Third' }],
    talks: null,
  })
})

test('a co-organiser undoes edits, but not the owner or the co-organisers', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner, name: 'PyCon' })
  await db.insert(event_organisers).values({ event_id: event.id, user_id: organiser.id })
  const added = await lastSet()
  const byCo = await edit(event, { name: 'Renamed' }, organiser)
  await as(admin).events.changeOwner({ event_id: event.id, owner_id: other.id })
  const ownerChange = await lastSet()
  expect(await refusal(as(organiser, [event.id]).history.undo({ id: ownerChange }))).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await refusal(as(other).history.undo({ id: ownerChange }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(as(organiser, [event.id]).history.undo({ id: added }))).toMatchObject({
    code: 'FORBIDDEN',
  })
  await as(organiser, [event.id]).history.undo({ id: byCo })
  expect(await nameOf(event)).toBe('PyCon')
  expect(await as(admin).history.undo({ id: ownerChange })).toMatchObject({ kept: [] })
})

test('the owner restores what they deleted, and nobody what an administrator deleted', async () => {
  const mine = await makeEvent(context.store.db, { owner, name: 'Mine' })
  await as(owner).events.remove({ id: mine.id })
  const byOwner = await lastSet()
  const spam = await makeEvent(context.store.db, { owner, name: 'Spam' })
  await as(admin).events.remove({ id: spam.id })
  const byAdmin = await lastSet()
  expect(await refusal(as(other).history.undo({ id: byOwner }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(as(owner).history.undo({ id: byAdmin }))).toMatchObject({ code: 'FORBIDDEN' })
  await as(owner).history.undo({ id: byOwner })
  expect(await nameOf(mine)).toBe('Mine')
})

test('a member’s undo makes no trusted listing, an administrator’s does', async () => {
  const { db } = context.store
  for (const [person, expected] of [
    [owner, null],
    [admin, 'listing'],
  ] as const) {
    const event = await makeEvent(db, { owner, name: 'Listed Days', confirmation: 'listing' })
    const renamed = await edit(event, { name: 'Famous Days' })
    await as(person).history.undo({ id: renamed })
    const [row] = await rows(db)`select name, confirmation from events where id = ${event.id}::uuid`
    expect(row).toEqual({ name: 'Listed Days', confirmation: expected })
  }
})

test('an import of a programme is undone where it is listed alone', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  await edit(event, { description: 'Imported' })
  const imported = await lastSet()
  await db.execute(sql`
    insert into programme_syncs (event_id, status, format, digest, set_id) values (${event.id}::uuid, 'done', 'csv', '', ${imported})`)
  for (const person of [owner, admin])
    expect(await refusal(as(person).history.undo({ id: imported }))).toMatchObject({ code: 'FORBIDDEN' })
})

test('a series shows its fields and its editions; its owner puts back what no administrator did', async () => {
  const { db } = context.store
  const [first, second] = [
    await makeEvent(db, { owner }),
    await makeEvent(db, { owner, start_date: '2019-03-01' }),
  ]
  const series = await makeSeries(db, [first, second])
  await as(owner).series.leave({ event_id: second.id })
  const departure = await lastSet()
  await as(owner).series.update({ id: series.id, name: 'Halls', description: '', website: '' })
  const { changes } = await as(other).history.ofSeries({ id: series.id })
  expect(changes[0]!.fields[0]).toMatchObject({ name: 'Name', after: 'Halls' })
  expect(changes[1]!.fields).toEqual([{ name: 'Edition', before: second.name, after: null }])
  await as(owner).history.undo({ id: departure })
  expect((await as(other).series.detail({ slug: series.slug })).editions).toHaveLength(2)
  await as(admin).series.leave({ event_id: second.id })
  expect(await refusal(as(owner).history.undo({ id: await lastSet() }))).toMatchObject({ code: 'FORBIDDEN' })
})

test('who listed a speaker undoes edits of it, and the trail names what administrators undo', async () => {
  const { db } = context.store
  const speaker = await makeSpeaker(db, { created_by: owner.id, name: 'Ada' })
  const [current] = await rows<{ updated_at: string }>(db)`
    select updated_at::text from speakers where id = ${speaker.id}::uuid`
  const link = { twitter: 'ada', github: '', website: '' }
  await as(owner).speakers.update({ id: speaker.id, name: 'Spam', ...current!, ...link })
  const { changes } = await as(other).history.ofSpeaker({ id: speaker.id })
  expect(changes[0]!.fields).toEqual([
    { name: 'Name', before: 'Ada', after: 'Spam' },
    { name: 'Twitter', before: null, after: 'ada' },
  ])
  expect(await refusal(as(other).history.undo({ id: changes[0]!.id }))).toMatchObject({ code: 'FORBIDDEN' })
  await as(admin).history.undo({ id: changes[0]!.id })
  const { actions } = await as(admin).adminActions.list({})
  expect(actions[0]).toMatchObject({
    action: 'change_undone',
    subject: 'Ada',
    path: `/speakers/${speaker.id}`,
  })
})

/** Ten conferences that a member vandalised in twenty changes. */
async function makeVandalism(vandal: Person) {
  const events = []
  for (let nth = 0; nth < 10; nth++) {
    const event = await makeEvent(context.store.db, { owner: vandal, name: `True ${nth}` })
    await edit(event, { name: `BUY PILLS ${nth}` }, vandal)
    await edit(event, { description: 'Cheap', location_name: 'Nowhere' }, vandal)
    events.push(event)
  }
  return events
}

const areRestored = async (events: { id: string }[]) => {
  for (const [nth, event] of events.entries()) expect(await nameOf(event)).toBe(`True ${nth}`)
}

test('all that a member changed is undone at once, after a preview that changes nothing', async () => {
  const vandal = await makePerson(context.store.db, { name: 'Vic Vandal' })
  const events = await makeVandalism(vandal)
  await edit(events[3]!, { description: 'Corrected' }, admin)
  const input = { user_id: vandal.id, since: '2020-01-01T00:00:00Z' }
  expect(await refusal(as(owner).history.undoMember(input))).toMatchObject({ code: 'FORBIDDEN' })
  const result = { changes: 20, records: 10, kept: [{ name: 'Description', current: 'Corrected' }] }
  expect(await as(admin).history.previewUndoMember(input)).toMatchObject(result)
  expect(await nameOf(events[0]!)).toBe('BUY PILLS 0')
  expect(await as(admin).history.undoMember(input)).toMatchObject(result)
  await areRestored(events)
  expect(await as(admin).history.undoMember(input)).toMatchObject({ changes: 0 })
  const { actions } = await as(admin).adminActions.list({})
  expect(actions[0]).toMatchObject({ action: 'member_changes_undone', subject: 'Vic Vandal' })
})

test('who deleted a record finds it among the deleted ones for 90 days, and restores it', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner, name: 'Gone Days', slug: 'gone-days' })
  const [first, second] = [
    await makeTalk(db, { event, title: 'One' }),
    await makeTalk(db, { event, title: 'Two' }),
  ]
  const namesFor = async (person: Person) =>
    (await as(person, [event.id]).history.deleted({})).records.map(({ name }) => name)
  await as(owner, [event.id]).talks.remove({ id: first.id })
  const { records } = await as(owner, [event.id]).history.deleted({})
  expect(records[0]).toMatchObject({
    kind: 'talk',
    name: 'One',
    of_event: 'Gone Days',
    path: `/conferences/gone-days/talks/${first.number}`,
    by: { full_name: 'Olga Owner' },
  })
  await db.insert(event_organisers).values({ event_id: event.id, user_id: organiser.id })
  expect(await namesFor(organiser)).toEqual([])
  await as(owner, [event.id]).events.remove({ id: event.id })
  const deletion = await lastSet()
  // A talk that went with its conference comes back with it.
  expect(await namesFor(owner)).not.toContain('Two')
  expect(await namesFor(owner)).toContain('Gone Days')
  expect(await namesFor(admin)).toContain('Gone Days')
  expect(await namesFor(other)).toEqual([])
  expect(await refusal(as(null).history.deleted({}))).toMatchObject({ code: 'UNAUTHORIZED' })

  await db.execute(sql`update change_sets set at = now() - interval '91 days' where id = ${deletion}::bigint`)
  expect(await namesFor(owner)).not.toContain('Gone Days')
  await db.execute(sql`update change_sets set at = now() where id = ${deletion}::bigint`)
  await as(owner).history.undo({ id: deletion })
  expect(await namesFor(owner)).toContain('One')
  expect(await namesFor(owner)).not.toContain('Gone Days')
  expect(await as(null).talks.detail({ id: second.id })).toMatchObject({ title: 'Two' })
  await makeTalk(db, { event, id: first.id, title: 'One' })
  expect(await namesFor(owner)).not.toContain('One')
})

test('whoever saves something is told which change it is, and nobody else’s', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const talk = await makeTalk(db, { event })
  const changeSets = new Set<number>()
  await callAs(context.store, viewerOf(owner), undefined, undefined, changeSets).talks.remove({ id: talk.id })
  const setIds = [...changeSets]
  expect(setIds).toEqual([await lastSet()])
  expect(await undoableSets(db, viewerOf(owner), setIds)).toEqual(setIds)
  expect(await undoableSets(db, viewerOf(other), setIds)).toEqual([])
  await as(owner).history.undo({ id: setIds[0]! })
  expect(await undoableSets(db, viewerOf(owner), setIds)).toEqual([])
})

test('what a table of conferences added is an import by whoever began it', async () => {
  const row = { name: 'Imported Days', start_date: '2031-04-01', end_date: '2031-04-02', line: 2 }
  const place = { location_name: 'Bergen', country_name: 'Norway', description: null, website: null }
  await importEvents(context.store.db, [{ ...row, ...place }], { fileName: 'a.csv', importedBy: admin.id })
  const { id } = await as(null).events.detail({ slug: 'imported-days' })
  const { changes } = await as(admin).history.ofEvent({ id })
  expect(changes).toMatchObject([{ via: 'import', by: { full_name: 'Ada Admin' } }])
})

test('a vandal is suspended with an undo of what they changed lately, and restoring them restores no vandalism', async () => {
  const { db } = context.store
  const vandal = await makePerson(db, { name: 'Vera Vandal' })
  const honest = await makeEvent(db, { owner: vandal, name: 'Honest Days' })
  const old = await edit(honest, { name: 'Honest Week' }, vandal)
  await db.execute(sql`update change_sets set at = now() - interval '30 days' where id = ${old}::bigint`)
  const events = await makeVandalism(vandal)
  const hidden = await makeEvent(db, { owner: vandal, name: 'Deleted Days' })
  await as(vandal).events.remove({ id: hidden.id })
  const input = { user_id: vandal.id }
  const { since, changes } = await as(admin).history.previewUndoMember(input)
  expect(changes).toBe(21)
  expect(await as(admin).people.suspend({ ...input, undo_since: since! })).toEqual({ people: 1, changes: 21 })
  const [restored] = await rows(db)`select is_hidden from all_events where id = ${hidden.id}::uuid`
  expect(restored).toEqual({ is_hidden: true })
  const { actions } = await as(admin).adminActions.list({})
  expect(actions.slice(0, 2).map(({ action }) => action)).toEqual([
    'member_suspended',
    'member_changes_undone',
  ])
  expect(await as(admin).people.restore(input)).toEqual({ people: 1, changes: 0 })
  await areRestored(events)
  expect(await nameOf(honest)).toBe('Honest Week')
})

test('who was suspended without an undo is restored with one, from the days before the suspension', async () => {
  const { db } = context.store
  const vandal = await makePerson(db, { name: 'Vito Vandal' })
  const events = await makeVandalism(vandal)
  const input = { user_id: vandal.id }
  await as(admin).people.suspend(input)
  await db.execute(
    sql`update suspensions set created_at = now() - interval '60 days' where user_id = ${vandal.id}::uuid`,
  )
  await db.execute(
    sql`update change_sets set at = now() - interval '61 days' where changed_by = ${vandal.id}::uuid`,
  )
  expect(await as(admin).history.previewUndoMember(input)).toMatchObject({ changes: 20, records: 10 })
  const { since } = await as(admin).history.previewUndoMember({ ...input, scope: 'suspended' })
  expect(await as(admin).people.restore({ ...input, undo_since: since! })).toEqual({ people: 1, changes: 20 })
  await areRestored(events)
  expect(await as(admin).history.previewUndoMember(input)).toMatchObject({ changes: 0 })
})

test('what people changed who came through a suspended member is undone with theirs, and of nobody else', async () => {
  const { db } = context.store
  const [root, guest] = [await makePerson(db), await makePerson(db)]
  await db.execute(sql`
    insert into invitation_codes (code, created_by, used_by, used_at) values ('BRANCHCODE', ${root.id}::uuid, ${guest.id}::uuid, now())`)
  const [theirs, foreign] = [
    await makeEvent(db, { owner: guest, name: 'Aye Days' }),
    await makeEvent(db, { owner, name: 'Bee Days' }),
  ]
  await edit(theirs, { name: 'BUY' }, guest)
  await edit(foreign, { name: 'Better' }, owner)
  const input = { user_id: root.id }
  expect(await as(admin).history.previewUndoMember(input)).toMatchObject({ changes: 0, since: null })
  expect(await as(admin).history.previewUndoMember({ ...input, scope: 'branch' })).toMatchObject({
    changes: 1,
  })
  const undo_since = '2020-01-01T00:00:00Z'
  expect(await as(admin).people.suspend({ ...input, has_branch: true, undo_since })).toEqual({
    people: 2,
    changes: 1,
  })
  expect([await nameOf(theirs), await nameOf(foreign)]).toEqual(['Aye Days', 'Better'])
})
