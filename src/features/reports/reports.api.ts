import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { get, open, post, signedIn } from '#platform/procedures/procedure.ts'
import { consume, reportLimit, tooMany } from '#platform/rate-limits.ts'
import { reportedRecordCard, reportForm, reportPath } from './reports.schemas.ts'
import { readRecord } from './reports.server.ts'
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
    await db
      .insert(reports)
      .values({ reporter_id: viewer.id, kind: record.kind, record_id: record.id, reason, words })
      .catch(byConstraint({ reports_one_open_per_person: errors.CONFLICT }))
  })

export const reportsApi = { subject, submit }
