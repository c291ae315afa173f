import { type SQL, sql } from 'drizzle-orm'
import { recordAt } from '#lib/record-path.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { type ReportedKind, reportedKinds } from './reports.ts'

type PublicRecord = { id: string; kind: ReportedKind; name: string; path: string; tag: string }

/** All records that can be reported, with what their pages are called and, as `owner_ids`, whom they are about or who made them. */
const records: { [kind in ReportedKind]: SQL } = {
  event: sql`
    select 'event' as kind, id, slug as key, name, '/conferences/' || slug as path, 'event:' || id as tag,
      array[created_by] as owner_ids
    from events`,
  talk: sql`
    select 'talk' as kind, talks.id, number::text as key, title as name,
      '/conferences/' || slug || '/talks/' || number as path, 'event:' || events.id as tag,
      array(
        select user_id from talk_speakers join speakers on speakers.id = speaker_id where talk_id = talks.id
      ) || array[talks.created_by, events.created_by] as owner_ids
    from talks join events on events.id = talks.event_id`,
  speaker: sql`
    select 'speaker' as kind, id, id::text as key, name, '/speakers/' || id as path, 'speaker:' || id as tag,
      array[user_id, created_by] as owner_ids
    from speakers`,
  profile: sql`
    select 'profile' as kind, id, id::text as key, coalesce(full_name, 'Anonymous User') as name, '/u/' || id as path,
      'profile:' || id as tag, array[id] as owner_ids
    from profiles`,
}

/** The record that the page at a path shows; undefined if there is none. */
export async function readRecord(db: Database, path: string): Promise<PublicRecord | undefined> {
  const reported = recordAt(path, reportedKinds)
  if (!reported) return
  const { kind, key } = reported
  const condition = {
    event: sql`slug = ${key}`,
    talk: sql`number = ${key}::integer`,
    speaker: sql`id = ${key}::uuid`,
    profile: sql`id = ${key}::uuid`,
  }[kind]
  const [record] = await rows<PublicRecord>(db)`${records[kind]} where ${condition}`
  return record
}

/** In the select of a report: its record, joined as `record`, of whatever kind. */
export const joinRecord = sql.join(
  Object.entries(records).map(
    ([kind, select]) =>
      sql`${select} where reports.kind = ${kind} and ${sql.raw(`${kind}s`)}.id = reports.record_id`,
  ),
  sql` union all `,
)
