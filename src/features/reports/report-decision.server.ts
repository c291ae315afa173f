import { eq, sql } from 'drizzle-orm'
import { type Decision, refusal } from '#features/decisions/decide.server.ts'
import { personWithId } from '#features/people/person-card.server.ts'
import { rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { settleForm } from './reports.schemas.ts'
import { joinRecord } from './reports.server.ts'
import { reports } from './reports.tables.ts'
import { type ReportReason, reasonLabels } from './reports.ts'

type LockedReport = {
  id: string
  reporter_id: string | null
  reason: ReportReason
  is_settled: boolean
  name: string | null
  path: string | null
}

/** A report is settled: its reporter reads that somebody has looked at it, administrators read the note. */
export const reportDecision: Decision<LockedReport> = {
  async lock(tx, id) {
    const [report] = await rows<LockedReport>(tx)`
      select reports.id, reporter_id, reason, settled_at is not null as is_settled, record.name, record.path
      from reports left join lateral (${joinRecord}) as record on true
      where reports.id = ${id}::uuid for update of reports`
    return report
  },
  missing: 'Report not found',
  decided: ({ is_settled }) => is_settled && 'This report has been settled already',
  mailSubject: 'Your report was reviewed',
  words: settleForm.shape.note,
  reopensFrom: ['accepted'],
  list: (state, viewer) => sql`
    select reports.id, reports.created_at, coalesce(record.name, 'a removed page') as name, record.path,
      -- Whoever is reported does not learn by whom, not even as an administrator.
      case when ${viewer.id}::uuid = any (record.owner_ids) then null else reporter_id end as asked_by,
      false as is_doubtful
    from reports left join lateral (${joinRecord}) as record on true where (settled_at is null) = ${state === 'open'}`,
  evidence: sql`(
    select json_build_object(
      'words', words, 'text', reason, 'note', note, 'decided_at', settled_at, 'decided_by', ${personWithId(sql`settled_by`)}
    ) from reports where id = item.id
  )`,
  complete: (evidence) => ({ ...evidence, text: reasonLabels[evidence.text as ReportReason] }),
  async accept({ tx, viewer, words: note = null, subject: report }) {
    await tx
      .update(reports)
      .set({ settled_at: sql`now()`, settled_by: viewer.id, note })
      .where(eq(reports.id, report.id))
    const { reason, name, path } = report
    const subject = name ?? 'a page that is gone'
    return {
      entry: { action: 'report_settled', subject, path: path ?? undefined, after: { reason, note } },
      notice: {
        to: report.reporter_id,
        message: `An administrator has reviewed your report about ${subject}. Thank you for reporting it.`,
        path: path ?? '/',
      },
    }
  },
  /** Nobody is told: the reporter knows that somebody has looked at it. */
  async reopen({ tx, subject: { id, is_settled, reason, name, path } }) {
    if (!is_settled) throw refusal('CONFLICT', 'This report is not settled any more')
    const otherReport = () => refusal('CONFLICT', 'This member has reported it again since then')
    await tx
      .update(reports)
      .set({ settled_at: null, settled_by: null, note: null })
      .where(eq(reports.id, id))
      .catch(byConstraint({ reports_one_open_per_person: otherReport }))
    const subject = name ?? 'a page that is gone'
    return { entry: { action: 'report_reopened', subject, path: path ?? undefined, after: { reason } } }
  },
}
