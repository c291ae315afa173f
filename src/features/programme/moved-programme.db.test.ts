import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeTalk, makeTalks } from '#tests/support/factories/talks.ts'

const context = useStore()
const today = '2026-08-01'

type Days = { start_date: string; end_date: string }
type Changes = Partial<Days> & Record<string, unknown>

/** A conference from September 10 to 12, 2026, and what its owner does with it. */
async function conference(fields: Record<string, unknown> = {}) {
  const { db } = context.store
  const owner = await makePerson(db)
  const event = await makeEvent(db, { owner, start_date: '2026-09-10', end_date: '2026-09-12', ...fields })
  const as = callAsPerson(context.store, owner, { today })
  return {
    ...{ owner, event, as },
    edit: async (changes: Changes, by = as) => {
      const { owner, created_by, slug, tags, ...edited } = await as.events.detail({ slug: event.slug })
      await by.events.update({ ...edited, ...changes } as never)
    },
    /** '2026-09-10 Title 09:00' with the day of the programme where it is another one. */
    programme: async () =>
      (
        await rows<{ entry: string }>(
          db,
          sql`
            select concat_ws(' ', date::text, title, to_char(start_time, 'HH24:MI'), nullif(day, date)::text) as entry from (
              select date, title, start_time, day from talks where event_id = ${event.id}::uuid
              union all select date, title, start_time, date from breaks where event_id = ${event.id}::uuid
            ) as entries order by date, start_time, title`,
        )
      ).map(({ entry }) => entry),
  }
}
const later = { start_date: '2026-09-17', end_date: '2026-09-19' }

test('talks, breaks and nights move by as many days as the conference, and stay as they are without being asked', async () => {
  const { db } = context.store
  const { event, edit, programme } = await conference({ time_zone: 'Asia/Tokyo' })
  await makeTalks(db, [
    { event, title: 'Before', date: '2026-09-08', start_time: '18:00' },
    { event, title: 'First', date: '2026-09-10', start_time: '09:00' },
    { event, title: 'Night', date: '2026-09-12', start_time: '01:30', day: '2026-09-11' },
    { event, title: 'Open', date: '2026-09-12' },
  ])
  await makeBreak(db, { event, title: 'Lunch', date: '2026-09-10', start_time: '12:00' })
  const elsewhere = await conference()
  await makeTalk(db, { event: elsewhere.event, title: 'Elsewhere' })
  const old = [
    '2026-09-08 Before 18:00',
    '2026-09-10 First 09:00',
    '2026-09-10 Lunch 12:00',
    '2026-09-12 Night 01:30 2026-09-11',
    '2026-09-12 Open',
  ]
  await edit(later)
  expect(await programme()).toEqual(old)
  await edit({ start_date: '2026-09-10', end_date: '2026-09-12', programme: 'stays' })
  expect(await programme()).toEqual(old)
  await edit({ ...later, programme: 'moves' })
  expect(await programme()).toEqual([
    '2026-09-15 Before 18:00',
    '2026-09-17 First 09:00',
    '2026-09-17 Lunch 12:00',
    '2026-09-19 Night 01:30 2026-09-18',
    '2026-09-19 Open',
  ])
  await edit({ start_date: '2026-09-10', end_date: '2026-09-12', programme: 'moves' })
  expect(await programme()).toEqual(old)
  // Nothing to move by: only the end is another one.
  await edit({ end_date: '2026-09-14', programme: 'moves' })
  expect(await programme()).toEqual(old)
  expect(await elsewhere.programme()).toEqual(['2026-09-10 Elsewhere'])
})

test('local times stay, also into another year and across a change of the clock', async () => {
  const { event, as, edit, programme } = await conference({ time_zone: 'Europe/Berlin' })
  await makeTalk(context.store.db, { event, title: 'Early', date: '2026-09-10', start_time: '02:30' })
  await edit({ start_date: '2027-03-28', end_date: '2027-03-30', status: 'postponed', programme: 'moves' })
  expect(await programme()).toEqual(['2027-03-28 Early 02:30'])
  const { first_start_date } = await as.events.detail({ slug: event.slug })
  expect(first_start_date).toBe('2026-09-10')
})

test('nine hundred talks are one statement; whoever saved some is told once; the trail names it', async () => {
  const { db } = context.store
  const { event, edit } = await conference()
  const talks = await makeTalks(
    db,
    Array.from({ length: 900 }, (_, n) => ({ event, date: `2026-09-${10 + (n % 3)}`, start_time: '10:00' })),
  )
  const fan = await makePerson(db)
  for (const talk of talks.slice(0, 30)) await saveTalk(db, fan, talk)
  const admin = await makePerson(db, { isAdmin: true })
  const asAdmin = callAsPerson(context.store, admin, { today, isAdmin: true })
  const { statements } = await watchStatements(() => edit({ ...later, programme: 'moves' }, asAdmin))
  expect(statements.filter(({ sql }) => /update talks/.test(sql))).toHaveLength(1)
  const days = await rows(
    db,
    sql`select date::text as date, count(*)::integer as n, max(sequence) as sequence from talks where event_id = ${event.id}::uuid group by 1 order by 1`,
  )
  expect(days).toEqual([17, 18, 19].map((day) => ({ date: `2026-09-${day}`, n: 300, sequence: 1 })))
  const notices = await db.select().from(notifications).where(eq(notifications.user_id, fan.id))
  expect(notices.map(({ message }) => message)).toEqual([
    `${event.name}: new date Sep 17 to 19, 2026 (was Sep 10 to 12, 2026).`,
  ])
  const { actions } = await asAdmin.adminActions.list({})
  const entry = actions.find((action) => action.admin?.id === admin.id)
  expect(entry?.after).toMatchObject({ start_date: '2026-09-17', programme: '7 days later' })
})

test('a version that is not the latest moves nothing', async () => {
  const { event, as, edit, programme } = await conference()
  await makeTalk(context.store.db, { event, title: 'Only' })
  const { owner, created_by, slug, tags, ...old } = await as.events.detail({ slug: event.slug })
  await edit({ description: 'Changed meanwhile' })
  await expect(as.events.update({ ...old, ...later, programme: 'moves' } as never)).rejects.toThrow(
    'Someone else has changed this conference in the meantime',
  )
  expect(await programme()).toEqual(['2026-09-10 Only'])
})

test('a talk that is edited right before and after the move is told from the new day on', async () => {
  const { db } = context.store
  const { event, as, edit } = await conference()
  const talk = await makeTalk(db, { event, title: 'Only', start_time: '10:00' })
  const fan = await makePerson(db)
  await saveTalk(db, fan, talk)
  const talkMessages = () =>
    db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, fan.id), eq(notifications.kind, 'talk_changed')))
  const setTime = async (start_time: string) => {
    const now = await as.talks.detail({ id: talk.id })
    await as.talks.update({ ...now, speaker_ids: [], start_time } as never)
  }
  await setTime('11:00')
  await edit({ start_date: '2026-09-11', end_date: '2026-09-13', programme: 'moves' })
  expect((await talkMessages()).map(({ message }) => message)).toEqual([
    `At ${event.name}: “Only” is now Fri 11:00 (was 10:00)`,
  ])
  await edit({ ...later, programme: 'moves' })
  await setTime('12:00')
  const notices = await db.select().from(notifications).where(eq(notifications.user_id, fan.id))
  expect(notices.map(({ message }) => message).sort()).toEqual(
    [
      `${event.name}: new date Sep 17 to 19, 2026 (was Sep 10 to 12, 2026).`,
      `At ${event.name}: “Only” is now Thu 12:00 (was 10:00)`,
    ].sort(),
  )
})
