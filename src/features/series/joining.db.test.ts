import { beforeEach, expect, test } from 'vitest'
import { notifyOfNextEditions } from '#features/follows/notify-followers.server.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, queueOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { type MadeEvent, makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { joinNewEditions } from './series-proposals.server.ts'

// What an import or a source lists joins its series without a person, where that is sure and gives nobody any rights.

const context = useStore()
const today = '2030-06-01'
let [admin, member]: Person[] = []
let name: string

beforeEach(async () => {
  const { db } = context.store
  admin = await makePerson(db, { isAdmin: true })
  member = await makePerson(db)
  name = `Joining ${unique()}`
})

const as = (person: Person | undefined | null) =>
  callAsPerson(context.store, person ?? null, { today, isAdmin: person === admin })
const fieldsOf = (year: number, country_name = 'Norway') => ({
  ...{ name: `${name} ${year}`, start_date: `${year}-05-01`, end_date: `${year}-05-02` },
  ...{ location_name: country_name === 'Norway' ? 'Bergen' : 'Vienna', country_name },
})
const list = (...years: number[]) =>
  makeEvents(
    context.store.db,
    years.map((year) => fieldsOf(year)),
  )
const join = () => joinNewEditions(context.store.db)
const seriesOf = async ({ id }: { id: string }) => (await as(null).events.detail({ slug: id })).series
const seriesNames = (events: MadeEvent[]) =>
  Promise.all(events.map(async (event) => (await seriesOf(event))?.name))
const queue = () => queueOf(as(admin), 'series')
const proposed = async () => (await queue().list()).decisions.find((one) => one.name === name)

test('what is listed joins, and the next one joins it', async () => {
  const events = await list(2028, 2029)
  await join()
  expect(await seriesNames(events)).toEqual([name, name])
  expect(await proposed()).toBeUndefined()
  const [next] = await list(2031)
  await join()
  expect(await seriesOf(next!)).toEqual(await seriesOf(events[0]!))
  expect(await join()).toBe(0)
  const {
    changes: [change],
  } = await as(admin).history.ofSeries({ id: (await seriesOf(next!))!.id })
  expect(change).toMatchObject({ via: 'site', can_undo: true, by: null })
})

test('what is less sure is proposed', async () => {
  const events = await makeEvents(context.store.db, [fieldsOf(2028), fieldsOf(2029, 'Austria')])
  await join()
  expect(await seriesNames(events)).toEqual([undefined, undefined])
  expect((await proposed())?.evidence.text).toMatch(/^new series, (?!95|100)\d\d% sure$/)
})

test('what a person has undone or dismissed stays so, also with the next edition', async () => {
  const events = await list(2028, 2029)
  await join()
  const {
    changes: [change],
  } = await as(admin).history.ofSeries({ id: (await seriesOf(events[0]!))!.id })
  await as(admin).history.undo({ id: change!.id })
  events.push(...(await list(2031)))
  await join()
  expect(await seriesNames(events)).toEqual([undefined, undefined, undefined])
  await queue().reject((await proposed())!.id)
  events.push(...(await list(2032)))
  await join()
  expect(await seriesNames(events)).toEqual([undefined, undefined, undefined, undefined])
  await queue().accept((await proposed())!.id)
  expect(await seriesNames(events)).toEqual([name, name, name, name])
})

test('what was dismissed before it joined stays so with the next edition', async () => {
  const events = await list(2028, 2029)
  await as(admin).seriesProposals.find({})
  await queue().reject((await proposed())!.id)
  events.push(...(await list(2031)))
  await join()
  expect(await seriesNames(events)).toEqual([undefined, undefined, undefined])
})

test('what an administrator has accepted and undone is not joined either', async () => {
  const events = await list(2028, 2029)
  await as(admin).seriesProposals.find({})
  await queue().accept((await proposed())!.id)
  const {
    changes: [change],
  } = await as(admin).history.ofSeries({ id: (await seriesOf(events[0]!))!.id })
  await as(admin).history.undo({ id: change!.id })
  await makeEvent(context.store.db)
  await join()
  expect(await seriesNames(events)).toEqual([undefined, undefined])
})

test('a member’s listing neither joins nor keeps imports from joining', async () => {
  const fake = await makeEvent(context.store.db, { owner: member!, ...fieldsOf(2030) })
  const events = await list(2028, 2029)
  await join()
  expect(await seriesNames([...events, fake])).toEqual([name, name, undefined])
  const records = (await proposed())?.evidence.records
  expect(records?.map(({ text }) => /unconfirmed/.test(text ?? ''))).toEqual([true, false, false])
})

test('where a member owns an edition an administrator decides, also of a series, and if it is hidden', async () => {
  const { db } = context.store
  const claimed = await makeEvent(db, { owner: member!, ...fieldsOf(2028), confirmation: 'listing' })
  const [next] = await list(2029)
  await join()
  expect(await seriesNames([claimed, next!])).toEqual([undefined, undefined])
  await makeSeries(db, [claimed, next!], { name })
  await as(admin).people.suspend({ user_id: member!.id })
  const [later] = await list(2031)
  await join()
  expect(await seriesOf(later!)).toBeNull()
  expect((await proposed())?.evidence.text).toMatch(/^joins a series that exists, /)
})

test('the owner of an edition takes over no other one that the site has joined', async () => {
  const [earlier, later] = await list(2029, 2031)
  await join()
  const own = async (event: MadeEvent) =>
    context.store.execute(`update all_events set created_by = '${member!.id}' where id = '${event.id}'`)
  await own(earlier!)
  expect(await as(member).eventClaims.canTakeOver({ event_id: later!.id })).toBe(false)
  expect(await as(member).eventClaims.submit({ event_id: later!.id })).toMatchObject({ status: 'pending' })

  const [first, second] = await makeEvents(context.store.db, [fieldsOf(2035), fieldsOf(2036)])
  await makeSeries(context.store.db, [first!, second!])
  await own(first!)
  expect(await as(member).eventClaims.canTakeOver({ event_id: second!.id })).toBe(true)
})

test('followers hear of the next edition, and of no member’s', async () => {
  const { db } = context.store
  const [earlier] = await list(2028, 2029)
  await as(member).follows.set({ kind: 'event', key: earlier!.id, is_following: true })
  await makeEvent(db, { owner: await makePerson(db), ...fieldsOf(2031) })
  await join()
  const notify = () => notifyOfNextEditions(db, { name: 'Hallway', url: 'http://hallway.test' }, today)
  const messages = async () =>
    (await as(member).notifications.list({})).notifications.map(({ message }) => message)
  await notify()
  expect(await messages()).toEqual([])
  await list(2032)
  await join()
  await context.store.execute(`update all_events set start_date = '2027-05-01' where name = '${name} 2029'`)
  await notify()
  expect(await messages()).toEqual([expect.stringContaining(`${name} 2032 is listed`)])
})

test('all of it is in the log of changes, of nobody', async () => {
  const [event] = await list(2028, 2029)
  await join()
  const sets = await rows(context.store.db)`
    select via, changed_by from change_sets join changed_rows on set_id = change_sets.id where record_id = ${event!.id}::uuid and after ? 'series_id'`
  expect(sets).toEqual([{ via: 'site', changed_by: null }])
})
