import { call } from '@orpc/server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '#platform/database/db.ts'
import { adminOnly, get, post } from '#platform/procedures/procedure.ts'
import { callForEach, refusals, severalIds } from '#platform/procedures/several.ts'
import { limits } from '#src/limits.ts'
import { type SeriesProposal, seriesProposal } from './series.schemas.ts'
import { series_proposals } from './series.tables.ts'
import {
  acceptSeries,
  confirmedOf,
  findSeries,
  storeProposals,
  takeProposal,
} from './series-proposals.server.ts'

type Row = SeriesProposal & { editions: Parameters<typeof confirmedOf>[0] }

const list = adminOnly
  .route(get('/series-proposals', 'Conferences that look like the editions of one, the surest first'))
  .output(z.object({ proposals: z.array(seriesProposal), total: z.number().int() }))
  .handler(async ({ context: { db } }) => {
    const proposals = await rows<Row & { total: number }>(
      db,
      sql`
        select listed.id, listed.name, score, total, editions,
          (select json_build_object('id', id, 'name', name, 'slug', slug) from series where id = series_id) as series
        from (
          select *, count(*) over ()::integer as total from series_proposals where not is_dismissed
          order by score desc, id limit ${limits.recordsAtOnce}
        ) as listed
        join lateral (
          select json_agg(json_build_object(
            'name', name, 'slug', slug, 'start_date', start_date, 'location_name', location_name, 'country_name', country_name,
            'series_id', events.series_id, 'confirmation', confirmation, 'created_by', created_by, 'created_at', events.created_at,
            'listed_by', full_name
          ) order by start_date desc, events.id) as editions
          from events left join profiles on profiles.id = created_by where events.id = any (event_ids)
        ) as found on editions is not null
        order by score desc, listed.id`,
    )
    for (const proposal of proposals) {
      const confirmed = confirmedOf(proposal.editions)
      for (const edition of proposal.editions) edition.is_unconfirmed = !confirmed.includes(edition)
    }
    return { proposals, total: proposals[0]?.total ?? 0 }
  })

const find = adminOnly
  .route(post('/series-proposals', 'Look for conferences that are the editions of one'))
  .meta({ failure: 'Failed to look for series' })
  .output(z.object({ series: z.number().int(), conferences: z.number().int() }))
  .handler(async ({ context: { db } }) => {
    const proposed = await findSeries(db)
    await storeProposals(db, proposed)
    return {
      series: proposed.length,
      conferences: proposed.reduce((sum, { editions }) => sum + editions.length, 0),
    }
  })

const deciding = adminOnly
  .errors({
    NOT_FOUND: { message: 'This proposal has already been decided' },
    CONFLICT: { message: 'These conferences belong to several series by now. Merge those first.' },
  })
  .output(z.void())
const byId = z.object({ id: z.uuid() })

const accept = deciding
  .route(post('/series-proposals/{id}/accept', 'Make proposed conferences the editions of a series'))
  .errors({
    UNCONFIRMED: {
      status: 409,
      message:
        'Only members who listed them say so. Accept it with the unconfirmed conferences, or dismiss it.',
    },
  })
  .input(byId.extend({ with_unconfirmed: z.boolean().default(false) }))
  .handler(({ context: { db, viewer }, input: { id, with_unconfirmed }, errors }) =>
    db.transaction(async (tx) => {
      const proposal = await takeProposal(tx, id)
      if (!proposal) throw errors.NOT_FOUND()
      const accepted = await acceptSeries(tx, viewer, proposal, with_unconfirmed)
      if (!accepted) throw errors.CONFLICT()
      if (accepted.joined === 0 && accepted.unconfirmed > 0) throw errors.UNCONFIRMED()
    }),
  )

const dismiss = deciding
  .route(post('/series-proposals/{id}/dismiss', 'Dismiss a proposed series; it is not proposed again'))
  .input(byId)
  .handler(async ({ context: { db }, input: { id }, errors }) => {
    const dismissed = await db
      .update(series_proposals)
      .set({ is_dismissed: true })
      .where(and(eq(series_proposals.id, id), eq(series_proposals.is_dismissed, false)))
      .returning({ id: series_proposals.id })
    if (dismissed.length === 0) throw errors.NOT_FOUND()
  })

const decideMany = adminOnly
  .route(post('/series-proposals/decision', 'Accept several proposed series, or dismiss them'))
  .input(severalIds.extend({ is_accepted: z.boolean() }))
  .output(refusals)
  .handler(({ context, input: { ids, is_accepted } }) =>
    callForEach(ids, (id) => call(is_accepted ? accept : dismiss, { id }, { context })),
  )

export const seriesProposalsApi = { list, find, accept, dismiss, decideMany }
