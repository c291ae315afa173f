import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { dateRange } from '#lib/dates.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { adminChange, adminOnly, get, post } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import {
  type CountName,
  countNames,
  eventMergePreview,
  eventMergeResult,
  type MergedName,
  mergeChoices,
  mergedNames,
} from './event-merging.schemas.ts'
import {
  countMerge,
  defaultChoice,
  lockTwo,
  type MergedEvent,
  mergeEvents,
  readPairs,
} from './event-merging.server.ts'
import { formatLabels } from './event-provisions.ts'
import { statusLabels } from './event-status.ts'
import { placeText } from './event-text.ts'
import { events } from './events.tables.ts'

const notFound = { message: 'Conference not found' }
const sameOne = { status: 400, message: 'These are the same conference' }

/** The value of one conference as text, or null. */
function valueText(event: MergedEvent, name: MergedName, seriesNames: Map<string, string>): string | null {
  if (name === 'start_date') return dateRange(event.start_date, event.end_date)
  if (name === 'location_name')
    return [placeText(event), event.time_zone && `(${event.time_zone})`].filter(Boolean).join(' ')
  if (name === 'status') return [statusLabels[event.status], event.status_note].filter(Boolean).join(': ')
  if (name === 'series_id') return event.series_id && (seriesNames.get(event.series_id) ?? null)
  if (name === 'format') return event.format && formatLabels[event.format as keyof typeof formatLabels]
  return event[name]
}

const readPreview = async (db: Database, survivor: MergedEvent, removed: MergedEvent) => {
  const seriesRows = await rows<{ id: string; name: string }>(db)`
    select id, name from series where id in (${survivor.series_id}::uuid, ${removed.series_id}::uuid)
    union all select id, full_name from profiles where id in (${survivor.created_by}::uuid, ${removed.created_by}::uuid)`
  const names = new Map(seriesRows.map(({ id, name }) => [id, name]))
  const sideOf = ({ id, name, slug, created_by }: MergedEvent) => ({
    ...{ id, name, slug },
    owner: created_by && (names.get(created_by) ?? 'Unknown'),
  })
  return {
    kept: sideOf(survivor),
    gone: sideOf(removed),
    fields: mergedNames
      .map((name) => ({
        name,
        kept: valueText(survivor, name, names),
        gone: valueText(removed, name, names),
        choice: defaultChoice({ survivor, removed }, name),
      }))
      .filter((field) => field.kept !== null || field.gone !== null),
    ...(await countMerge(db, survivor.id, removed.id, await readPairs(db, survivor.id, removed.id))),
    change_id: null,
  }
}

/** Whether the conference of this address or id was merged into one, and can come back. */
async function readDone(db: Database, { id, name, slug }: MergedEvent, key: string) {
  const [done] = await rows<{ change_id: number; id: string; name: string; slug: string }>(db)`
    select set_id::float8 as change_id, record_id as id, before ->> 'name' as name, before ->> 'slug' as slug
    from changed_rows join change_sets on change_sets.id = set_id
    where table_name = 'all_events' and action = 'removed' and via = 'merge' and undone_by is null
      and at > now() - make_interval(days => ${limits.undoableDays}) and ${key} in (before ->> 'slug', record_id::text)
      and record_id::text in (select key from old_addresses where kind = 'event' and new_key = ${slug})
    order by set_id desc limit 1`
  if (!done) return
  const { change_id, ...former } = done
  const none = Object.fromEntries(countNames.map((count) => [count, 0])) as Record<CountName, number>
  return {
    kept: { id, name, slug, owner: null },
    gone: { ...former, owner: null },
    ...{ fields: [], moved: none, dropped: none, change_id },
  }
}

const previewMerge = adminOnly
  .route(get('/events/{id}/merge', 'What a merge of another conference into this one would do'))
  .errors({ NOT_FOUND: notFound, SAME: sameOne })
  .input(z.object({ id: z.string().max(200), duplicate_id: z.string().max(200) }))
  .output(eventMergePreview)
  .handler(async ({ context: { db }, input: { id, duplicate_id }, errors }) => {
    const two = await db
      .select()
      .from(events)
      .where(sql`slug in (${id}, ${duplicate_id}) or id::text in (${id}, ${duplicate_id})`)
    const [survivor, removed] = [id, duplicate_id].map((key) =>
      two.find((event) => event.id === key || event.slug === key),
    )
    if (survivor && survivor === removed) throw errors.SAME()
    if (survivor && removed) return readPreview(db, survivor, removed)
    const done = survivor && (await readDone(db, survivor, duplicate_id))
    if (!done) throw errors.NOT_FOUND()
    return done
  })

const merge = adminChange
  .route(
    post('/events/{id}/merge', 'Merge another conference into this one; its address leads here from then on'),
  )
  .errors({
    NOT_FOUND: notFound,
    SAME: sameOne,
    CONFLICT: {
      message: 'A programme of one of them is being imported. Please try again when that is done.',
    },
    TOO_MANY: { status: 409, message: 'These conferences are too large to be merged at once' },
  })
  .input(
    z.object({
      id: z.uuid(),
      duplicate_id: z.uuid(),
      /** What is taken from the other one, or not; of the rest, what this one lacks. */
      fields: mergeChoices.default({}),
      is_preview: z.boolean().default(false),
    }),
  )
  .output(eventMergeResult)
  .handler(async ({ context: { tx, site, today, viewer }, input, errors }) => {
    const { id, duplicate_id, fields, is_preview } = input
    if (id === duplicate_id) throw errors.SAME()
    const [survivor, removed] = await lockTwo(tx, [id, duplicate_id])
    if (!survivor || !removed) throw errors.NOT_FOUND()
    const running = await rows(tx)`
      select from programme_syncs where event_id in (${id}::uuid, ${duplicate_id}::uuid) and status in ('waiting', 'applying', 'undoing')`
    if (running.length > 0) throw errors.CONFLICT()
    const pairs = await readPairs(tx, id, duplicate_id)
    const counts = await countMerge(tx, id, duplicate_id, pairs)
    const rowCount = Object.values(counts).flatMap((part) => Object.values(part))
    if (rowCount.reduce((sum, count) => sum + count, 0) > serverLimits.rowsOfMerge) throw errors.TOO_MANY()
    const change_id = is_preview
      ? null
      : await mergeEvents(tx, { survivor, removed }, { viewer, site, today, choices: fields, pairs })
    return { slug: survivor.slug, ...counts, change_id }
  })

export const eventMergingApi = { previewMerge, merge }
