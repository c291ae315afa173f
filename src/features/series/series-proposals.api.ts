import { z } from 'zod'
import { rows } from '#platform/database/db.ts'
import { adminOnly, deprecated, get, post } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type SeriesProposal, seriesProposal } from './series.schemas.ts'
import { confirmedOf, findSeries, storeProposals } from './series-proposals.server.ts'

type Row = SeriesProposal & { editions: Parameters<typeof confirmedOf>[0] }

const list = adminOnly
  .route(
    deprecated(get('/series-proposals', 'Conferences that look like the editions of one, the surest first')),
  )
  .output(z.object({ proposals: z.array(seriesProposal), total: z.number().int() }))
  .handler(async ({ context: { db } }) => {
    const proposals = await rows<Row & { total: number }>(db)`
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
        order by score desc, listed.id`
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

export const seriesProposalsApi = { list, find }
