import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { type Database, rows } from './db.ts'
import { genericPlan } from './joint-reads.ts'
import { watchStatements } from './statements.ts'

const context = useStore()
let person: { id: string; name: string }

beforeAll(async () => {
  person = await makePerson(context.store.db, { name: 'Zoë "Quote" O’Hara \\ $1' })
  await makeEvents(context.store.db, [{ tags: ['Go', 'a "b", {c}'] }, { tags: [] }])
})

/** Every kind of column that pages read, by the query builder and by hand. */
const reads = (db: Database): Promise<unknown>[] => [
  db.select().from(profiles).where(eq(profiles.id, person.id)),
  db.select().from(events).orderBy(asc(events.id)),
  db.$count(events),
  rows(
    db,
    sql`select count(*) as big, sum(1.50) as exact, now() - now() is null as no, null as nothing, 0.1::float8 as real,
      date '2026-02-28' as day, time '09:30' as hour, timestamptz '2026-05-01 12:00:00.123456Z' as moment,
      jsonb_build_object('é', array[1, null]) as json, array[3, null, 1] as numbers from events where name <> ${'$2 is no value'}`,
  ),
  rows(db, sql`select id from events where false`),
]

describe('reads of one request', () => {
  test('at the same moment are one statement, and say what each says by itself', async () => {
    const alone = await Promise.all(reads(context.store.db))
    const { db } = context.store.forRequest()
    await Promise.all(reads(db))
    const { result, statements } = await watchStatements(() => Promise.all(reads(db)))
    expect(statements).toHaveLength(1)
    // PGlite reads a bigint as a number where it fits; PostgreSQL's driver gives its text.
    const asText = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (key, property) => (key === 'big' ? String(property) : property))
    expect(asText(result)).toEqual(asText(alone))
  })

  test('have a generic plan if they ask by keys or say so, and a custom one if they ask by words', async () => {
    const { db } = context.store.forRequest()
    const modeWith = async (value: string, mark = sql``) => {
      const read = () =>
        rows<{ mode: string }>(db)`
          select current_setting('plan_cache_mode') as mode where ${value}::text <> '' ${mark}`
      await read()
      const [[plan]] = await Promise.all([read(), rows(db, sql`select 1 as one`)])
      return plan?.mode
    }
    await rows(db, sql`select 1 as one`)
    const [generic, custom] =
      context.store.engine === 'postgres' ? ['force_generic_plan', 'force_custom_plan'] : ['auto', 'auto']
    expect([await modeWith(person.id), await modeWith('conf'), await modeWith('conf', genericPlan)]).toEqual([
      generic,
      custom,
      generic,
    ])
  })

  test('of two requests stay apart', async () => {
    const [one, other] = [context.store.forRequest(), context.store.forRequest()]
    const read = ({ db }: typeof one) => db.select({ id: events.id }).from(events)
    await read(one)
    const { statements } = await watchStatements(() => Promise.all([read(one), read(other)]))
    expect(statements).toHaveLength(2)
  })

  test('fail by themselves', async () => {
    const { db } = context.store.forRequest()
    const divide = (by: number) => rows<{ n: number }>(db, sql`select 6 / ${by}::integer as n`)
    const counted = () => rows(db, sql`select 1 as one where ${person.id}::text <> ''`)
    await Promise.all([divide(2), counted()])
    const [failed, ok] = await Promise.allSettled([divide(0), counted()])
    expect(failed).toMatchObject({ status: 'rejected', reason: { cause: { code: '22012' } } })
    expect(ok).toEqual({ status: 'fulfilled', value: expect.arrayContaining([{ one: 1 }]) })
  })

  test('see what the request has written before, and a transaction reads its own', async () => {
    const { db } = context.store.forRequest()
    const bio = async (from: Database) =>
      (await from.select({ bio: profiles.bio }).from(profiles).where(eq(profiles.id, person.id)))[0]?.bio
    await bio(db)
    await db.update(profiles).set({ bio: 'written' }).where(eq(profiles.id, person.id))
    expect(await Promise.all([bio(db), bio(db)])).toEqual(['written', 'written'])
    const inside = await db.transaction(async (tx) => {
      await tx.update(profiles).set({ bio: 'inside' }).where(eq(profiles.id, person.id))
      return bio(tx as unknown as Database)
    })
    expect([inside, await bio(db)]).toEqual(['inside', 'inside'])
  })
})
