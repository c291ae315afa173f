import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import type { EditedSpeaker } from './speaker-editing.schemas.ts'
import { social_links } from './speakers.tables.ts'

type Links = Partial<Record<'twitter' | 'github' | 'website', string | null>>

/** Adds links to a speaker; those without a value are left out. */
export async function insertLinks(tx: Database, speaker_id: string, links: Links): Promise<void> {
  const values = Object.entries(links).flatMap(([platform, handle]) =>
    handle ? [{ speaker_id, platform: platform as keyof Links, handle }] : [],
  )
  if (values.length > 0) await tx.insert(social_links).values(values)
}

export type LockedSpeaker = EditedSpeaker & { id: string; user_id: string | null; created_by: string | null }

/**
 * The records with their links, by their ids, locked until the transaction ends. Lock order everywhere: people, events,
 * speakers, claims: whoever changes a talk holds its event first, and a new name of a speaker is written into all talks.
 */
export async function lockSpeakers(tx: Database, ...ids: string[]): Promise<(LockedSpeaker | undefined)[]> {
  const list = sql`any (${sql.param(ids)}::uuid[])`
  await tx.execute(sql`
    select from profiles where id in (
      select unnest(array[user_id, created_by]) from speakers where id = ${list}
      union select user_id from speaker_claims where speaker_id = ${list}
    ) order by id for key share`)
  await tx.execute(sql`
    select from events where id in (
      select event_id from talk_speakers join talks on talks.id = talk_id where speaker_id = ${list}
    ) order by id for no key update`)
  await tx.execute(sql`select from speakers where id = ${list} order by id for update`)
  const link = (platform: string) =>
    sql`(select handle from social_links where speaker_id = speakers.id and platform = ${platform})`
  const speakers = await rows<LockedSpeaker>(tx)`
    select id, name, bio, location_name, country_name, country_code, image_url, user_id, created_by, shows_former_names,
      updated_at::text as updated_at, ${link('twitter')} as twitter, ${link('github')} as github, ${link('website')} as website
    from speakers where id = ${list}`
  return ids.map((id) => speakers.find((speaker) => speaker.id === id))
}
