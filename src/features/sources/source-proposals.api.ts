import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { decide } from '#features/decisions/decide.server.ts'
import { rows } from '#platform/database/db.ts'
import { adminOnly, deprecated, get, post } from '#platform/procedures/procedure.ts'
import { severalIds } from '#platform/procedures/several.ts'
import { limits } from '#src/limits.ts'
import { isOpen, likeliest, notListed, proposalDecision } from './proposal-decision.server.ts'
import { type ListedProposal, listedProposal } from './sources.schemas.ts'

const list = adminOnly
  .route(deprecated(get('/source-proposals', 'Conferences that sources propose, the next ones first')))
  .output(z.object({ proposals: z.array(listedProposal), total: z.number().int() }))
  .handler(async ({ context: { db } }) => {
    const proposals = await rows<ListedProposal>(
      db,
      sql`
        select source_entries.id, directory_sources.name as source_name, licence, source_entries.values,
          coalesce((
            select json_agg(json_build_object(
              'id', events.id, 'slug', slug, 'name', events.name, 'start_date', start_date, 'end_date', end_date, 'location_name', location_name
            ) order by position)
            from unnest(candidates) with ordinality as candidate (id, position) join events on events.id = candidate.id
          ), '[]') as candidates
        from source_entries join directory_sources on directory_sources.id = source_id
        where ${isOpen} order by source_entries.values ->> 'start_date', source_entries.id limit ${limits.recordsAtOnce}`,
    )
    const [counted] = await rows<{ total: number }>(
      db,
      sql`select count(*)::integer as total from source_entries where ${isOpen}`,
    )
    return { proposals, total: counted!.total }
  })

const decideAll = adminOnly
  .route(
    deprecated(
      post(
        '/source-proposals/decision',
        'List proposed conferences, link them to the ones they are, or never list them',
      ),
    ),
  )
  .errors({
    NOT_FOUND: { message: proposalDecision.missing },
    NO_EVENT: { status: 422, message: notListed },
  })
  .input(
    severalIds.extend({
      decision: z.enum(['new', 'same', 'never']),
      /** With `same`: the listed conference; without it each proposal's likeliest one. */
      event_id: z.uuid().optional(),
    }),
  )
  .output(z.object({ decided: z.number().int() }))
  .handler(async ({ context, input: { ids, decision, event_id } }) => {
    const option = decision === 'same' ? (event_id ?? likeliest) : undefined
    const decided = await decide(proposalDecision, context, ids, { isAccepted: decision !== 'never', option })
    return { decided }
  })

export const sourceProposalsApi = { list, decide: decideAll }
