import { ORPCError } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Decision, Step } from '#features/decisions/decide.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { findListedProposals } from './plan-source.server.ts'
import type { EntryValues } from './sources.schemas.ts'
import { fillEvents, listEntries } from './sync-source.server.ts'

const isOpen = sql`source_entries.state = 'proposed' and source_entries.gone_since is null`
const isDeclined = sql`source_entries.state = 'declined' and source_entries.gone_since is null`
const notListed = 'This conference is not listed any more'

type Proposals = { id: string; name: string; licence: string; ids: string[] }

/** The sources of open proposals among these, with their ids. */
async function lockProposals(tx: Database, ids: string[], isRefused: boolean) {
  const ofIds = sql`source_entries.id = any (${sql.param(ids)}::uuid[]) and ${isRefused ? isDeclined : isOpen}`
  await tx.execute(sql`select from source_entries where ${ofIds} order by id for update`)
  const sources = await rows<Proposals>(tx)`
      select directory_sources.id, name, licence, array_agg(source_entries.id) as ids
      from source_entries join directory_sources on directory_sources.id = source_id
      where ${ofIds} group by directory_sources.id order by name`
  return sources.length > 0 ? sources : undefined
}

type Run = Pick<Step<unknown>, 'tx' | 'site' | 'today'>

/** Links proposals to a listed conference, which gets what it lacks. */
async function link({ tx, ...run }: Run, source: Proposals, ids: string[], eventId: string): Promise<number> {
  const links = await rows<{ event_id: string; values: EntryValues }>(tx)`
      update source_entries set state = 'linked', event_id = events.id, candidates = '{}'
      from events where source_entries.id = any (${sql.param(ids)}::uuid[]) and events.id = ${z.uuid().safeParse(eventId).data ?? null}::uuid
      returning event_id, source_entries.values`
  await fillEvents(tx, source, links, run)
  return links.length
}

async function list(run: Run & { by: string }, source: Proposals): Promise<number> {
  const { tx } = run
  const proposals = await rows<{ id: string; values: EntryValues }>(tx)`
    select id, values from source_entries where id = any (${sql.param(source.ids)}::uuid[])`
  let decided = 0
  // What was listed since it was proposed would be there twice.
  for (const { id, event_id } of await findListedProposals(tx, proposals))
    decided += await link(run, source, [id], event_id)
  return decided + (await listEntries(tx, source, source.ids, { by: run.by }))
}

const outcomeOf = (source: Proposals, verdict: 'new' | 'same' | 'never' | 'again', decided: number) => ({
  entry: {
    action: 'proposals_decided' as const,
    subject: source.name,
    path: '/admin/proposals',
    after: { [verdict]: source.ids.length },
  },
  decided,
})

async function setState(
  { tx, subject: sources }: Step<Proposals[]>,
  state: 'declined' | 'proposed',
  verdict: 'never' | 'again',
) {
  const ids = sources.flatMap((source) => source.ids)
  await tx.execute(sql`update source_entries set state = ${state} where id = any (${sql.param(ids)}::uuid[])`)
  return sources.map((source) => outcomeOf(source, verdict, source.ids.length))
}

/** Conferences that sources propose are listed, linked to the ones they are, or never listed; several as one import. */
export const proposalDecision: Decision<Proposals[], string[]> = {
  lock: (tx, ids, _, isRefused) => lockProposals(tx, ids, isRefused),
  missing: 'This proposal has already been decided',
  reopensFrom: ['refused'],
  list: (state) => sql`
    select id, first_seen as created_at, "values" ->> 'name' as name, null as path, null::uuid as asked_by,
      candidates <> '{}' as is_doubtful
    from source_entries where ${state === 'open' ? isOpen : isDeclined}`,
  evidence: sql`(
    select json_build_object(
      'start_date', entry."values" ->> 'start_date', 'end_date', entry."values" ->> 'end_date', 'url', entry."values" ->> 'website',
      'place', entry."values" ->> 'location_name' || ', ' || (entry."values" ->> 'country_name'),
      'text', source.name || ' (' || licence || ')',
      'records', candidate.records, 'choices', candidate.choices
    )
    from source_entries as entry join directory_sources as source on source.id = source_id
    cross join lateral (
      select json_agg(json_build_object(
        'name', events.name, 'path', '/conferences/' || slug, 'start_date', start_date, 'end_date', end_date,
        'place', location_name || ', ' || country_name
      ) order by nth) as records,
      json_agg(json_build_object('option', events.id, 'label', 'The same as ' || events.name) order by nth) as choices
      from unnest(candidates) with ordinality as listed (id, nth) join events on events.id = listed.id
    ) as candidate
    where entry.id = item.id
  )`,
  isLogged: true,
  /** `option`: the id of a listed conference that they are. */
  async accept({ tx, site, today, viewer, option, subject: sources }) {
    const run = { tx, site, today, by: viewer.id }
    const outcomes = []
    for (const source of sources) {
      const decided = option ? await link(run, source, source.ids, option) : await list(run, source)
      if (option && decided === 0) throw new ORPCError('NO_EVENT', { status: 422, message: notListed })
      outcomes.push(outcomeOf(source, option ? 'same' : 'new', decided))
    }
    return outcomes
  },
  reject: (step) => setState(step, 'declined', 'never'),
  reopen: (step) => setState(step, 'proposed', 'again'),
}
