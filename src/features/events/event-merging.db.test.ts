import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { findNewPath } from '#features/administration/old-addresses.server.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { notificationsOf } from '#tests/support/notices.ts'

const context = useStore()
let admin: Person
let one: Person
let two: Person
beforeAll(async () => {
  const people = await makePeople(context.store.db, [{ isAdmin: true }, {}, {}])
  ;[admin, one, two] = people as [Person, Person, Person]
})
const as = (person: Person | null) => callAsPerson(context.store, person, { isAdmin: person === admin })

type Fields = Parameters<ReturnType<typeof as>['events']['merge']>[0]['fields']
const merge = (survivor: { id: string }, double: { id: string }, fields?: Fields) =>
  as(admin).events.merge({ id: survivor.id, duplicate_id: double.id, fields })
const detail = ({ slug }: { slug: string }) => as(null).events.detail({ slug })

describe('a merge', () => {
  test('is shown before it is done, and writes nothing then', async () => {
    const { db } = context.store
    const survivor = await makeEvent(db, { name: 'Query Days', website: null, owner: one })
    const double = await makeEvent(db, { name: 'QueryDays 2026', website: 'https://query.example' })
    for (const event of [survivor, double]) await attend(db, one, event)
    await attend(db, two, double)
    const preview = await as(admin).events.previewMerge({ id: survivor.slug, duplicate_id: double.slug })
    expect(preview).toMatchObject({
      kept: { id: survivor.id, owner: one.name },
      gone: { id: double.id, owner: null },
      moved: { attendees: 1, talks: 0 },
      dropped: { attendees: 1, talks: 0 },
      change_id: null,
    })
    expect(preview.fields.filter((field) => field.kept !== field.gone)).toEqual([
      { name: 'name', kept: 'Query Days', gone: 'QueryDays 2026', choice: 'kept' },
      { name: 'website', kept: null, gone: 'https://query.example', choice: 'gone' },
    ])
    const { moved, dropped } = preview
    expect(
      await as(admin).events.merge({ id: survivor.id, duplicate_id: double.id, is_preview: true }),
    ).toEqual({
      slug: survivor.slug,
      moved,
      dropped,
      change_id: null,
    })
    expect((await detail(double)).id).toBe(double.id)
    const { change_id } = await merge(survivor, double, { name: 'gone' })
    expect(await detail(survivor)).toMatchObject({ name: 'QueryDays 2026', website: 'https://query.example' })
    expect(
      await as(admin).events.previewMerge({ id: survivor.slug, duplicate_id: double.slug }),
    ).toMatchObject({
      gone: { name: 'QueryDays 2026', slug: double.slug },
      change_id,
    })
  })

  test('leads every address of the removed one to the kept one, until it is undone', async () => {
    const { db } = context.store
    const [survivor, double] = [await makeEvent(db), await makeEvent(db)]
    const same = [
      await makeTalk(db, { event: survivor, title: 'Keynote' }),
      await makeTalk(db, { event: double, title: 'KEYNOTE' }),
    ] as const
    const other = await makeTalk(db, { event: double, title: 'Other' })
    const { change_id } = await merge(survivor, double)
    expect((await detail(double)).id).toBe(survivor.id)
    expect((await as(null).events.detail({ slug: double.id })).id).toBe(survivor.id)
    expect(await findNewPath(db, `/conferences/${double.slug}/feed.ics`)).toBe(
      `/conferences/${survivor.slug}/feed.ics`,
    )
    expect(await findNewPath(db, `/conferences/${double.slug}/talks/${same[1].number}.ics`)).toBe(
      `/conferences/${survivor.slug}/talks/${same[0].number}.ics`,
    )
    const pageOf = (number: number) => as(null).programme.talkByNumber({ number })
    expect((await pageOf(Number(same[1].number))).id).toBe(same[0].id)
    expect(await pageOf(Number(other.number))).toMatchObject({ id: other.id, event_slug: survivor.slug })
    await as(admin).history.undo({ id: change_id! })
    expect((await detail(double)).id).toBe(double.id)
    expect((await pageOf(Number(same[1].number))).id).toBe(same[1].id)
    expect(await refusal(as(null).events.detail({ slug: 'never-there' }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('of a programme keeps saved talks, each once', async () => {
    const { db } = context.store
    const [survivor, double] = [await makeEvent(db), await makeEvent(db)]
    const fields = { title: 'Keynote', description: null }
    const talk = await makeTalk(db, { event: survivor, ...fields })
    const doubleTalk = await makeTalk(db, { event: double, ...fields, description: 'About it' })
    await makeTalk(db, { event: double, title: 'Another' })
    for (const [person, saved] of [
      [one, talk],
      [one, doubleTalk],
      [two, doubleTalk],
    ] as const)
      await saveTalk(db, person, saved)
    expect(await merge(survivor, double)).toMatchObject({
      moved: { talks: 1, saved_talks: 1 },
      dropped: { talks: 1, saved_talks: 1 },
    })
    for (const person of [one, two])
      expect((await as(person).savedTalks.list({ event_id: survivor.id })).map(({ id }) => id)).toEqual([
        talk.id,
      ])
    expect((await as(null).talks.detail({ id: talk.id })).description).toBe('About it')
  })

  test('gives the kept one an owner, or a co-organiser, who is told', async () => {
    const { db } = context.store
    const [survivor, double] = [await makeEvent(db, { owner: one }), await makeEvent(db, { owner: two })]
    await merge(survivor, double)
    expect((await detail(survivor)).created_by).toBe(one.id)
    expect((await as(one).eventOrganisers.list({ event_id: survivor.id })).map(({ id }) => id)).toEqual([
      two.id,
    ])
    for (const person of [one, two]) expect(await notificationsOf(db, person, double.name)).toHaveLength(1)
    const unowned = await makeEvent(db)
    await merge(unowned, survivor)
    expect((await detail(unowned)).created_by).toBe(one.id)
  })

  test('undone shows nobody more of an attendance than the person chose since', async () => {
    const { db } = context.store
    const [survivor, double] = [await makeEvent(db), await makeEvent(db)]
    for (const person of [one, two]) for (const event of [survivor, double]) await attend(db, person, event)
    const { change_id } = await merge(survivor, double)
    await as(one).attendance.setVisibility({ event_id: survivor.id, visibility: 'unlisted' })
    await as(two).attendance.set({ event_id: survivor.id, is_attending: false })
    await as(admin).history.undo({ id: change_id! })
    const attendance = (person: Person) => rows(db)`
      select visibility, is_attending from all_user_events where user_id = ${person.id}::uuid and event_id = ${double.id}::uuid`
    expect(await attendance(one)).toMatchObject([{ visibility: 'unlisted', is_attending: true }])
    expect(await attendance(two)).toMatchObject([{ is_attending: false }])
  })

  test('undone leaves what was changed since, and says so', async () => {
    const { db } = context.store
    const survivor = await makeEvent(db, { description: null })
    const double = await makeEvent(db, { description: 'From the other' })
    const { change_id } = await merge(survivor, double)
    const { updated_at, ...before } = await detail(survivor)
    await as(admin).events.update({ ...before, updated_at, description: 'Written since' } as never)
    const { kept: rest } = await as(admin).history.undo({ id: change_id! })
    expect(rest.map(({ name }) => name)).toEqual(['Description'])
    expect((await detail(survivor)).description).toBe('Written since')
    expect((await detail(double)).description).toBe('From the other')
  })
})

// What a person chose for either, and their own default.
test.each([
  [null, 'unlisted', 'public', 'unlisted'],
  ['public', 'members', 'public', 'members'],
  ['members', null, 'unlisted', 'unlisted'],
  ['unlisted', 'public', 'public', 'unlisted'],
  [null, 'public', 'public', null],
  ['public', 'public', 'unlisted', 'public'],
  [null, null, 'members', null],
] as const)(
  'who chose %s and %s, by default %s, is shown as %s',
  async (ofKept, ofGone, byDefault, expected) => {
    const { db } = context.store
    const [survivor, double] = [await makeEvent(db), await makeEvent(db)]
    await db.execute(sql`update profiles set attendance_visibility = ${byDefault} where id = ${two.id}::uuid`)
    await attend(db, two, survivor, { visibility: ofKept })
    await attend(db, two, double, { visibility: ofGone })
    await merge(survivor, double)
    expect(await rows(db)`select visibility from user_events where event_id = ${survivor.id}::uuid`).toEqual([
      { visibility: expected },
    ])
  },
)

describe('refused is a merge', () => {
  test('of one conference with itself, or with none', async () => {
    const event = await makeEvent(context.store.db)
    expect((await refusal(merge(event, event)))?.code).toBe('SAME')
    expect((await refusal(merge(event, { id: one.id })))?.code).toBe('NOT_FOUND')
  })

  test('while a programme is imported', async () => {
    const { db } = context.store
    const [survivor, double] = [await makeEvent(db), await makeEvent(db)]
    await db.execute(
      sql`insert into programme_syncs (event_id, status, format, digest) values (${double.id}::uuid, 'applying', 'csv', '')`,
    )
    expect((await refusal(merge(survivor, double)))?.code).toBe('CONFLICT')
  })
})

test('twenty merges of two into each other at once leave one', async () => {
  const { db } = context.store
  const [survivor, double] = [await makeEvent(db), await makeEvent(db)]
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => refusal(n % 2 ? merge(survivor, double) : merge(double, survivor))),
  )
  expect(outcomes.filter((outcome) => outcome === undefined || outcome === null)).toHaveLength(1)
  expect((await detail(survivor)).id).toBe((await detail(double)).id)
})
