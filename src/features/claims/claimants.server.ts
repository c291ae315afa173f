import { type SQL, sql } from 'drizzle-orm'
import { limits } from '#src/limits.ts'

/** The person with this id as a `claimant` in JSON. In SQL, because events and claims stand to the right of people. */
export const claimantOf = (id: SQL): SQL => sql`(
  select json_build_object(
    'id', person.id, 'full_name', full_name, 'avatar_url', avatar_url,
    'member_since', (select created_at from "user" where "user".id = person.id),
    'event_count', (select count(*) from events where created_by = person.id),
    'events', (
      select coalesce(json_agg(latest), '[]') from (
        select id, name, slug from events where created_by = person.id
        order by start_date desc limit ${limits.eventsOfClaimant}
      ) as latest
    ),
    'approved', (select count(*) from event_claims where user_id = person.id and status = 'approved')
      + (select count(*) from speaker_claims where user_id = person.id and status = 'approved'),
    'rejected', (select count(*) from event_claims where user_id = person.id and status = 'rejected')
      + (select count(*) from speaker_claims where user_id = person.id and status = 'rejected')
  ) from profiles as person where person.id = ${id})`

/** The person with this id as a `personCard` in JSON, or null. */
export const personOf = (id: SQL): SQL => sql`(
  select json_build_object('id', id, 'full_name', full_name, 'avatar_url', avatar_url) from profiles where profiles.id = ${id})`
