import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { findNewKey } from '#features/administration/old-addresses.server.ts'
import {
  isConfirmed,
  isOnlyOwnerOf,
  mayConfirm,
  organisesEditionOf,
  ownsEditionOf,
  refuseEdition,
} from '#features/events/confirmed-editions.server.ts'
import { editErrors, lockEvent, recordEdit } from '#features/events/event-editing.server.ts'
import { canDeleteEvent, canEditEvent } from '#features/events/events.rules.ts'
import { pageOf, textCursor } from '#lib/cursor.ts'
import { containing } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { del, get, memberChange, post, put, sameForAll, type Viewer } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { joinForm, type ListedSeries, listedSeries, seriesDetail, seriesForm } from './series.schemas.ts'
import { series } from './series.tables.ts'
import {
  editSeries,
  joinPrevious,
  joinSeries,
  leaveSeries,
  lockSeries,
  mergeSeries,
  newSeries,
  type SeriesKey,
  seriesNamed,
} from './series-changes.server.ts'
import { readSeries } from './series-page.server.ts'

const noSeries = { message: 'Series not found' }
const notYours = {
  message: 'Only the owner of an edition of this series can change it. You can report what is wrong.',
}

const list = sameForAll
  .route(get('/series', 'Series of conferences by name, page by page'))
  .input(
    z.object({ search: z.string().trim().max(limits.searchTerm).optional(), after: textCursor.optional() }),
  )
  .output(z.object({ series: z.array(listedSeries), next: z.string().nullable() }))
  .handler(async ({ context, input: { search, after } }) => {
    context.shows('series', 'events')
    const hasWords = search ? sql`joined(name_key) like ${containing(search)}` : sql`true`
    const afterCursor = after
      ? sql`(name_key, id) > (${after.slice(37)}, ${after.slice(0, 36)}::uuid)`
      : sql`true`
    const seriesRows = await rows<ListedSeries & { name_key: string }>(context.replica)`
        select series.id, series.name, series.slug, name_key, edition_count, first_date, last_date, next_date, city_names, newest_slug
        from (select * from series where ${hasWords} and ${afterCursor} order by name_key, id) as series
        join lateral (
          select count(*)::integer as edition_count, min(start_date) as first_date, max(start_date) as last_date,
            min(start_date) filter (where end_date >= ${context.today}::date and status <> 'cancelled') as next_date,
            (array_agg(distinct location_name))[1:4] as city_names,
            (array_agg(slug order by start_date desc, id))[1] as newest_slug
          from events where series_id = series.id and ${isConfirmed()} having count(*) > 0
        ) as listed on true
        order by name_key, id limit ${serverLimits.seriesPerPage + 1}`
    const { items, next } = pageOf(
      seriesRows,
      serverLimits.seriesPerPage,
      (last) => `${last.id}_${last.name_key}`,
    )
    return { series: items, next }
  })

const detail = sameForAll
  .route(get('/series/{slug}', 'One series with its editions, by its slug or id'))
  .errors({ NOT_FOUND: noSeries })
  .input(z.object({ slug: z.string().max(200) }))
  .output(seriesDetail)
  .handler(async ({ context, input: { slug }, errors }) => {
    const isId = z.uuid().safeParse(slug).success
    const readBySlug = (key: string) => readSeries(context.replica, sql`series.slug = ${key.toLowerCase()}`)
    let match = isId
      ? await readSeries(context.replica, sql`series.id = ${slug}::uuid`)
      : await readBySlug(slug)
    if (!match) {
      const newSlug = await findNewKey(context.replica, 'series', slug.toLowerCase())
      match = newSlug ? await readBySlug(newSlug) : undefined
    }
    if (!match) throw errors.NOT_FOUND()
    const eventIds = [...match.editions, ...match.unconfirmed].map(({ id }) => id)
    context.shows(`series:${match.id}`, ...eventIds.flatMap((id) => [`event:${id}`, `attendees:${id}`]))
    return match
  })

const holds = async (tx: Database, condition: SQL) =>
  (await rows<{ holds: boolean }>(tx)`select ${condition} as holds`)[0]!.holds

/** Owners of a confirmed edition and administrators; no co-organisers. */
const canEdit = async (tx: Database, { id, isAdmin }: NonNullable<Viewer>, target: { id: string }) =>
  isAdmin || holds(tx, ownsEditionOf(id, sql`${target.id}::uuid`))

/** A merge moves all editions and followers, so nobody else may own one. */
const canMerge = async (tx: Database, viewer: NonNullable<Viewer>, target: { id: string }) =>
  viewer.isAdmin ||
  ((await canEdit(tx, viewer, target)) && holds(tx, isOnlyOwnerOf(viewer.id, sql`${target.id}::uuid`)))

const seriesById = async (tx: Database, id: string): Promise<SeriesKey | undefined> =>
  (await tx.select().from(series).where(eq(series.id, id)))[0]

const join = memberChange
  .meta({ isUndoable: true })
  .route(put('/events/{event_id}/series', 'Put a conference into a series, or begin one (its organisers)'))
  .errors({ ...editErrors, NOT_YOURS: { status: 403, message: notYours.message } })
  .input(joinForm.extend({ event_id: z.uuid() }))
  .output(z.object({ slug: z.string() }))
  .handler(async ({ context: { tx, viewer }, input: { event_id, name }, errors }) => {
    await lockSeries(tx)
    const event = await lockEvent(tx, event_id)
    if (!event) throw errors.NOT_FOUND()
    // Out of another series its owner takes it.
    if (!(event.series_id ? canDeleteEvent : canEditEvent)(viewer, event)) throw errors.FORBIDDEN()
    const existing = await seriesNamed(tx, name)
    if (existing?.id === event.series_id && existing) return { slug: existing.slug }
    const isUnconfirmed = existing !== undefined && !(await canEdit(tx, viewer, existing))
    if (isUnconfirmed && !(await holds(tx, organisesEditionOf(viewer.id, sql`${existing.id}::uuid`))))
      throw errors.NOT_YOURS()
    const target = existing ?? (await newSeries(tx, name, event.website))
    await joinSeries(tx, viewer, target, [{ ...event, isUnconfirmed }])
    return { slug: target.slug }
  })

const leave = memberChange
  .meta({ isUndoable: true })
  .route(
    del(
      '/events/{event_id}/series',
      'Take a conference out of its series (its owner, and owners of editions listed before it)',
    ),
  )
  .errors(editErrors)
  .input(z.object({ event_id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { event_id }, errors }) => {
    await lockSeries(tx)
    const event = await lockEvent(tx, event_id)
    if (!event) throw errors.NOT_FOUND()
    const source = event.series_id ? await seriesById(tx, event.series_id) : undefined
    if (!canDeleteEvent(viewer, event) && !(source && (await mayConfirm(tx, viewer, { event: event.id }))))
      throw errors.FORBIDDEN()
    if (source) await leaveSeries(tx, viewer, source, event)
  })

const confirm = memberChange
  .route(
    put(
      '/events/{event_id}/confirmation',
      'Confirm that a conference is the next edition of an earlier one, or say that it is not (the owner of the earlier one)',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'This conference is confirmed, or is no longer listed' },
    FORBIDDEN: { message: 'Only the owner of an edition that was listed before can confirm it' },
  })
  .input(z.object({ event_id: z.uuid(), earlier_id: z.uuid(), is_confirmed: z.boolean() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { event_id, earlier_id, is_confirmed }, errors }) => {
    await lockSeries(tx)
    const [event, earlier] = [await lockEvent(tx, event_id), await lockEvent(tx, earlier_id)]
    if (!event || !earlier || event.confirmation) throw errors.NOT_FOUND()
    if (!(await mayConfirm(tx, viewer, { earlier: earlier_id, event: event_id }))) throw errors.FORBIDDEN()
    if (is_confirmed) return joinPrevious(tx, viewer, earlier, event)
    const source = event.series_id ? await seriesById(tx, event.series_id) : undefined
    if (source) return leaveSeries(tx, viewer, source, event)
    await refuseEdition(tx, event.id)
    await recordEdit(tx, viewer, event, { action: 'event_edited', after: { confirmation: 'refused' } })
  })

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/series/{id}', 'Rename or describe a series (the owner of an edition); its slug stays'))
  .errors({ NOT_FOUND: noSeries, FORBIDDEN: notYours })
  .input(seriesForm.extend({ id: z.uuid() }))
  .output(z.object({ slug: z.string() }))
  .handler(async ({ context: { tx, viewer }, input: { id, ...fields }, errors }) => {
    await lockSeries(tx)
    const target = await seriesById(tx, id)
    if (!target) throw errors.NOT_FOUND()
    if (!(await canEdit(tx, viewer, target))) throw errors.FORBIDDEN()
    await editSeries(tx, viewer, target, fields)
    return { slug: target.slug }
  })

const merge = memberChange
  .meta({ isUndoable: true })
  .route(
    post('/series/{id}/merge', 'Merge another series into this one (who owns what has an owner in both)'),
  )
  .errors({
    NOT_FOUND: noSeries,
    FORBIDDEN: {
      message:
        'Only who owns an edition of both series, and where no edition belongs to somebody else, can merge them.',
    },
    NO_OTHER: { status: 404, message: 'There is no other series with this name or address' },
  })
  .input(z.object({ id: z.uuid(), other: z.string().trim().min(1).max(limits.eventName) }))
  .output(z.object({ slug: z.string() }))
  .handler(async ({ context: { tx, viewer }, input: { id, other }, errors }) => {
    await lockSeries(tx)
    const target = await seriesById(tx, id)
    if (!target) throw errors.NOT_FOUND()
    const removed = await seriesNamed(tx, other.replace(/^.*\/series\//, ''), id)
    if (!(await canMerge(tx, viewer, target))) throw errors.FORBIDDEN()
    if (!removed) throw errors.NO_OTHER()
    if (!(await canMerge(tx, viewer, removed))) throw errors.FORBIDDEN()
    await mergeSeries(tx, viewer, target, removed)
    return { slug: target.slug }
  })

export const seriesApi = { list, detail, join, leave, confirm, update, merge }
