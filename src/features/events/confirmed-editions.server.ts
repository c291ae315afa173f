import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { isOrganisedBy } from './organisers.server.ts'

// A name is no proof: an edition that only its lister put there is unconfirmed. It has no rights over the editions of
// others, no place on their pages and no mail to their followers. `events.confirmation` stores who confirmed it: a
// trusted lister (`listing`), or who put it into its series (`series`).

type Member = { id: string; isAdmin: boolean }

/** Whether an event is a confirmed edition of the series that it is in. */
export const isConfirmed = (event: SQL = sql`events`): SQL =>
  sql`coalesce(${event}.confirmation in ('listing', 'series'), false)`

/** Whether the page of `other` shows `event` as one of its editions. An owner's own ones need no confirmation. */
export const hasPlaceBeside = (event: SQL, other: SQL): SQL => sql`(
  ${event}.confirmation = 'listing' or ${event}.created_by = ${other}.created_by
  or ${event}.confirmation = 'series' and ${event}.series_id = ${other}.series_id
)`

/** Whether somebody owns a confirmed edition of a series. */
export const ownsEditionOf = (userId: string, seriesId: SQL): SQL => sql`exists (
  select from events where events.series_id = ${seriesId} and events.created_by = ${userId}::uuid and ${isConfirmed()}
)`

/** Whether somebody is the owner or a co-organiser of a confirmed edition of a series. */
export const organisesEditionOf = (userId: string, seriesId: SQL): SQL => sql`exists (
  select from events where events.series_id = ${seriesId} and ${isOrganisedBy(userId)} and ${isConfirmed()}
)`

/** Whether nobody else owns a confirmed edition of a series; hidden ones count. */
export const isOnlyOwnerOf = (userId: string, seriesId: SQL): SQL => sql`not exists (
  select from all_events as edition
  where edition.series_id = ${seriesId} and edition.created_by <> ${userId}::uuid and ${isConfirmed(sql`edition`)}
)`

/** The editions of the series of an event, and what is proposed to be in one with it. */
const relatedTo = (event: SQL): SQL => sql`any (array(
  select id from events where series_id = ${event}.series_id
  union all
  select unnest(event_ids) from series_proposals where not is_dismissed and event_ids @> array[${event}.id]
))`

/**
 * Whether somebody may say that `event` is the next edition of `earlier`, or none: administrators, and the owner of a
 * confirmed edition of its series. Without a series, the owner of the first one of those proposed with it. Both only if
 * theirs was listed before: the days of a conference are what its owner types.
 */
export async function mayConfirm(
  tx: Database,
  { id, isAdmin }: Member,
  editions: { earlier?: string; event: string },
): Promise<boolean> {
  const matches = await rows(tx)`
      select from events as event join events as earlier
        on earlier.id <> event.id and earlier.id = ${relatedTo(sql`event`)}
          and (event.series_id is null or earlier.series_id = event.series_id)
          and (earlier.series_id is null or ${isConfirmed(sql`earlier`)})
      where event.id = ${editions.event}::uuid
        and ${editions.earlier ? sql`earlier.id = ${editions.earlier}::uuid` : sql`true`}
        and (${isAdmin} or (earlier.created_by = ${id}::uuid and earlier.created_at < event.created_at and (
          event.series_id is not null or earlier.confirmation = 'listing' or not exists (
            select from all_events as older
            where older.id = ${relatedTo(sql`earlier`)} and older.created_at < earlier.created_at and older.created_by is distinct from earlier.created_by
              and (earlier.series_id is null or older.series_id is distinct from earlier.series_id)
          )
        )))
      limit 1`
  return matches.length > 0
}

/** A select of the unconfirmed editions after `earlier`: of its series, or proposed with it. */
export const unconfirmedAfter = (columns: SQL, limit: number): SQL => sql`
  select ${columns} from events
  where confirmation is null and created_by is distinct from earlier.created_by and start_date > earlier.start_date
    and id = ${relatedTo(sql`earlier`)} and (series_id is null or series_id = earlier.series_id)
  order by start_date, id limit ${limit}`

/** Why the site has put conferences into a series, in the log of changes. */
export const unaskedReason = 'They look like the editions of one conference.'

/** Whether nobody but the site has put one of several conferences into a series. */
export const hasJoinedUnasked = (eventIds: SQL, seriesId: SQL): SQL => sql`exists (
  select from changed_rows join change_sets on change_sets.id = set_id
  where reason = ${unaskedReason} and table_name = 'all_events' and record_id in ${eventIds}
    and after ->> 'series_id' = ${seriesId}::text
)`

/** A renamed or moved conference is no longer the one that an import or a source has listed. */
export const forgetListing = (tx: Database, eventId: string) =>
  tx.execute(sql`
    update events set confirmation = case when series_id is not null then 'series' end
    where id = ${eventId}::uuid and confirmation = 'listing'`)

/** Conferences that an undo could make trusted listings. They may have another name by now, so a member's makes none. */
const listingsOf = (tx: Database, setIds: number[]) =>
  rows<{ id: string }>(tx)`
    select distinct record_id as id from changed_rows
    where set_id = any (${sql.param(setIds)}::bigint[]) and table_name = 'all_events' and before ->> 'confirmation' = 'listing'
      and not exists (select from all_events where all_events.id = record_id and confirmation = 'listing')`

/** Undoes sets of the log of changes for somebody. */
export async function withoutNewListings<Result>(
  tx: Database,
  viewer: { isAdmin?: boolean },
  setIds: number[],
  undo: () => Promise<Result>,
): Promise<Result> {
  const listings = viewer.isAdmin ? [] : await listingsOf(tx, setIds)
  const result = await undo()
  for (const { id } of listings) await forgetListing(tx, id)
  return result
}

/** It is no edition of what has its name, as the owner of an earlier one or an administrator says. */
export const refuseEdition = (tx: Database, eventId: string) =>
  tx.execute(sql`update events set confirmation = 'refused' where id = ${eventId}::uuid`)
