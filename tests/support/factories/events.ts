import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { event_tags, events } from '#features/events/events.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewEvent = Omit<Partial<typeof events.$inferInsert>, 'tags' | 'doc'> & {
  owner?: { id: string }
  tags?: string[]
}

const inTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

function completeEvent({ owner, tags = [], ...fields }: NewEvent) {
  const mark = unique()
  const start_date = fields.start_date ?? inTenDays()
  const row = {
    name: `Event ${mark}`,
    slug: `event-${mark}`,
    location_name: 'Bergen',
    country_name: 'Norway',
    end_date: start_date,
    created_by: owner?.id,
    // As an import lists them; a member's word alone confirms nothing.
    confirmation: owner ? null : ('listing' as const),
    ...fields,
    start_date,
    id: fields.id ?? randomUUID(),
  }
  return { row, tags: [...new Set(tags)].sort() }
}

/** The same as makeEvents, without tags, before the newest migrations: the table has columns since. */
export async function makeFormerEvents(db: Database, list: NewEvent[]) {
  const all = list.map((event) => completeEvent(event).row)
  for (const row of all) {
    const fields = Object.entries(row).filter(([, value]) => value !== undefined)
    const names = fields.map(([name]) => sql.identifier(name))
    const values = fields.map(([, value]) => sql`${value}`)
    await db.execute(
      sql`insert into events (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`,
    )
  }
  return all
}

/** Inserts events and missing topics of their tags. Default: one day long, in ten days. */
export async function makeEvents(db: Database, list: NewEvent[]) {
  const complete = list.map(completeEvent)
  const insertedEvents = await inBatches(
    complete.map(({ row }) => row),
    (rows) => db.insert(events).values(rows).returning(),
  )
  await inBatches(
    [...new Set(complete.flatMap(({ tags }) => tags))].map((name) => ({ name })),
    (rows) => db.insert(topics).values(rows).onConflictDoNothing().returning({ id: topics.id }),
  )
  await inBatches(
    complete.flatMap(({ row, tags }) =>
      tags.map((tag) => ({ event_id: row.id, tag, created_at: row.created_at })),
    ),
    (rows) => db.insert(event_tags).values(rows).returning({ tag: event_tags.tag }),
  )
  // A trigger copies the tags into the events only after the rows were returned.
  return insertedEvents.map((event, index) => ({ ...event, tags: complete[index]!.tags }))
}

/** Inserts one event; see makeEvents. */
export async function makeEvent(db: Database, fields: NewEvent = {}) {
  const [event] = await makeEvents(db, [fields])
  return event!
}

export type MadeEvent = Awaited<ReturnType<typeof makeEvent>>
