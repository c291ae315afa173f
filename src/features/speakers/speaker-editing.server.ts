import { ORPCError } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { isUsablePicture, unknownPicture } from '#features/pictures/pictures.server.ts'
import { countryOf } from '#lib/country-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { isStaff, type Viewer } from '#platform/procedures/procedure.ts'
import { type EditedSpeaker, editedSpeaker, type speakerEdit } from './speaker-editing.schemas.ts'
import { social_links, speakers } from './speakers.tables.ts'

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

/** A country of the list under its name there, with its code; without a country, both stay as they are. */
export function withListedCountry<
  Input extends { country_name?: string | null; country_code?: string | null },
>(input: Input): Input {
  const country = input.country_name ? countryOf(input.country_name) : undefined
  return country
    ? { ...input, country_name: country.name, country_code: input.country_code || country.code }
    : input
}

/** Writes changed fields of a locked speaker whom the viewer may change. */
export async function saveSpeaker(
  tx: Database,
  viewer: NonNullable<Viewer>,
  before: LockedSpeaker,
  changes: Partial<z.output<typeof speakerEdit>>,
): Promise<void> {
  const { twitter, github, website, shows_former_names, ...fields } = changes
  if (!(await isUsablePicture(tx, viewer, fields.image_url, before.image_url)))
    throw new ORPCError('UNKNOWN_PICTURE', unknownPicture)
  // A field that is left out stays as it is.
  const links = {
    twitter: twitter === undefined ? before.twitter : twitter,
    github: github === undefined ? before.github : github,
    website: website === undefined ? before.website : website,
  }
  // Unchanged links are not written again: the log would show an edit of them.
  const newLinks = Object.entries(links).filter(
    ([platform, handle]) => handle !== before[platform as keyof typeof links],
  )
  // Links are in a table of their own, so the trigger does not see that the record has a new version.
  const version = newLinks.length > 0 ? { updated_at: sql`now()` } : {}
  const isOwn = viewer.id === before.user_id
  const columns = { ...fields, ...version, ...(isOwn && { shows_former_names }) }
  if (Object.values(columns).some((value) => value !== undefined))
    await tx.update(speakers).set(columns).where(eq(speakers.id, before.id))
  if (newLinks.length > 0) {
    const platforms = sql.param(newLinks.map(([platform]) => platform))
    await tx
      .delete(social_links)
      .where(sql`speaker_id = ${before.id}::uuid and platform = any (${platforms}::text[])`)
    await insertLinks(tx, before.id, Object.fromEntries(newLinks))
  }
  if (isOwn || viewer.id === before.created_by || !isStaff(viewer)) return
  await recordAdminAction(tx, viewer, {
    action: 'speaker_edited',
    subject: fields.name ?? before.name,
    path: `/speakers/${before.id}`,
    before: { id: before.id, ...editedSpeaker.parse(before) },
    after: editedSpeaker.parse({ ...before, ...definedOf({ ...fields, ...links }) }),
  })
}

/** What was given of an edit. */
const definedOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
