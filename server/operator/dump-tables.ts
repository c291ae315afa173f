import { type SQL, sql } from 'drizzle-orm'
import { isListed } from '#features/events/event-calls.server.ts'

type PublicTable = {
  /** The view without hidden records, where there is one. Its rows are ordered by their columns, the first before the second. */
  name: string
  columns: string[]
  /** Decided not to be in a dump: private, hidden or counted and derived from other columns. */
  withheld: string[]
  /** Which rows, where not all. */
  rows?: SQL
  /** What stands in a column instead of its own value. */
  values?: Record<string, SQL>
}

const words = (text: string) => text.trim().split(/\s+/)

/** Those whose licence lets us pass them on. */
const eventIds = sql`
  select id from events where not exists (select from event_origins where event_id = events.id and is_restricted)`
const ofEvent = sql`event_id in (${eventIds})`
const talkIds = sql`select id from talks where ${ofEvent}`
/** Not those who spoke at nothing but conferences that are left out. */
const speakerIds = sql`
  select id from speakers where not exists (select from talk_speakers where speaker_id = speakers.id)
    or exists (select from talk_speakers where speaker_id = speakers.id and talk_id in (${talkIds}))`
const ofTalk = sql`talk_id in (${talkIds})`
const ofSpeaker = sql`speaker_id in (${speakerIds})`
/** A picture that was uploaded is not in the dump. */
const linkedPicture = (name: string) =>
  sql`case when ${sql.identifier(name)} not like '/%' then ${sql.identifier(name)} end`

/** Old addresses that lead, in one step or more, to what the dump contains. */
const leadsToPublic = sql`
  with recursive lasting as (
    select kind, key from old_addresses where case kind
        when 'event' then new_key in (select slug from events where id in (${eventIds}))
        when 'talk' then new_key in (select number::text from talks where ${ofEvent})
        when 'speaker' then new_key in (select id::text from speakers where id in (${speakerIds}))
        when 'topic' then new_key in (select fold(name) from topics)
        when 'city' then new_key in (select city_key from events where id in (${eventIds}))
        when 'country' then new_key in (select country_key from events where id in (${eventIds}))
        when 'series' then new_key in (
          select slug from series where exists (select from events where series_id = series.id and id in (${eventIds}))
        )
      end
    union
    select old.kind, old.key from old_addresses as old
    join lasting on lasting.kind = old.kind and lasting.key = old.new_key
  )
  select kind, key from lasting`

/** What a dump contains: each table after those that it refers to. server/operator/dump.db.test.ts fails on a column that is not decided. */
export const publicTables: PublicTable[] = [
  {
    name: 'series',
    columns: words('id name slug description website created_at'),
    withheld: ['name_key'],
    rows: sql`exists (select from events where series_id = series.id and id in (${eventIds}))`,
  },
  {
    name: 'topics',
    columns: words('id name created_at'),
    withheld: words('event_count created_by'),
  },
  {
    name: 'events',
    columns: words(`
      id name slug description start_date end_date location_name country_name website time_zone created_at updated_at
      code_of_conduct_url sequence logo_url status status_note first_start_date first_end_date series_id format languages
      price captions sign_language step_free childcare quiet_room scholarships accounts hashtag
      confirmation`),
    withheld: words('created_by import_id name_key city_key country_key conference_key tags doc is_hidden'),
    rows: sql`id in (${eventIds})`,
    values: { logo_url: linkedPicture('logo_url'), confirmation: sql`nullif(confirmation, 'refused')` },
  },
  {
    name: 'event_tags',
    columns: words('event_id tag created_at'),
    withheld: words('start_date is_hidden'),
    rows: ofEvent,
  },
  {
    name: 'event_origins',
    columns: words('event_id source_name licence'),
    withheld: ['is_restricted'],
    rows: ofEvent,
  },
  {
    name: 'speakers',
    columns: words(`
      id name bio location_name country_code country_name image_url created_at updated_at shows_former_names`),
    withheld: words('events_spoken_at unique_conferences user_id created_by name_key doc is_hidden'),
    rows: sql`id in (${speakerIds})`,
    values: { image_url: linkedPicture('image_url') },
  },
  {
    name: 'speaker_names',
    columns: words('speaker_id name created_at'),
    withheld: ['name_key'],
    rows: sql`${ofSpeaker} and exists (select from speakers where id = speaker_id and shows_former_names)`,
  },
  { name: 'social_links', columns: words('speaker_id platform handle'), withheld: [], rows: ofSpeaker },
  {
    name: 'tracks',
    columns: words('id event_id name description position'),
    withheld: words('created_by source_key'),
    rows: ofEvent,
  },
  {
    name: 'talks',
    columns: words(`
      id event_id title description date start_time end_time location track_id created_at updated_at number subtitle
      language type url feedback_url status recording day sequence`),
    withheld: words('slides_url video_url created_by doc source_key source_values is_hidden'),
    rows: ofEvent,
  },
  {
    name: 'breaks',
    columns: words('id event_id title description date start_time end_time track_id updated_at'),
    withheld: words('created_by source_key source_values'),
    rows: ofEvent,
  },
  {
    name: 'talk_speakers',
    columns: words('talk_id speaker_id position'),
    withheld: [],
    rows: sql`${ofTalk} and exists (select from speakers where id = speaker_id)`,
  },
  { name: 'talk_topics', columns: words('talk_id topic_id'), withheld: [], rows: ofTalk },
  {
    name: 'talk_links',
    columns: words('id talk_id event_id kind url title language position created_at listed_at'),
    withheld: words('canonical address_key status added_by decided_by is_hidden'),
    rows: sql`status = 'live' and ${ofTalk}`,
  },
  {
    name: 'calls',
    columns: words(`
      id event_id kind url opens_on closes_on closes_time time_zone travel hotel ticket formats languages note
      first_closes_on previous_closes_on sequence created_at updated_at listed_at`),
    withheld: words('status added_by opens_at closes_at earliest_closes_at'),
    rows: sql`${isListed} and ${ofEvent}`,
  },
  {
    name: 'old_addresses',
    columns: words('kind key new_key created_at'),
    withheld: [],
    rows: sql`(kind, key) in (${leadsToPublic})`,
  },
]

/** Tables of which nothing is in a dump: accounts, what people do, work that waits, and what follows from other tables. */
export const privateTables = words(`
  access_tokens account address_changes admin_actions announced_editions announcements calendar_feeds call_marks change_sets changed_rows
  changes digests directory_sources duplicate_pairs event_checks event_claims event_handovers event_import_skips
  event_imports event_invitations event_moves event_organisers event_states follows invitation_code_audit invitation_codes
  invitation_requests link_checks mail_outbox migrations muted_notifications not_duplicates notifications page_checks
  pictures places profiles programme_sources programme_syncs proposed_event_tags rate_limits reports series_proposals
  session shared_plans source_entries source_people source_questions source_runs speaker_claims speaker_topics
  speaking_confirmations suggestions suspensions talk_moves topic_proposals two_factors user user_events user_roles
  user_saved_talks verification words`)
