import { eq, sql } from 'drizzle-orm'
import { recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { mergeRows } from '#features/change-log/merge-rows.server.ts'
import { beginSet, showMerged } from '#features/change-log/undo.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { LockedSpeaker } from './speaker-editing.server.ts'
import { speakers } from './speakers.tables.ts'

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

/** An editor of such a talk is told that somebody else has saved. */
const moveVersions = (tx: Database, talkIds: string[]) =>
  tx.execute(sql`update talks set updated_at = now() where id = any (${sql.param(talkIds)}::uuid[])`)

/** Moves all that `removed` has to `survivor` and deletes it, as one set of changes. Both are locked, and not claimed by two accounts. */
export async function mergeSpeakers(
  tx: Database,
  viewer: { id: string },
  survivor: LockedSpeaker,
  removed: LockedSpeaker,
): Promise<{ talks: number }> {
  const setId = await beginSet(tx, { by: viewer.id, via: 'merge' })
  const talks = await rows<{ id: string }>(tx)`
    select talk_id as id from talk_speakers where speaker_id = ${removed.id}::uuid`
  await mergeRows(tx, 'all_speakers', [{ from: removed.id, to: survivor.id }], {
    // The one that stays stands where the first of them stood.
    joins: { talk_speakers: sql`position = least(this.position, other.position)` },
    except: ['speaker_topics'],
  })
  await moveVersions(
    tx,
    talks.map(({ id }) => id),
  )
  await tx.execute(sql`
    insert into speaker_names (speaker_id, name) select ${survivor.id}::uuid, ${removed.name}
    where fold(${removed.name}) <> fold(${survivor.name}) on conflict do nothing`)
  await tx.delete(speakers).where(eq(speakers.id, removed.id))
  await showMerged(tx, setId, { from: removed.id, to: survivor.id })
  // Its links have moved.
  const { twitter: _t, github: _g, website: _w, ...fields } = fillingOf(survivor, removed)
  await tx
    .update(speakers)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(speakers.id, survivor.id))
  await recordOldAddress(tx, 'speaker', removed.id, survivor.id)
  return { talks: talks.length }
}

/** Deletes a record; its address says so from then on. */
export async function deleteSpeaker(tx: Database, id: string): Promise<{ talks: number }> {
  const removedLinks = await rows<{ id: string }>(tx)`
    delete from talk_speakers where speaker_id = ${id}::uuid returning talk_id as id`
  await moveVersions(
    tx,
    removedLinks.map((link) => link.id),
  )
  await tx.delete(speakers).where(eq(speakers.id, id))
  await recordOldAddress(tx, 'speaker', id, null)
  return { talks: removedLinks.length }
}
