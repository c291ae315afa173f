import { type SQL, sql } from 'drizzle-orm'
import { profiles } from './people.tables.ts'

/** The columns of a `personCard`. */
export const personColumns = {
  id: profiles.id,
  full_name: profiles.full_name,
  avatar_url: profiles.avatar_url,
  is_administrator: profiles.is_administrator,
}

/** The keys and values of a `personCard` in `json_build_object`, of a row of profiles. */
export const personKeys = (profile: SQL): SQL => sql`
  'id', ${profile}.id, 'full_name', ${profile}.full_name, 'avatar_url', ${profile}.avatar_url,
  'is_administrator', ${profile}.is_administrator`

/** A row of profiles as a `personCard` in JSON; null if a left join has found none. */
export const personOf = (profile: SQL = sql`profiles`): SQL =>
  sql`case when ${profile}.id is not null then json_build_object(${personKeys(profile)}) end`

/** The person with this id as a `personCard` in JSON, or null. */
export const personWithId = (id: SQL, profiles: SQL = sql`profiles`): SQL => sql`(
  select json_build_object(${personKeys(sql`person`)}) from ${profiles} as person where person.id = ${id})`
