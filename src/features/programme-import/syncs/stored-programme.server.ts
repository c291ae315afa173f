import { sql } from 'drizzle-orm'
import { addDays } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { type Database, rows, rowsAsJson } from '#platform/database/db.ts'
import { compareProgramme } from '../merging/compare.ts'
import type { KnownPerson, SpeakerCandidate } from '../merging/people.ts'
import type { StoredBreak, StoredProgramme, StoredTalk, StoredTrack } from '../merging/programme-plan.ts'
import type { SyncChoices } from '../merging/sync-choices.ts'
import type { ProgrammeDocument } from '../reading/document.ts'

export type SyncedEvent = {
  id: string
  slug: string
  name: string
  start_date: string
  end_date: string
  time_zone: string | null
  country_name: string
  created_by: string | null
}

/** A statement must not keep the requests on the embedded engine waiting. */
const rowsPerRead = 150
const namesPerRead = 100
/** From then on, what the source no longer has is cancelled and not deleted. */
const nearDays = 14

export async function readSyncedEvent(db: Database, idOrSlug: { id: string } | { slug: string }) {
  const [event] = await rows<SyncedEvent>(db)`
    select id, slug, name, start_date::text as start_date, end_date::text as end_date, time_zone, country_name, created_by
    from events where ${'id' in idOrSlug ? sql`id = ${idOrSlug.id}::uuid` : sql`slug = ${idOrSlug.slug}`}`
  return event
}

/** People of a source are the same under one key only at one host; those of files only in one event. */
export const namespaceOf = (eventId: string, url: string | null) =>
  (url && URL.parse(url)?.host) || `event:${eventId}`

/** What the source calls the talks that it has here. */
export async function readTalkTitles(db: Database, eventId: string): Promise<string[]> {
  const talks = await rows<{ title: string }>(db)`
    select source_values->>'title' as title from talks
    where event_id = ${eventId}::uuid and source_values->>'title' is not null and source_values->>'isGone' is null`
  return talks.map(({ title }) => title)
}

/** Reads what a document is compared with, and compares it as often as choices are made. */
export async function compareWithStored(
  db: Database,
  event: SyncedEvent,
  document: ProgrammeDocument,
  { url, today }: { url: string | null; today: string },
) {
  const programme = await readStoredProgramme(db, event, document, {
    namespace: namespaceOf(event.id, url),
    today,
  })
  return (choices: SyncChoices) => compareProgramme(programme, document, choices)
}

async function readStoredProgramme(
  db: Database,
  event: SyncedEvent,
  document: ProgrammeDocument,
  { namespace, today }: { namespace: string; today: string },
): Promise<StoredProgramme> {
  const tracks = await rows<StoredTrack>(db)`
    select id, name, source_key from tracks where event_id = ${event.id}::uuid order by id`
  const breaks = await rowsAsJson<StoredBreak>(db)`
    select breaks.id, title, breaks.description, date::text as date, date::text as day, to_char(start_time, 'HH24:MI') as start_time,
      to_char(end_time, 'HH24:MI') as end_time, tracks.name as track, breaks.source_key, source_values
    from breaks left join tracks on tracks.id = track_id where breaks.event_id = ${event.id}::uuid order by breaks.id`
  const talks = await readStoredTalks(db, event)
  const [source] = await rows<{ deleted_keys: string[] }>(db)`
    select deleted_keys from programme_sources where event_id = ${event.id}::uuid`
  // Also those whom the source no longer names: somebody new may be one of them.
  const formerKeys = talks.flatMap(({ source_values }) => source_values?.speakers ?? [])
  const keys = [...new Set([...document.people.map(({ key }) => key), ...formerKeys])]
  const names = [...new Set(document.people.map(({ name }) => fold(name)))]
  return {
    tracks,
    talks,
    breaks,
    deletedKeys: source?.deleted_keys ?? [],
    knownPeople: await inBatches(keys, (batch) => readKnownPeople(db, [namespace], batch)),
    editionPeople: await readEditionPeople(db, event, { namespace, keys }),
    candidates: await inBatches(names, (batch) => readCandidates(db, event, batch)),
    isNear: event.start_date <= addDays(today, nearDays),
  }
}

async function inBatches<Row>(names: string[], read: (batch: string[]) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (let at = 0; at < names.length; at += namesPerRead)
    all.push(...(await read(names.slice(at, at + namesPerRead))))
  return all
}

async function readStoredTalks(db: Database, event: SyncedEvent): Promise<StoredTalk[]> {
  const talks: StoredTalk[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await rowsAsJson<StoredTalk>(db)`
      select talks.id, talks.updated_at::text as version, talks.track_id, talks.source_key, source_values,
        title, subtitle, talks.description, day::text as day, date::text as date, to_char(start_time, 'HH24:MI') as start_time,
        to_char(end_time, 'HH24:MI') as end_time, location, tracks.name as track, type, language, url, feedback_url,
        slides_url, video_url, status,
        array(select speaker_id from talk_speakers where talk_id = talks.id order by position, speaker_id) as speaker_ids,
        (select count(*)::integer from user_saved_talks where talk_id = talks.id) as saved,
        (select count(*)::integer from talk_links where talk_id = talks.id) as linked,
        case when talks.source_key is null then (
          select jsonb_agg(jsonb_build_object('kind', kind, 'url', canonical, 'title', talk_links.title) order by kind, position, created_at, id)
          from talk_links where talk_id = talks.id and talk_links.status = 'live'
            and talk_links.url is distinct from case kind when 'slides' then slides_url when 'video' then video_url end
        ) end as links
      from talks left join tracks on tracks.id = talks.track_id
      where talks.event_id = ${event.id}::uuid and talks.id > ${after}::uuid order by talks.id limit ${rowsPerRead}`
    talks.push(...page)
    if (page.length < rowsPerRead) return talks
    after = page.at(-1)!.id
  }
}

/** What a speaker has, so that it is not filled in, and whether the speaker is linked to an account. */
const speakerState = sql`
  array_remove(array[
    case when speakers.bio is not null then 'bio' end,
    case when speakers.image_url is not null then 'image_url' end,
    case when exists (select from social_links where speaker_id = speakers.id) then 'links' end
  ], null) as has, speakers.user_id is not null as is_claimed`

/** Of several namespaces the first that has a key. */
const readKnownPeople = (db: Database, namespaces: string[], keys: string[]) =>
  rowsAsJson<KnownPerson>(db)`
    select distinct on (person_key) person_key as key, source_people.name, speaker_id, speakers.name as speaker_name, source_fields, ${speakerState}
    from source_people join speakers on speakers.id = speaker_id
    where namespace = any (${sql.param(namespaces)}::text[]) and person_key = any (${sql.param(keys)}::text[])
    order by person_key, array_position(${sql.param(namespaces)}::text[], namespace)`

/** Whom the other editions of the series, the newest first, have under an id. */
async function readEditionPeople(
  db: Database,
  { id }: SyncedEvent,
  { namespace, keys }: { namespace: string; keys: string[] },
) {
  const editions = await rows<{ id: string; url: string | null }>(db)`
    select events.id, url from events left join programme_sources on event_id = events.id
    where series_id = (select series_id from events where id = ${id}::uuid) and events.id <> ${id}::uuid
    order by start_date desc, events.id`
  const namespaces = editions
    .flatMap((edition) => [namespaceOf(edition.id, edition.url), namespaceOf(edition.id, null)])
    .filter((other) => other !== namespace)
  const ids = namespaces.length > 0 ? keys.filter((key) => !key.startsWith('name:')) : []
  return inBatches(ids, (batch) => readKnownPeople(db, namespaces, batch))
}

const readCandidates = (db: Database, event: SyncedEvent, names: string[]) =>
  rowsAsJson<SpeakerCandidate>(db)`
    select speakers.id, speakers.name, named.name_key, ${speakerState},
      exists (
        select from talk_speakers join talks on talks.id = talk_id join events on events.id = talks.event_id
        where speaker_id = speakers.id and (
          events.id = ${event.id}::uuid or series_id = (select series_id from events where id = ${event.id}::uuid)
        )
      ) as is_in_series,
      array(
        select events.name from talk_speakers join talks on talks.id = talk_id join events on events.id = talks.event_id
        where speaker_id = speakers.id group by events.id, events.name order by max(start_date) desc limit 3
      ) as events
    from speakers join (
      select id, name_key from speakers where name_key = any (${sql.param(names)}::text[])
      union
      select speaker_id, name_key from speaker_names where name_key = any (${sql.param(names)}::text[])
    ) as named on named.id = speakers.id
    order by speakers.created_at, speakers.id`
