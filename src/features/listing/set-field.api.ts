import { call, ORPCError } from '@orpc/server'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import { z } from 'zod'
import { eventEditingApi } from '#features/events/event-editing.api.ts'
import { eventChanges } from '#features/events/event-editing.schemas.ts'
import { lockEvent, saveEvent } from '#features/events/event-editing.server.ts'
import { withListedCountry } from '#features/events/event-listing.server.ts'
import { events } from '#features/events/events.tables.ts'
import { zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { joinForm } from '#features/series/series.schemas.ts'
import { joinSeries, lockSeries, newSeries, seriesNamed } from '#features/series/series-changes.server.ts'
import { rows } from '#platform/database/db.ts'
import { adminOnly, type Context, put } from '#platform/procedures/procedure.ts'
import { callForEach } from '#platform/procedures/several.ts'
import { type ChangedEvent, changedEvent, fieldChange } from './set-field.ts'

type Change = z.output<typeof fieldChange>
type Setting = Context & { viewer: NonNullable<Context['viewer']> }

const shownValue: Partial<Record<Change['field'], SQL>> = {
  topic: sql`array_to_string(tags, ', ')`,
  series: sql`(select series.name from series where series.id = series_id)`,
}

/** In one transaction, so that it is one change; a preview does the same and takes it back. */
const setField = adminOnly
  .meta({ isUndoable: true })
  .route(put('/managed/events/field', 'Give several conferences one value, or see what that would change'))
  .input(fieldChange.extend({ is_preview: z.boolean().default(false) }))
  .output(z.array(changedEvent))
  .handler(async ({ context, input: { ids, field, value, is_preview } }) => {
    let changes: ChangedEvent[] = []
    const change = context.db.transaction(async (tx) => {
      const read = () => rows<Omit<ChangedEvent, 'before' | 'refusal'>>(tx)`
        select id, name, slug, ${shownValue[field] ?? sql.identifier(field)} as after from events
        where id = any (${sql.param(ids)}::uuid[]) order by start_date desc, id`
      const before = await read()
      const inside = { ...context, db: tx, changeSets: undefined, waitForChanges: async () => {} }
      const refused = value === undefined ? [] : await setAll(inside, ids, { field, value })
      const valueBefore = new Map(before.map(({ id, after }) => [id, after]))
      const refusals = new Map(refused.map(({ id, message }) => [id, message]))
      changes = (await read()).map((event) => ({
        ...event,
        before: valueBefore.get(event.id) ?? null,
        refusal: refusals.get(event.id) ?? null,
      }))
      if (is_preview) tx.rollback()
    })
    await change.catch((error) => {
      if (!is_preview || !(error instanceof TransactionRollbackError)) throw error
    })
    return changes
  })

type Value = { field: Change['field']; value: string }

async function setAll(context: Setting, ids: string[], { field, value }: Value) {
  if (field !== 'series')
    return (await callForEach(ids, (id) => setOne(context, id, { field, value }))).refused
  const { data, error } = joinForm.safeParse({ name: value })
  if (error) return ids.map((id) => ({ id, message: error.issues[0]!.message }))
  const { db, viewer } = context
  await lockSeries(db)
  const series = await seriesNamed(db, data.name)
  const joining = (await db.select().from(events).where(inArray(events.id, ids))).filter(
    ({ series_id }) => !series || series_id !== series.id,
  )
  if (joining.length > 0) await joinSeries(db, viewer, series ?? (await newSeries(db, data.name)), joining)
  return []
}

/** In a transaction within that of all, which a refusal alone takes back. */
function setOne(context: Setting, id: string, { field, value }: Value) {
  if (field === 'topic') return call(eventEditingApi.addTag, { event_id: id, tag: value }, { context })
  return context.db.transaction(async (tx) => {
    const before = await lockEvent(tx, id)
    if (!before) return
    const { data, error } = eventChanges(before).safeParse({ [field]: value })
    if (error) throw new ORPCError('BAD_REQUEST', { message: error.issues[0]!.message })
    const changes = field === 'country_name' ? withListedCountry({ country_name: value }) : data
    if (changes[field as 'country_name'] === before[field as 'country_name']) return
    // A zone that is that of the place goes along with it.
    const isZoneOfPlace = field !== 'time_zone' && before.time_zone === (await zoneOfCity(before))
    const zone = isZoneOfPlace && { time_zone: await zoneOfCity({ ...before, ...changes }) }
    await saveEvent(tx, context, before, { ...changes, ...zone })
  })
}

export const setFieldApi = { setField }
