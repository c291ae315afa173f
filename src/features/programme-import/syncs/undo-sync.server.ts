import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import type { SourceLink } from '../reading/document.ts'
import { programme_syncs } from './programme-import.tables.ts'
import { createStep, type NewChange, recount, takenOver } from './sync-steps.server.ts'
import { columns, linkSpeakers, replaceLinks } from './write-programme.server.ts'

/** Undoes a sync: rows as they were, except where somebody has edited them since. It can be interrupted, too. */
export async function undoSync(db: Database, id: string, run: { signal?: AbortSignal }): Promise<void> {
  const runner = randomUUID()
  const [sync] = await db
    .update(programme_syncs)
    .set({ runner, progressed_at: sql`now()` })
    .where(sql`${programme_syncs.id} = ${id}::uuid and ${programme_syncs.status} = 'undoing'`)
    .returning()
  if (!sync) throw takenOver()
  const step = createStep(db, id, runner, run.signal)
  const positions = await rows<{ position: number }>(db)`
    select position from programme_changes where sync_id = ${id}::uuid order by position desc`
  await step(positions, async (tx, part) => {
    const changes = await rows<StoredChange>(tx)`
      select subject, subject_id, kind, before, after from programme_changes
      where sync_id = ${id}::uuid and position = any (${sql.param(part.map(({ position }) => position))}::integer[])
      order by position desc`
    for (let at = 0; at < changes.length; ) {
      const { subject, kind } = changes[at]!
      const end = changes.findIndex(
        (change, index) => index > at && (change.subject !== subject || change.kind !== kind),
      )
      const same = changes.slice(at, end < 0 ? undefined : end)
      at += same.length
      if (kind === 'added')
        await deleteAdded(
          tx,
          subject,
          same.map(({ subject_id }) => subject_id),
        )
      else for (const change of same) await revertChange(tx, change)
    }
  })
  await recount(db, step, id)
  await step([id], async (tx) => {
    await tx.execute(sql`select set_config('synchronous_commit', 'on', true)`)
    await tx.execute(sql`
      update programme_sources set is_automatic = false, digest = null, etag = null, last_modified = null
      where event_id = ${sync.event_id}::uuid`)
    await tx.execute(
      sql`update programme_syncs set status = 'undone', finished_at = now() where id = ${id}::uuid`,
    )
  })
}

type StoredChange = {
  subject: NewChange['subject']
  subject_id: string
  kind: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Deletes rows of one table at once: most of an undo is this. */
async function deleteAdded(tx: Database, subject: NewChange['subject'], rowIds: string[]): Promise<void> {
  const ids = sql.param(rowIds)
  if (subject === 'speaker') {
    await tx.execute(sql`
      delete from speakers where id = any (${ids}::uuid[]) and user_id is null and updated_at = created_at
        and not exists (select from talk_speakers where speaker_id = speakers.id)
        and not exists (select from speaker_claims where speaker_id = speakers.id)`)
    return
  }
  if (subject === 'track') {
    await tx.execute(sql`
      delete from tracks where id = any (${ids}::uuid[])
        and not exists (select from talks where track_id = tracks.id) and not exists (select from breaks where track_id = tracks.id)`)
    return
  }
  const table = sql.raw(subject === 'talk' ? 'talks' : 'breaks')
  // Saved, linked or edited since: it stays, and is ours from now on.
  const names = subject === 'talk' ? columns : [...breakColumns].filter((name) => name !== 'track_id')
  const isUntouched = sql`
    (
      select bool_and(
        case when name like '%_time' then left(to_jsonb(${table}) ->> name, 5) else to_jsonb(${table}) ->> name end
          is not distinct from source_values ->> name
      )
      from unnest(${sql.param(names)}::text[]) as name
    )
    and not exists (select from user_saved_talks where talk_id = ${table}.id)
    and ${subject === 'talk' ? sql`not exists (select from talk_links where talk_id = talks.id and added_by is not null)` : sql`true`}`
  await tx.execute(sql`delete from ${table} where id = any (${ids}::uuid[]) and ${isUntouched}`)
  await tx.execute(
    sql`update ${table} set source_key = null, source_values = null where id = any (${ids}::uuid[])`,
  )
}

async function revertChange(tx: Database, change: StoredChange): Promise<void> {
  const { subject, subject_id: id, kind, before, after } = change
  if (subject === 'speaker') return restoreFields(tx, 'speakers', change, ['name', 'bio', 'image_url'])
  if (subject === 'track')
    return kind === 'removed'
      ? restoreRow(tx, 'tracks', before)
      : restoreFields(tx, 'tracks', change, ['name', 'source_key'])
  const table = subject === 'talk' ? 'talks' : 'breaks'
  if (kind === 'removed' && after === null) {
    await restoreRow(tx, table, before)
    if (subject === 'talk') {
      const { speaker_ids, topic_ids } = before as { speaker_ids: string[]; topic_ids: string[] }
      await tx.execute(sql`delete from talk_speakers where talk_id = ${id}::uuid`)
      await linkSpeakers(tx, [{ id, speaker_ids }])
      await tx.execute(sql`
        insert into talk_topics (talk_id, topic_id) select ${id}::uuid, id from topics where id = any (${sql.param(topic_ids)}::uuid[])
        on conflict do nothing`)
      await tx.execute(sql`select keep_talk_docs(array[${id}::uuid])`)
    }
    return
  }
  const fields = [...columns, 'track_id'].filter((name) => after && name in after && before && name in before)
  const isOfTable = (name: string) => subject === 'talk' || breakColumns.has(name)
  await restoreFields(tx, table, change, fields.filter(isOfTable))
  await tx.execute(sql`
    update ${sql.raw(table)} set source_key = ${(before?.source_key as string) ?? null}, source_values = ${before?.source_values ? JSON.stringify(before.source_values) : null}::jsonb
    where id = ${id}::uuid`)
  if (subject === 'talk' && after?.speaker_ids) {
    const [now] = await rows<{ ids: string[] }>(tx)`
      select array(select speaker_id from talk_speakers where talk_id = ${id}::uuid order by position, speaker_id) as ids`
    if (now && now.ids.join() === (after.speaker_ids as string[]).join()) {
      await tx.execute(sql`delete from talk_speakers where talk_id = ${id}::uuid`)
      await linkSpeakers(tx, [{ id, speaker_ids: before?.speaker_ids as string[] }])
    }
  }
  if (subject === 'talk' && after?.links) {
    const [former, written] = [before?.links ?? [], after.links] as [SourceLink[], SourceLink[]]
    await replaceLinks(tx, [{ id, before: written, after: former }])
  }
  if (subject === 'talk') await tx.execute(sql`select keep_talk_docs(array[${id}::uuid])`)
}

const breakColumns = new Set(['title', 'description', 'date', 'start_time', 'end_time', 'track_id'])

/** Restores the former value where the row still has the one that the sync wrote. */
async function restoreFields(
  tx: Database,
  table: 'talks' | 'breaks' | 'tracks' | 'speakers',
  { subject_id: id, before, after }: StoredChange,
  fields: string[],
): Promise<void> {
  if (!before || !after || fields.length === 0) return
  const assignments = fields.map(
    (name) =>
      `${name} = case when ${table}.${name} is not distinct from written.${name} then former.${name} else ${table}.${name} end`,
  )
  await tx.execute(sql`
    update ${sql.raw(table)} set ${sql.raw(assignments.join(', '))}
    from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(before)}::jsonb) as former,
      jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(after)}::jsonb) as written
    where ${sql.raw(table)}.id = ${id}::uuid`)
}

const restorable = {
  talks: [
    ...columns,
    'id',
    'number',
    'event_id',
    'track_id',
    'created_by',
    'created_at',
    'updated_at',
    'recording',
    'sequence',
    'source_key',
    'source_values',
  ],
  breaks: [...breakColumns, 'id', 'event_id', 'created_by', 'updated_at', 'source_key', 'source_values'],
  tracks: ['id', 'event_id', 'name', 'description', 'position', 'created_by', 'source_key'],
}

async function restoreRow(
  tx: Database,
  table: keyof typeof restorable,
  row: Record<string, unknown> | null,
): Promise<void> {
  const names = restorable[table].join(', ')
  // The track or the person may be gone by now.
  await tx.execute(sql`
    insert into ${sql.raw(table)} (${sql.raw(names)})
    select ${sql.raw(
      names
        .replace(/\btrack_id\b/, '(select id from tracks where tracks.id = row.track_id) as track_id')
        .replace(
          /\bcreated_by\b/,
          '(select id from profiles where profiles.id = row.created_by) as created_by',
        ),
    )}
    from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}::jsonb) as row
    on conflict do nothing`)
}
