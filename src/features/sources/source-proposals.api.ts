import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { adminOnly, type Context, get, post } from '#platform/procedures/procedure.ts'
import { severalIds } from '#platform/procedures/several.ts'
import { limits } from '#src/limits.ts'
import { findListedProposals } from './plan-source.server.ts'
import { type EntryValues, type ListedProposal, listedProposal } from './sources.schemas.ts'
import { fillEvents, listEntries } from './sync-source.server.ts'

const isOpen = sql`source_entries.state = 'proposed' and source_entries.gone_since is null`

const list = adminOnly
  .route(get('/source-proposals', 'Conferences that sources propose, the next ones first'))
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

type DecidedSource = { id: string; name: string; licence: string; ids: string[] }

/** The sources of open proposals among these, with their ids. */
const sourcesOf = (db: Database, ids: string[]) =>
  rows<DecidedSource>(
    db,
    sql`
      select directory_sources.id, name, licence, array_agg(source_entries.id) as ids
      from source_entries join directory_sources on directory_sources.id = source_id
      where source_entries.id = any (${sql.param(ids)}::uuid[]) and ${isOpen} group by directory_sources.id order by name`,
  )

const decide = adminOnly
  .route(
    post(
      '/source-proposals/decision',
      'List proposed conferences, link them to the ones they are, or never list them',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'This proposal has already been decided' },
    NO_EVENT: { status: 422, message: 'This conference is not listed any more' },
  })
  .input(
    severalIds.extend({
      decision: z.enum(['new', 'same', 'never']),
      /** With `same`: the listed conference; without it each proposal's likeliest one. */
      event_id: z.uuid().optional(),
    }),
  )
  .output(z.object({ decided: z.number().int() }))
  .handler(async ({ context: { db, viewer, site, today }, input: { ids, decision, event_id }, errors }) => {
    const sources = await sourcesOf(db, ids)
    if (sources.length === 0) throw errors.NOT_FOUND()
    let decided = 0
    for (const source of sources) {
      const run = { site, today }
      if (decision === 'new') {
        // What was listed since it was proposed would be there twice.
        const matches = await findListedProposals(db, await openProposals(db, source.ids))
        for (const { id, event_id: listedId } of matches)
          decided += await link(db, source, { ids: [id], event_id: listedId, run })
        decided += await listEntries(db, source, source.ids)
      } else if (decision === 'never') decided += await decline(db, source.ids)
      else {
        const linked = await link(db, source, { ids: source.ids, event_id, run })
        if (linked === 0) throw errors.NO_EVENT()
        decided += linked
      }
      await recordAdminAction(db, viewer, {
        action: 'proposals_decided',
        subject: source.name,
        path: '/admin/proposals',
        after: { [decision]: source.ids.length },
      })
    }
    return { decided }
  })

const decline = async (db: Database, ids: string[]) => {
  const declined = await rows(
    db,
    sql`update source_entries set state = 'declined' where id = any (${sql.param(ids)}::uuid[]) and ${isOpen} returning id`,
  )
  return declined.length
}

const openProposals = (db: Database, ids: string[]) =>
  rows<{ id: string; values: EntryValues }>(
    db,
    sql`select id, values from source_entries where id = any (${sql.param(ids)}::uuid[]) and ${isOpen}`,
  )

type Link = { ids: string[]; event_id: string | undefined; run: { site: Context['site']; today: string } }

/** Links proposals to a listed conference, or each to its likeliest one, which gets what it lacks. */
const link = (db: Database, source: DecidedSource, { ids, event_id, run }: Link): Promise<number> =>
  db.transaction(async (tx) => {
    const links = await rows<{ event_id: string; values: EntryValues }>(
      tx,
      sql`
        update source_entries set state = 'linked', event_id = events.id, candidates = '{}'
        from events where source_entries.id = any (${sql.param(ids)}::uuid[]) and ${isOpen}
          and events.id = coalesce(${event_id ?? null}::uuid, candidates[1])
        returning event_id, source_entries.values`,
    )
    await fillEvents(tx, source, links, run)
    return links.length
  })

export const sourceProposalsApi = { list, decide }
