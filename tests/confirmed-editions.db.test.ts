import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { notifyOfNewEditions, notifyOfNextEditions } from '#features/follows/notify-followers.server.ts'
import { deleteAccount } from '#features/people/delete-account.server.ts'
import { joinNewEditions } from '#features/series/series-proposals.server.ts'
import { suspendMembers } from '#features/series/suspend-members.server.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, callAsPerson, queueOf, refusal, viewerOf } from './support/call.ts'
import { useStore } from './support/database.ts'
import { type MadeEvent, makeEvent, makeEvents } from './support/factories/events.ts'
import { makePerson, type Person } from './support/factories/people.ts'
import { makeSeries } from './support/factories/series.ts'
import { unique } from './support/factories/unique.ts'

// A name is no proof: what only its lister calls an edition has no rights over the editions of others, no place on their
// pages, no mail to their followers, and moves no follow.

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }
const today = '2030-06-01'
let [owner, stranger, follower, admin]: Person[] = []

beforeEach(async () => {
  const { db } = context.store
  ;[owner, stranger, follower] = [await makePerson(db), await makePerson(db), await makePerson(db)]
  admin = await makePerson(db, { isAdmin: true })
})

const as = (person: Person | undefined | null) =>
  callAsPerson(context.store, person ?? null, { today, isAdmin: person === admin })
/** The stranger as a co-organiser of an event. */
const asHelper = ({ id }: { id: string }) =>
  callAs(context.store, { ...viewerOf(stranger!), organises: [id] }, today)
const code = async (call: Promise<unknown>) => (await refusal(call))?.code
const fieldsOf = (name: string, year: number, country_name = 'Norway', location_name = 'Bergen') => ({
  ...{ name: `${name} ${year}`, start_date: `${year}-05-01`, end_date: `${year}-05-02` },
  ...{ location_name, country_name },
})
const editionsOf = (id: string) => as(null).events.editions({ id })
const messages = async () =>
  (await as(follower).notifications.list({})).notifications.map(({ message }) => message)
const followedNames = async () => (await as(follower).follows.mine()).map(({ name }) => name)
const follow = (kind: 'event' | 'series', key: string) =>
  as(follower).follows.set({ kind, key, is_following: true })
const notifyAll = async () => {
  await notifyOfNextEditions(context.store.db, site, today)
  await notifyOfNewEditions(context.store.db, site, today)
}
/** Proposes series, as the site does each minute. */
const find = () => joinNewEditions(context.store.db)
const seriesOf = async ({ id }: { id: string }) => (await as(null).events.detail({ slug: id })).series

/** A conference of its owner that is over, and its name. */
async function makeGenuine() {
  const name = `Genuine ${unique()}`
  const event = await makeEvent(context.store.db, { owner: owner!, ...fieldsOf(name, 2029) })
  return { name, event }
}

const queue = () => queueOf(as(admin), 'series')
const proposalOf = async (name: string) => (await queue().list()).decisions.find((one) => one.name === name)

describe('a conference that a stranger lists under the name of another', () => {
  test.each([
    ['in its country', 'Norway', 'Trondheim'],
    ['in another one', 'Chile', 'Santiago'],
  ])('%s is not its next edition, and takes no follower', async (_, country, city) => {
    const { name, event } = await makeGenuine()
    await follow('event', event.id)
    const fake = await as(stranger).events.create(fieldsOf(name, 2031, country, city))
    await find()
    const { next, others, unconfirmed } = await editionsOf(event.id)
    expect([next, others]).toEqual([null, []])
    expect(unconfirmed.map(({ id }) => id)).toEqual([fake.id])
    await notifyAll()
    expect([await messages(), await followedNames()]).toEqual([[], [event.name]])

    const genuine = await as(owner).events.create({ ...fieldsOf(name, 2032), previous: event.id })
    expect((await editionsOf(event.id)).next?.id).toBe(genuine.id)
    await notifyAll()
    expect(await messages()).toEqual([expect.stringContaining(`${name} 2032 is listed`)])
    await as(admin).people.suspend({ user_id: stranger!.id })
    expect(await followedNames()).toEqual([event.name, `${name} 2032`])
    await notifyAll()
    expect(await messages()).toHaveLength(1)
  })

  test('is the next one of its own, and an import is when an administrator says so', async () => {
    const { name, event } = await makeGenuine()
    const own = await as(owner).events.create(fieldsOf(name, 2030))
    expect((await editionsOf(event.id)).next?.id).toBe(own.id)
    const imported = await makeEvent(context.store.db, fieldsOf(name, 2031))
    await find()
    expect(await editionsOf(own.id)).toMatchObject({ next: null, unconfirmed: [] })
    const { id } = (await proposalOf(name))!
    expect(await code(queue().accept(id))).toBe('UNCONFIRMED')
    await queue().accept(id, { option: 'with_unconfirmed' })
    expect((await editionsOf(own.id)).next?.id).toBe(imported.id)
  })

  test('is not the previous one, nor the next one of a series, where a co-organiser put it there', async () => {
    const { db } = context.store
    const { name, event } = await makeGenuine()
    const later = await makeEvent(db, fieldsOf(name, 2032))
    const series = await makeSeries(db, [event, later])
    await as(owner).eventOrganisers.add({ event_id: event.id, user_id: stranger!.id })
    const fake = await asHelper(event).events.create({ ...fieldsOf('Junk', 2031), previous: event.id })
    expect(await seriesOf(fake)).toMatchObject({ id: series.id })
    const [before, after] = [await editionsOf(event.id), await editionsOf(later.id)]
    expect([before.next?.id, after.previous?.id]).toEqual([later.id, event.id])
    expect(before.unconfirmed.map(({ id }) => id)).toEqual([fake.id])
    const detail = await as(null).series.detail({ slug: series.slug })
    expect(detail).toMatchObject({ edition_count: 2, unconfirmed: [{ id: fake.id }] })
    expect(detail.editions.map(({ id }) => id)).toEqual([later.id, event.id])
    const { series: matches } = await as(null).series.list({ search: series.name })
    expect(matches).toMatchObject([{ edition_count: 2, next_date: '2032-05-01' }])
  })

  test('joins the series where the owner of an edition lists it without naming that', async () => {
    const { name, event } = await makeGenuine()
    const series = await makeSeries(context.store.db, [event])
    const next = await as(owner).events.create(fieldsOf(name, 2030))
    expect(await seriesOf(next)).toMatchObject({ id: series.id })
    expect(await seriesOf(await as(stranger).events.create(fieldsOf(name, 2031)))).toBeNull()
  })
})

describe('an import that was claimed', () => {
  const rename = async (event: { id: string }, name: string) => {
    const { updated_at } = await as(null).events.detail({ slug: event.id })
    await as(stranger).events.update({ ...fieldsOf(name, 2031), id: event.id, updated_at })
  }

  test('is the next edition of no other name that its owner gives it, by no detour', async () => {
    const { db } = context.store
    const { name, event } = await makeGenuine()
    const claim = () =>
      makeEvent(db, { owner: stranger!, ...fieldsOf(`Other ${unique()}`, 2031), confirmation: 'listing' })
    const renamed = await claim()
    await rename(renamed, name)
    expect((await editionsOf(event.id)).next).toBeNull()
    await as(stranger).events.remove({ id: renamed.id })
    const returned = await claim()
    await as(stranger).series.join({ event_id: returned.id, name: `Own ${unique()}` })
    const { id, name: own } = (await seriesOf(returned))!
    await as(stranger).series.join({ event_id: (await claim()).id, name: own })
    await as(stranger).series.leave({ event_id: returned.id })
    const {
      changes: [leaving],
    } = await as(stranger).history.ofSeries({ id })
    await rename(returned, name)
    await as(stranger).history.undo({ id: leaving!.id })
    expect(await seriesOf(returned)).toMatchObject({ id })
    expect((await editionsOf(event.id)).next).toBeNull()
  })
})

describe('confirming', () => {
  const confirm = (
    person: Person | undefined,
    event: { id: string },
    earlier: { id: string },
    is_confirmed = true,
  ) => as(person).series.confirm({ event_id: event.id, earlier_id: earlier.id, is_confirmed })

  test('puts it into the series of the earlier one, and its followers hear of it', async () => {
    const { name, event } = await makeGenuine()
    await follow('event', event.id)
    const next = await as(stranger).events.create(fieldsOf(name, 2031))
    expect(await code(confirm(owner, next, event))).toBe('FORBIDDEN')
    await find()
    expect(await code(confirm(stranger, next, event))).toBe('FORBIDDEN')
    expect(await code(confirm(follower, next, event))).toBe('FORBIDDEN')
    const dismiss = (isDismissed: boolean) =>
      context.store.db.execute(sql`
        update series_proposals set is_dismissed = ${isDismissed} where event_ids @> array[${next.id}::uuid]`)
    await dismiss(true)
    expect(await code(confirm(owner, next, event))).toBe('FORBIDDEN')
    await dismiss(false)
    await confirm(owner, next, event)
    expect(await seriesOf(next)).toEqual(await seriesOf(event))
    expect(await editionsOf(event.id)).toMatchObject({ next: { id: next.id }, unconfirmed: [] })
    await notifyAll()
    expect(await messages()).toHaveLength(1)
    expect(await code(confirm(owner, next, event))).toBe('NOT_FOUND')
  })

  test('is also done in a series, by administrators, and refused with the other button', async () => {
    const { db } = context.store
    const { name, event } = await makeGenuine()
    const series = await makeSeries(db, [event])
    await as(owner).eventOrganisers.add({ event_id: event.id, user_id: stranger!.id })
    const list = (year: number) =>
      asHelper(event).events.create({
        ...fieldsOf('Junk', year),
        name: unique(),
        previous: event.id,
      })
    const [one, two] = [await list(2031), await list(2032)]
    const stray = await as(stranger).events.create(fieldsOf(name, 2033))
    expect(await code(confirm(stranger, one, event))).toBe('FORBIDDEN')
    await confirm(admin, one, event)
    expect((await editionsOf(event.id)).next?.id).toBe(one.id)
    await confirm(owner, two, event, false)
    await find()
    await confirm(owner, stray, event, false)
    expect([await seriesOf(two), await seriesOf(stray)]).toEqual([null, null])
    expect((await editionsOf(event.id)).unconfirmed).toEqual([])
    expect((await as(null).series.detail({ slug: series.slug })).unconfirmed).toEqual([])
  })

  test('is not done by who listed the name after its first owner', async () => {
    const { name, event } = await makeGenuine()
    const squatted = await as(stranger).events.create(fieldsOf(name, 2030))
    const honest = await as(follower).events.create(fieldsOf(name, 2031))
    await find()
    expect(await code(confirm(stranger, honest, squatted))).toBe('FORBIDDEN')
    await confirm(owner, honest, event)
    expect((await editionsOf(event.id)).next?.id).toBe(honest.id)
  })

  test('takes an edition that was listed before, the first one of its name or in its series', async () => {
    const { db } = context.store
    const name = `Line ${unique()}`
    const imported = await makeEvent(db, fieldsOf(name, 2028))
    const squatted = await as(stranger).events.create(fieldsOf(name, 2010))
    await as(stranger).series.join({ event_id: squatted.id, name: `Squat ${unique()}` })
    const other = await makeEvent(db, {
      owner: stranger!,
      ...fieldsOf('Other', 2028),
      name: `Other ${unique()}`,
    })
    const honest = await as(follower).events.create(fieldsOf(name, 2031))
    await find()
    // Not the first one of its name.
    expect(await code(confirm(stranger, honest, squatted))).toBe('FORBIDDEN')
    // Not of the name.
    expect(await code(confirm(stranger, honest, other))).toBe('FORBIDDEN')
    // Listed afterwards.
    await db.execute(sql`update events set created_by = ${owner!.id}::uuid where id = ${imported.id}::uuid`)
    await db.execute(
      sql`update events set created_at = now() + interval '1 second' where id = ${imported.id}::uuid`,
    )
    expect(await code(confirm(owner, honest, imported))).toBe('FORBIDDEN')
    await db.execute(
      sql`update events set created_at = now() - interval '1 year' where id = ${imported.id}::uuid`,
    )
    await confirm(owner, honest, imported)
    expect((await editionsOf(imported.id)).next?.id).toBe(honest.id)
  })
})

describe('a series', () => {
  let series: { id: string; slug: string; name: string }
  let [first, second, unowned]: MadeEvent[] = []
  let junk: { id: string; slug: string }

  beforeEach(async () => {
    const { db } = context.store
    const name = `Fjord ${unique()}`
    ;[first, second, unowned] = await makeEvents(db, [
      { owner: owner!, ...fieldsOf(name, 2029) },
      { owner: owner!, ...fieldsOf(name, 2031) },
      fieldsOf(name, 2033),
    ])
    series = await makeSeries(db, [first!, second!, unowned!], { name })
    await as(owner).eventOrganisers.add({ event_id: first!.id, user_id: stranger!.id })
    junk = await as(stranger).events.create({ ...fieldsOf('Warm-up', 2032), name: `Warm-up ${unique()}` })
    await as(stranger).series.join({ event_id: junk.id, name: series.name })
  })

  test('of others gives a co-organiser no edition to take over from, and nothing to rename or merge', async () => {
    for (const isRemoved of [false, true]) {
      if (isRemoved) await as(owner).eventOrganisers.remove({ event_id: first!.id, user_id: stranger!.id })
      expect(await as(stranger).eventClaims.canTakeOver({ event_id: unowned!.id })).toBe(false)
      expect(await code(as(stranger).series.update({ id: series.id, name: 'Evil' }))).toBe('FORBIDDEN')
      const own = await makeSeries(context.store.db, [
        await makeEvent(context.store.db, { owner: stranger! }),
      ])
      expect(await code(as(stranger).series.merge({ id: own.id, other: series.slug }))).toBe('FORBIDDEN')
      expect(await code(as(stranger).series.leave({ event_id: first!.id }))).toBe('FORBIDDEN')
      expect(await code(asHelper(first!).series.join({ event_id: first!.id, name: 'Evil' }))).toBe(
        'FORBIDDEN',
      )
    }
    const more = await makeEvent(context.store.db, { owner: stranger! })
    expect(await code(as(stranger).series.join({ event_id: more.id, name: series.name }))).toBe('NOT_YOURS')
    await as(owner).series.leave({ event_id: junk.id })
    expect(await seriesOf(junk)).toBeNull()
  })

  test('is not taken over or merged by who owns one of its editions, next to another owner', async () => {
    const { db } = context.store
    await makeSeries(db)
    await context.store.execute(
      `update all_events set confirmation = 'series', start_date = '2032-05-01' where id = '${junk.id}'`,
    )
    expect(await as(stranger).eventClaims.canTakeOver({ event_id: unowned!.id })).toBe(false)
    const own = await makeSeries(db, [await makeEvent(db, { owner: stranger! })])
    expect(await code(as(stranger).series.merge({ id: own.id, other: series.slug }))).toBe('FORBIDDEN')
    expect(await code(as(stranger).series.leave({ event_id: first!.id }))).toBe('FORBIDDEN')
    await as(owner).series.leave({ event_id: junk.id })
    expect(await as(owner).eventClaims.submit({ event_id: unowned!.id })).toMatchObject({
      status: 'approved',
    })
  })

  test('gets back what somebody else did to it, from the owner of an edition', async () => {
    await context.store.execute(`update all_events set confirmation = 'series' where id = '${junk.id}'`)
    await as(stranger).series.update({ id: series.id, name: 'Evil name' })
    const {
      changes: [renaming],
    } = await as(owner).history.ofSeries({ id: series.id })
    expect(renaming).toMatchObject({ can_undo: true })
    await as(owner).history.undo({ id: renaming!.id })
    expect((await as(null).series.detail({ slug: series.slug })).name).toBe(series.name)
    await as(admin).series.update({ id: series.id, name: 'Decided name' })
    const {
      changes: [decision],
    } = await as(owner).history.ofSeries({ id: series.id })
    expect(decision!.can_undo).toBe(false)
    expect(await code(as(owner).history.undo({ id: decision!.id }))).toBe('FORBIDDEN')
  })

  test('tells its followers nothing of what a co-organiser puts into it, and of several editions at once', async () => {
    await follow('series', series.id)
    await context.store.execute(
      'insert into announced_editions (event_id) select id from all_events on conflict do nothing',
    )
    await context.store.execute(`update announced_editions set created_at = now() - interval '2 days'`)
    for (let index = 0; index < 15; index++)
      await asHelper(first!).events.create({
        ...{ ...fieldsOf('Lurid', 2034), name: `Lurid ${unique()}` },
        previous: first!.id,
      })
    await notifyAll()
    expect(await messages()).toEqual([])
    const list = (year: number) =>
      as(owner).events.create({ ...fieldsOf(series.name, year), previous: second!.id })
    await list(2041)
    await notifyAll()
    for (const year of [2042, 2043]) await list(year)
    await notifyAll()
    expect(await messages()).toHaveLength(1)
    await context.store.execute(`update announced_editions set created_at = now() - interval '2 days'`)
    await notifyAll()
    const [latest, ...earlier] = await messages()
    expect(earlier).toHaveLength(1)
    expect(latest).toContain(
      `${series.name} 2042 (May 1 to 2, 2042), ${series.name} 2043 (May 1 to 2, 2043) are listed`,
    )
    const senders = await rows<{ sender_id: string }>(
      context.store.db,
      sql`select distinct sender_id from mail_outbox where user_id = ${follower!.id}::uuid`,
    )
    expect(senders).toEqual([{ sender_id: owner!.id }])
  })

  test('loses what a member did to it when they are suspended, and restoring them does not bring it back', async () => {
    const { db } = context.store
    const confirmed = await asHelper(first!).events.create({ ...fieldsOf('Kept', 2035), previous: first!.id })
    await as(owner).series.confirm({ event_id: confirmed.id, earlier_id: first!.id, is_confirmed: true })
    for (const name of ['Evil', 'More evil']) await as(stranger).series.update({ id: series.id, name })
    await as(owner).series.update({ id: series.id, name: 'Of the owner' })
    await as(stranger).series.update({ id: series.id, name: 'Most evil' })
    await db.transaction((tx) =>
      suspendMembers(tx, { id: stranger!.id, hasBranch: false, suspendedBy: admin!.id }),
    )
    const name = async () => (await as(null).series.detail({ slug: series.slug })).name
    expect(await name()).toBe('Of the owner')
    await as(admin).people.restore({ user_id: stranger!.id })
    expect(await name()).toBe('Of the owner')
    expect(await seriesOf(junk)).toBeNull()
    expect(await seriesOf(confirmed)).toMatchObject({ id: series.id })
    await as(admin).people.suspend({ user_id: owner!.id })
    const { actions } = await as(admin).adminActions.list({})
    expect(actions[0]).toMatchObject({ action: 'member_suspended', after: { people: 1, series_changes: 2 } })
  })

  test('keeps nothing of a follower who deletes their account', async () => {
    const { db } = context.store
    const merged = await makeSeries(db, [await makeEvent(db, { owner: owner! })])
    await follow('series', merged.id)
    await as(owner).series.merge({ id: series.id, other: merged.slug })
    const rowsWithFollower = () =>
      rows(db, sql`select from changed_rows where changed_rows::text like ${`%${follower!.id}%`}`)
    expect(await rowsWithFollower()).toHaveLength(2)
    await db.transaction((tx) => deleteAccount(tx, { ...follower!, email: follower!.email }))
    expect(await rowsWithFollower()).toEqual([])
    const {
      changes: [change],
    } = await as(owner).history.ofSeries({ id: series.id })
    await as(owner).history.undo({ id: change!.id })
    expect((await as(null).series.detail({ slug: merged.slug })).name).toBe(merged.name)
  })
})

test('a proposal names who listed an edition, and leaves an unconfirmed one out', async () => {
  const { db } = context.store
  const name = `Proposed ${unique()}`
  const imported = await makeEvents(
    db,
    [2027, 2028].map((year) => fieldsOf(name, year)),
  )
  const fake = await as(stranger).events.create(fieldsOf(name, 2029))
  const proposal = async () => {
    await as(admin).seriesProposals.find({})
    return proposalOf(name)
  }
  const { id, evidence } = (await proposal())!
  expect(evidence.records?.map(({ text }) => text)).toEqual([
    `listed by ${stranger!.name}, unconfirmed: left out`,
    null,
    null,
  ])
  await queue().decideMany([id], true)
  expect(await seriesOf(imported[0]!)).toMatchObject({ name })
  expect(await seriesOf(fake)).toBeNull()
  const again = (await proposal())!
  expect(await code(queue().accept(again.id))).toBe('UNCONFIRMED')
  await queue().accept(again.id, { option: 'with_unconfirmed' })
  expect(await seriesOf(fake)).toMatchObject({ name })
})

test('a stranger’s own series takes no part in the proposal for the conferences of its name', async () => {
  const { db } = context.store
  const name = `Drawn ${unique()}`
  await makeEvents(
    db,
    [2027, 2028].map((year) => fieldsOf(name, year)),
  )
  const fake = await as(stranger).events.create(fieldsOf(name, 2029))
  await as(stranger).series.join({ event_id: fake.id, name: `Evil ${unique()}` })
  await as(admin).seriesProposals.find({})
  const proposal = await proposalOf(name)
  expect(proposal?.evidence.text).toMatch(/^new series, /)
  expect(proposal?.evidence.records).toHaveLength(2)
})
