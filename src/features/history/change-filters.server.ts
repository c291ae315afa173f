import { type SQL, sql } from 'drizzle-orm'
import { containing, decodePathPart, fold } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import type { ChangeFilters, RecentChanges } from './history.schemas.ts'
import { lastNameOf } from './shown-rows.server.ts'

// Whom and what the words in the filters of the recent changes mean.

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isId = new RegExp(`^${id}$`, 'i')
const limit = sql.raw(String(serverLimits.matchesOfFilter))

/** A name, an id, the address of a page or a whole mail address. */
function peopleWith(text: string): SQL {
  const namedId = new RegExp(`(?:^|/(?:u|users)/)(${id})(?:$|[/?#])`, 'i').exec(text)?.[1]
  const condition = namedId
    ? sql`id = ${namedId}::uuid`
    : text.includes('@')
      ? sql`id in (select id from "user" where email = lower(${text}))`
      : sql`joined(name_key) like ${containing(text)}`
  return sql`select id, full_name from all_profiles where ${condition} order by name_key, id limit ${limit}`
}

const pathIn = (text: string) => /^(?:https?:\/\/[^/]+)?(\/[^?#]*)/i.exec(text)?.[1]

/** The records of an address, present or deleted: a deleted one is found by the address that the log has. */
function recordsAt(path: string): SQL {
  const [, place = '', key = '', part, number = ''] = path
    .split('/')
    .map((step) => decodePathPart(step).replaceAll('\0', ''))
  const former = (table: string) => sql`
    select record_id from changed_rows
    where before ? 'slug' and before ->> 'slug' = ${key} and table_name = ${table} and key ->> 'id' = record_id::text`
  const conference = sql`select id from all_events where slug = ${key} union ${former('all_events')}`
  if (place === 'conferences' && part === 'talks')
    return sql`
      select id from all_talks where number::text = ${number} and event_id in (${conference})
      union select record_id from changed_rows where parent_id in (${conference}) and table_name = 'all_talks'
        and action = 'removed' and before ->> 'number' = ${number}`
  if (place === 'conferences') return conference
  if (place === 'series') return sql`select id from series where slug = ${key} union ${former('series')}`
  if (place === 'topics') return sql`select id from topics where fold(name) = ${fold(key)}`
  return isId.test(key) ? sql`select ${key}::uuid` : sql`select null::uuid where false`
}

/** Records that have these words in their name, and those that had this name. */
function recordsNamed(name: string): SQL {
  const pattern = containing(name)
  return sql`
    (select id from all_events where doc like ${pattern} and joined(name_key) like ${pattern} limit ${limit})
    union (select id from all_talks where doc like ${pattern} and joined(fold(title)) like ${pattern} limit ${limit})
    union (select id from all_speakers where joined(name_key) like ${pattern} limit ${limit})
    union (select id from series where joined(name_key) like ${pattern} limit ${limit})
    union (select id from topics where joined(fold(name)) like ${pattern} limit ${limit})
    union (
      select record_id from changed_rows
      where fold(coalesce(before ->> 'name', before ->> 'title')) = ${fold(name)}
        and coalesce(before ->> 'name', before ->> 'title') is not null and key ->> 'id' = record_id::text limit ${limit}
    )`
}

function recordsWith(text: string): SQL {
  if (isId.test(text)) return sql`select ${text}::uuid as id`
  const path = pathIn(text)
  return path ? recordsAt(path) : recordsNamed(text)
}

export type Matches = Pick<RecentChanges, 'people' | 'records'>

/** In one statement; null where a filter is not set. */
export async function readMatches(db: Database, { person, record }: ChangeFilters): Promise<Matches> {
  if (person === undefined && record === undefined) return { people: null, records: null }
  const listOf = (items: SQL) => sql`(select coalesce(jsonb_agg(item), '[]') from (${items}) as item)`
  const [matches] = await rows<Matches>(db)`
    select
    ${person === undefined ? sql`null::jsonb` : listOf(peopleWith(person))} as people,
    ${record === undefined ? sql`null::jsonb` : listOf(sql`select each.id, ${lastNameOf(sql`each.id`)} as name from (${recordsWith(record)} limit ${limit}) as each (id)`)} as records`
  return matches!
}
