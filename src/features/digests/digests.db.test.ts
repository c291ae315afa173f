import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { event_states, event_tags, events } from '#features/events/events.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { muted_notifications } from '#features/notifications/notifications.tables.ts'
import { unsubscribePath, unsubscribeRoutes } from '#features/notifications/unsubscribe.server.ts'
import { rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { digests } from './digests.tables.ts'
import { writeDueDigests } from './send-digests.server.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }
const hourMs = 3_600_000
const as = (person: Person | null) => callAsPerson(context.store, person)
const mailTo = ({ id }: Person) =>
  context.store.db
    .select()
    .from(mail_outbox)
    .where(eq(mail_outbox.user_id, id))
    .orderBy(mail_outbox.created_at)

beforeEach(async () => {
  await context.store.db.delete(digests)
  await context.store.db.delete(mail_outbox)
})

/** As after a week: due since an hour, told until a week ago. */
const subscribe = (people: { id: string }[], fields: Partial<typeof digests.$inferInsert> = {}) =>
  context.store.db.insert(digests).values(
    people.map(({ id }) => ({
      user_id: id,
      weekday: 1,
      hour: 8,
      time_zone: 'UTC',
      covered_until: new Date(Date.now() - 168 * hourMs).toISOString(),
      next_due_at: new Date(Date.now() - hourMs).toISOString(),
      ...fields,
    })),
  )
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
async function writeAll(now?: string) {
  let written = 0
  for (;;) {
    const step = await writeDueDigests(context.store.db, site, now)
    if (step.due === 0) return written
    written += step.written
  }
}
const dueAt = async ({ id }: { id: string }) => {
  const [row] = await context.store.db.select().from(digests).where(eq(digests.user_id, id))
  return new Date(row!.next_due_at)
}

describe('one person', () => {
  let member: Person
  const topic = () => makeTopic(context.store.db)
  const follow = (topic: { id: string }) =>
    context.store.db.insert(follows).values({ user_id: member.id, topic_id: topic.id })

  beforeEach(async () => {
    member = await makePerson(context.store.db)
  })

  test('gets what is new, changed and recorded, once, as text and as HTML', async () => {
    const { db } = context.store
    const rust = await topic()
    await follow(rust)
    const fresh = await makeEvent(db, {
      tags: [rust.name],
      created_at: hoursAgo(20),
      name: 'Fresh <Days>',
      start_date: '2031-03-01',
      location_name: 'Oslo',
    })
    const moved = await makeEvent(db, {
      tags: [rust.name],
      created_at: hoursAgo(2000),
      start_date: '2031-05-01',
    })
    await makeEvent(db, { tags: [rust.name], created_at: hoursAgo(2000), name: 'Told long ago' })
    await makeEvent(db, {
      tags: [rust.name],
      created_at: hoursAgo(20),
      start_date: '2020-01-01',
      name: 'Over',
    })
    await makeEvent(db, { created_at: hoursAgo(20), name: 'Of no concern' })
    await db
      .update(events)
      .set({ start_date: '2031-06-01', end_date: '2031-06-02' })
      .where(eq(events.id, moved.id))
    await db
      .update(event_states)
      .set({ until: hoursAgo(30) })
      .where(eq(event_states.event_id, moved.id))
    const talk = await makeTalk(db, { event: moved, topics: [rust], created_at: hoursAgo(2000) })
    await makeTalkLink(db, { talk, kind: 'video', title: 'The recording', listed_at: hoursAgo(10) })
    await makeTalkLink(db, { talk, status: 'suggested', title: 'Not yet', listed_at: hoursAgo(10) })

    await subscribe([member])
    const before = await as(member).digests.preview()
    expect(before.parts).toEqual([
      {
        kind: 'topic',
        key: rust.name,
        name: rust.name,
        total: 3,
        items: [
          expect.objectContaining({
            label: 'Changed',
            title: moved.name,
            text: 'new date Jun 1 to 2, 2031 (was May 1, 2031)',
          }),
          {
            id: fresh.id,
            label: 'New',
            title: 'Fresh <Days>',
            path: `/conferences/${fresh.slug}`,
            text: 'Mar 1, 2031, Oslo, Norway',
          },
          expect.objectContaining({
            label: 'Video',
            title: 'The recording',
            path: `/conferences/${moved.slug}/talks/${talk.number}`,
          }),
        ],
      },
    ])
    expect(await writeAll()).toBe(1)
    const [mail] = await mailTo(member)
    expect(mail).toMatchObject({
      kind: 'digest',
      to_address: member.email,
      subject: 'New this week in what you follow',
    })
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain(`http://hallway.test/conferences/${moved.slug}`)
      expect(part).toContain('The recording')
      expect(part).not.toMatch(/Told long ago|Over|Of no concern|Not yet/)
    }
    expect(mail!.html).toContain('New: Fresh &lt;Days&gt;')

    // A week later there is nothing, and so there is no mail.
    await db
      .update(digests)
      .set({ next_due_at: hoursAgo(1) })
      .where(eq(digests.user_id, member.id))
    expect((await as(member).digests.preview()).parts).toEqual([])
    expect(await writeAll()).toBe(0)
    expect(await mailTo(member)).toHaveLength(1)
    expect((await dueAt(member)).getTime()).toBeGreaterThan(Date.now())
  })

  test('is not told of what moved and moved back, nor of what is still being changed', async () => {
    const { db } = context.store
    const rust = await topic()
    await follow(rust)
    const event = await makeEvent(db, { tags: [rust.name], created_at: hoursAgo(2000) })
    const move = (location_name: string) =>
      db.update(events).set({ location_name }).where(eq(events.id, event.id))
    await move('Oslo')
    await subscribe([member])
    expect(await writeAll()).toBe(0)
    await db.update(event_states).set({ until: hoursAgo(20) })
    await move('Bergen')
    await db
      .update(event_states)
      .set({ until: hoursAgo(10) })
      .where(eq(event_states.location_name, 'Oslo'))
    await db.update(digests).set({ next_due_at: hoursAgo(1), covered_until: hoursAgo(168) })
    expect(await writeAll()).toBe(0)
  })

  test('is told the first twelve of many, and how many more there are', async () => {
    const rust = await topic()
    await follow(rust)
    await makeEvents(
      context.store.db,
      Array.from({ length: 52 }, () => ({ tags: [rust.name], created_at: hoursAgo(3) })),
    )
    await subscribe([member])
    expect(await writeAll()).toBe(1)
    const [mail] = await mailTo(member)
    expect(mail!.text.match(/^\* New: /gm)).toHaveLength(12)
    expect(mail!.text).toContain(`And 40 more: http://hallway.test/topics/${encodeURIComponent(rust.name)}`)
  })

  test('switches it on with day, hour and zone, and off; off, nothing comes and the choice stays', async () => {
    const rust = await topic()
    await follow(rust)
    await makeEvent(context.store.db, { tags: [rust.name], created_at: hoursAgo(3) })
    const { settings, set } = as(member).digests
    expect(await settings()).toEqual({ is_on: false, weekday: 1, hour: 8, time_zone: null })
    const choice = { weekday: 5, hour: 18, time_zone: 'Asia/Kolkata' }
    await set({ is_on: true, ...choice })
    expect(await settings()).toEqual({ is_on: true, ...choice })
    expect((await as(member).digests.preview()).next_at).toMatch(/ 18:00$/)
    await set({ is_on: false, ...choice })
    expect(await settings()).toEqual({ is_on: false, ...choice })
    expect((await as(member).digests.preview()).next_at).toBe(null)
    await context.store.db.update(digests).set({ next_due_at: hoursAgo(1) })
    expect(await writeAll()).toBe(0)
    expect(await mailTo(member)).toEqual([])
    await set({ is_on: true, ...choice })
    await context.store.db.update(digests).set({ next_due_at: hoursAgo(1) })
    expect(
      await context.store.db.$count(muted_notifications, eq(muted_notifications.user_id, member.id)),
    ).toBe(0)
    for (const wrong of [
      { ...choice, weekday: 0 },
      { ...choice, hour: 24 },
      { ...choice, time_zone: 'Atlantis/North' },
    ])
      expect((await refusal(set({ is_on: true, ...wrong })))?.code).toBe('BAD_REQUEST')
  })
})

test('one request of a mail program stops it', async () => {
  const { db } = context.store
  const [member, topic] = [await makePerson(db), await makeTopic(db)]
  await db.insert(follows).values({ user_id: member.id, topic_id: topic.id })
  await makeEvent(db, { tags: [topic.name], created_at: hoursAgo(3) })
  await subscribe([member])
  const sign = createSign('a secret of tests')
  const app = new Hono<Host>()
  unsubscribeRoutes(app, { db, sign })
  const path = unsubscribePath(member.id, 'digest', member.email, sign)
  expect((await app.request(path)).status).toBe(404)
  expect((await as(member).digests.settings()).is_on).toBe(true)
  const answer = await app.request(path, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(200)
  expect((await as(member).digests.settings()).is_on).toBe(false)
  expect(await writeAll()).toBe(0)
  expect(await mailTo(member)).toEqual([])
})

// Clocks of the north that change by an hour, of the south by half of one; the others at night.
const zones = ['Europe/Berlin', 'Australia/Lord_Howe']
const zonesAtNight = ['Asia/Kolkata', 'America/St_Johns', 'UTC']
test.each(process.env.HALLWAY_LONG === '1' ? [...zones, ...zonesAtNight] : zones)(
  'in %s it comes at eight of each Sunday of 2027, across both changes of the clocks',
  async (time_zone) => {
    const member = await makePerson(context.store.db)
    await subscribe([member], { weekday: 7, time_zone, next_due_at: '2026-12-31T00:00:00Z' })
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const digestKeys: string[] = []
    // The clock is turned from due time to due time.
    for (let now = '2027-01-01T00:00:00Z'; now < '2028'; ) {
      await writeAll(now)
      const due = await dueAt(member)
      now = due.toISOString()
      digestKeys.push(local.format(due))
    }
    const sundays = Array.from({ length: 53 }, (_, week) =>
      new Date(Date.UTC(2027, 0, 3 + 7 * week)).toISOString().slice(0, 10),
    )
    expect(digestKeys).toEqual(sundays.map((day) => `${day} 08:00`))
  },
)

test('an hour that the clocks skip is the one after it, an hour that comes twice comes once', async () => {
  const next = async (after: string) => {
    const [row] = await rows<{ due: string }>(
      context.store.db,
      sql`select (next_digest_at('Europe/Berlin', 7, 2, ${after}::timestamptz) at time zone 'UTC')::text as due`,
    )
    return row!.due
  }
  expect(await next('2027-03-27T12:00:00Z')).toBe('2027-03-28 01:00:00')
  expect(await next('2027-03-28T01:00:00Z')).toBe('2027-04-04 00:00:00')
  const autumn = await next('2027-10-30T12:00:00Z')
  expect(autumn).toBe('2027-10-31 01:00:00')
  expect(await next(`${autumn.replace(' ', 'T')}Z`)).toBe('2027-11-07 01:00:00')
})

test('after a stop of some weeks one digest comes, and the next one at its time', async () => {
  const member = await makePerson(context.store.db)
  const topic = await makeTopic(context.store.db)
  await context.store.db.insert(follows).values({ user_id: member.id, topic_id: topic.id })
  await makeEvent(context.store.db, { tags: [topic.name], created_at: hoursAgo(500) })
  await subscribe([member], { covered_until: hoursAgo(600), next_due_at: hoursAgo(450) })
  expect(await writeAll()).toBe(1)
  const due = await dueAt(member)
  expect([due.getUTCDay(), due.getUTCHours()]).toEqual([1, 8])
  expect(due.getTime() - Date.now()).toBeLessThanOrEqual(168 * hourMs)
})

test('two workers at once write each digest once, also where transactions are undone half-way', async () => {
  const { db } = context.store
  const topic = await makeTopic(db)
  const people = await makePeople(
    db,
    Array.from({ length: 350 }, () => ({})),
  )
  await db.insert(follows).values(people.map(({ id }) => ({ user_id: id, topic_id: topic.id })))
  await makeEvent(db, { tags: [topic.name], created_at: hoursAgo(3) })
  await subscribe(people)
  await db
    .transaction(async (tx) => {
      expect((await writeDueDigests(tx, site)).written).toBe(100)
      throw new Error('killed')
    })
    .catch(() => {})
  const written = await Promise.all([writeAll(), writeAll(), writeAll()])
  expect(written.reduce((sum, count) => sum + count)).toBe(350)
  const mails = await db.select({ user_id: mail_outbox.user_id }).from(mail_outbox)
  expect(mails.map(({ user_id }) => user_id).sort()).toEqual(people.map(({ id }) => id).sort())
})

test('some of the tags that came later make a conference new to those who follow them, but not twice', async () => {
  const { db } = context.store
  const [one, other] = [await makeTopic(db), await makeTopic(db)]
  const [both, late] = [await makePerson(db), await makePerson(db)]
  const event = await makeEvent(db, { tags: [one.name, other.name], created_at: hoursAgo(2000) })
  await db
    .update(event_tags)
    .set({ created_at: hoursAgo(5) })
    .where(eq(event_tags.tag, other.name))
  await db.insert(follows).values([
    { user_id: both.id, topic_id: one.id },
    { user_id: both.id, topic_id: other.id },
    { user_id: late.id, topic_id: other.id },
  ])
  expect((await as(both).digests.preview()).parts).toEqual([])
  expect((await as(late).digests.preview()).parts.flatMap(({ items }) => items)).toMatchObject([
    { id: event.id },
  ])
})

test('open calls of followed topics and places are news once, each under the topic where both are followed', async () => {
  const { db } = context.store
  const topic = await makeTopic(db)
  const [byTopic, byBoth, byOther] = await makePeople(db, [{}, {}, {}])
  await db.insert(follows).values([
    { user_id: byTopic!.id, topic_id: topic.id },
    { user_id: byBoth!.id, topic_id: topic.id },
    { user_id: byBoth!.id, city_key: 'narvik' },
    { user_id: byOther!.id, city_key: 'hamar' },
  ])
  const event = await makeEvent(db, {
    name: 'Call Conf',
    location_name: 'Narvik',
    start_date: '2031-05-06',
    tags: [topic.name],
    // Listed before the week: the conference itself is no news.
    created_at: hoursAgo(1000),
  })
  const fields = { event, listed_at: hoursAgo(5) }
  await makeCall(db, { ...fields, closes_on: '2031-01-31' })
  await makeCall(db, { ...fields, closes_on: '2020-01-31' })
  await makeCall(db, { ...fields, status: 'suggested' })
  await subscribe([byTopic!, byBoth!, byOther!])
  expect(await writeAll()).toBe(2)
  for (const person of [byTopic!, byBoth!]) {
    const [mail] = await mailTo(person)
    expect(mail?.text.match(/Call Conf/g)).toHaveLength(1)
    expect(mail?.text).toContain('Talks, closes Jan 31, 2031, Narvik')
  }
  await db.update(digests).set({ next_due_at: hoursAgo(1) })
  expect(await writeAll()).toBe(0)
})
