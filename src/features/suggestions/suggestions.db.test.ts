import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { series } from '#features/series/series.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, callAsPerson, refusal, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { mailsOf, notificationsOf } from '#tests/support/notices.ts'
import { suggestions } from './suggestions.tables.ts'

const context = useStore()
const as = (person: Person | null) => callAsPerson(context.store, person)
let admin: Person
const asAdmin = () => callAsPerson(context.store, admin, { isAdmin: true })
const ofKind = { kind: 'suggestion' } as const

beforeAll(async () => {
  admin = await makePerson(context.store.db, { name: 'Ada Admin', isAdmin: true })
})

async function ownedEvent(fields = {}) {
  const [owner, member] = await makePeople(context.store.db, [{ name: 'Olga Owner' }, { name: 'Max Member' }])
  return {
    owner: owner!,
    member: member!,
    event: await makeEvent(context.store.db, { owner, website: 'https://stoat.example', ...fields }),
  }
}
const readEvent = async (id: string) =>
  (await context.store.db.select().from(events).where(eq(events.id, id)))[0]!
const openOf = async (person: Person) => (await as(person).decisions.list(ofKind)).decisions
const aWeekAgo = (days = 8) =>
  context.store.db.execute(sql`update suggestions set created_at = now() - make_interval(days => ${days})`)

test('a visitor suggests nothing; a member what differs; the owner is told and saves some fields', async () => {
  const { owner, member, event } = await ownedEvent()
  const suggestion = { id: event.id, website: 'https://new.example', location_name: 'Oulu', name: event.name }
  expect((await refusal(as(null).suggestions.suggestEvent(suggestion)))?.code).toBe('UNAUTHORIZED')
  expect(
    await as(member).suggestions.suggestEvent({ ...suggestion, reason: 'Their website says so' }),
  ).toEqual({ is_saved: false })
  expect(await readEvent(event.id)).toMatchObject({ website: 'https://stoat.example' })
  const notices = await notificationsOf(context.store.db, owner, event.name)
  expect(notices).toMatchObject([
    { message: `Max Member suggests to change ${event.name}: Location, Website`, path: '/decisions' },
  ])
  const [open] = await openOf(owner)
  expect(open).toMatchObject({
    name: event.name,
    asked_by: { id: member.id, accepted: 0, rejected: 0 },
    is_doubtful: false,
    evidence: { words: 'Their website says so' },
  })
  expect(open!.evidence.changes).toEqual([
    { field: 'location_name', label: 'Location', before: event.location_name, after: 'Oulu' },
    { field: 'website', label: 'Website', before: 'https://stoat.example', after: 'https://new.example' },
  ])
  await as(owner).suggestions.accept({ id: open!.id, fields: ['website'] })
  expect(await readEvent(event.id)).toMatchObject({
    website: 'https://new.example',
    location_name: event.location_name,
  })
  expect(await notificationsOf(context.store.db, member, event.name)).toMatchObject([
    {
      message: `Your suggestion for ${event.name} was accepted in part.`,
      path: `/conferences/${event.slug}`,
    },
  ])
  expect(await mailsOf(context.store.db, member, event.name)).toHaveLength(1)
  expect((await refusal(as(owner).suggestions.reject({ id: open!.id })))?.code).toBe('CONFLICT')
})

test('what was changed since is shown with both values, and not accepted silently', async () => {
  const { owner, member, event } = await ownedEvent()
  await as(member).suggestions.suggestEvent({
    id: event.id,
    website: 'https://b.example',
    location_name: 'Oulu',
  })
  await context.store.db.update(events).set({ website: 'https://c.example' }).where(eq(events.id, event.id))
  const [open] = await openOf(owner)
  const { id } = open!
  expect(open).toMatchObject({ is_doubtful: true })
  expect(open!.evidence.changes).toContainEqual({
    ...{ field: 'website', label: 'Website', before: 'https://stoat.example' },
    ...{ now: 'https://c.example', after: 'https://b.example' },
  })
  const isRefused = async (choice: { fields?: string[]; option?: string }) =>
    (await refusal(as(owner).suggestions.accept({ id, ...choice })))?.message
  const changed = 'This was changed since it was suggested: Website. Look at it again.'
  expect(await isRefused({})).toBe(changed)
  expect(await isRefused({ fields: ['website'] })).toBe(changed)
  expect(await isRefused({ fields: ['website'], option: 'of another day' })).toBe(changed)
  expect(await isRefused({ fields: ['description'] })).toBe('Choose at least one of the suggested fields')
  await as(owner).decisions.decide({
    ...{ ...ofKind, id, is_accepted: true, fields: ['website'] },
    option: open!.evidence.option!,
  })
  expect(await readEvent(event.id)).toMatchObject({ website: 'https://b.example' })
})

test('strangers and the suggester decide nothing; administrators after a week, or where nobody owns it', async () => {
  const { owner, member, event } = await ownedEvent()
  const stranger = await makePerson(context.store.db)
  await as(member).suggestions.suggestEvent({ id: event.id, location_name: 'Oulu' })
  const { id } = (await openOf(owner))[0]!
  for (const person of [stranger, member]) {
    expect(await openOf(person)).toEqual([])
    expect((await refusal(as(person).suggestions.accept({ id })))?.code).toBe('FORBIDDEN')
    expect((await refusal(as(person).decisions.decide({ ...ofKind, id, is_accepted: true })))?.code).toBe(
      'FORBIDDEN',
    )
  }
  expect(await as(stranger).suggestions.ofEvent({ id: event.id })).toEqual([])
  expect(await as(member).suggestions.ofEvent({ id: event.id })).toHaveLength(1)
  expect((await asAdmin().decisions.list({ ...ofKind, search: event.name })).decisions).toEqual([])
  expect((await refusal(asAdmin().suggestions.accept({ id })))?.message).toBe(
    'Its owner decides within 7 days',
  )
  await aWeekAgo()
  expect((await refusal(as(stranger).suggestions.accept({ id })))?.code).toBe('FORBIDDEN')
  expect((await asAdmin().decisions.list({ ...ofKind, search: event.name })).decisions).toHaveLength(1)
  await asAdmin().suggestions.reject({ id })
  await asAdmin().decisions.reopen({ ...ofKind, id })
  await asAdmin().suggestions.accept({ id })
  expect(await readEvent(event.id)).toMatchObject({ location_name: 'Oulu' })
  const ownerless = await makeEvent(context.store.db, {})
  await as(member).suggestions.suggestEvent({ id: ownerless.id, location_name: 'Oulu' })
  expect((await asAdmin().decisions.list({ ...ofKind, search: ownerless.name })).decisions).toHaveLength(1)
})

test('an owner saves at once; with five accepted ones a member does where nobody owns the record', async () => {
  const { owner, member, event } = await ownedEvent()
  expect(await as(owner).suggestions.suggestEvent({ id: event.id, location_name: 'Oulu' })).toEqual({
    is_saved: true,
  })
  const ownerless = await makeEvent(context.store.db, {})
  const suggest = (location_name: string, id = ownerless.id) =>
    as(member).suggestions.suggestEvent({ id, location_name })
  for (const n of [1, 2, 3, 4, 5]) {
    expect(await suggest(`Place ${n}`)).toEqual({ is_saved: false })
    const [open] = (await asAdmin().decisions.list({ ...ofKind, search: ownerless.name })).decisions
    await asAdmin().suggestions.accept({ id: open!.id })
  }
  expect(await suggest('Tampere')).toEqual({ is_saved: true })
  expect(await readEvent(ownerless.id)).toMatchObject({ location_name: 'Tampere' })
  expect(await suggest('Tampere', event.id)).toEqual({ is_saved: false })
  // It is in the log of changes, and no entry of an administrator.
  const [last] = await rows<{ changed_by: string }>(context.store.db)`
    select changed_by from change_sets join changed_rows on set_id = change_sets.id
    where record_id = ${ownerless.id}::uuid order by change_sets.id desc limit 1`
  expect(last?.changed_by).toBe(member.id)
})

test('a new suggestion takes the place of the one before, and so does its notice; there is a limit a day', async () => {
  const { owner, member, event } = await ownedEvent()
  for (const location_name of ['Oulu', 'Turku'])
    await as(member).suggestions.suggestEvent({ id: event.id, location_name })
  expect(await openOf(owner)).toHaveLength(1)
  expect(await notificationsOf(context.store.db, owner, event.name)).toHaveLength(1)
  expect(
    await refusal(as(member).suggestions.suggestEvent({ id: event.id, name: event.name })),
  ).toMatchObject({
    message: 'Nothing differs from what is listed',
  })
  expect(
    (await refusal(as(member).suggestions.suggestEvent({ id: event.id, end_date: '1999-01-01' })))?.code,
  ).toBe('BAD_REQUEST')
  const old = { id: event.id, location_name: 'Pori', updated_at: 'an older version' }
  expect((await refusal(as(member).suggestions.suggestEvent(old)))?.code).toBe('CONFLICT')
  await context.store.db.execute(
    sql`select take_point(${`suggestions ${member.id}`}, 40, 86400) from generate_series(1, 40)`,
  )
  expect(
    (await refusal(as(member).suggestions.suggestEvent({ id: event.id, location_name: 'Pori' })))?.code,
  ).toBe('TOO_MANY_REQUESTS')
})

test('talks: organisers and speakers decide; speakers and topics too can be suggested', async () => {
  const { owner, member, event } = await ownedEvent()
  const [ann, bob] = await makePeople(context.store.db, [{ name: 'Ann' }, { name: 'Bob' }])
  const [speaker, other] = [
    await makeSpeaker(context.store.db, { name: 'Ann', user_id: ann!.id }),
    await makeSpeaker(context.store.db, { name: 'Bob', user_id: bob!.id }),
  ]
  const talk = await makeTalk(context.store.db, { event, speakers: [speaker] })
  await as(member).suggestions.suggestTalk({
    id: talk.id,
    title: 'Stoats',
    speaker_ids: [speaker.id, other.id],
  })
  expect(await openOf(owner)).toHaveLength(1)
  expect(await openOf(bob!)).toEqual([])
  const [open] = await openOf(ann!)
  expect(open!.evidence.changes).toEqual([
    { field: 'title', label: 'Title', before: talk.title, after: 'Stoats' },
    { field: 'speaker_ids', label: 'Speakers', before: 'Ann', after: 'Ann, Bob' },
  ])
  await as(ann!).suggestions.accept({ id: open!.id })
  expect(await as(null).talks.detail({ id: talk.id })).toMatchObject({
    title: 'Stoats',
    speakers: [{ name: 'Ann' }, { name: 'Bob' }],
  })
  // A speaker may decide, but does not save what they suggest themselves.
  expect(await as(ann!).suggestions.suggestTalk({ id: talk.id, title: 'Weasels' })).toEqual({
    is_saved: false,
  })
  const { id } = (await as(ann!).suggestions.ofTalk({ id: talk.id }))[0]!
  expect((await refusal(as(ann!).suggestions.accept({ id })))?.code).toBe('FORBIDDEN')
})

test('speakers and series; an accepted one is undone by the log of changes, and waits again', async () => {
  const { db } = context.store
  const { owner, member, event } = await ownedEvent()
  const speaker = await makeSpeaker(db, { name: 'Ann', user_id: owner.id })
  const [added] = await db.insert(series).values({ name: 'Stoats', slug: 'stoats' }).returning()
  await db.update(events).set({ series_id: added!.id }).where(eq(events.id, event.id))
  await db.execute(sql`update all_events set confirmation = 'series' where id = ${event.id}::uuid`)
  await as(member).suggestions.suggestSpeaker({ id: speaker.id, bio: 'Of weasels', github: 'ann' })
  await as(member).suggestions.suggestSeries({ id: added!.id, website: 'https://stoats.example' })
  const changeSets = new Set<number>()
  const undoable = callAs(context.store, viewerOf(owner), undefined, undefined, changeSets)
  for (const { id } of await openOf(owner)) await undoable.suggestions.accept({ id })
  const read = async () => [
    await as(null).speakers.detail({ id: speaker.id }),
    (await db.select().from(series).where(eq(series.id, added!.id)))[0],
  ]
  expect(await read()).toMatchObject([{ bio: 'Of weasels' }, { website: 'https://stoats.example' }])
  expect(await openOf(owner)).toEqual([])
  for (const id of changeSets) await as(owner).history.undo({ id })
  expect(await read()).toMatchObject([{ bio: speaker.bio }, { website: null }])
  expect(await openOf(owner)).toHaveLength(2)
  expect((await db.select().from(speakers).where(eq(speakers.id, speaker.id)))[0]).toMatchObject({
    user_id: owner.id,
  })
  await db.execute(sql`delete from "user" where id = ${member.id}::uuid`)
  expect(await db.$count(suggestions, eq(suggestions.suggested_by, member.id))).toBe(0)
})
