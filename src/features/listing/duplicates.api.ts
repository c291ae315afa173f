import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { compare } from '#features/identity/compare.ts'
import { identify } from '#features/identity/identify.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { adminOnly, del, get, put } from '#platform/procedures/procedure.ts'
import { type DuplicatePair, duplicatePair } from './duplicates.schemas.ts'
import { not_duplicates } from './duplicates.tables.ts'

const pairsPerPage = 25

const openPairs = sql`
  duplicate_pairs join events as one on one.id = one_id join events as other on other.id = other_id
  where not exists (
    select from not_duplicates
    where not_duplicates.one_id = duplicate_pairs.one_id and not_duplicates.other_id = duplicate_pairs.other_id
  )`

const sideOf = (name: 'one' | 'other') => {
  const side = sql.raw(name)
  return sql`
    json_build_object(
      'id', ${side}.id, 'slug', ${side}.slug, 'name', ${side}.name, 'start_date', ${side}.start_date, 'end_date', ${side}.end_date,
      'location_name', ${side}.location_name, 'country_name', ${side}.country_name, 'website', ${side}.website,
      'attendees', (select count(*) from user_events where event_id = ${side}.id),
      'talks', (select count(*) from talks where event_id = ${side}.id)
    ) as ${side}`
}

const list = adminOnly
  .route(get('/duplicates', 'Conferences that are listed twice, or perhaps, with the reasons'))
  .input(z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) }))
  .output(z.object({ pairs: z.array(duplicatePair), total: z.number().int() }))
  .handler(async ({ context: { db }, input: { page } }) => {
    const storedPairs = await rows<Omit<DuplicatePair, 'reasons'> & { total: number }>(db)`
        select ${sideOf('one')}, ${sideOf('other')}, verdict, total
        from (
          select duplicate_pairs.*, one.start_date as day, count(*) over ()::integer as total from ${openPairs}
          order by verdict desc, one.start_date desc, one_id, other_id limit ${pairsPerPage} offset ${(page - 1) * pairsPerPage}
        ) as pair
        join events as one on one.id = one_id join events as other on other.id = other_id
        order by verdict desc, day desc, one_id, other_id`
    const pairs = await Promise.all(
      storedPairs.map(async ({ one, other }) => ({
        one,
        other,
        ...compare(await identify(one), await identify(other)),
      })),
    )
    // A pair may have been changed since the job has compared it.
    return {
      pairs: pairs.flatMap(({ verdict, ...pair }) => (verdict === 'different' ? [] : [{ ...pair, verdict }])),
      total: storedPairs[0]?.total ?? 0,
    }
  })

const total = adminOnly
  .route(get('/counts/duplicates', 'How many pairs of conferences are the same, or perhaps'))
  .output(z.number().int())
  .handler(async ({ context: { db } }) => {
    const [row] = await rows<{ n: number }>(db)`select count(*)::integer as n from ${openPairs}`
    return row!.n
  })

const deciding = adminOnly
  .meta({ isUndoable: true })
  .errors({ NOT_FOUND: { message: 'Event not found' } })
  .input(
    z
      .object({ one_id: z.uuid(), other_id: z.uuid() })
      .refine(({ one_id, other_id }) => one_id !== other_id, 'Two conferences are needed')
      .transform(({ one_id, other_id }) =>
        one_id < other_id ? { one_id, other_id } : { one_id: other_id, other_id: one_id },
      ),
  )
  .output(z.void())

type Deciding = {
  context: { db: Database; viewer: { id: string } }
  input: { one_id: string; other_id: string }
  errors: { NOT_FOUND: () => Error }
}

/** Writes a decision on two conferences that are listed, with its entry in the audit trail. */
const decide = (
  { context: { db, viewer }, input: { one_id, other_id }, errors }: Deciding,
  action: 'duplicates_separated' | 'duplicates_reopened',
  write: (tx: Database) => Promise<unknown>,
) =>
  db.transaction(async (tx) => {
    const [one, other] = await rows<{ name: string; slug: string }>(tx)`
      select name, slug from events where id in (${one_id}::uuid, ${other_id}::uuid) order by id`
    if (!one || !other) throw errors.NOT_FOUND()
    await write(tx)
    const subject = `${one.name} and ${other.name}`
    await recordAdminAction(tx, viewer, { action, subject, path: `/conferences/${one.slug}` })
  })

const separate = deciding
  .route(
    put(
      '/duplicates/{one_id}/{other_id}/separate',
      'Two conferences are not the same; they are not shown again',
    ),
  )
  .handler((call) =>
    decide(call, 'duplicates_separated', (tx) =>
      tx
        .insert(not_duplicates)
        .values({ ...call.input, decided_by: call.context.viewer.id })
        .onConflictDoNothing(),
    ),
  )

const reopen = deciding
  .route(del('/duplicates/{one_id}/{other_id}/separate', 'Show two conferences again as perhaps the same'))
  .handler((call) =>
    decide(call, 'duplicates_reopened', (tx) =>
      tx.execute(sql`
        delete from not_duplicates where one_id = ${call.input.one_id}::uuid and other_id = ${call.input.other_id}::uuid`),
    ),
  )

export const duplicatesApi = { list, total, separate, reopen }
