import { eq, sql } from 'drizzle-orm'
import { forgetOldAddress, recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { insertLinks, type LockedSpeaker } from './speaker-editing.server.ts'
import { type MergedSpeaker, social_links, speaker_merges, speakers } from './speakers.tables.ts'

const platforms = ['twitter', 'github', 'website'] as const
const place = ['location_name', 'country_name', 'country_code'] as const

/** What the kept record lacks and the removed one has. A place is taken whole, so that no city moves to another country. */
export function fillingOf(survivor: LockedSpeaker, removed: LockedSpeaker): Partial<LockedSpeaker> {
  const hasPlace = place.some((field) => survivor[field] !== null)
  const fields = [
    ...(['bio', 'image_url', 'user_id'] as const),
    ...platforms,
    ...(hasPlace ? [] : place),
  ].filter((field) => survivor[field] === null && removed[field] !== null)
  return Object.fromEntries(fields.map((field) => [field, removed[field]]))
}

/** Everything that is needed to put a merged record back. Both are locked. */
async function snapshotOf(
  tx: Database,
  survivor: LockedSpeaker,
  removed: LockedSpeaker,
): Promise<MergedSpeaker> {
  const [row] = await rows<{ before: Omit<MergedSpeaker, 'filled'> }>(tx)`
    select jsonb_build_object(
      'speaker', (select to_jsonb(speakers) from speakers where id = ${removed.id}::uuid),
      'links', array(select to_jsonb(social_links) from social_links where speaker_id = ${removed.id}::uuid),
      'claims', array(select id from speaker_claims where speaker_id = ${removed.id}::uuid order by id),
      'source_people', array(
        select jsonb_build_object('namespace', namespace, 'person_key', person_key)
        from source_people where speaker_id = ${removed.id}::uuid
      ),
      'merges', array(select to_jsonb(speaker_merges) from speaker_merges where kept_id = ${removed.id}::uuid),
      'follows', array(
        select jsonb_build_object('user_id', user_id, 'created_at', created_at, 'is_both', exists (
          select from follows as own where own.user_id = follows.user_id and own.speaker_id = ${survivor.id}::uuid
        )) from follows where speaker_id = ${removed.id}::uuid
      ),
      'talks', array(
        select jsonb_build_object('id', theirs.talk_id, 'position', theirs.position, 'kept_position', own.position)
        from talk_speakers as theirs
        left join talk_speakers as own on own.talk_id = theirs.talk_id and own.speaker_id = ${survivor.id}::uuid
        where theirs.speaker_id = ${removed.id}::uuid
      )
    ) as before`
  return { ...row!.before, filled: fillingOf(survivor, removed) }
}

/** One entry of a talk's speakers, as the statements below read it. */
const talkRows = (talks: MergedSpeaker['talks']) =>
  sql`jsonb_to_recordset(${JSON.stringify(talks)}::text::jsonb) as talk (id uuid, position smallint, kept_position smallint)`

/** An editor of such a talk is told that somebody else has saved. */
const moveVersions = (tx: Database, talks: MergedSpeaker['talks']) =>
  tx.execute(sql`
    update talks set updated_at = now() where id = any (${sql.param(talks.map(({ id }) => id))}::uuid[])`)

/** Moves all that `removed` has to `kept` and deletes it. Both are locked, and not claimed by two accounts. */
export async function mergeSpeakers(
  tx: Database,
  viewer: { id: string },
  survivor: LockedSpeaker,
  removed: LockedSpeaker,
): Promise<{ talks: number }> {
  const before = await snapshotOf(tx, survivor, removed)
  await tx.insert(speaker_merges).values({
    kept_id: survivor.id,
    removed_id: removed.id,
    removed_name: removed.name,
    image_url: removed.image_url,
    before,
    merged_by: viewer.id,
  })
  const talkIds = sql.param(before.talks.map(({ id }) => id))
  await tx.execute(sql`
    delete from talk_speakers where talk_id = any (${talkIds}::uuid[])
      and speaker_id in (${survivor.id}::uuid, ${removed.id}::uuid)`)
  // On a talk that has both, the one that stays stands where the first of them stood.
  await tx.execute(sql`
    insert into talk_speakers (talk_id, speaker_id, position)
    select id, ${survivor.id}::uuid, least(position, kept_position) from ${talkRows(before.talks)}`)
  await moveVersions(tx, before.talks)
  await tx.execute(
    sql`update speaker_claims set speaker_id = ${survivor.id}::uuid where speaker_id = ${removed.id}::uuid`,
  )
  await tx.execute(
    sql`update source_people set speaker_id = ${survivor.id}::uuid where speaker_id = ${removed.id}::uuid`,
  )
  await tx.execute(sql`
    insert into follows (user_id, speaker_id) select user_id, ${survivor.id}::uuid from follows where speaker_id = ${removed.id}::uuid
    on conflict do nothing`)
  await tx.delete(speakers).where(eq(speakers.id, removed.id))
  const { twitter, github, website, ...fields } = before.filled
  await tx
    .update(speakers)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(speakers.id, survivor.id))
  await insertLinks(tx, survivor.id, { twitter, github, website })
  await recordOldAddress(tx, 'speaker', removed.id, survivor.id)
  return { talks: before.talks.length }
}

/** Deletes a record; its address says so from then on. */
export async function deleteSpeaker(tx: Database, id: string): Promise<{ talks: number }> {
  const removedLinks = await rows<{ id: string }>(tx)`
    delete from talk_speakers where speaker_id = ${id}::uuid returning talk_id as id`
  await moveVersions(
    tx,
    removedLinks.map(({ id }) => ({ id, position: 0, kept_position: null })),
  )
  await tx.delete(speakers).where(eq(speakers.id, id))
  await recordOldAddress(tx, 'speaker', id, null)
  return { talks: removedLinks.length }
}

/**
 * Puts a merged record back as it was. What the kept one got goes back where it is still there: who edited it since, or
 * took it off a talk, meant it.
 */
export async function undoMerge(
  tx: Database,
  merge: typeof speaker_merges.$inferSelect,
  survivor: LockedSpeaker,
): Promise<void> {
  const { speaker, links, claims, source_people, merges, follows = [], talks, filled } = merge.before
  const isUnchanged = (field: keyof typeof filled) => survivor[field] === filled[field]
  const takenBack = Object.fromEntries(
    Object.keys(filled)
      .filter((field) => isUnchanged(field as keyof typeof filled))
      .map((field) => [field, null]),
  ) as Partial<LockedSpeaker>
  const { twitter, github, website, ...fields } = takenBack
  await tx
    .update(speakers)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(speakers.id, survivor.id))
  for (const platform of platforms)
    if (takenBack[platform] === null)
      await tx.execute(sql`
        delete from social_links where speaker_id = ${survivor.id}::uuid and platform = ${platform}`)

  const people = await rows<{ id: string }>(tx)`
    select id from profiles where id in (${speaker.user_id}::uuid, ${speaker.created_by}::uuid)`
  const isThere = (id: string | null) => people.some((person) => person.id === id)
  const isFree = filled.user_id === undefined || isUnchanged('user_id')
  await tx.insert(speakers).values({
    ...speaker,
    user_id: isThere(speaker.user_id ?? null) && isFree ? speaker.user_id : null,
    created_by: isThere(speaker.created_by ?? null) ? speaker.created_by : null,
    events_spoken_at: 0,
    unique_conferences: 0,
  })
  if (links.length > 0) await tx.insert(social_links).values(links)

  // Only talks that are there and still have the kept one.
  const returned = await rows<MergedSpeaker['talks'][number]>(tx)`
    select talk.id, talk.position, talk.kept_position from ${talkRows(talks)}
    join talk_speakers on talk_id = talk.id and speaker_id = ${survivor.id}::uuid`
  await tx.execute(sql`
    delete from talk_speakers where speaker_id = ${survivor.id}::uuid
      and talk_id = any (${sql.param(returned.map(({ id }) => id))}::uuid[])`)
  await tx.execute(sql`
    insert into talk_speakers (talk_id, speaker_id, position)
    select id, ${merge.removed_id}::uuid, position from ${talkRows(returned)}
    union all
    select id, ${survivor.id}::uuid, kept_position from ${talkRows(returned)} where kept_position is not null`)
  await moveVersions(tx, returned)
  await tx.execute(sql`
    update speaker_claims set speaker_id = ${merge.removed_id}::uuid
    where speaker_id = ${survivor.id}::uuid and id = any (${sql.param(claims)}::uuid[])`)
  await tx.execute(sql`
    update source_people set speaker_id = ${merge.removed_id}::uuid
    from jsonb_to_recordset(${JSON.stringify(source_people)}::text::jsonb) as key (namespace text, person_key text)
    where source_people.namespace = key.namespace and source_people.person_key = key.person_key
      and speaker_id = ${survivor.id}::uuid`)
  // Who still follows the kept one follows both again, or only the one that they chose.
  await tx.execute(sql`
    with follow as (
      select followed.* from
        jsonb_to_recordset(${JSON.stringify(follows)}::text::jsonb)
          as followed (user_id uuid, created_at timestamptz, is_both boolean)
      join follows as own on own.user_id = followed.user_id and speaker_id = ${survivor.id}::uuid
    ), moved as (
      delete from follows using follow
      where follows.user_id = follow.user_id and speaker_id = ${survivor.id}::uuid and not is_both
    )
    insert into follows (user_id, speaker_id, created_at)
    select user_id, ${merge.removed_id}::uuid, created_at from follow`)
  if (merges.length > 0) await tx.insert(speaker_merges).values(merges)
  await tx.delete(speaker_merges).where(eq(speaker_merges.id, merge.id))
  await forgetOldAddress(tx, 'speaker', merge.removed_id)
}
