import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { decide, decideMany } from '#features/decisions/decide.server.ts'
import { personWithId } from '#features/people/person-card.server.ts'
import { momentCursor, pageOf } from '#lib/cursor.ts'
import { constraintOf, rows } from '#platform/database/db.ts'
import { adminOnly, deprecated, get, open, post, signedIn } from '#platform/procedures/procedure.ts'
import { refusals, severalIds } from '#platform/procedures/several.ts'
import { consume, reportLimit, tooMany } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { reportDecision } from './report-decision.server.ts'
import {
  type Report,
  report,
  reportedRecordCard,
  reportForm,
  reportPath,
  settleForm,
} from './reports.schemas.ts'
import { joinRecord, readRecord } from './reports.server.ts'
import { reports } from './reports.tables.ts'

const unknown = { NOT_FOUND: { message: 'This page does not exist or cannot be reported' } }

const subject = open
  .route(get('/reports/subject', 'What is shown at a path and can be reported'))
  .errors(unknown)
  .input(z.object({ path: reportPath }))
  .output(reportedRecordCard)
  .handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const record = await readRecord(db, input.path)
    if (!record) throw errors.NOT_FOUND()
    context.shows(record.tag)
    const open = viewer
      ? await db.$count(
          reports,
          and(
            eq(reports.reporter_id, viewer.id),
            eq(reports.kind, record.kind),
            eq(reports.record_id, record.id),
            isNull(reports.settled_at),
          ),
        )
      : 0
    return { ...record, is_reported: open > 0 }
  })

const submit = signedIn
  .route(post('/reports', 'Report a record to the administrators'))
  .meta({ failure: 'Failed to send the report' })
  .errors({
    ...unknown,
    CONFLICT: { message: 'You have already reported this. An administrator will review it.' },
    TOO_MANY_REQUESTS: { message: 'Too many attempts' },
  })
  .input(reportForm.extend({ path: reportPath }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input: { path, reason, words }, errors }) => {
    const record = await readRecord(db, path)
    if (!record) throw errors.NOT_FOUND()
    const wait = await consume(db, reportLimit(viewer.id))
    if (wait > 0) throw errors.TOO_MANY_REQUESTS({ message: tooMany(wait) })
    try {
      await db
        .insert(reports)
        .values({ reporter_id: viewer.id, kind: record.kind, record_id: record.id, reason, words })
    } catch (error) {
      if (constraintOf(error) === 'reports_one_open_per_person') throw errors.CONFLICT()
      throw error
    }
  })

const total = adminOnly
  .route(get('/counts/reports', 'How many reports are open'))
  .output(z.number().int())
  .handler(({ context: { db } }) => db.$count(reports, isNull(reports.settled_at)))

const list = adminOnly
  .route(get('/reports', 'Open reports, the oldest first, or settled ones, the newest first'))
  .input(z.object({ status: z.enum(['open', 'settled']).default('open'), after: momentCursor.optional() }))
  .output(z.object({ reports: z.array(report), next: z.string().nullable() }))
  .handler(async ({ context: { db, viewer }, input: { status, after } }) => {
    const [moment, id] = after?.split('_') ?? []
    const isOpen = status === 'open'
    const column = sql.raw(isOpen ? 'created_at' : 'settled_at')
    const order = isOpen ? sql`created_at, id` : sql`settled_at desc, id desc`
    // Whoever is reported does not learn by whom, not even as an administrator.
    const list = await rows<Report>(db)`
      select reports.id, reports.kind, record.name, record.path, reason, words, reports.created_at, settled_at, note,
        case when ${viewer.id}::uuid = any (record.owner_ids) then null else ${personWithId(sql`reports.reporter_id`)} end as reporter,
        ${personWithId(sql`reports.settled_by`)} as settled_by
      from (
        select * from reports where settled_at is ${sql.raw(isOpen ? 'null' : 'not null')}
          ${moment ? sql`and (${column}, id) ${sql.raw(isOpen ? '>' : '<')} (${moment}::timestamptz, ${id}::uuid)` : sql``}
        order by ${order} limit ${serverLimits.reportsPerPage + 1}
      ) as reports left join lateral (${joinRecord}) as record on true
      order by ${sql.raw(isOpen ? 'reports.created_at, reports.id' : 'settled_at desc, reports.id desc')}`
    const { items: reports, next } = pageOf(
      list,
      serverLimits.reportsPerPage,
      (last) => `${isOpen ? last.created_at : last.settled_at}_${last.id}`,
    )
    return { reports, next }
  })

const settle = adminOnly
  .route(deprecated(post('/reports/{id}/settle', 'Settle a report, with a note for administrators')))
  .meta({ failure: 'Failed to settle the report' })
  .errors({
    NOT_FOUND: { message: 'Report not found' },
    CONFLICT: { message: 'This report has been settled already' },
  })
  .input(settleForm.extend({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context, input: { id, note } }) => {
    await decide(reportDecision, context, id, { isAccepted: true, words: note })
  })

const settleMany = adminOnly
  .route(deprecated(post('/reports/settlement', 'Settle several reports, with one note')))
  .input(settleForm.extend(severalIds.shape))
  .output(refusals)
  .handler(({ context, input: { ids, note } }) =>
    decideMany(reportDecision, context, ids, { isAccepted: true, words: note }),
  )

export const reportsApi = { subject, submit, total, list, settle, settleMany }
