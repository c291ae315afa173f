import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventCall } from '#features/events/event-calls.schemas.ts'
import { callsOfEvent } from '#features/events/event-calls.server.ts'
import { lockEvent, recordEdit } from '#features/events/event-editing.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { momentCursor } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { del, get, memberChange, postNew, put, sameForAll, signedIn } from '#platform/procedures/procedure.ts'
import { consume, suggestionLimit } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { callDecision, onlyOwner } from './call-decision.server.ts'
import { countCalls, readCalls, summariseCalls } from './call-list.server.ts'
import {
  callCounts,
  callEdit,
  callPage,
  callSelection,
  type EditableCall,
  editableCall,
  newCall,
} from './calls.schemas.ts'
import { decidedBy, editableColumns, lockCall, notifyOfSuggestion, readEditable } from './calls.server.ts'
import { calls } from './calls.tables.ts'

const nowText = () => new Date().toISOString()
const errors = {
  NOT_FOUND: { message: callDecision.missing },
  NO_EVENT: { status: 404, message: 'Conference not found' },
  FORBIDDEN: { message: onlyOwner },
  UNKNOWN_TIME_ZONE: { status: 409, message: 'This time zone is not known here. Choose another.' },
}
const callId = z.object({ id: z.uuid() })

const list = sameForAll
  .route({
    ...get('/calls', 'Calls for papers in order of closing, page by page: the open ones, or all'),
    description:
      'Several topics, countries, months of the conference or languages mean any of them; several costs that are paid mean all. A call without a day of closing is open until the conference begins, and comes last.',
  })
  .input(
    callSelection.extend({ when: z.enum(['open', 'any']).default('open'), after: momentCursor.optional() }),
  )
  .output(callPage)
  .handler(({ context, input: { when, after, ...selection } }) => {
    context.shows('calls', 'events', 'clock')
    return readCalls(context.replica, selection, { now: nowText(), isAny: when === 'any', after })
  })

const counts = sameForAll
  .route(
    get(
      '/calls/counts',
      'How many open calls a selection has, and how many each topic, country, month and language would leave',
    ),
  )
  .input(callSelection)
  .output(callCounts)
  .handler(({ context, input }) => {
    context.shows('calls', 'events', 'clock')
    return countCalls(context.replica, input, nowText())
  })

const summary = sameForAll
  .route(
    get(
      '/calls/summary',
      'How many calls for talks are open about a topic, in a city or in a country, and when the first closes',
    ),
  )
  .input(callSelection.pick({ topics: true, country: true, city: true }))
  .output(z.object({ total: z.number().int(), hours_left: z.number().int().nullable() }))
  .handler(async ({ context, input }) => {
    const openCalls = await summariseCalls(context.replica, input, nowText())
    context.shows('calls', 'events', ...(openCalls.total > 0 ? ['clock'] : []))
    return openCalls
  })

const ofEvent = sameForAll
  .route(get('/events/{event_id}/calls', 'The calls of a conference: open, closed, and planned ones'))
  .errors({ NOT_FOUND: { message: errors.NO_EVENT.message } })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(eventCall))
  .handler(async ({ context, input, errors }) => {
    context.shows(`event:${input.event_id}`, 'clock')
    const [event] = await rows<{ calls: z.infer<typeof eventCall>[] }>(context.replica)`
      select ${callsOfEvent(nowText())} as calls from events where id = ${input.event_id}::uuid`
    if (!event) throw errors.NOT_FOUND()
    return event.calls
  })

const editable = signedIn
  .route(
    get(
      '/events/{event_id}/calls/editable',
      'The calls of a conference that I may edit, and those that I suggested',
    ),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(editableCall))
  .handler(
    ({ context: { db, viewer }, input }) =>
      rows<EditableCall>(db)`
      select ${editableColumns(nowText())} from calls join events on events.id = calls.event_id
      left join profiles on profiles.id = calls.added_by
      where calls.event_id = ${input.event_id}::uuid
        and (${decidedBy(viewer)} or (calls.status = 'suggested' and calls.added_by = ${viewer.id}::uuid))
      order by calls.closes_at, calls.id limit ${serverLimits.callsPerEvent}`,
  )

const create = memberChange
  .meta({ isUndoable: true })
  .route(
    postNew(
      '/events/{event_id}/calls',
      'Add a call to a conference as who may edit it, or suggest the first of its kind',
    ),
  )
  .errors({
    NOT_FOUND: { message: errors.NO_EVENT.message },
    UNKNOWN_TIME_ZONE: errors.UNKNOWN_TIME_ZONE,
    EXISTS: {
      status: 409,
      message: 'This conference has such a call already. Only its owner can add another.',
    },
    OVER: { status: 409, message: 'This conference is over' },
    FULL: { status: 409, message: `A conference has at most ${serverLimits.callsPerEvent} calls` },
    TOO_MANY: {
      status: 429,
      message: `You have ${serverLimits.openCallSuggestions} suggested calls that wait for a decision. Please wait until some are decided.`,
    },
    TOO_MANY_REQUESTS: { message: 'You have suggested very much today. Please go on tomorrow.' },
  })
  .input(newCall)
  .output(z.object({ id: z.uuid(), status: z.enum(['live', 'suggested']) }))
  .handler(async ({ context: { tx, viewer, site, today }, input: { event_id, ...input }, errors }) => {
    const event = await lockEvent(tx, event_id)
    if (!event) throw errors.NOT_FOUND()
    if (!(await isKnownZone(tx, input.time_zone))) throw errors.UNKNOWN_TIME_ZONE()
    const existing = await tx.select({ kind: calls.kind }).from(calls).where(eq(calls.event_id, event_id))
    if (existing.length >= serverLimits.callsPerEvent) throw errors.FULL()
    const isEditor = canEditEvent(viewer, event)
    if (!isEditor) {
      if (event.end_date < today) throw errors.OVER()
      if (existing.some(({ kind }) => kind === input.kind)) throw errors.EXISTS()
      // Two at once would each see nineteen.
      await tx.execute(sql`select from profiles where id = ${viewer.id}::uuid for update`)
      const isOwnOpen = and(eq(calls.added_by, viewer.id), eq(calls.status, 'suggested'))
      if ((await tx.$count(calls, isOwnOpen)) >= serverLimits.openCallSuggestions) throw errors.TOO_MANY()
      if ((await consume(tx, suggestionLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
    }
    const status = isEditor ? 'live' : 'suggested'
    const [call] = await tx
      .insert(calls)
      .values({ ...input, event_id, status, added_by: viewer.id })
      .returning({ id: calls.id })
    if (isEditor) await recordEdit(tx, viewer, event, { action: 'event_edited', after: input })
    else await notifyOfSuggestion(tx, site, viewer, event)
    return { id: call!.id, status }
  })

const isKnownZone = async (tx: Database, zone: string | null | undefined) => {
  const [row] = zone ? await rows<{ is_known: boolean }>(tx)`select is_time_zone(${zone}) as is_known` : []
  return row?.is_known ?? true
}

const update = memberChange
  .meta({ isUndoable: true })
  .route(
    put(
      '/calls/{id}',
      'Edit a call. Later days of closing extend it; a planned or suggested one is listed from now on.',
    ),
  )
  .errors({
    ...errors,
    CONFLICT: changedMeanwhile('call', editableCall),
  })
  .input(callEdit)
  .output(z.object({ updated_at: z.string() }))
  .handler(async ({ context: { tx, viewer }, input: { id, updated_at, ...input }, errors }) => {
    const locked = await lockCall(tx, id)
    if (!locked) throw errors.NOT_FOUND()
    const { event, call: before } = locked
    if (!canEditEvent(viewer, event)) throw errors.FORBIDDEN()
    if (before.updated_at !== updated_at)
      throw errors.CONFLICT({ data: { now: await readEditable(tx, id, nowText()) } })
    if (!(await isKnownZone(tx, input.time_zone))) throw errors.UNKNOWN_TIME_ZONE()
    const [after] = await tx
      .update(calls)
      .set({ ...input, status: 'live', ...(before.status !== 'live' && { listed_at: sql`now()` }) })
      .where(eq(calls.id, id))
      .returning({ updated_at: calls.updated_at })
    await recordEdit(tx, viewer, event, { action: 'event_edited', before, after: { ...before, ...input } })
    return after!
  })

const remove = memberChange
  .meta({ isUndoable: true })
  .route(del('/calls/{id}', 'Delete a call of a conference of mine, or my own suggestion while it waits'))
  .errors({ NOT_FOUND: errors.NOT_FOUND, FORBIDDEN: errors.FORBIDDEN })
  .input(callId)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id }, errors }) => {
    const locked = await lockCall(tx, id)
    if (!locked) throw errors.NOT_FOUND()
    const { event, call } = locked
    const isOwnSuggestion = call.status === 'suggested' && call.added_by === viewer.id
    // Nobody else knows of a suggestion.
    if (!canEditEvent(viewer, event) && !isOwnSuggestion)
      throw call.status === 'suggested' ? errors.NOT_FOUND() : errors.FORBIDDEN()
    await tx.delete(calls).where(eq(calls.id, id))
    if (call.status !== 'suggested' || !isOwnSuggestion)
      await recordEdit(tx, viewer, event, { action: 'event_edited', before: call })
  })

export const callsApi = {
  list,
  counts,
  summary,
  ofEvent,
  editable,
  create,
  update,
  remove,
}
