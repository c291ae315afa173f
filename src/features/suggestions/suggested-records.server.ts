import { eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Deciding, refusal } from '#features/decisions/decide.server.ts'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { suggestedForProgramme } from '#features/events/event-days.ts'
import { editedEvent, eventChanges, eventFields } from '#features/events/event-editing.schemas.ts'
import { lockEvent, saveEvent } from '#features/events/event-editing.server.ts'
import { organisersOf } from '#features/events/organisers.server.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { newTalk, talkDetail, talkFields } from '#features/programme/programme-editing.schemas.ts'
import { readTalkDetail, saveTalk } from '#features/programme/talk-saving.server.ts'
import { foreignTrack } from '#features/programme/tracks.server.ts'
import { seriesFields, seriesForm } from '#features/series/series.schemas.ts'
import { series } from '#features/series/series.tables.ts'
import { editSeries, lockSeries } from '#features/series/series-changes.server.ts'
import { editedSpeaker, speakerEdit, speakerFields } from '#features/speakers/speaker-editing.schemas.ts'
import { lockSpeakers, saveSpeaker, withListedCountry } from '#features/speakers/speaker-editing.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import type { Fields } from '#lib/form-fields.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import type { Values } from './suggestions.tables.ts'
import type { SuggestedKind } from './suggestions.ts'

type Save = Pick<Deciding, 'viewer' | 'site' | 'today'> & { tx: Database; id: string }

/** A record as it is stored, and who decides about it. `editor_ids` may save it themselves. */
export type SuggestedRecord = {
  name: string
  path: string
  editor_ids: string[]
  owner_ids: string[]
  stored: Values
}

type Kind = {
  fields: Fields
  /** What a CONFLICT shows of it. */
  edited: z.ZodType
  /** Of changes of a record as it is stored. */
  changes: (stored: Values) => z.ZodType<Values>
  /** The fields as they will be stored. */
  prepare?: (fields: Values) => Values
  /** Held until the transaction ends. */
  lock: (tx: Database, id: string) => Promise<unknown>
  /** What saving the form calls, after the rights were checked. */
  save: (step: Save, changes: Values) => Promise<unknown>
  /** A select of id and a SuggestedRecord. */
  records: SQL
}

const storedWith = (...pairs: SQL[]) =>
  sql`to_jsonb(record) || jsonb_build_object(${sql.join(pairs, sql`, `)})`
const link = (platform: string) =>
  sql`${sql.raw(`'${platform}'`)}, (select handle from social_links where speaker_id = record.id and platform = ${platform})`
const version = sql`'updated_at', record.updated_at::text`
const time = (name: string) => sql.raw(`'${name}', to_char(record.${name}, 'HH24:MI')`)

async function saveOfEvent({ tx, id, ...saving }: Save, changes: Values) {
  const before = (await lockEvent(tx, id))!
  const days = await rows<{ date: string }>(tx)`
    select date::text as date from talks where event_id = ${id}::uuid union select date::text from breaks where event_id = ${id}::uuid`
  const programme = suggestedForProgramme(
    before,
    { ...before, ...changes },
    days.map(({ date }) => date),
  )
  await saveEvent(tx, saving, before, { ...changes, programme })
}

async function saveOfTalk({ tx, id, ...saving }: Save, changes: Values) {
  const before = (await readTalkDetail(tx, id))!
  const event = (await lockEvent(tx, before.event_id))!
  await saveTalk(tx, saving, { event, before }, changes).catch(
    byConstraint({
      talks_track_id_event_id_fkey: () => refusal('CONFLICT', foreignTrack.message),
      talk_speakers_speaker_id_fkey: () => refusal('CONFLICT', 'One of the speakers no longer exists'),
    }),
  )
}

async function saveOfSpeaker({ tx, id, viewer }: Save, changes: Values) {
  const [before] = await lockSpeakers(tx, id)
  await saveSpeaker(tx, viewer, before!, changes)
}

async function saveOfSeries({ tx, id, viewer }: Save, changes: Values) {
  const [before] = await tx.select().from(series).where(eq(series.id, id))
  await editSeries(tx, viewer, before!, changes)
}

export const suggestedRecords: Record<SuggestedKind, Kind> = {
  event: {
    fields: eventFields,
    edited: editedEvent,
    changes: (event) => eventChanges(event as { start_date: string; end_date: string }),
    prepare: (fields) =>
      fields.country_name ? { ...fields, country_name: listedCountry(String(fields.country_name)) } : fields,
    lock: lockEvent,
    save: saveOfEvent,
    records: sql`
      select id, name, '/conferences/' || slug as path, array(${organisersOf(sql`record.id`)}) as editor_ids,
        array(${organisersOf(sql`record.id`)}) as owner_ids, ${storedWith(version)} as stored
      from events as record`,
  },
  talk: {
    fields: { ...talkFields, speaker_ids: talkFields.speakers },
    edited: talkDetail,
    changes: () => newTalk.partial(),
    async lock(tx, id) {
      const [talk] = await tx.select({ event_id: talks.event_id }).from(talks).where(eq(talks.id, id))
      if (talk) await lockEvent(tx, talk.event_id)
    },
    save: saveOfTalk,
    records: sql`
      select record.id, title as name, '/conferences/' || slug || '/talks/' || number as path,
        array(${organisersOf(sql`record.event_id`)}) as editor_ids,
        array(
          ${organisersOf(sql`record.event_id`)}
          union select speakers.user_id from talk_speakers join speakers on speakers.id = speaker_id
          where talk_id = record.id and speakers.user_id is not null
        ) as owner_ids,
        ${storedWith(
          version,
          time('start_time'),
          time('end_time'),
          sql`'speaker_ids', array(
            select speakers.id from talk_speakers join speakers on speakers.id = speaker_id
            where talk_id = record.id order by position, speakers.name
          )`,
          sql`'speakers', (
            select coalesce(json_agg(json_build_object('id', speakers.id, 'name', speakers.name) order by position, speakers.name), '[]')
            from talk_speakers join speakers on speakers.id = speaker_id where talk_id = record.id
          )`,
          sql`'topics', array(
            select topics.name from talk_topics join topics on topics.id = topic_id where talk_id = record.id order by topics.name
          )`,
        )} as stored
      from talks as record join events on events.id = record.event_id`,
  },
  speaker: {
    fields: speakerFields,
    edited: editedSpeaker,
    changes: () => speakerEdit.omit({ id: true, updated_at: true, shows_former_names: true }).partial(),
    prepare: withListedCountry,
    lock: lockSpeakers,
    save: saveOfSpeaker,
    records: sql`
      select id, name, '/speakers/' || id as path, array_remove(array[coalesce(user_id, created_by)], null) as editor_ids,
        array_remove(array[coalesce(user_id, created_by)], null) as owner_ids,
        ${storedWith(version, link('twitter'), link('github'), link('website'))} as stored
      from speakers as record`,
  },
  series: {
    fields: seriesFields,
    edited: seriesForm,
    changes: () => seriesForm.partial(),
    lock: lockSeries,
    save: saveOfSeries,
    records: sql`
      select id, name, '/series/' || slug as path, edition.owner_ids as editor_ids, edition.owner_ids, to_jsonb(record) as stored
      from series as record, lateral (
        select coalesce(array_agg(distinct created_by) filter (where created_by is not null), '{}') as owner_ids
        from events where series_id = record.id and ${isConfirmed()}
      ) as edition`,
  },
}

/** In a select of suggestions: their record, of whatever kind. */
export const joinSuggestedRecord = sql.join(
  Object.entries(suggestedRecords).map(
    ([kind, { records }]) =>
      sql`select * from (${records}) as of_kind where suggestions.kind = ${kind} and of_kind.id = suggestions.record_id`,
  ),
  sql` union all `,
)

/** The record, locked until the transaction ends. */
export async function lockRecord(
  tx: Database,
  kind: SuggestedKind,
  id: string,
): Promise<SuggestedRecord | undefined> {
  await suggestedRecords[kind].lock(tx, id)
  const [record] = await rows<SuggestedRecord>(tx)`
    select * from (${suggestedRecords[kind].records}) as of_kind where id = ${id}::uuid`
  return record
}
