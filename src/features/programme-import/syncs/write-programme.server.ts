import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { countryOf, listedCountry } from '#lib/country-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { talkFieldNames } from '../merging/compare.ts'
import { type PersonMatch, sourceFieldsOf } from '../merging/people.ts'
import type { BreakChange, ProgrammePlan, StoredTrack, TalkChange } from '../merging/programme-plan.ts'
import type { SourceLink, SourcePerson } from '../reading/document.ts'

// Writes the parts of a plan, each within a step: many rows with one statement. New people and
// talks are written with all that belongs to them in one: between two statements the engine waits for this thread, which
// renders pages meanwhile.

export type SyncTarget = { eventId: string }
export type Lookups = {
  trackIdOf: (name: string | null | undefined) => string | null
  /** Ids of speakers, by the keys of people. */
  idsOf: (keys: string[]) => string[]
}

export async function writeTracks(
  tx: Database,
  { eventId }: SyncTarget,
  { added, renamed }: ProgrammePlan['tracks'],
) {
  const newTracks = added.map((track) => ({ id: randomUUID(), ...track }))
  await tx.execute(sql`
    insert into tracks (id, event_id, name, description, position, source_key)
    select id, ${eventId}::uuid, name, description, position, name
    from jsonb_to_recordset(${JSON.stringify(newTracks)}::jsonb) as row (id uuid, name text, description text, position integer)`)
  for (const { id, source_key, name } of renamed)
    await tx.execute(
      sql`update tracks set source_key = ${source_key}, name = coalesce(${name}::text, name) where id = ${id}::uuid`,
    )
}

/** A track that a talk or break has by now stays. */
export const removeTracks = (tx: Database, part: StoredTrack[]) =>
  tx.execute(sql`
    delete from tracks where id = any (${sql.param(part.map(({ id }) => id))}::uuid[])
      and not exists (select from talks where track_id = tracks.id) and not exists (select from breaks where track_id = tracks.id)`)

type PeopleWork = SyncTarget & {
  sourcePeople: Map<string, SourcePerson>
  /** Gets the ids of those who are new. */
  speakerIds: Map<string, string>
  namespace: string
}

export async function writePeople(tx: Database, work: PeopleWork, part: PersonMatch[]) {
  const people = part.flatMap((match) => {
    const person = work.sourcePeople.get(match.key)
    if (!person) return []
    const speaker_id = match.speaker_id ?? work.speakerIds.get(match.sameAs ?? '') ?? null
    const row = speakerRow({ ...match, speaker_id }, person)
    work.speakerIds.set(row.key, row.id)
    return [row]
  })
  await fillSpeakers(tx, people)
  await insertSpeakers(tx, work, people)
  const withLinks = people.flatMap(({ id, links }) => (links.length > 0 ? [{ id, links }] : []))
  if (withLinks.length > 0)
    await tx.execute(sql`
      insert into social_links (speaker_id, platform, handle)
      select row.id, link.platform, link.handle
      from jsonb_to_recordset(${JSON.stringify(withLinks)}::jsonb) as row (id uuid, links jsonb)
      join speakers on speakers.id = row.id,
      jsonb_to_recordset(row.links) as link (platform text, handle text)
      where speakers.user_id is null
      on conflict do nothing`)
}

type SpeakerRow = ReturnType<typeof speakerRow>

function speakerRow({ speaker_id, rename, fill }: PersonMatch, person: SourcePerson) {
  const { key, name, place } = person
  const isNew = speaker_id === null
  return {
    id: speaker_id ?? randomUUID(),
    key,
    name,
    rename_from: rename?.from ?? null,
    bio: isNew || fill.includes('bio') ? person.bio : null,
    image_url: isNew || fill.includes('image_url') ? person.image_url : null,
    links: isNew || fill.includes('links') ? person.links : [],
    location_name: place?.city,
    country_name: place?.country && listedCountry(place.country),
    country_code: place?.country && countryOf(place.country)?.code,
    source_fields: sourceFieldsOf(person),
    is_new: isNew,
  }
}

/** Writes what is empty, and names that follow the source's. */
async function fillSpeakers(tx: Database, people: SpeakerRow[]): Promise<void> {
  const knownPeople = people.filter(
    ({ is_new, rename_from, bio, image_url }) => !is_new && (rename_from ?? bio ?? image_url) !== null,
  )
  if (knownPeople.length === 0) return
  await tx.execute(sql`
    update speakers set
      name = case when row.rename_from = speakers.name then row.name else speakers.name end,
      bio = coalesce(speakers.bio, row.bio), image_url = coalesce(speakers.image_url, row.image_url)
    from jsonb_to_recordset(${JSON.stringify(knownPeople)}::jsonb)
      as row (id uuid, name text, rename_from text, bio text, image_url text)
    where speakers.id = row.id and user_id is null and (
      row.rename_from = speakers.name or (speakers.bio is null and row.bio is not null)
      or (speakers.image_url is null and row.image_url is not null)
    )`)
}

/** Inserts those who are new, and remembers who is who in the source. */
async function insertSpeakers(tx: Database, { eventId, namespace }: PeopleWork, people: SpeakerRow[]) {
  const newPeople = people.filter(({ is_new }) => is_new)
  const sourcePeople = people.map(({ id, key, name, source_fields, is_new }) => ({
    id,
    key,
    name,
    source_fields,
    is_new,
  }))
  // They speak here: counted so at once, the recount at the end need not write each of them again.
  await tx.execute(sql`
    with new_speakers as (
      insert into speakers (id, name, bio, image_url, location_name, country_name, country_code, events_spoken_at, unique_conferences)
      select id, name, bio, image_url, location_name, country_name, country_code, 1, 1
      from jsonb_to_recordset(${JSON.stringify(newPeople)}::jsonb)
        as row (id uuid, name text, bio text, image_url text, location_name text, country_name text, country_code text)
    )
    insert into source_people (namespace, person_key, event_id, name, source_fields, speaker_id)
    select ${namespace}, key, ${namespace.startsWith('event:') ? eventId : null}::uuid, row.name, row.source_fields, row.id
    from jsonb_to_recordset(${JSON.stringify(sourcePeople)}::jsonb)
      as row (id uuid, key text, name text, source_fields text[], is_new boolean)
    where is_new or exists (select from speakers where speakers.id = row.id)
    on conflict (namespace, person_key) do update set
      name = excluded.name, speaker_id = excluded.speaker_id,
      source_fields = array(select distinct unnest(source_people.source_fields || excluded.source_fields) order by 1)`)
}

/** Of talks, which the source decides. */
const columns = sql.raw(talkFieldNames.filter((name) => name !== 'track').join(', '))

export async function insertTalks(
  tx: Database,
  { eventId, trackIdOf, idsOf }: SyncTarget & Lookups,
  part: TalkChange[],
): Promise<void> {
  const values = part.map(({ key, after, base }) => {
    const speaker_ids = idsOf(after.speakers ?? [])
    return {
      id: randomUUID(),
      key,
      after,
      track_id: trackIdOf(after.track),
      speaker_ids,
      source_values: { ...base, speaker_ids },
    }
  })
  await tx.execute(sql`
    with new_talks as (
      insert into talks (id, event_id, track_id, source_key, source_values, ${columns}, recording, doc)
      select row.id, ${eventId}::uuid, row.track_id, key, row.source_values, ${columns},
        case when (after ->> 'is_unrecorded')::boolean then 'none' else 'unknown' end,
        search_doc(concat_ws(' ', title, location, (select name from tracks where id = row.track_id), (
          select string_agg(speakers.name, ' ' order by place)
          from unnest(row.speaker_ids) with ordinality as cast_row (speaker_id, place) join speakers on speakers.id = speaker_id
        )))
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as row (id uuid, key text, after jsonb, track_id uuid, speaker_ids uuid[], source_values jsonb),
        jsonb_populate_record(null::talks, row.after) as talk
    )
    ${castAdded(values)}`)
  await addLinks(
    tx,
    values.map(({ id, after: { links = [] } }) => ({ id, links })),
  )
  // Links of a conference that is over are old: they are not the newest of the site.
  if (part.some(({ after: { slides_url, video_url, links } }) => slides_url || video_url || links?.length))
    await tx.execute(sql`
    update talk_links set listed_at = events.end_date + 1
    from events
    where events.id = event_id and talk_id = any (${sql.param(values.map(({ id }) => id))}::uuid[]) and listed_at > events.end_date + 1`)
  const withTopics = values.flatMap(({ id, after: { topics } }) => (topics ? [{ id, topics }] : []))
  if (withTopics.length > 0)
    await tx.execute(sql`
      insert into talk_topics (talk_id, topic_id)
      select row.id, topics.id
      from jsonb_to_recordset(${JSON.stringify(withTopics)}::jsonb) as row (id uuid, topics text[]), unnest(row.topics) as topic_name
      join topics on fold(name) = fold(topic_name)
      on conflict do nothing`)
}

type TalkCast = { id: string; speaker_ids: string[] }

const castAdded = (talks: TalkCast[]) => sql`
  insert into talk_speakers (talk_id, speaker_id, position)
  select row.id, speaker_id, place - 1
  from jsonb_to_recordset(${JSON.stringify(talks.map(({ id, speaker_ids }) => ({ id, speaker_ids })))}::jsonb)
    as row (id uuid, speaker_ids uuid[]), unnest(row.speaker_ids) with ordinality as cast_row (speaker_id, place)
  where exists (select from speakers where speakers.id = speaker_id)`

const linkSpeakers = (tx: Database, talks: TalkCast[]) => tx.execute(castAdded(talks))

type TalkLinks = { id: string; links: SourceLink[] }

/** A link that the talk has already is left as it is, also a rejected one. Its first slides and video keep position 0. */
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

/** Links that the source drops are deleted unless a member added them. */
async function removeLinks(tx: Database, talks: TalkLinks[]): Promise<void> {
  const withLinks = talks.filter(({ links }) => links.length > 0)
  if (withLinks.length === 0) return
  await tx.execute(sql`
    delete from talk_links using jsonb_to_recordset(${JSON.stringify(withLinks)}::jsonb) as row (id uuid, links jsonb),
      jsonb_to_recordset(row.links) as link (kind text, url text)
    where talk_id = row.id and talk_links.kind = link.kind and address_key = address_key(link.url) and added_by is null`)
}

/** Replaces the links that the source had by those that it has now. */
async function replaceLinks(
  tx: Database,
  talks: { id: string; before?: SourceLink[]; after: SourceLink[] }[],
): Promise<void> {
  await removeLinks(
    tx,
    talks.map(({ id, before = [], after }) => ({ id, links: withoutLinks(before, after) })),
  )
  await addLinks(
    tx,
    talks.map(({ id, before = [], after }) => ({ id, links: withoutLinks(after, before) })),
  )
}

/** The links of the first list that the second does not have. */
const withoutLinks = (links: SourceLink[], otherLinks: SourceLink[]) =>
  links.filter(({ kind, url }) => !otherLinks.some((other) => other.kind === kind && other.url === url))

/** Returns whether every row was still as it was compared. */
export async function updateTalks(
  tx: Database,
  { trackIdOf, idsOf }: SyncTarget & Lookups,
  part: TalkChange[],
): Promise<boolean> {
  const values = part.map(({ id, key, after, base, old }) => {
    const { speakers } = base!
    const former = old!.source_values
    const isSameCast = !after.speakers && speakers.join('\n') === former?.speakers.join('\n')
    const speaker_ids = isSameCast ? former!.speaker_ids : idsOf(speakers)
    const track_id = trackIdOf(after.track)
    return { id: id!, version: old!.version, key, after, track_id, base: { ...base, speaker_ids } }
  })
  const written = await rows<{ id: string }>(tx)`
    update talks set (${columns}) = (select ${columns} from jsonb_populate_record(talks, row.after)),
      track_id = case when row.after ? 'track' then row.track_id else talks.track_id end,
      source_key = row.key, source_values = row.base
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as row (id uuid, version text, key text, after jsonb, track_id uuid, base jsonb)
    where talks.id = row.id and talks.updated_at::text = row.version
    returning talks.id`
  const writtenIds = new Set(written.map(({ id }) => id))
  const changes = part.filter(({ id }) => writtenIds.has(id!))
  await replaceSpeakers(tx, changes, idsOf)
  await replaceLinks(
    tx,
    changes.flatMap(({ id, before, after }) =>
      after.links ? [{ id: id!, before: before.links, after: after.links }] : [],
    ),
  )
  const renamed = changes.filter(({ after }) =>
    ['title', 'location', 'track', 'speakers'].some((field) => field in after),
  )
  await tx.execute(sql`select keep_talk_docs(${sql.param(renamed.map(({ id }) => id!))}::uuid[])`)
  return written.length === part.length
}

async function replaceSpeakers(tx: Database, changes: TalkChange[], idsOf: Lookups['idsOf']): Promise<void> {
  const recast = changes.flatMap(({ id, after }) =>
    after.speakers ? [{ id: id!, speaker_ids: idsOf(after.speakers) }] : [],
  )
  if (recast.length === 0) return
  const ids = sql.param(recast.map(({ id }) => id))
  await tx.execute(sql`delete from talk_speakers where talk_id = any (${ids}::uuid[])`)
  await linkSpeakers(tx, recast)
  // Speakers stand in another table: the version moves by hand.
  await tx.execute(sql`update talks set updated_at = now() where id = any (${ids}::uuid[])`)
}

/** Returns whether every row was still as it was compared. A talk that somebody saved in this moment is not deleted. */
export async function removeTalks(tx: Database, part: TalkChange[]): Promise<boolean> {
  const toCancel = part.filter(({ removal }) => removal === 'cancelled')
  const cancelled = await rows(tx)`
    update talks set status = coalesce(row.after ->> 'status', talks.status), source_values = row.base
    from jsonb_to_recordset(${JSON.stringify(toCancel.map(({ id, after, base, old }) => ({ id, after, version: old!.version, base: { ...old!.source_values, ...base } })))}::jsonb)
      as row (id uuid, version text, after jsonb, base jsonb)
    where talks.id = row.id and talks.updated_at::text = row.version
    returning talks.id`
  const toDelete = part.filter(({ removal }) => removal === 'deleted')
  const deleted = await rows(tx)`
    delete from talks using jsonb_to_recordset(${JSON.stringify(toDelete.map(({ id, old }) => ({ id, version: old!.version })))}::jsonb)
      as row (id uuid, version text)
    where talks.id = row.id and talks.updated_at::text = row.version
      and not exists (select from user_saved_talks where talk_id = talks.id)
      and not exists (select from talk_links where talk_id = talks.id)
    returning talks.id`
  return cancelled.length + deleted.length === part.length
}

export async function writeBreaks(
  tx: Database,
  { eventId, trackIdOf }: SyncTarget & Lookups,
  part: BreakChange[],
): Promise<void> {
  for (const { kind, id, key, after, base } of part) {
    const values = JSON.stringify({ ...after, track_id: trackIdOf(after.track), source_values: base })
    if (kind === 'added')
      await tx.execute(sql`
        insert into breaks (event_id, title, description, date, start_time, end_time, track_id, source_key, source_values)
        select ${eventId}::uuid, title, description, date, start_time, end_time, track_id, ${key}, source_values
        from jsonb_populate_record(null::breaks, ${values}::jsonb)`)
    else if (kind === 'removed') await tx.execute(sql`delete from breaks where id = ${id}::uuid`)
    else {
      const assignments = ['title', 'description', 'date', 'start_time', 'end_time']
        .filter((name) => name in after)
        .map((name) => `${name} = row.${name}, `)
        .join('')
      await tx.execute(sql`
        update breaks set ${sql.raw(assignments)} track_id = ${'track' in after ? sql`row.track_id` : sql`breaks.track_id`},
          source_key = ${key}, source_values = row.source_values
        from jsonb_populate_record(null::breaks, ${values}::jsonb) as row where breaks.id = ${id}::uuid`)
    }
  }
}
