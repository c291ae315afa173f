import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Database, rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()

const readTalk = async (db: Database, id: string) => {
  const [talk] = await rows<{ day: string; sequence: number }>(
    db,
    sql`select day, sequence from talks where id = ${id}::uuid`,
  )
  return talk!
}

const twoDays = { start_date: '2027-03-01', end_date: '2027-03-02' }

test('each talk has a number of its own', async () => {
  const { db } = context.store
  const event = await makeEvent(db, twoDays)
  const first = await makeTalk(db, { event })
  const second = await makeTalk(db, { event })
  expect(first.number).toBeGreaterThan(0)
  expect(second.number).toBeGreaterThan(first.number)
})

test.each([
  { name: 'a talk in the morning', date: '2027-03-02', start_time: '09:00', day: '2027-03-02' },
  {
    name: 'a talk after midnight belongs to the day before',
    date: '2027-03-02',
    start_time: '00:30',
    day: '2027-03-01',
  },
  {
    name: 'but not to one before the event',
    date: '2027-03-01',
    start_time: '00:30',
    day: '2027-03-01',
  },
  { name: 'a talk without a time', date: '2027-03-02', start_time: null, day: '2027-03-02' },
])('the day of the programme: $name', async ({ date, start_time, day }) => {
  const { db } = context.store
  const talk = await makeTalk(db, { event: await makeEvent(db, twoDays), date, start_time })
  expect((await readTalk(db, talk.id)).day).toBe(day)
})

test('a given day stays, until date or time change', async () => {
  const { db } = context.store
  const talk = await makeTalk(db, {
    event: await makeEvent(db, twoDays),
    date: '2027-03-02',
    start_time: '05:00',
    day: '2027-03-01',
  })
  const { id } = talk
  expect(talk.day).toBe('2027-03-01')
  await db.execute(sql`update talks set title = 'Other' where id = ${id}::uuid`)
  expect((await readTalk(db, id)).day).toBe('2027-03-01')
  await db.execute(sql`update talks set start_time = '10:00' where id = ${id}::uuid`)
  expect((await readTalk(db, id)).day).toBe('2027-03-02')
})

test('the sequence of a talk counts what a calendar shows of it', async () => {
  const { db } = context.store
  const { id } = await makeTalk(db, { event: await makeEvent(db, twoDays) })
  const sequences: number[] = []
  for (const change of [
    `title = 'Other'`,
    `title = 'Other'`,
    `description = 'Text'`,
    `date = '2027-03-02', start_time = '10:00'`,
    `end_time = '11:00'`,
    `location = 'Hall'`,
    `status = 'cancelled'`,
  ]) {
    await db.execute(sql.raw(`update talks set ${change} where id = '${id}'`))
    sequences.push((await readTalk(db, id)).sequence)
  }
  expect(sequences).toEqual([1, 1, 1, 2, 3, 4, 5])
})

test('the sequence of an event counts its name, days and place', async () => {
  const { db } = context.store
  const event = await makeEvent(db, twoDays)
  const sequences: number[] = []
  for (const change of [
    `description = 'Text'`,
    `name = 'Other'`,
    `end_date = '2027-03-03'`,
    `location_name = 'Oslo'`,
  ]) {
    await db.execute(sql.raw(`update events set ${change} where id = '${event.id}'`))
    const [row] = await rows<{ sequence: number }>(
      db,
      sql`select sequence from events where id = ${event.id}::uuid`,
    )
    sequences.push(row!.sequence)
  }
  expect(sequences).toEqual([0, 1, 2, 3])
})
