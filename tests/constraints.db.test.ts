import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provisions } from '#features/events/event-provisions.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall, markCall } from '#tests/support/factories/calls.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { useStore } from './support/database.ts'

const context = useStore()

// What breaks a text's rule, one statement for each half of the rule. Every table holds at least one row.
const set = (table: string, column: string, value: string) => `update ${table} set ${column} = ${value}`
const breakLine = (table: string, column: string, maxLength: number) => [
  set(table, column, `U&'before\\202Eafter'`),
  set(table, column, `E'one\\ntwo'`),
  set(table, column, `'  '`),
  set(table, column, `U&'\\200B\\3164'`),
  set(table, column, `repeat('x', ${maxLength + 1})`),
]
const breakLength = (table: string, column: string, maxLength: number) => [
  set(table, column, `repeat('x', ${maxLength + 1})`),
]
const breakUrl = (table: string, column: string) => [
  set(table, column, `'javascript:alert(1)'`),
  set(table, column, `'https://example.com/"onclick="'`),
  set(table, column, `U&'https://ex\\202Eample.com'`),
  set(table, column, `'https://' || repeat('x', 2000)`),
]
const breakPicture = (table: string, column: string) => [
  ...breakUrl(table, column),
  set(table, column, `'/pictures/short.webp'`),
  set(table, column, `'//pictures/' || repeat('0', 32) || '.webp'`),
]
const breakEnum = (table: string, column: string) => [set(table, column, `'other'`)]
const breakTimes = (table: string) => [
  `update ${table} set status = 'approved'`,
  `update ${table} set status = 'rejected'`,
  `update ${table} set approved_at = now()`,
]
/** once_more() inserts a table's first row again, with what changes. */
const copyWith = (table: string, changes: string) => [
  `select once_more('${table}', jsonb_build_object(${changes}))`,
]
const copyWithNewId = (table: string) => copyWith(table, `'id', gen_random_uuid()`)
/** As a target of foreign keys it holds the primary key's column: it can be broken once that one is gone. */
const withoutPrimaryKey = (table: string) => [
  `do $$ begin alter table ${table} drop constraint ${table.replace('all_', '')}_pkey cascade; perform once_more('${table}'); end $$`,
]

const changeOfAnother = (oldToken: string, newToken: string) => `
  insert into address_changes (user_id, old_email, new_email, old_token_hash, new_token_hash, expires_at)
  select id, 'x', 'y', '${oldToken}', '${newToken}', now() from "user"
  where id not in (select user_id from address_changes) limit 1`

/** Of no row, before all others and after them. */
const firstId = '00000000-0000-0000-0000-000000000001'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const nobody = 'gen_random_uuid()'

/** Every constraint and every trigger that refuses, by name, with what breaks it. */
const table: Record<string, string[]> = {
  user_email_is_lower_case: [
    set('"user"', 'email', 'upper(email)'),
    set('"user"', 'email', `id || repeat('x', 254)`),
  ],
  user_email_is_unique: [set('"user"', 'email', `'one@example.com'`)],
  user_needs_an_unspent_invitation: [
    `insert into "user" (name, email, invitation_code) values ('A', 'a@example.com', 'NOSUCHCODE')`,
    `insert into "user" (name, email, invitation_code) select 'A', 'a@example.com', invitation_code from "user" limit 1`,
  ],
  session_token_is_unique: copyWithNewId('session'),
  account_is_unique_per_provider: copyWithNewId('account'),
  two_factors_one_per_user: copyWithNewId('two_factors'),
  event_handovers_lead_to_another_person: [set('event_handovers', 'to_id', 'from_id')],
  address_changes_old_token_hash_is_unique: [changeOfAnother('one', 'three')],
  address_changes_new_token_hash_is_unique: [changeOfAnother('three', 'two')],
  address_changes_new_email_is_lower_case: [
    set('address_changes', 'new_email', `'A@example.com'`),
    set('address_changes', 'new_email', `repeat('x', 255)`),
  ],
  address_changes_lead_to_another_address: [set('address_changes', 'new_email', 'old_email')],
  reports_kind_is_known: breakEnum('reports', 'kind'),
  reports_reason_is_known: [set('reports', 'reason', `'unknown'`)],
  reports_settled_by_fkey: ['update reports set settled_at = now(), settled_by = gen_random_uuid()'],
  reports_words_are_at_most_1000: breakLength('reports', 'words', 1000),
  reports_note_is_at_most_1000: [`update reports set settled_at = now(), note = repeat('x', 1001)`],
  reports_only_settled_ones_have_a_note: [
    set('reports', 'note', `'x'`),
    set('reports', 'settled_by', 'reporter_id'),
  ],
  reports_one_open_per_person: copyWithNewId('reports'),
  profiles_full_name_is_one_line_of_100: breakLine('profiles', 'full_name', 100),
  profiles_bio_is_at_most_5000: breakLength('profiles', 'bio', 5000),
  profiles_website_is_a_web_address: breakUrl('profiles', 'website'),
  profiles_avatar_url_is_a_picture: breakPicture('profiles', 'avatar_url'),
  profiles_organisation_is_one_line_of_100: breakLine('profiles', 'organisation', 100),
  profiles_city_is_one_line_of_100: breakLine('profiles', 'city', 100),
  profiles_headline_is_one_line_of_150: breakLine('profiles', 'headline', 150),
  profiles_attendance_visibility_is_known: breakEnum('profiles', 'attendance_visibility'),
  profiles_handles_are_at_most_100: ['bluesky', 'github', 'mastodon', 'linkedin', 'twitch'].flatMap(
    (platform) => breakLength('profiles', `${platform}_handle`, 100),
  ),
  profiles_extra_invitations_are_0_to_1000: [
    set('profiles', 'extra_invitations', '-1'),
    set('profiles', 'extra_invitations', '1001'),
  ],
  profiles_id_fkey: [`insert into profiles (id) values (${nobody})`],
  user_roles_role_is_known: breakEnum('user_roles', 'role'),
  user_roles_keep_one_admin: ['delete from user_roles', 'delete from "user"'],
  topic_proposals_name_is_one_line_of_100: [
    ...breakLine('topic_proposals', 'name', 100),
    set('topic_proposals', 'name', `' a'`),
  ],
  topic_proposals_name_is_unique_when_folded: copyWithNewId('topic_proposals'),
  directory_sources_name_is_one_line_of_100: [
    ...breakLine('directory_sources', 'name', 100),
    set('directory_sources', 'name', `' a'`),
  ],
  directory_sources_licence_is_one_line_of_100: [
    ...breakLine('directory_sources', 'licence', 100),
    set('directory_sources', 'licence', `' a'`),
  ],
  directory_sources_name_is_unique_when_folded: copyWithNewId('directory_sources'),
  directory_sources_format_is_known: breakEnum('directory_sources', 'format'),
  source_entries_key_is_unique: copyWithNewId('source_entries'),
  source_entries_state_is_known: breakEnum('source_entries', 'state'),
  source_questions_kind_is_known: breakEnum('source_questions', 'kind'),
  source_questions_one_of_a_kind: copyWithNewId('source_questions'),
  topics_name_is_unique: copyWithNewId('topics'),
  topics_name_is_unique_when_folded: copyWith('topics', `'id', gen_random_uuid(), 'name', 'ÇAFÉ'`),
  topics_name_is_one_line_of_100: [
    ...breakLine('topics', 'name', 100).map((statement) => `${statement} where name = 'Spare'`),
    set('topics', 'name', `' Spare' where name = 'Spare'`),
  ],
  topics_event_count_is_not_negative: [set('topics', 'event_count', '-1')],
  invitation_codes_code_is_unique: copyWithNewId('invitation_codes'),
  invitation_codes_code_is_4_to_20_capitals_or_digits: [`'lower'`, `'ABC'`, `repeat('X', 21)`].flatMap(
    (code) => copyWith('invitation_codes', `'id', gen_random_uuid(), 'code', ${code}`),
  ),
  invitation_requests_email_is_unique: copyWithNewId('invitation_requests'),
  invitation_requests_email_is_lower_case: [
    set('invitation_requests', 'email', 'upper(email)'),
    set('invitation_requests', 'email', `repeat('x', 255)`),
  ],
  invitation_requests_reason_is_1_to_1000: [
    set('invitation_requests', 'reason', `'  '`),
    ...breakLength('invitation_requests', 'reason', 1000),
  ],
  invitation_code_audit_action_is_known: breakEnum('invitation_code_audit', 'action'),
  speakers_name_is_2_to_100: [...breakLine('speakers', 'name', 100), set('speakers', 'name', `'x '`)],
  speakers_bio_is_at_most_1000: breakLength('speakers', 'bio', 1000),
  speakers_location_is_at_most_100: breakLine('speakers', 'location_name', 100),
  speakers_country_is_at_most_100: breakLine('speakers', 'country_name', 100),
  speakers_country_code_is_2_capitals: [
    set('speakers', 'country_code', `'no'`),
    set('speakers', 'country_code', `'NOR'`),
  ],
  speakers_image_url_is_a_picture: breakPicture('speakers', 'image_url'),
  speakers_have_no_angle_brackets: ['name', 'bio', 'location_name'].map((column) =>
    set('speakers', column, `'<b>'`),
  ),
  speakers_one_profile_per_user: copyWithNewId('all_speakers'),
  social_links_platform_is_known: breakEnum('social_links', 'platform'),
  social_links_handle_fits_platform: [
    set('social_links', 'handle', `'javascript:alert(1)'`),
    `update social_links set platform = 'github', handle = repeat('x', 101)`,
  ],
  speaker_claims_status_is_known: breakEnum('speaker_claims', 'status'),
  speaker_claims_times_fit_status: breakTimes('speaker_claims'),
  speaker_claims_reason_is_at_most_1000: breakLength('speaker_claims', 'rejection_reason', 1000),
  speaker_claims_one_live_claim_per_user: copyWithNewId('speaker_claims'),
  event_imports_status_is_known: breakEnum('event_imports', 'status'),
  event_imports_unknown_columns_are_at_most_50: [
    set('event_imports', 'unknown_columns', `array_fill('x'::text, array[51])`),
    set('event_imports', 'unknown_columns', `array[repeat('x', 5001)]`),
  ],
  events_slug_is_unique: copyWithNewId('all_events'),
  events_slug_is_url_safe: [`'No'`, `'a/b'`, `'new'`, `repeat('x', 201)`].flatMap((slug) =>
    copyWith('all_events', `'id', gen_random_uuid(), 'slug', ${slug}`),
  ),
  events_slug_never_changes: [set('events', 'slug', `'other' where slug = 'one'`)],
  events_name_is_3_to_200: [
    ...breakLine('events', 'name', 200),
    set('events', 'name', `'XP', import_id = null`),
  ],
  events_description_is_at_most_20000: breakLength('events', 'description', 20_000),
  events_location_is_1_to_100: breakLine('events', 'location_name', 100),
  events_country_is_1_to_100: breakLine('events', 'country_name', 100),
  events_end_is_not_before_start: [set('events', 'end_date', 'start_date - 1')],
  events_year_is_1900_to_2200: [
    set('events', 'start_date', `'1899-12-31'`),
    set('events', 'end_date', `'2201-01-01'`),
    set('events', 'end_date', `'infinity'`),
  ],
  events_website_is_a_web_address: breakUrl('events', 'website'),
  events_logo_url_is_a_picture: breakPicture('events', 'logo_url'),
  events_code_of_conduct_url_is_a_web_address: breakUrl('events', 'code_of_conduct_url'),
  events_format_is_known: breakEnum('events', 'format'),
  events_accounts_are_web_addresses: [
    set('events', 'accounts', `'@name@fosstodon.org'`),
    set('events', 'accounts', `'https://a.example  https://b.example'`),
    set('events', 'accounts', `'https://' || repeat('a', 2000)`),
  ],
  events_hashtag_is_a_word: [set('events', 'hashtag', `'##a'`), set('events', 'hashtag', `'a b'`)],
  events_languages_look_like_bcp_47: [
    set('events', 'languages', `'English'`),
    set('events', 'languages', `'en,de'`),
    set('events', 'languages', `repeat('en, ', 30) || 'en'`),
  ],
  events_price_is_free_or_in_a_currency: [
    set('events', 'price', `'150'`),
    set('events', 'price', `'150 euros'`),
  ],
  ...Object.fromEntries(provisions.map((name) => [`events_${name}_is_yes_or_no`, breakEnum('events', name)])),
  events_time_zone_looks_like_iana: [
    set('events', 'time_zone', `'Europe/Oslo; drop'`),
    set('events', 'time_zone', `repeat('x', 65)`),
  ],
  event_tags_are_added_and_removed: [
    set('event_tags', 'tag', `'Spare'`),
    set('event_tags', 'event_id', `(select id from events where slug = 'two')`),
  ],
  event_tags_event_id_fkey: [`insert into event_tags (event_id, tag) values (${nobody}, 'Spare')`],
  event_tags_tag_fkey: [`insert into event_tags (event_id, tag) select id, 'Unknown' from events limit 1`],
  event_claims_one_per_event_and_user: copyWithNewId('event_claims'),
  event_claims_status_is_known: breakEnum('event_claims', 'status'),
  event_claims_times_fit_status: breakTimes('event_claims'),
  calls_kind_is_known: breakEnum('calls', 'kind'),
  calls_status_is_known: breakEnum('calls', 'status'),
  calls_url_is_a_web_address: breakUrl('calls', 'url'),
  calls_have_a_url_or_a_day: [`update calls set url = null, closes_on = null`],
  calls_close_after_they_open: [set('calls', 'opens_on', `'2027-02-01'`)],
  calls_with_a_time_have_a_day: [`update calls set closes_on = null, closes_time = '12:00'`],
  calls_open_between_1900_and_2200: [set('calls', 'opens_on', `'1899-12-31'`)],
  calls_close_between_1900_and_2200: [set('calls', 'closes_on', `'2201-01-01'`)],
  calls_time_zone_looks_like_iana: [set('calls', 'time_zone', `'EST5EDT,M3.2.0,M11.1.0'`)],
  calls_travel_is_known: breakEnum('calls', 'travel'),
  calls_hotel_is_known: breakEnum('calls', 'hotel'),
  calls_ticket_is_known: breakEnum('calls', 'ticket'),
  calls_formats_are_one_line_of_200: breakLine('calls', 'formats', 200),
  calls_languages_are_codes: [
    set('calls', 'languages', `'{English}'`),
    set('calls', 'languages', `'{en,en,en,en,en,en,en,en,en,en,en}'`),
  ],
  calls_note_is_at_most_1000: breakLength('calls', 'note', 1000),
  call_marks_state_is_known: breakEnum('call_marks', 'state'),
  call_marks_note_is_at_most_2000: breakLength('call_marks', 'note', 2000),
  digests_weekday_is_1_to_7: [set('digests', 'weekday', '0'), set('digests', 'weekday', '8')],
  digests_hour_is_0_to_23: [set('digests', 'hour', '-1'), set('digests', 'hour', '24')],
  digests_time_zone_looks_like_iana: [set('digests', 'time_zone', `'not a zone'`)],
  event_states_status_is_known: breakEnum('event_states', 'status'),
  follows_one_thing: [set('follows', 'topic_id', 'null'), set('follows', 'country_key', `'norway'`)],
  follows_person_id_fkey: [`update follows set topic_id = null, person_id = gen_random_uuid()`],
  follows_speaker_id_fkey: [`update follows set topic_id = null, speaker_id = gen_random_uuid()`],
  source_runs_set_id_fkey: ['update source_runs set set_id = 0'],
  follows_series_id_fkey: [`update follows set topic_id = null, series_id = gen_random_uuid()`],
  follows_event_id_fkey: [`update follows set topic_id = null, event_id = gen_random_uuid()`],
  follows_programme_notice_is_of_an_event: [set('follows', 'programme_notice_at', 'now()')],
  follows_each_thing_once: [`insert into follows select * from follows limit 1`],
  follows_another_person: [`update follows set topic_id = null, person_id = user_id`],
  follows_city_is_1_to_100: [`update follows set topic_id = null, city_key = repeat('x', 101)`],
  follows_country_is_1_to_100: [`update follows set topic_id = null, country_key = repeat('x', 101)`],
  calendar_feeds_kind_is_known: breakEnum('calendar_feeds', 'kind'),
  calendar_feeds_name_is_1_to_100: breakLine('calendar_feeds', 'name', 100),
  calendar_feeds_at_most_10_per_person: [
    `insert into calendar_feeds (user_id, kind, name)
      select user_id, kind, name from calendar_feeds, generate_series(1, 10)`,
  ],
  access_tokens_name_is_1_to_100: breakLine('access_tokens', 'name', 100),
  access_tokens_hash_is_unique: copyWithNewId('access_tokens'),
  access_tokens_hash_is_sha256: [set('access_tokens', 'hash', `sha256('one') || sha256('two')`)],
  access_tokens_scope_is_known: breakEnum('access_tokens', 'scope'),
  access_tokens_event_id_fkey: [set('access_tokens', 'scope', `'programme', event_id = gen_random_uuid()`)],
  access_tokens_of_a_programme_name_its_conference: [set('access_tokens', 'scope', `'programme'`)],
  access_tokens_last_a_year_at_most: [set('access_tokens', 'expires_at', `created_at + interval '367 days'`)],
  access_tokens_at_most_10_per_person: [
    `insert into access_tokens (user_id, name, hash, scope, expires_at)
      select user_id, name, sha256(n::text::bytea), scope, expires_at from access_tokens, generate_series(1, 10) as n`,
  ],
  user_events_visibility_is_known: breakEnum('user_events', 'visibility'),
  shared_plans_one_per_event: [
    `insert into shared_plans (user_id, event_id) select user_id, event_id from shared_plans`,
  ],
  series_slug_is_unique: copyWithNewId('series'),
  series_slug_is_url_safe: [set('series', 'slug', `'Two Words'`), set('series', 'slug', `repeat('x', 201)`)],
  series_name_is_2_to_200: [...breakLine('series', 'name', 200), set('series', 'name', `'x'`)],
  series_description_is_at_most_2000: breakLength('series', 'description', 2000),
  series_website_is_a_web_address: breakUrl('series', 'website'),
  series_proposals_name_is_2_to_200: [
    ...breakLine('series_proposals', 'name', 200),
    set('series_proposals', 'name', `'x'`),
  ],
  series_proposals_score_is_0_to_1: [set('series_proposals', 'score', '2')],
  series_proposals_same_editions_once: copyWithNewId('series_proposals'),
  series_proposals_series_id_fkey: [set('series_proposals', 'series_id', nobody)],
  duplicate_pairs_are_in_order: [set('duplicate_pairs', 'other_id', 'one_id')],
  duplicate_pairs_one_id_fkey: [set('duplicate_pairs', 'one_id', `'${firstId}'`)],
  duplicate_pairs_other_id_fkey: [set('duplicate_pairs', 'other_id', `'${lastId}'`)],
  duplicate_pairs_verdict_is_known: breakEnum('duplicate_pairs', 'verdict'),
  not_duplicates_are_in_order: [set('not_duplicates', 'other_id', 'one_id')],
  not_duplicates_one_id_fkey: [set('not_duplicates', 'one_id', `'${firstId}'`)],
  not_duplicates_other_id_fkey: [set('not_duplicates', 'other_id', `'${lastId}'`)],
  announced_editions_event_id_fkey: [set('announced_editions', 'event_id', nobody)],
  announcements_audience_is_known: breakEnum('announcements', 'audience'),
  announcements_message_is_1_to_1000: [
    ...breakLength('announcements', 'message', 1000),
    set('announcements', 'message', `' '`),
  ],
  event_claims_reason_is_at_most_1000: breakLength('event_claims', 'reason', 1000),
  tracks_belong_to_event: withoutPrimaryKey('all_tracks'),
  tracks_name_is_1_to_200: breakLine('tracks', 'name', 200),
  tracks_description_is_at_most_5000: breakLength('tracks', 'description', 5000),
  tracks_position_is_not_negative: [set('tracks', 'position', '-1')],
  tracks_event_id_fkey: [`insert into tracks (event_id, name) values (${nobody}, 'Track')`],
  breaks_title_is_1_to_200: breakLine('breaks', 'title', 200),
  breaks_description_is_at_most_5000: breakLength('breaks', 'description', 5000),
  breaks_event_id_fkey: [set('breaks', 'track_id', `null, event_id = ${nobody}`)],
  breaks_track_id_event_id_fkey: [
    set('breaks', 'track_id', nobody),
    set('breaks', 'event_id', `(select id from events where slug = 'two')`),
  ],
  talks_belong_to_event: withoutPrimaryKey('all_talks'),
  talks_stay_with_their_event: [
    `update talks set track_id = null, event_id = (select id from events where slug = 'two') where title = 'Spare'`,
  ],
  talks_title_is_1_to_500: breakLine('talks', 'title', 500),
  talks_description_is_at_most_20000: breakLength('talks', 'description', 20_000),
  talks_location_is_at_most_200: breakLine('talks', 'location', 200),
  talks_slides_url_is_a_web_address: breakUrl('talks', 'slides_url'),
  talks_video_url_is_a_web_address: breakUrl('talks', 'video_url'),
  talk_links_kind_is_known: [set('talk_links', 'kind', `'film'`)],
  talk_links_status_is_known: breakEnum('talk_links', 'status'),
  talk_links_url_is_a_web_address: breakUrl('talk_links', 'url'),
  talk_links_title_is_1_to_200: breakLine('talk_links', 'title', 200),
  talk_links_language_looks_like_bcp_47: [
    set('talk_links', 'language', `'e'`),
    set('talk_links', 'language', `'en us'`),
  ],
  talk_links_address_is_unique: copyWithNewId('all_talk_links'),
  link_checks_url_is_a_web_address: breakUrl('link_checks', 'url'),
  link_checks_picture_is_stored_here: [
    set('link_checks', 'picture', `'/pictures/short.webp'`),
    set('link_checks', 'picture', `'https://example.com/pictures/' || repeat('0', 32) || '.webp'`),
  ],
  link_checks_counts_are_not_negative: [
    set('link_checks', 'failures', '-1'),
    set('link_checks', 'unanswered', '-1'),
  ],
  talks_number_is_unique: copyWithNewId('all_talks'),
  talks_subtitle_is_1_to_500: breakLine('talks', 'subtitle', 500),
  talks_language_looks_like_bcp_47: [
    set('talks', 'language', `'e'`),
    set('talks', 'language', `'en us'`),
    set('talks', 'language', `'en-'`),
  ],
  talks_type_is_1_to_100: breakLine('talks', 'type', 100),
  talks_url_is_a_web_address: breakUrl('talks', 'url'),
  talks_feedback_url_is_a_web_address: breakUrl('talks', 'feedback_url'),
  talks_status_is_known: breakEnum('talks', 'status'),
  talks_recording_is_known: breakEnum('talks', 'recording'),
  talks_day_is_its_date_or_the_one_before: [
    set('talks', 'day', 'date + 1'),
    set('talks', 'day', 'date - 2'),
    set('talks', 'day', `'infinity'`),
  ],
  talks_event_id_fkey: [`insert into talks (event_id, title, date) values (${nobody}, 'Talk', '2027-03-01')`],
  user_saved_talks_talk_id_event_id_fkey: [
    set('user_saved_talks', 'talk_id', nobody),
    set('user_saved_talks', 'event_id', `(select id from events where slug = 'two')`),
  ],
  talks_source_key_is_1_to_400: [
    set('talks', 'source_key', `'' where source_key is not null`),
    set('talks', 'source_key', `repeat('x', 401) where source_key is not null`),
  ],
  talks_have_both_key_and_values: [set('talks', 'source_values', 'null'), set('talks', 'source_key', 'null')],
  talks_source_key_is_unique: [`update talks set source_key = 'one', source_values = '{}'`],
  breaks_source_key_is_1_to_400: [
    set('breaks', 'source_key', `''`),
    set('breaks', 'source_key', `repeat('x', 401)`),
  ],
  breaks_have_both_key_and_values: [
    set('breaks', 'source_values', 'null'),
    set('breaks', 'source_key', 'null'),
  ],
  breaks_source_key_is_unique: copyWithNewId('breaks'),
  tracks_source_key_is_1_to_200: [
    set('tracks', 'source_key', `''`),
    set('tracks', 'source_key', `repeat('x', 201)`),
  ],
  tracks_source_key_is_unique: copyWithNewId('all_tracks'),
  programme_sources_format_is_known: breakEnum('programme_sources', 'format'),
  programme_sources_url_is_a_web_address: breakUrl('programme_sources', 'url'),
  programme_sources_are_automatic_from_an_address: [
    `update programme_sources set url = null, is_automatic = true`,
  ],
  programme_sources_failures_are_not_negative: [set('programme_sources', 'failures', '-1')],
  programme_syncs_status_is_known: breakEnum('programme_syncs', 'status'),
  programme_syncs_format_is_known: breakEnum('programme_syncs', 'format'),
  programme_syncs_url_is_a_web_address: breakUrl('programme_syncs', 'url'),
  programme_syncs_file_name_is_at_most_255: breakLine('programme_syncs', 'file_name', 255),
  programme_syncs_have_an_event: [set('programme_syncs', 'event_id', 'null')],
  programme_syncs_run_one_at_a_time: copyWithNewId('programme_syncs'),
  change_sets_via_is_known: breakEnum('change_sets', 'via'),
  change_sets_reason_is_at_most_1000: breakLength('change_sets', 'reason', 1000),
  changed_rows_action_is_known: breakEnum('changed_rows', 'action'),
  changed_rows_have_values_of_their_action: [
    `update changed_rows set before = '{}' where action = 'added'`,
    `update changed_rows set action = 'changed' where action = 'added'`,
    `update changed_rows set action = 'removed', before = '{}', after = '{}'`,
  ],
  source_people_name_is_at_most_100: breakLine('source_people', 'name', 100),
  notifications_kind_is_known: breakEnum('notifications', 'kind'),
  notifications_path_is_ours: [set('notifications', 'path', `'https://example.com'`)],
  muted_notifications_channel_is_known: breakEnum('muted_notifications', 'channel'),
  talk_moves_status_is_known: breakEnum('talk_moves', 'status'),
  muted_notifications_kind_is_known: breakEnum('muted_notifications', 'kind'),
  event_invitations_status_is_known: [`update event_invitations set status = 'other', answered_at = now()`],
  event_invitations_time_fits_status: [
    `update event_invitations set status = 'accepted'`,
    `update event_invitations set answered_at = now()`,
  ],
  words_kind_is_known: [
    `${set('words', 'kind', `'other'`)} where (kind, word) = (select kind, word from words limit 1)`,
  ],
  events_confirmation_is_known: breakEnum('events', 'confirmation'),
  events_status_is_known: breakEnum('events', 'status'),
  events_status_note_is_at_most_300: breakLine('events', 'status_note', 300),
  event_checks_asked_or_answered: [set('event_checks', 'asked_at', 'null')],
  suggestions_kind_is_known: breakEnum('suggestions', 'kind'),
  suggestions_status_is_known: [set('suggestions', 'status', `'other'`)],
  suggestions_decided_at_once: [
    set('suggestions', 'decided_at', 'now()'),
    set('suggestions', 'status', `'accepted'`),
  ],
  suggestions_change_something: [set('suggestions', 'changes', `'{}'`)],
  suggestions_reason_is_at_most_1000: breakLength('suggestions', 'reason', 1000),
  event_moves_status_is_known: breakEnum('event_moves', 'status'),
  old_addresses_kind_is_known: breakEnum('old_addresses', 'kind'),
  old_addresses_lead_elsewhere: [set('old_addresses', 'new_key', 'key')],
  pictures_name_is_32_hexadecimal_digits: [
    set('pictures', 'name', `repeat('0', 31)`),
    set('pictures', 'name', `repeat('G', 32)`),
  ],
  pictures_are_at_most_400_kb: [
    set('pictures', 'large', `decode(repeat('00', 400001), 'hex')`),
    set('pictures', 'small', `decode(repeat('00', 40001), 'hex')`),
  ],
  admin_actions_path_is_ours: [set('admin_actions', 'path', `'https://example.com'`)],
}

/** What refuses a statement once the first is switched off: two rules hold for it. */
const fallbackRule: Record<string, string> = {
  access_tokens_pkey: 'access_tokens_hash_is_unique',
  user_pkey: 'user_email_is_unique',
  series_pkey: 'series_slug_is_unique',
  series_proposals_pkey: 'series_proposals_same_editions_once',
  session_pkey: 'session_token_is_unique',
  two_factors_pkey: 'two_factors_one_per_user',
  address_changes_pkey: 'address_changes_old_token_hash_is_unique',
  reports_pkey: 'reports_one_open_per_person',
  shared_plans_pkey: 'shared_plans_one_per_event',
  account_pkey: 'account_is_unique_per_provider',
  topic_proposals_pkey: 'topic_proposals_name_is_unique_when_folded',
  directory_sources_pkey: 'directory_sources_name_is_unique_when_folded',
  source_entries_pkey: 'source_entries_key_is_unique',
  source_questions_pkey: 'source_questions_one_of_a_kind',
  topics_pkey: 'topics_name_is_unique',
  topics_name_is_unique: 'topics_name_is_unique_when_folded',
  invitation_codes_pkey: 'invitation_codes_code_is_unique',
  invitation_requests_pkey: 'invitation_requests_email_is_unique',
  speakers_pkey: 'speakers_one_profile_per_user',
  speaker_claims_pkey: 'speaker_claims_one_live_claim_per_user',
  events_pkey: 'events_slug_is_unique',
  event_claims_pkey: 'event_claims_one_per_event_and_user',
  tracks_pkey: 'tracks_belong_to_event',
  talk_links_pkey: 'talk_links_address_is_unique',
  talks_slides_url_is_a_web_address: 'talk_links_url_is_a_web_address',
  talks_video_url_is_a_web_address: 'talk_links_url_is_a_web_address',
  talks_pkey: 'talks_belong_to_event',
  talks_belong_to_event: 'talks_number_is_unique',
  tracks_belong_to_event: 'tracks_source_key_is_unique',
  breaks_pkey: 'breaks_source_key_is_unique',
  programme_syncs_pkey: 'programme_syncs_run_one_at_a_time',
}

/** At least one row in every table. */
beforeAll(async () => {
  const { db, execute } = context.store
  await execute(`
    create function once_more(which regclass, changes jsonb default '{}') returns void language plpgsql as $$
      declare
        columns text := (
          select string_agg('changed.' || quote_ident(attname), ', ') from pg_attribute
          where attrelid = which and attnum > 0 and not attisdropped and attgenerated = ''
        );
      begin
        execute format(
          'insert into %1$s (%3$s) overriding system value
            select %2$s from (select * from %1$s limit 1) as first, jsonb_populate_record(null::%1$s, to_jsonb(first) || $1) as changed',
          which, columns, replace(columns, 'changed.', '')
        ) using changes;
      end
    $$`)
  const admin = await makePerson(db, { isAdmin: true, password: 'a quiet hallway' })
  const [topic] = [await makeTopic(db, { name: 'Çafé' }), await makeTopic(db, { name: 'Spare' })]
  const [event] = [
    await makeEvent(db, { slug: 'one', tags: [topic.name], owner: admin }),
    await makeEvent(db, { slug: 'two' }),
  ]
  const speaker = await makeSpeaker(db, {
    user_id: admin.id,
    links: [{ platform: 'website', handle: 'https://example.com' }],
  })
  const track = await makeTrack(db, { event })
  const talk = await makeTalk(db, { event, track, speakers: [speaker], topics: [topic] })
  await makeTalk(db, { event, title: 'Spare' })
  await makeBreak(db, { event, track })
  await makeTalkLink(db, { talk, added_by: admin.id, decided_by: admin.id })
  const person = await makePerson(db, { invitedBy: admin })
  await attend(db, person, event)
  await saveTalk(db, person, talk)
  await claimEvent(db, person, event)
  await markCall(db, person, await makeCall(db, { event, added_by: admin.id, closes_on: '2027-01-31' }))
  await claimSpeaker(db, person, speaker)
  await execute(`
    insert into speaker_names (speaker_id, name) values ('${speaker.id}', 'Former');
    insert into session (user_id, token, expires_at) values ('${person.id}', 'token', now());
    insert into verification (identifier, value, expires_at) values ('one', 'two', now());
    insert into two_factors (user_id, secret, backup_codes) values ('${person.id}', 'one', 'two');
    insert into address_changes (user_id, old_email, new_email, old_token_hash, new_token_hash, expires_at) values ('${person.id}', 'a@example.com', 'b@example.com', 'one', 'two', now());
    insert into reports (reporter_id, kind, record_id, reason) values ('${person.id}', 'event', '${event.id}', 'spam');
    insert into directory_sources (name, format, licence) values ('A source', 'ical', 'MIT');
    with run as (insert into change_sets (via) values ('source') returning id)
    insert into source_runs (source_id, set_id, counts) select directory_sources.id, run.id, '{}' from directory_sources, run;
    insert into source_entries (source_id, key, values) select id, 'key', '{}' from directory_sources;
    insert into source_questions (event_id, kind) values ('${event.id}', 'page');
    insert into page_checks (event_id) values ('${event.id}');
    insert into event_origins (event_id, source_name, licence) values ('${event.id}', 'A source', 'MIT');
    insert into topic_proposals (name, proposed_by) values ('Proposed', '${person.id}');
    insert into proposed_event_tags (proposal_id, event_id) select id, '${event.id}' from topic_proposals;
    insert into event_imports (file_name) values ('file.csv');
    insert into event_import_skips (import_id, line, reason) select id, 1, 'broken' from event_imports;
    insert into event_invitations (event_id, user_id) values ('${event.id}', '${person.id}');
    insert into event_organisers (event_id, user_id) values ('${event.id}', '${person.id}');
    insert into shared_plans (user_id, event_id) values ('${person.id}', '${event.id}');
    insert into announcements (event_id, audience, message) values ('${event.id}', 'attendees', 'News');
    insert into series (name, slug) values ('Series', 'one');
    update events set series_id = (select id from series) where id = '${event.id}';
    insert into series_proposals (name, event_ids, score) values ('Proposed', '{}', 1);
    insert into duplicate_pairs (one_id, other_id, verdict)
      select one.id, other.id, 'same' from events as one join events as other on one.id < other.id limit 1;
    insert into not_duplicates (one_id, other_id) select one_id, other_id from duplicate_pairs;
    insert into announced_editions (event_id) values ('${event.id}');
    insert into event_handovers (event_id, from_id, to_id) values ('${event.id}', '${admin.id}', '${person.id}');
    insert into speaking_confirmations (user_id, event_id, is_confirmed) values ('${person.id}', '${event.id}', true);
    insert into event_checks (event_id, user_id, asked_at) values ('${event.id}', '${person.id}', now());
    insert into suggestions (kind, record_id, suggested_by, changes, former)
      values ('event', '${event.id}', '${person.id}', '{"name": "B"}', '{"name": "A"}');
    insert into event_moves (event_id, start_date, end_date, location_name, country_name) values ('${event.id}', now(), now(), 'Bergen', 'Norway');
    update talks set source_key = 'one', source_values = '{}' where id = '${talk.id}';
    update breaks set source_key = 'one', source_values = '{}';
    update tracks set source_key = 'one';
    insert into link_checks (address_key, url, host) values ('one', 'https://example.com/', 'example.com');
    insert into programme_sources (event_id, format, url) values ('${event.id}', 'csv', 'https://example.com');
    insert into programme_syncs (event_id, status, format, digest, begun_by) values ('${event.id}', 'applying', 'csv', 'one', '${admin.id}');
    insert into source_people (namespace, person_key, event_id, name, speaker_id) values ('example.com', 'one', '${event.id}', 'One', '${speaker.id}');
    insert into notifications (user_id, kind, message, path) values ('${person.id}', 'event_changed', 'Moved', '/');
    insert into muted_notifications (user_id, kind, channel) values ('${person.id}', 'event_changed', 'list');
    insert into mail_outbox (to_address, subject, text, html) values ('a@example.com', 'One', 'Two', 'Three');
    insert into talk_moves (talk_id, event_id, title, day, status, user_ids, due_at) values ('${talk.id}', '${event.id}', 'One', now(), 'scheduled', '{}', now());
    insert into suspensions (user_id, root_id) values ('${person.id}', '${person.id}');
    insert into follows (user_id, topic_id) values ('${person.id}', '${topic.id}');
    insert into digests (user_id, weekday, hour, time_zone, covered_until, next_due_at) values ('${person.id}', 1, 8, 'UTC', now(), now());
    insert into event_states (event_id, start_date, end_date, location_name, country_name, status) values ('${event.id}', now(), now(), 'Bergen', 'Norway', 'scheduled');
    insert into calendar_feeds (user_id, kind, name) values ('${person.id}', 'schedule', 'Phone');
    insert into access_tokens (user_id, name, hash, scope, expires_at) values ('${person.id}', 'Phone', sha256('one'), 'read', now());
    insert into invitation_requests (email, reason) values ('a@example.com', 'Please');
    insert into rate_limits (key, points, expires_at) values ('one', 1, now());
    insert into old_addresses (kind, key, new_key) values ('speaker', 'one', 'two');
    insert into pictures (name, large, small) values (repeat('0', 32), '', '');
    insert into changes (transaction, tag) values ('1', 'one') on conflict do nothing;
    insert into admin_actions (admin_id, action, subject) values ('${admin.id}', 'topic_added', 'Go')`)
})

type Rule = { name: string; kind: string; table: string; column: string | null; off: string }

/** Constraints but not null, unique indexes, and triggers whose function raises; and how each is switched off. */
const readRules = () =>
  rows<Rule>(
    context.store.db,
    sql`
      select conname as name, contype::text as kind, conrelid::regclass::text as table, attname as column,
        format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as off
      from pg_constraint left join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select indexrelid::regclass::text, 'index', indrelid::regclass::text, null,
        format('drop index %s', indexrelid::regclass)
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and indisunique
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      union all
      select coalesce((regexp_match(raised, 'constraint = ''([a-z0-9_]+)'''))[1], 'nameless in ' || proname), 'trigger',
        tgrelid::regclass::text, null, format('alter table %s disable trigger %I', tgrelid::regclass, tgname)
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid, lateral
        (select regexp_split_to_table(prosrc, 'raise exception') as raised offset 1) as each
      where not tgisinternal and pronamespace = 'public'::regnamespace
      order by name`,
  )

/** A foreign key is broken by somebody who isn't there, a primary key by its row once more, unless the table says more. */
const statementsFor = ({ name, kind, table: of, column }: Rule) =>
  table[name] ??
  (kind === 'f' ? [set(of, column!, nobody)] : kind === 'p' ? [`select once_more('${of}')`] : [])

async function outcome(db: Database, statement: string): Promise<string> {
  try {
    // Rolled back, so that the transaction goes on as if nothing was tried.
    await db.transaction(async (tx) => {
      await tx.execute(statement)
      tx.rollback()
    })
  } catch (error) {
    const name = constraintOf(error)
    if (name) return name
    if ((error as Error).message !== 'Rollback') return String((error as Error).cause ?? error)
  }
  return 'goes through'
}

test('every constraint, unique index and refusing trigger has its row, and no row is left over', async () => {
  const rules = await readRules()
  expect(rules.filter((rule) => statementsFor(rule).length === 0)).toEqual([])
  const names = new Set(rules.map(({ name }) => name))
  expect(Object.keys(table).filter((name) => !names.has(name))).toEqual([])
})

test('each refuses by its name what breaks it, and switched off it does not', async () => {
  const problems: string[] = []
  for (const each of await readRules()) {
    await context.store.db
      .transaction(async (tx) => {
        const statements = statementsFor(each)
        const outcomesWithRule: string[] = []
        for (const statement of statements) outcomesWithRule.push(await outcome(tx, statement))
        await tx.execute(each.off)
        for (const [index, statement] of statements.entries()) {
          const outcomeWithoutRule = await outcome(tx, statement)
          if (
            outcomesWithRule[index] !== each.name ||
            outcomeWithoutRule !== (fallbackRule[each.name] ?? 'goes through')
          )
            problems.push(
              `${each.name}: ${statement} | on: ${outcomesWithRule[index]} | off: ${outcomeWithoutRule}`,
            )
        }
        tx.rollback()
      })
      .catch((error) => {
        if (error.message !== 'Rollback') throw error
      })
  }
  expect(problems).toEqual([])
})
