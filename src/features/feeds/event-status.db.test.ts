import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import ICAL from 'ical.js'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventJsonLd } from '#features/events/event-json-ld.ts'
import { nameWithStatus, statusSentence } from '#features/events/event-text.ts'
import { events } from '#features/events/events.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { parseSearch } from '#lib/search-params.ts'
import type { Host } from '#platform/procedures/host.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { type MadeTalk, makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { feedRoutes } from './feed-routes.server.ts'

const context = useStore()
const today = '2027-02-20'
const site = { name: 'Hallway', url: 'https://hallway.test' }
const app = new Hono<Host>()

beforeAll(() => {
  feedRoutes(app, {
    site,
    today: () => today,
    respond: async (c, read) => {
      const feed = await read(context.store.db, parseSearch(new URL(c.req.url).search))
      return feed ? c.body(feed.body, 200) : c.notFound()
    },
  })
})

let owner: Person
let attendee: Person
let saver: Person
let speaking: Person
let event: MadeEvent
let talk: MadeTalk

const as = (person: Person | null, isAdmin = false) => callAsPerson(context.store, person, { today, isAdmin })

beforeEach(async () => {
  const { db } = context.store
  ;[owner, attendee, saver, speaking] = [
    await makePerson(db),
    await makePerson(db),
    await makePerson(db),
    await makePerson(db),
  ]
  event = await makeEvent(db, {
    owner,
    name: 'Quiet Systems',
    start_date: '2027-03-01',
    end_date: '2027-03-02',
  })
  const speaker = await makeSpeaker(db, { user_id: speaking.id })
  talk = await makeTalk(db, { event, title: 'Silence', start_time: '10:00', speakers: [speaker] })
  await answerSpeaking(db, speaking, event)
  await attend(db, attendee, event)
  await saveTalk(db, saver, talk)
})

async function edit(changes: Record<string, unknown>) {
  const now = await as(owner).events.detail({ slug: event.slug })
  await as(owner).events.update({ ...now, ...changes } as never)
}
const messagesTo = async (person: Person) =>
  (
    await context.store.db
      .select({ message: notifications.message })
      .from(notifications)
      .where(eq(notifications.user_id, person.id))
  ).map(({ message }) => message)
const text = async (path: string) => (await app.request(path)).text()

const cases = [
  {
    status: 'cancelled',
    jsonLd: 'EventCancelled',
    ics: 'CANCELLED',
    isListedSoon: false,
    message: 'Quiet Systems (Mar 1 to 2, 2027, Bergen, Norway): cancelled. The hall burnt down.',
  },
  {
    status: 'postponed',
    jsonLd: 'EventPostponed',
    ics: 'TENTATIVE',
    isListedSoon: false,
    message: 'Quiet Systems (Mar 1 to 2, 2027, Bergen, Norway): postponed. The hall burnt down.',
  },
  {
    status: 'moved_online',
    jsonLd: 'EventMovedOnline',
    ics: 'CONFIRMED',
    isListedSoon: true,
    message: 'Quiet Systems (Mar 1 to 2, 2027, Bergen, Norway): moved online. The hall burnt down.',
  },
] as const

describe.each(cases)('an event that is $status', ({ status, jsonLd, ics, isListedSoon, message }) => {
  test('says so on its page, in lists, to machines, in calendars and feeds, and to all whom it concerns', async () => {
    const calendar = `/conferences/${event.slug}/feed.ics`
    const before = sequenceOf(await text(calendar))
    await edit({ status, status_note: 'The hall burnt down.' })
    const detail = await as(null).events.detail({ slug: event.slug })
    expect(detail).toMatchObject({ status, status_note: 'The hall burnt down.' })
    expect(statusSentence(detail)).not.toBeNull()
    expect(eventJsonLd(site, detail)).toMatchObject({ eventStatus: `https://schema.org/${jsonLd}` })

    const upcomingEvent = (await as(null).events.list({ when: 'upcoming' })).events.find(
      ({ id }) => id === event.id,
    )
    expect(upcomingEvent?.status).toBe(status)
    const soon = [
      ...(await as(null).events.happeningSoon()),
      ...(await as(null).events.upcoming({ limit: 50 })),
    ]
    expect(soon.filter(({ id }) => id === event.id)).toHaveLength(isListedSoon ? 2 : 0)
    const [hit] = (await as(null).find.everything({ search: event.name })).events
    expect(hit?.status).toBeDefined()

    const ical = await text(calendar)
    expect(ical).toContain(`STATUS:${ics}`)
    expect(/^LOCATION:Online\r$/m.test(ical)).toBe(status === 'moved_online')
    expect(ical).toContain(`SUMMARY:${nameWithStatus(detail)}`)
    expect(sequenceOf(ical)).toBe(before + 1)
    expect(await text(`/conferences/${event.slug}/schedule.ics`)).toContain(`STATUS:${ics}`)
    for (const format of ['atom', 'json']) {
      const feed = await text(`/conferences/${event.slug}/feed.${format}`)
      expect(feed).toContain(nameWithStatus(detail))
      expect(feed).toContain('The hall burnt down.')
    }
    for (const person of [attendee, saver, speaking]) expect(await messagesTo(person)).toEqual([message])
    expect(await messagesTo(owner)).toEqual([])
  })

  test('and takes place after all tells nobody anything', async () => {
    await edit({ status })
    await edit({ status: 'scheduled' })
    for (const person of [attendee, saver, speaking, owner]) expect(await messagesTo(person)).toEqual([])
    expect((await as(null).events.detail({ slug: event.slug })).first_start_date).toBeNull()
  })
})

test('a postponed event shows its old date beside the new one, through any number of edits', async () => {
  await edit({ status: 'postponed' })
  await edit({ start_date: '2027-03-10', end_date: '2027-03-11' })
  await edit({ start_date: '2027-03-15', end_date: '2027-03-16' })
  const detail = await as(null).events.detail({ slug: event.slug })
  expect(detail).toMatchObject({ first_start_date: '2027-03-01', first_end_date: '2027-03-02' })
  expect(eventJsonLd(site, detail)).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: '2027-03-01',
    startDate: '2027-03-15',
  })
  expect((await as(null).events.upcoming({ limit: 50 })).map(({ id }) => id)).toContain(event.id)
  expect(await messagesTo(attendee)).toEqual([
    'Quiet Systems: postponed, new date Mar 15 to 16, 2027 (was Mar 1 to 2, 2027).',
  ])
})

test('an edit that does not name the status leaves it', async () => {
  await edit({ status: 'cancelled', status_note: 'No money.' })
  await edit({ status: undefined, status_note: undefined, description: 'Sad' })
  expect(await as(null).events.detail({ slug: event.slug })).toMatchObject({
    status: 'cancelled',
    status_note: 'No money.',
  })
})

test('cancelling keeps everything, and tells; only those who may edit do it', async () => {
  expect((await refusal(as(attendee).events.cancel({ id: event.id })))?.code).toBe('FORBIDDEN')
  await as(owner).events.cancel({ id: event.id })
  const detail = await as(null).events.detail({ slug: event.slug })
  expect(detail).toMatchObject({ status: 'cancelled', name: 'Quiet Systems' })
  expect(await as(null).attendance.total({ event_id: event.id })).toBe(1)
  for (const person of [attendee, saver, speaking])
    expect(await messagesTo(person)).toEqual(['Quiet Systems (Mar 1 to 2, 2027, Bergen, Norway): cancelled.'])
})

test('deleting tells attendees, savers and speakers before anything is gone', async () => {
  await as(owner).events.remove({ id: event.id })
  for (const person of [attendee, saver, speaking])
    expect(await messagesTo(person)).toEqual([
      `Quiet Systems (Mar 1 to 2, 2027, Bergen, Norway) was deleted from the directory.`,
    ])
  expect(await messagesTo(owner)).toEqual([])
})

describe('what is removed answers that it is gone', () => {
  const code = async (call: Promise<unknown>) => (await refusal(call))?.code

  test('a conference with its talks; what never was is not found', async () => {
    await as(owner).events.remove({ id: event.id })
    expect(await code(as(null).events.detail({ slug: event.slug }))).toBe('GONE')
    expect(await code(as(null).programme.talkByNumber({ number: Number(talk.number) }))).toBe('GONE')
    expect(await code(as(null).events.detail({ slug: 'never-was' }))).toBe('NOT_FOUND')
    expect(await code(as(null).programme.talkByNumber({ number: 2_000_000 }))).toBe('NOT_FOUND')
  })

  test('a talk alone', async () => {
    await as(owner).talks.remove({ id: talk.id })
    expect(await code(as(null).programme.talkByNumber({ number: Number(talk.number) }))).toBe('GONE')
    expect(await code(as(null).events.detail({ slug: event.slug }))).toBeUndefined()
  })

  test('a topic, unless it was merged or another has the name again', async () => {
    const admin = await makePerson(context.store.db, { isAdmin: true })
    const [one, other] = [await makeTopic(context.store.db), await makeTopic(context.store.db)]
    await as(admin, true).topics.merge({ id: one.id, into_id: other.id })
    expect(await as(null).topics.detail({ name: one.name })).toMatchObject({ name: other.name })
    await as(admin, true).topics.remove({ id: other.id })
    expect(await code(as(null).topics.detail({ name: one.name }))).toBe('GONE')
    expect(await code(as(null).topics.detail({ name: other.name }))).toBe('GONE')
    await as(admin, true).topics.create({ name: other.name })
    expect(await as(null).topics.detail({ name: one.name })).toMatchObject({ name: other.name })
  })

  test('an event that is listed again has its address again', async () => {
    await as(owner).events.remove({ id: event.id })
    await makeEvent(context.store.db, { slug: event.slug })
    expect(await code(as(null).events.detail({ slug: event.slug }))).toBeUndefined()
    await context.store.db.delete(events).where(eq(events.slug, event.slug))
    expect(await code(as(null).events.detail({ slug: event.slug }))).toBe('GONE')
  })
})

const sequenceOf = (ics: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent')!).sequence
