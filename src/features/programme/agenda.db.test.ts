import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { event_organisers } from '#features/events/events.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { callAs, callAsPerson, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()
const today = '2026-11-20'
const coming = { start_date: '2026-12-01', end_date: '2026-12-02' }

afterEach(() => void vi.useRealTimers())

const agendaOf = (person: Person, isAdmin = false) =>
  callAsPerson(context.store, person, { today, isAdmin }).agenda.mine()

test('a new member has nothing next', async () => {
  expect(await agendaOf(await makePerson(context.store.db))).toEqual({
    next_talk: null,
    more_that_day: 0,
    overlap_count: 0,
    given: [],
    events: [],
    question: null,
    news: [],
    months: Array(12).fill(0),
    claims: [],
  })
})

test('next is the first talk that I saved or give, not a past one and not somebody else’s', async () => {
  const { db } = context.store
  const [me, other] = [await makePerson(db), await makePerson(db)]
  const event = await makeEvent(db, coming)
  const past = await makeEvent(db, { start_date: '2025-01-01' })
  await saveTalk(db, me, await makeTalk(db, { event: past, title: 'Gone', date: '2025-01-01' }))
  await saveTalk(
    db,
    other,
    await makeTalk(db, { event, title: 'Not mine', date: '2026-12-01', start_time: '08:00' }),
  )
  const speaker = await makeSpeaker(db, { user_id: me.id })
  await makeTalk(db, {
    event,
    title: 'I speak',
    date: '2026-12-01',
    start_time: '09:00',
    speakers: [speaker],
  })
  await saveTalk(
    db,
    me,
    await makeTalk(db, { event, title: 'I listen', date: '2026-12-01', start_time: '11:00' }),
  )
  await saveTalk(db, me, await makeTalk(db, { event, title: 'Next day', date: '2026-12-02' }))
  const { next_talk, more_that_day, given } = await agendaOf(me)
  expect({ next: next_talk?.title, isGiven: next_talk?.is_given, more_that_day }).toEqual({
    next: 'I speak',
    isGiven: true,
    more_that_day: 1,
  })
  expect(given.map(({ title }) => title)).toEqual(['I speak'])
})

test('of an event that ended more than a month ago no talk is looked at', async () => {
  const { db } = context.store
  const me = await makePerson(db)
  for (const end_date of ['2026-10-20', '2026-10-21']) {
    const event = await makeEvent(db, { start_date: end_date, end_date })
    await saveTalk(db, me, await makeTalk(db, { event, title: `After ${end_date}`, date: '2026-12-01' }))
  }
  expect(await agendaOf(me)).toMatchObject({ next_talk: { title: 'After 2026-10-21' }, more_that_day: 0 })
})

test('the time until a talk is told by the time zone of its event, and not where none is known', async () => {
  const { db } = context.store
  const [zoned, unzoned] = [await makePerson(db), await makePerson(db)]
  const talk = { date: '2030-01-01', start_time: '10:00' }
  const event = await makeEvent(db, { start_date: '2030-01-01', time_zone: 'Europe/Brussels' })
  await saveTalk(db, zoned, await makeTalk(db, { event, ...talk }))
  await saveTalk(
    db,
    unzoned,
    await makeTalk(db, { event: await makeEvent(db, { start_date: '2030-01-01' }), ...talk }),
  )
  expect((await agendaOf(zoned)).next_talk?.starts_at).toBe('2030-01-01T09:00:00.000Z')
  expect((await agendaOf(unzoned)).next_talk).toMatchObject({ starts_at: null, minutes_until: null })
})

test('next is by the clocks of the events, also where it is another day than by UTC', async () => {
  const { db } = context.store
  // In Auckland it is Monday, 09:00; in Honolulu Sunday, 10:00.
  vi.useFakeTimers({ now: new Date('2026-11-22T20:00:00Z'), toFake: ['Date'] })
  const save = async (time_zone: string, date: string, start_time: string | null) => {
    const me = await makePerson(db)
    const event = await makeEvent(db, { start_date: '2026-11-20', end_date: '2026-11-25', time_zone })
    await saveTalk(db, me, await makeTalk(db, { event, date, start_time }))
    const { next_talk } = await callAsPerson(context.store, me, {
      today: new Date().toISOString().slice(0, 10),
    }).agenda.mine()
    return next_talk && [next_talk.days_until === 0, next_talk.minutes_until]
  }
  expect(await save('Pacific/Auckland', '2026-11-22', '23:00')).toBe(null)
  expect(await save('Pacific/Auckland', '2026-11-22', null)).toBe(null)
  expect(await save('Pacific/Auckland', '2026-11-23', '09:30')).toEqual([true, 30])
  vi.setSystemTime(new Date('2026-11-23T02:00:00Z'))
  expect(await save('Pacific/Honolulu', '2026-11-22', '16:30')).toEqual([true, 30])
  expect(await save('Pacific/Honolulu', '2026-11-22', null)).toEqual([true, null])
  expect(await save('Pacific/Honolulu', '2026-11-23', '09:00')).toEqual([false, 17 * 60])
})

test('a talk is next until it ends by its own time, and only talks to come are counted', async () => {
  const { db } = context.store
  const me = await makePerson(db)
  const event = await makeEvent(db, { start_date: '2026-11-20', time_zone: 'Europe/Brussels' })
  for (const [title, start_time, end_time] of [
    ['Morning', '09:00', '10:00'],
    ['Long', '14:00', '14:50'],
    ['Short', '14:00', '14:30'],
    ['Open end', '15:00', null],
    ['Night', '23:30', '00:30'],
  ] as const)
    await saveTalk(
      db,
      me,
      await makeTalk(db, { event, title, date: '2026-11-20', start_time, end_time, location: title }),
    )
  const at = async (utc: string) => {
    vi.useFakeTimers({ now: new Date(utc), toFake: ['Date'] })
    const { next_talk, more_that_day, overlap_count } = await callAsPerson(context.store, me, {
      today: utc.slice(0, 10),
    }).agenda.mine()
    return [next_talk?.title, more_that_day, overlap_count]
  }
  const both = await at('2026-11-20T13:24:00Z')
  expect(['Long', 'Short']).toContain(both[0])
  expect(both.slice(1)).toEqual([3, 1])
  expect(await at('2026-11-20T13:30:00Z')).toEqual(['Long', 2, 0])
  expect(await at('2026-11-20T13:49:59Z')).toEqual(['Long', 2, 0])
  expect(await at('2026-11-20T13:50:00Z')).toEqual(['Open end', 1, 0])
  expect(await at('2026-11-20T14:29:00Z')).toEqual(['Open end', 1, 0])
  expect(await at('2026-11-20T14:30:00Z')).toEqual(['Night', 0, 0])
  expect(await at('2026-11-20T23:29:00Z')).toEqual(['Night', 0, 0])
  expect(await at('2026-11-20T23:30:00Z')).toEqual([undefined, 0, 0])
})

test('events have the ones that I organise with their counts, and my pending claims wait', async () => {
  const { db } = context.store
  const [me, guest] = [await makePerson(db), await makePerson(db)]
  const event = await makeEvent(db, { ...coming, name: 'Mine', owner: me })
  await makeEvent(db, { start_date: '2025-01-01', owner: me })
  await makeTalk(db, { event })
  await attend(db, guest, event)
  await claimEvent(db, me, await makeEvent(db, { ...coming, name: 'Wanted' }))
  await claimSpeaker(db, me, await makeSpeaker(db, { name: 'Also Me' }))
  const { events, claims } = await agendaOf(me)
  expect(events).toMatchObject([
    {
      name: 'Mine',
      talk_count: 1,
      attendee_count: 1,
      is_organising: true,
      is_going: false,
      followed_count: 0,
    },
  ])
  expect(claims.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    'event Wanted',
    'speaker Also Me',
  ])
})

test('events are those that I attend, speak at and organise, the next first, with each role', async () => {
  const { db } = context.store
  const [me, other] = [await makePerson(db), await makePerson(db)]
  const all = await makeEvent(db, { name: 'All three', start_date: '2026-12-03', owner: me })
  const organised = await makeEvent(db, { name: 'Co-organised', start_date: '2026-12-02', owner: other })
  const running = await makeEvent(db, {
    name: 'Runs',
    start_date: '2026-11-18',
    end_date: '2026-11-20',
  })
  const quitted = await makeEvent(db, { name: 'Left', start_date: '2026-12-04' })
  const over = await makeEvent(db, { name: 'Over', start_date: '2026-11-19' })
  await db.insert(event_organisers).values({ event_id: organised.id, user_id: me.id, added_by: other.id })
  const speaker = await makeSpeaker(db, { user_id: me.id })
  await saveTalk(db, me, await makeTalk(db, { event: all, date: '2026-12-03', speakers: [speaker] }))
  const dropped = await makeTalk(db, { event: quitted, date: '2026-12-04', speakers: [speaker] })
  await db.update(talks).set({ status: 'cancelled' }).where(eq(talks.id, dropped.id))
  for (const event of [all, running, over]) await attend(db, me, event)
  await attend(db, me, quitted, { is_attending: false })
  const { events } = await agendaOf(me)
  expect(
    events.map((event) => [
      event.name,
      [event.is_going, event.is_speaking, event.is_organising],
      event.planned_count,
    ]),
  ).toEqual([
    ['Runs', [true, false, false], 0],
    ['Co-organised', [false, false, true], 0],
    ['All three', [true, true, true], 1],
  ])
})

test('of whom I follow those are named that I may see there, and nobody at events that I do not attend', async () => {
  const { db } = context.store
  const me = await makePerson(db)
  const [going, organised] = [
    await makeEvent(db, { ...coming, name: 'Going' }),
    await makeEvent(db, { ...coming, name: 'Organised', owner: me }),
  ]
  await attend(db, me, going)
  for (const [name, visibility] of [
    ['Ann', 'public'],
    ['Ben', 'members'],
    ['Una', 'unlisted'],
    ['Cay', null],
    ['Dan', null],
  ] as const) {
    const person = await makePerson(db, { name })
    await db.insert(follows).values({ user_id: me.id, person_id: person.id })
    for (const event of [going, organised]) await attend(db, person, event, { visibility })
  }
  await attend(db, await makePerson(db, { name: 'Not followed' }), going)
  const { events } = await agendaOf(me)
  expect(
    events
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, followed_names, followed_count }) => [name, followed_names, followed_count]),
  ).toEqual([
    ['Going', ['Ann', 'Ben', 'Cay'], 4],
    ['Organised', [], 0],
  ])
})

test('whether I was there is asked of one that is over, with saved talks, until I answer', async () => {
  const { db } = context.store
  const me = await makePerson(db)
  const make = (end_date: string, fields = {}) => makeEvent(db, { start_date: end_date, end_date, ...fields })
  const [recent, old, cancelled, answered, running] = [
    await make('2026-11-10'),
    await make('2026-09-01'),
    await make('2026-11-19', { status: 'cancelled' }),
    await make('2026-11-18'),
    await make('2026-11-20'),
  ]
  for (const event of [recent, old, cancelled, answered, running])
    await saveTalk(db, me, await makeTalk(db, { event, date: event.start_date }))
  await attend(db, me, answered, { is_attending: false })
  expect((await agendaOf(me)).question).toEqual({
    id: recent.id,
    slug: recent.slug,
    name: recent.name,
    saved_count: 1,
  })
  const as = callAsPerson(context.store, me, { today })
  await as.attendance.set({ event_id: recent.id, is_attending: false })
  expect((await as.agenda.mine()).question).toBe(null)
})

test('months count what I attend this year, and news are my unread notifications', async () => {
  const { db } = context.store
  const [me, other] = [await makePerson(db), await makePerson(db)]
  for (const start_date of ['2025-12-31', '2026-01-01', '2026-12-31', '2026-12-30', '2027-01-01'])
    await attend(db, me, await makeEvent(db, { start_date }))
  await attend(db, me, await makeEvent(db, { start_date: '2026-05-01', status: 'cancelled' }))
  for (const [person, message, read_at] of [
    [me, 'Mine', null],
    [me, 'Read', '2026-11-01T00:00:00Z'],
    [other, 'Not mine', null],
  ] as const)
    await db
      .insert(notifications)
      .values({ user_id: person.id, kind: 'event_changed', message, path: '/', read_at })
  const { months, news } = await callAs(context.store, { ...viewerOf(me), unread: 1 }, today).agenda.mine()
  expect(months).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(news.map(({ message }) => message)).toEqual(['Mine'])
})

test('it makes the same statements for one talk and for three', async () => {
  const { db } = context.store
  const count = async (talks: number) => {
    const person = await makePerson(db)
    const event = await makeEvent(db, { ...coming, owner: person })
    for (let n = 0; n < talks; n++)
      await saveTalk(db, person, await makeTalk(db, { event, date: coming.start_date }))
    return (await watchStatements(() => agendaOf(person))).statements.length
  }
  const one = await count(1)
  expect(one).toBe(5)
  expect(await count(3)).toBe(one)
})
