import { z } from 'zod'
import { rows } from '#platform/database/db.ts'
import { adminOnly, deprecated, get } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { isOpen } from './proposal-decision.server.ts'
import { type ListedProposal, listedProposal } from './sources.schemas.ts'

const list = adminOnly
  .route(deprecated(get('/source-proposals', 'Conferences that sources propose, the next ones first')))
  .output(z.object({ proposals: z.array(listedProposal), total: z.number().int() }))
  .handler(async ({ context: { db } }) => {
    const proposals = await rows<ListedProposal>(db)`
        select source_entries.id, directory_sources.name as source_name, licence, source_entries.values,
          coalesce((
            select json_agg(json_build_object(
              'id', events.id, 'slug', slug, 'name', events.name, 'start_date', start_date, 'end_date', end_date, 'location_name', location_name
            ) order by position)
            from unnest(candidates) with ordinality as candidate (id, position) join events on events.id = candidate.id
          ), '[]') as candidates
        from source_entries join directory_sources on directory_sources.id = source_id
        where ${isOpen} order by source_entries.values ->> 'start_date', source_entries.id limit ${limits.recordsAtOnce}`
    const [counted] = await rows<{ total: number }>(
      db,
    )`select count(*)::integer as total from source_entries where ${isOpen}`
    return { proposals, total: counted!.total }
  })

export const sourceProposalsApi = { list }
