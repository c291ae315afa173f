import { z } from 'zod'
import { adminOnly, post } from '#platform/procedures/procedure.ts'
import { findSeries, storeProposals } from './series-proposals.server.ts'

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

export const seriesProposalsApi = { find }
