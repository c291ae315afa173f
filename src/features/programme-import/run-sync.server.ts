import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fold } from '#lib/text.ts'
import { type Database, rows } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'
import {
  type BreakChange,
  compareProgramme,
  isEmptyPlan,
  type ProgrammePlan,
  type TalkChange,
} from './compare.ts'
import type { ProgrammeDocument, SourceLink, SourcePerson } from './document.ts'
import { unpacked } from './packing.server.ts'
import { type PersonMatch, saidOf } from './people.ts'
import { programme_syncs } from './programme-import.tables.ts'
import {
  namespaceOf,
  readStoredProgramme,
  readSyncedEvent,
  type SyncedEvent,
} from './stored-programme.server.ts'
import { tellOfChanges } from './talk-changes.server.ts'

export type Run = {
  site: Context['site']
  today: string
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** A step blocks the embedded engine as long as it takes. */
const stepMs = 60
const [smallestStep, firstStep, largestStep] = [10, 25, 100]
const maxPasses = 4

/** What was compared a moment ago. Rows that were written since are left alone, and compared again. */
type ComparedProgramme = { document: ProgrammeDocument; plan: ProgrammePlan }

const takenOver = () => Object.assign(new Error('Another run continues this import'), { code: 'TAKEN_OVER' })

/**
 * Applies a sync, or continues one that was interrupted. It works in short transactions; each writes rows and what it did
 * to them, so whatever ends it, the next run finds the rest by comparing again.
 */
export async function runSync(db: Database, id: string, run: Run, compared?: ComparedProgramme) {
  const runner = randomUUID()
  const started = performance.now()
  const [sync] = await db
    .update(programme_syncs)
    .set({ runner, progressed_at: sql`now()` })
    .where(sql`${programme_syncs.id} = ${id}::uuid and ${programme_syncs.status} = 'applying'`)
    .returning()
  if (!sync?.document) throw takenOver()
  const event = await readSyncedEvent(db, { id: sync.event_id })
  if (!event) throw takenOver()
  const document: ProgrammeDocument = compared?.document ?? (await unpacked(sync.document))
  const namespace = namespaceOf(event.id, sync.url)
  const step = createStep(db, id, runner, run.signal)
  for (let pass = 1; ; pass++) {
    const plan =
      pass === 1 && compared
        ? compared.plan
        : compareProgramme(
            await readStoredProgramme(db, event, document, { namespace, today: run.today }),
            document,
            sync.choices,
          )
    if (isEmptyPlan(plan) || pass > maxPasses) break
    const isWhole = await applyPlan(step, { syncId: id, event, document, namespace, plan, run })
    if (isWhole) break
  }
  await recount(db, step, id)
  await step([id], async (tx) => {
    await tx.execute(sql`select set_config('synchronous_commit', 'on', true)`)
    if (!sync.is_quiet) await tellOfChanges(tx, run.site, event, id, run.today)
    const spent = Math.round(performance.now() - started)
    await tx.execute(sql`
      update programme_syncs set status = 'done', finished_at = now(),
        report = jsonb_set(report, '{milliseconds}', to_jsonb((report ->> 'milliseconds')::integer + ${spent}::integer))
      where id = ${id}::uuid`)
  })
}

type Step = <Row>(all: Row[], write: (tx: Database, part: Row[]) => Promise<void>) => Promise<void>

/** Runs `write` over all rows in transactions of about `stepMs`, as long as this run is the one that applies the sync. */
function createStep(db: Database, id: string, runner: string, signal: AbortSignal | undefined): Step {
  return async (all, write) => {
    let size = firstStep
    for (let at = 0; at < all.length; ) {
      signal?.throwIfAborted()
      const part = all.slice(at, at + size)
      const begun = performance.now()
      await db.transaction(async (tx) => {
        // The last step waits until all is on the disk; what a power cut takes of the others, the next run writes again.
        const [held] = await rows(
          tx,
          sql`
            update programme_syncs set progressed_at = now()
            where id = ${id}::uuid and runner = ${runner}::uuid and status in ('applying', 'undoing')
            returning set_config('hallway.programme', 'on', true), set_config('synchronous_commit', 'off', true)`,
        )
        if (!held) throw takenOver()
        await write(tx, part)
      })
      at += part.length
      const pace = stepMs / (performance.now() - begun)
      size = Math.round(
        Math.min(largestStep, Math.max(smallestStep, size * Math.min(2, Math.max(0.5, pace)))),
      )
      await new Promise((resume) => setImmediate(resume))
    }
  }
}

type Work = {
  syncId: string
  event: SyncedEvent
  document: ProgrammeDocument
  namespace: string
  plan: ProgrammePlan
  run: Run
}
type Lookups = {
  trackIdOf: (name: string | null | undefined) => string | null
  idsOf: (keys: string[]) => string[]
}

/** Returns whether all of it could be written; a row that was edited meanwhile is left for the next comparison. */
async function applyPlan(
  step: Step,
  { syncId, event, document, namespace, plan, run }: Work,
): Promise<boolean> {
  const total = plan.people.length + plan.talks.length + plan.breaks.length
  let done = 0
  let isWhole = true
  const progress = (n: number) => {
    done += n
    run.onProgress?.(done, total)
  }
  const { added, renamed, removed } = plan.tracks
  if (added.length + renamed.length > 0)
    await step([plan.tracks], (tx) => writeTracks(tx, syncId, event.id, plan.tracks))

  const speakerIds = new Map(
    plan.people.flatMap(({ key, speaker_id }) => (speaker_id ? [[key, speaker_id]] : [])),
  )
  const sourcePeople = new Map(document.people.map((person) => [person.key, person]))
  await step(
    plan.people.filter(({ hasNews, isNeeded }) => hasNews && isNeeded),
    async (tx, part) => {
      await writePeople(tx, syncId, part, { sourcePeople, speakerIds, namespace, eventId: event.id })
      progress(part.length)
    },
  )

  const trackIds = new Map<string, string>()
  await step([event], async (tx) => {
    const trackRows = await rows<{ id: string; name: string; source_key: string | null }>(
      tx,
      sql`select id, name, source_key from tracks where event_id = ${event.id}::uuid`,
    )
    for (const { id, name } of trackRows) trackIds.set(fold(name), id)
    for (const { id, source_key } of trackRows) if (source_key) trackIds.set(fold(source_key), id)
  })
  const lookups: Lookups = {
    trackIdOf: (name) => (name ? (trackIds.get(fold(name)) ?? null) : null),
    idsOf: (keys) => [...new Set(keys.flatMap((key) => speakerIds.get(key) ?? []))],
  }
  const talksOf = (test: (change: TalkChange) => boolean) => plan.talks.filter(test)
  await step(
    talksOf(({ kind }) => kind === 'added'),
    async (tx, part) => {
      await insertTalks(tx, syncId, event.id, part, lookups)
      progress(part.length)
    },
  )
  await step(
    talksOf(({ kind }) => kind !== 'added' && kind !== 'removed'),
    async (tx, part) => {
      if (!(await updateTalks(tx, syncId, part, lookups))) isWhole = false
      progress(part.length)
    },
  )
  await step(plan.breaks, async (tx, part) => {
    await writeBreaks(tx, syncId, event.id, part, lookups)
    progress(part.length)
  })
  await step(
    talksOf(({ kind }) => kind === 'removed'),
    async (tx, part) => {
      if (!(await removeTalks(tx, syncId, part))) isWhole = false
      progress(part.length)
    },
  )
  await step(removed, async (tx, part) => {
    const gone = await rows<{ id: string; key: string; before: unknown }>(
      tx,
      sql`
        delete from tracks where id = any (${sql.param(part.map(({ id }) => id))}::uuid[])
          and not exists (select from talks where track_id = tracks.id) and not exists (select from breaks where track_id = tracks.id)
        returning id, name as key, to_jsonb(tracks) as before`,
    )
    await record(
      tx,
      syncId,
      gone.map(({ id, ...track }) => ({ subject: 'track', subject_id: id, kind: 'removed', ...track })),
    )
  })
  return isWhole
}

type NewChange = {
  subject: 'talk' | 'break' | 'track' | 'speaker'
  subject_id: string
  key: string
  kind: string
  before?: unknown
  after?: unknown
  kept?: unknown[]
}

async function record(tx: Database, syncId: string, changes: NewChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    insert into programme_changes (sync_id, subject, subject_id, key, kind, before, after, kept)
    select ${syncId}::uuid, subject, subject_id, key, kind, before, after, coalesce(kept, '[]')
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as row (subject text, subject_id uuid, key text, kind text, before jsonb, after jsonb, kept jsonb)`)
}

async function writeTracks(
  tx: Database,
  syncId: string,
  eventId: string,
  { added, renamed }: ProgrammePlan['tracks'],
) {
  const newTracks = added.map((track) => ({ id: randomUUID(), ...track }))
  await tx.execute(sql`
    insert into tracks (id, event_id, name, position, source_key)
    select id, ${eventId}::uuid, name, position, name
    from jsonb_to_recordset(${JSON.stringify(newTracks)}::jsonb) as row (id uuid, name text, position integer)`)
  for (const { id, source_key, name } of renamed)
    await tx.execute(
      sql`update tracks set source_key = ${source_key}, name = coalesce(${name}::text, name) where id = ${id}::uuid`,
    )
  await record(tx, syncId, [
    ...newTracks.map(({ id, name }) => ({
      subject: 'track' as const,
      subject_id: id,
      key: name,
      kind: 'added',
      after: { name },
    })),
    ...renamed.map(({ id, source_key, name, before }) => ({
      subject: 'track' as const,
      subject_id: id,
      key: source_key,
      kind: 'changed',
      before,
      after: { source_key, name: name ?? before.name },
    })),
  ])
}

type PeopleWork = {
  sourcePeople: Map<string, SourcePerson>
  /** Gets the ids of those who are new. */
  speakerIds: Map<string, string>
  namespace: string
  eventId: string
}

async function writePeople(
  tx: Database,
  syncId: string,
  part: PersonMatch[],
  { sourcePeople, speakerIds, namespace, eventId }: PeopleWork,
) {
  const people = part.flatMap((match) => {
    const person = sourcePeople.get(match.key)
    return person
      ? [{ match, person, id: match.speaker_id ?? randomUUID(), isNew: match.speaker_id === null }]
      : []
  })
  const values = people.map(({ match, person, id, isNew }) => ({
    id,
    key: person.key,
    name: person.name,
    rename_from: match.rename?.from ?? null,
    bio: isNew || match.fill.includes('bio') ? person.bio : null,
    image_url: isNew || match.fill.includes('image_url') ? person.image_url : null,
    links: isNew || match.fill.includes('links') ? person.links : [],
    said: saidOf(person),
    isNew,
  }))
  const newPeople = values.filter(({ isNew }) => isNew)
  // They speak here: counted so at once, the recount at the end need not write each of them again.
  if (newPeople.length > 0)
    await tx.execute(sql`
      insert into speakers (id, name, bio, image_url, events_spoken_at, unique_conferences)
      select id, name, bio, image_url, 1, 1
      from jsonb_to_recordset(${JSON.stringify(newPeople.map(({ id, name, bio, image_url }) => ({ id, name, bio, image_url })))}::jsonb)
        as row (id uuid, name text, bio text, image_url text)`)
  const knownPeople = values.filter(
    ({ isNew, rename_from, bio, image_url }) => !isNew && (rename_from ?? bio ?? image_url) !== null,
  )
  const changed =
    knownPeople.length === 0
      ? []
      : await rows<{ id: string; before: unknown; after: unknown }>(
          tx,
          sql`
            update speakers set
              name = case when row.rename_from = speakers.name then row.name else speakers.name end,
              bio = coalesce(speakers.bio, row.bio), image_url = coalesce(speakers.image_url, row.image_url)
            from (
              select row.*, old.name as old_name, old.bio as old_bio, old.image_url as old_image
              from jsonb_to_recordset(${JSON.stringify(knownPeople)}::jsonb)
                as row (id uuid, name text, rename_from text, bio text, image_url text)
              join speakers as old on old.id = row.id
              where old.user_id is null and (
                row.rename_from = old.name or (old.bio is null and row.bio is not null) or (old.image_url is null and row.image_url is not null)
              )
            ) as row
            where speakers.id = row.id
            returning speakers.id,
              jsonb_build_object('name', row.old_name, 'bio', row.old_bio, 'image_url', row.old_image) as before,
              jsonb_build_object('name', speakers.name, 'bio', speakers.bio, 'image_url', speakers.image_url) as after`,
        )
  const withLinks = values.flatMap(({ id, links }) => (links.length > 0 ? [{ id, links }] : []))
  if (withLinks.length > 0)
    await tx.execute(sql`
      insert into social_links (speaker_id, platform, handle)
      select row.id, link.platform, link.handle
      from jsonb_to_recordset(${JSON.stringify(withLinks)}::jsonb) as row (id uuid, links jsonb)
      join speakers on speakers.id = row.id,
      jsonb_to_recordset(row.links) as link (platform text, handle text)
      where speakers.user_id is null
      on conflict do nothing`)
  await tx.execute(sql`
    insert into source_people (namespace, person_key, event_id, name, said, speaker_id)
    select ${namespace}, key, ${namespace.startsWith('event:') ? eventId : null}::uuid, row.name, row.said, row.id
    from jsonb_to_recordset(${JSON.stringify(values.map(({ id, key, name, said }) => ({ id, key, name, said })))}::jsonb)
      as row (id uuid, key text, name text, said text[])
    join speakers on speakers.id = row.id
    on conflict (namespace, person_key) do update set
      name = excluded.name, speaker_id = excluded.speaker_id,
      said = array(select distinct unnest(source_people.said || excluded.said) order by 1)`)
  for (const { id, person } of people) speakerIds.set(person.key, id)
  const keys = new Map(people.map(({ id, person }) => [id, person.key]))
  await record(tx, syncId, [
    ...people
      .filter(({ isNew }) => isNew)
      .map(({ id, person }) => ({
        subject: 'speaker' as const,
        subject_id: id,
        key: person.key,
        kind: 'added',
        after: { name: person.name },
      })),
    ...changed.map(({ id, ...change }) => ({
      subject: 'speaker' as const,
      subject_id: id,
      key: keys.get(id) ?? '',
      kind: 'changed',
      ...change,
    })),
  ])
}

const textColumns = [
  'title',
  'subtitle',
  'description',
  'location',
  'type',
  'language',
  'url',
  'feedback_url',
  'slides_url',
  'video_url',
  'status',
]
const dayColumns = ['day', 'date']
const timeColumns = ['start_time', 'end_time']
const columns = [...textColumns, ...dayColumns, ...timeColumns]
const recordColumns = [
  ...textColumns.map((name) => `${name} text`),
  ...dayColumns.map((name) => `${name} date`),
  ...timeColumns.map((name) => `${name} time`),
].join(', ')

async function insertTalks(
  tx: Database,
  syncId: string,
  eventId: string,
  part: TalkChange[],
  { trackIdOf, idsOf }: Lookups,
): Promise<void> {
  const values = part.map(({ key, after, base }) => {
    const speaker_ids = idsOf(after.speakers ?? [])
    return {
      ...after,
      id: randomUUID(),
      key,
      track_id: trackIdOf(after.track),
      speaker_ids,
      source_values: { ...base, speaker_ids },
    }
  })
  const json = JSON.stringify(values)
  await tx.execute(sql`
    insert into talks (id, event_id, track_id, source_key, source_values, ${sql.raw(columns.join(', '))}, recording, doc)
    select id, ${eventId}::uuid, track_id, key, source_values, ${sql.raw(columns.join(', '))},
      case when is_unrecorded then 'none' else 'unknown' end,
      fold(concat_ws(' ', title, location, (select name from tracks where id = row.track_id), (
        select string_agg(speakers.name, ' ' order by place)
        from unnest(row.speaker_ids) with ordinality as cast_row (speaker_id, place) join speakers on speakers.id = speaker_id
      )))
    from jsonb_to_recordset(${json}::jsonb)
      as row (id uuid, key text, track_id uuid, speaker_ids uuid[], source_values jsonb, is_unrecorded boolean, ${sql.raw(recordColumns)})`)
  await linkSpeakers(tx, values)
  await addFirstLinks(
    tx,
    eventId,
    values.map(({ id, links = [] }) => ({ id, links })),
  )
  await record(
    tx,
    syncId,
    values.map(({ id, key, title, day, start_time, end_time, location, speaker_ids }) => ({
      subject: 'talk',
      subject_id: id,
      key,
      kind: 'added',
      after: { title, day, start_time, end_time, location, speaker_ids },
    })),
  )
}

const linkSpeakers = (tx: Database, talks: { id: string; speaker_ids: string[] }[]) =>
  tx.execute(sql`
    insert into talk_speakers (talk_id, speaker_id, position)
    select row.id, speaker_id, place - 1
    from jsonb_to_recordset(${JSON.stringify(talks.map(({ id, speaker_ids }) => ({ id, speaker_ids })))}::jsonb)
      as row (id uuid, speaker_ids uuid[]), unnest(row.speaker_ids) with ordinality as cast_row (speaker_id, place)
    where exists (select from speakers where speakers.id = speaker_id)`)

type TalkLinks = { id: string; links: SourceLink[] }

/** Links of new talks: what the trigger wrote of their slides and video stays. */
async function addFirstLinks(tx: Database, eventId: string, talks: TalkLinks[]): Promise<void> {
  const links = talks.flatMap(({ id, links }) =>
    links.map((link, place) => ({ ...link, talk_id: id, place: place + 1 })),
  )
  if (links.length === 0) return
  await tx.execute(sql`
    insert into talk_links (talk_id, event_id, kind, url, title, position)
    select talk_id, ${eventId}::uuid, kind, url, title, place
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as row (talk_id uuid, kind text, url text, title text, place integer)
    where not exists (select from talk_links where talk_id = row.talk_id and address_key = address_key(row.url))
    on conflict do nothing`)
}

/** A link that the talk has already stays as it is, also one that was taken down here. Its first slides and video (position 0) stay the first. */
async function addLinks(tx: Database, talks: TalkLinks[]): Promise<void> {
  const withLinks = talks.filter(({ links }) => links.length > 0)
  if (withLinks.length === 0) return
  await tx.execute(sql`
    insert into talk_links (talk_id, event_id, kind, url, title, position)
    select talks.id, talks.event_id, link.kind, link.url, link.title, place
    from jsonb_to_recordset(${JSON.stringify(withLinks)}::jsonb) as row (id uuid, links jsonb)
    join talks on talks.id = row.id,
    rows from (jsonb_to_recordset(row.links) as (kind text, url text, title text)) with ordinality as link (kind, url, title, place)
    where not exists (
      select from talk_links where talk_id = talks.id and address_key = address_key(link.url)
    )
    on conflict do nothing`)
}

/** Takes away what the source had and has no more, unless a person added it, too. */
async function removeLinks(tx: Database, talks: TalkLinks[]): Promise<void> {
  const withLinks = talks.filter(({ links }) => links.length > 0)
  if (withLinks.length === 0) return
  await tx.execute(sql`
    delete from talk_links using jsonb_to_recordset(${JSON.stringify(withLinks)}::jsonb) as row (id uuid, links jsonb),
      jsonb_to_recordset(row.links) as link (kind text, url text)
    where talk_id = row.id and talk_links.kind = link.kind and address_key = address_key(link.url) and added_by is null`)
}

/** The links of the first list that the second does not have. */
const withoutLinks = (links: SourceLink[], others: SourceLink[]) =>
  links.filter(({ kind, url }) => !others.some((other) => other.kind === kind && other.url === url))

/** Returns whether every row was still as it was compared. */
async function updateTalks(
  tx: Database,
  syncId: string,
  part: TalkChange[],
  { trackIdOf, idsOf }: Lookups,
): Promise<boolean> {
  const values = part.map(({ id, key, after, base, old }) => {
    const said = base!.speakers
    const isSameCast = !after.speakers && said.join('\n') === old!.source_values!.speakers.join('\n')
    return {
      id: id!,
      version: old!.version,
      key,
      after,
      track_id: trackIdOf(after.track),
      base: { ...base, speaker_ids: isSameCast ? old!.source_values!.speaker_ids : idsOf(said) },
    }
  })
  const assignments = [
    ...textColumns.map(
      (name) =>
        `${name} = case when row.after ? '${name}' then row.after ->> '${name}' else talks.${name} end`,
    ),
    ...dayColumns.map(
      (name) =>
        `${name} = case when row.after ? '${name}' then (row.after ->> '${name}')::date else talks.${name} end`,
    ),
    ...timeColumns.map(
      (name) =>
        `${name} = case when row.after ? '${name}' then (row.after ->> '${name}')::time else talks.${name} end`,
    ),
  ]
  const written = await rows<{ id: string }>(
    tx,
    sql`
      update talks set ${sql.raw(assignments.join(', '))},
        track_id = case when row.after ? 'track' then row.track_id else talks.track_id end,
        source_key = row.key, source_values = row.base
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as row (id uuid, version text, key text, after jsonb, track_id uuid, base jsonb)
      where talks.id = row.id and talks.updated_at::text = row.version
      returning talks.id`,
  )
  const writtenIds = new Set(written.map(({ id }) => id))
  const changes = part.filter(({ id }) => writtenIds.has(id!))
  const recast = changes.flatMap(({ id, after }) =>
    after.speakers ? [{ id: id!, speaker_ids: idsOf(after.speakers) }] : [],
  )
  if (recast.length > 0) {
    const ids = sql.param(recast.map(({ id }) => id))
    await tx.execute(sql`delete from talk_speakers where talk_id = any (${ids}::uuid[])`)
    await linkSpeakers(tx, recast)
    // Speakers stand in another table: the version moves by hand.
    await tx.execute(sql`update talks set updated_at = now() where id = any (${ids}::uuid[])`)
  }
  const relinked = changes.flatMap(({ id, before, after }) =>
    after.links ? [{ id: id!, before: before.links ?? [], after: after.links }] : [],
  )
  await removeLinks(
    tx,
    relinked.map(({ id, before, after }) => ({ id, links: withoutLinks(before, after) })),
  )
  await addLinks(
    tx,
    relinked.map(({ id, before, after }) => ({ id, links: withoutLinks(after, before) })),
  )
  const renamed = changes.filter(({ after }) =>
    ['title', 'location', 'track', 'speakers'].some((field) => field in after),
  )
  await tx.execute(sql`select keep_talk_docs(${sql.param(renamed.map(({ id }) => id!))}::uuid[])`)
  await record(
    tx,
    syncId,
    changes.map(({ kind, id, key, before, after, kept, old }) => ({
      subject: 'talk',
      subject_id: id!,
      key,
      kind,
      before: {
        ...before,
        ...('track' in after && { track_id: old!.track_id }),
        source_key: old!.source_key,
        source_values: old!.source_values,
      },
      after: {
        ...after,
        ...('track' in after && { track_id: trackIdOf(after.track) }),
        ...(after.speakers && { speaker_ids: idsOf(after.speakers) }),
      },
      kept,
    })),
  )
  return written.length === part.length
}

/** Returns whether every row was still as it was compared. A talk that somebody saved in this moment is not deleted. */
async function removeTalks(tx: Database, syncId: string, part: TalkChange[]): Promise<boolean> {
  const toCancel = part.filter(({ removal }) => removal === 'cancelled')
  const cancelled = await rows<{ id: string }>(
    tx,
    sql`
      update talks set status = coalesce(row.after ->> 'status', talks.status), source_values = row.base
      from jsonb_to_recordset(${JSON.stringify(toCancel.map(({ id, after, base, old }) => ({ id, after, version: old!.version, base: { ...old!.source_values, ...base } })))}::jsonb)
        as row (id uuid, version text, after jsonb, base jsonb)
      where talks.id = row.id and talks.updated_at::text = row.version
      returning talks.id`,
  )
  const cancelledIds = new Set(cancelled.map(({ id }) => id))
  const toDelete = part.filter(({ removal }) => removal === 'deleted')
  const deleted = await rows<{ id: string; before: unknown }>(
    tx,
    sql`
      delete from talks using (
        select row.id, to_jsonb(talks) - 'doc' || jsonb_build_object(
          'speaker_ids', array(select speaker_id from talk_speakers where talk_id = talks.id order by position, speaker_id),
          'topic_ids', array(select topic_id from talk_topics where talk_id = talks.id)
        ) as before
        from jsonb_to_recordset(${JSON.stringify(toDelete.map(({ id, old }) => ({ id, version: old!.version })))}::jsonb)
          as row (id uuid, version text)
        join talks on talks.id = row.id and talks.updated_at::text = row.version
        where not exists (select from user_saved_talks where talk_id = talks.id)
          and not exists (select from talk_links where talk_id = talks.id)
      ) as gone
      where talks.id = gone.id
      returning talks.id, gone.before`,
  )
  const rowsById = new Map(deleted.map(({ id, before }) => [id, before]))
  await record(
    tx,
    syncId,
    part.flatMap(({ id, key, before, after, old, title }): NewChange[] => {
      const subject = { subject: 'talk' as const, subject_id: id!, key, kind: 'removed' }
      if (rowsById.has(id!)) return [{ ...subject, before: rowsById.get(id!) }]
      if (!cancelledIds.has(id!)) return []
      return [
        {
          ...subject,
          before: { ...before, source_key: key, source_values: old!.source_values },
          after: { title, ...after },
        },
      ]
    }),
  )
  return cancelled.length + deleted.length === part.length
}

async function writeBreaks(
  tx: Database,
  syncId: string,
  eventId: string,
  part: BreakChange[],
  { trackIdOf }: Pick<Lookups, 'trackIdOf'>,
): Promise<void> {
  for (const { kind, id, key, after, base, old, kept } of part) {
    const values = JSON.stringify({ ...after, track_id: trackIdOf(after.track), source_values: base })
    const subject = { subject: 'break' as const, key, kind, kept }
    if (kind === 'added') {
      const newId = randomUUID()
      await tx.execute(sql`
        insert into breaks (id, event_id, title, description, date, start_time, end_time, track_id, source_key, source_values)
        select ${newId}::uuid, ${eventId}::uuid, title, description, date, start_time, end_time, track_id, ${key}, source_values
        from jsonb_populate_record(null::breaks, ${values}::jsonb)`)
      await record(tx, syncId, [{ ...subject, subject_id: newId, after }])
    } else if (kind === 'removed') {
      const [gone] = await rows<{ before: unknown }>(
        tx,
        sql`delete from breaks where id = ${id}::uuid returning to_jsonb(breaks) as before`,
      )
      await record(tx, syncId, [{ ...subject, subject_id: id!, before: gone?.before }])
    } else {
      const [before] = await rows<{ row: unknown }>(
        tx,
        sql`select to_jsonb(breaks) as row from breaks where id = ${id}::uuid`,
      )
      const assignments = ['title', 'description', 'date', 'start_time', 'end_time']
        .filter((name) => name in after)
        .map((name) => `${name} = row.${name}, `)
        .join('')
      await tx.execute(sql`
        update breaks set ${sql.raw(assignments)} track_id = ${'track' in after ? sql`row.track_id` : sql`breaks.track_id`},
          source_key = ${key}, source_values = row.source_values
        from jsonb_populate_record(null::breaks, ${values}::jsonb) as row where breaks.id = ${id}::uuid`)
      await record(tx, syncId, [
        {
          ...subject,
          subject_id: id!,
          before: before?.row,
          after: { ...after, source_key: old?.source_key },
        },
      ])
    }
  }
}

/** What the triggers left to us: the counts of the speakers whose talks changed. */
async function recount(db: Database, step: Step, syncId: string): Promise<void> {
  const ids = await rows<{ id: string }>(
    db,
    sql`
      select distinct speaker_id::text as id from programme_changes,
        jsonb_array_elements_text(coalesce(before -> 'speaker_ids', '[]') || coalesce(after -> 'speaker_ids', '[]')) as speaker_id
      where sync_id = ${syncId}::uuid and subject = 'talk' order by 1`,
  )
  await step(ids, async (tx, part) => {
    await tx.execute(sql`select keep_speakers(${sql.param(part.map(({ id }) => id))}::uuid[])`)
  })
}

const docsPerStep = 10

/** New words follow after an import; what is left out is added at night. */
export async function addWords(db: Database, signal: AbortSignal | undefined): Promise<void> {
  const syncs = await rows<{ id: string }>(
    db,
    sql`select id from programme_syncs where status = 'done' and not has_words order by finished_at`,
  )
  for (const { id: syncId } of syncs) {
    for (const kind of ['talk', 'speaker'] as const) {
      const ids = await rows<{ id: string }>(
        db,
        sql`
          select subject_id as id from programme_changes
          where sync_id = ${syncId}::uuid and subject = ${kind} and (kind = 'added' or after ?| array['title', 'location', 'track', 'name'])`,
      )
      for (let at = 0; at < ids.length; at += docsPerStep) {
        if (signal?.aborted) return
        const part = sql.param(ids.slice(at, at + docsPerStep).map(({ id }) => id))
        await db.execute(
          sql`select keep_words(${`${kind}s`}, array(select doc from ${sql.raw(`${kind}s`)} where id = any (${part}::uuid[])))`,
        )
        await new Promise((resume) => setImmediate(resume))
      }
    }
    await db.execute(sql`update programme_syncs set has_words = true where id = ${syncId}::uuid`)
  }
}

/** Takes a sync back as a whole: rows as they were, except where somebody has edited them since. It can be interrupted, too. */
export async function undoSync(db: Database, id: string, run: Pick<Run, 'signal'>): Promise<void> {
  const runner = randomUUID()
  const [sync] = await db
    .update(programme_syncs)
    .set({ runner, progressed_at: sql`now()` })
    .where(sql`${programme_syncs.id} = ${id}::uuid and ${programme_syncs.status} = 'undoing'`)
    .returning()
  if (!sync) throw takenOver()
  const step = createStep(db, id, runner, run.signal)
  const positions = await rows<{ position: number }>(
    db,
    sql`select position from programme_changes where sync_id = ${id}::uuid order by position desc`,
  )
  await step(positions, async (tx, part) => {
    const changes = await rows<StoredChange>(
      tx,
      sql`
        select subject, subject_id, kind, before, after from programme_changes
        where sync_id = ${id}::uuid and position = any (${sql.param(part.map(({ position }) => position))}::integer[])
        order by position desc`,
    )
    for (const change of changes) await takeBack(tx, change)
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

async function takeBack(
  tx: Database,
  { subject, subject_id: id, kind, before, after }: StoredChange,
): Promise<void> {
  if (subject === 'speaker') {
    if (kind === 'added')
      await tx.execute(sql`
        delete from speakers where id = ${id}::uuid and user_id is null and updated_at = created_at
          and not exists (select from talk_speakers where speaker_id = ${id}::uuid)
          and not exists (select from speaker_claims where speaker_id = ${id}::uuid)`)
    else await restoreFields(tx, 'speakers', id, before, after, ['name', 'bio', 'image_url'])
    return
  }
  if (subject === 'track') {
    if (kind === 'added')
      await tx.execute(sql`
        delete from tracks where id = ${id}::uuid
          and not exists (select from talks where track_id = ${id}::uuid) and not exists (select from breaks where track_id = ${id}::uuid)`)
    else if (kind === 'removed') await restoreRow(tx, 'tracks', before)
    else await restoreFields(tx, 'tracks', id, before, after, ['name', 'source_key'])
    return
  }
  const table = subject === 'talk' ? 'talks' : 'breaks'
  if (kind === 'added') {
    // Saved, linked or edited since: it stays, and is ours from now on.
    const names = subject === 'talk' ? columns : [...breakColumns].filter((name) => name !== 'track_id')
    const isUntouched = sql`
      (
        select bool_and(
          case when name like '%_time' then left(to_jsonb(${sql.raw(table)}) ->> name, 5) else to_jsonb(${sql.raw(table)}) ->> name end
            is not distinct from source_values ->> name
        )
        from unnest(${sql.param(names)}::text[]) as name
      )
      and not exists (select from user_saved_talks where talk_id = ${id}::uuid)
      and ${subject === 'talk' ? sql`not exists (select from talk_links where talk_id = ${id}::uuid and added_by is not null)` : sql`true`}`
    await tx.execute(sql`delete from ${sql.raw(table)} where id = ${id}::uuid and ${isUntouched}`)
    await tx.execute(
      sql`update ${sql.raw(table)} set source_key = null, source_values = null where id = ${id}::uuid`,
    )
    return
  }
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
  await restoreFields(
    tx,
    table,
    id,
    before,
    after,
    subject === 'talk' ? fields : fields.filter((name) => breakColumns.has(name)),
  )
  await tx.execute(sql`
    update ${sql.raw(table)} set source_key = ${(before?.source_key as string) ?? null}, source_values = ${JSON.stringify(before?.source_values ?? null)}::jsonb
    where id = ${id}::uuid`)
  if (subject === 'talk' && after?.speaker_ids) {
    const [now] = await rows<{ ids: string[] }>(
      tx,
      sql`select array(select speaker_id from talk_speakers where talk_id = ${id}::uuid order by position, speaker_id) as ids`,
    )
    if (now && now.ids.join() === (after.speaker_ids as string[]).join()) {
      await tx.execute(sql`delete from talk_speakers where talk_id = ${id}::uuid`)
      await linkSpeakers(tx, [{ id, speaker_ids: before?.speaker_ids as string[] }])
    }
  }
  if (subject === 'talk' && after?.links) {
    const [former, written] = [before?.links ?? [], after.links] as [SourceLink[], SourceLink[]]
    await removeLinks(tx, [{ id, links: withoutLinks(written, former) }])
    await addLinks(tx, [{ id, links: withoutLinks(former, written) }])
  }
  if (subject === 'talk') await tx.execute(sql`select keep_talk_docs(array[${id}::uuid])`)
}

const breakColumns = new Set(['title', 'description', 'date', 'start_time', 'end_time', 'track_id'])

/** Where the row still has what the sync wrote, what was there before comes back. */
async function restoreFields(
  tx: Database,
  table: 'talks' | 'breaks' | 'tracks' | 'speakers',
  id: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
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
