import { ORPCError } from '@orpc/server'
import { and, eq, sql } from 'drizzle-orm'
import { type Decision, refusal, type Step } from '#features/decisions/decide.server.ts'
import type { Evidence } from '#features/decisions/decisions.schemas.ts'
import { series_proposals } from './series.tables.ts'
import { acceptSeries, confirmedOf, type Listed } from './series-proposals.server.ts'

/** The option that takes along what only its lister's word speaks for. */
const withUnconfirmed = 'with_unconfirmed'
const onlyUnconfirmed =
  'Only members who listed them say so. Accept it with the unconfirmed conferences, or dismiss it.'

/** What is less sure should be looked at. */
const sureScore = 0.9

type Proposal = typeof series_proposals.$inferSelect

async function dismiss({ tx, subject: { id } }: Step<Proposal>, is_dismissed: boolean) {
  await tx.update(series_proposals).set({ is_dismissed }).where(eq(series_proposals.id, id))
  return []
}

/** Proposed conferences become the editions of a series; what is dismissed is not proposed again. */
export const seriesDecision: Decision<Proposal> = {
  async lock(tx, id, _, isRefused) {
    const [proposal] = await tx
      .select()
      .from(series_proposals)
      .where(and(eq(series_proposals.id, id), eq(series_proposals.is_dismissed, isRefused)))
      .for('update')
    return proposal
  },
  missing: 'This proposal has already been decided',
  reopensFrom: ['refused'],
  list: (state) => sql`
    select id, created_at, name, null as path, null::uuid as asked_by, score < ${sureScore} as is_doubtful
    from series_proposals where is_dismissed = ${state === 'refused'} and exists (select from events where id = any (event_ids))`,
  evidence: sql`(
    select json_build_object(
      'text', case when series_id is null then 'new series, ' else 'joins a series that exists, ' end || round(score * 100) || '% sure',
      'records', (
        select json_agg(json_build_object(
          'name', name, 'path', '/conferences/' || slug, 'start_date', start_date, 'end_date', end_date,
          'place', location_name || ', ' || country_name, 'text', 'listed by ' || full_name,
          'series_id', events.series_id, 'confirmation', confirmation, 'created_by', created_by, 'created_at', events.created_at
        ) order by start_date desc, events.id)
        from events left join profiles on profiles.id = created_by where events.id = any (event_ids)
      )
    )
    from series_proposals where series_proposals.id = item.id
  )`,
  complete({ records, ...evidence }) {
    const editions = (records ?? []) as (NonNullable<Evidence['records']>[number] & Listed)[]
    const confirmed = confirmedOf(editions)
    if (confirmed.length === editions.length) return { ...evidence, records }
    return {
      ...evidence,
      records: editions.map((edition) =>
        confirmed.includes(edition)
          ? edition
          : { ...edition, text: [edition.text, 'unconfirmed: left out'].filter(Boolean).join(', ') },
      ),
      choices: [{ option: withUnconfirmed, label: 'Accept with the unconfirmed ones' }],
    }
  },
  isLogged: true,
  async accept({ tx, viewer, option, subject: proposal }) {
    const accepted = await acceptSeries(tx, viewer, proposal, option === withUnconfirmed)
    if (!accepted)
      throw refusal('CONFLICT', 'These conferences belong to several series by now. Merge those first.')
    if (accepted.joined === 0 && accepted.unconfirmed > 0)
      throw new ORPCError('UNCONFIRMED', { status: 409, message: onlyUnconfirmed })
    // In the set of the change of the series, whose undo brings it back.
    await tx.delete(series_proposals).where(eq(series_proposals.id, proposal.id))
    return []
  },
  reject: (step) => dismiss(step, true),
  reopen: (step) => dismiss(step, false),
}
