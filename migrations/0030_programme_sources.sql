-- A programme that comes in from a file or an address: where from, what it said last of each row, each time it was brought
-- in with what that changed, and who of the source is which speaker here.

alter table talks
  add column source_key text,
  add column source_values jsonb,
  add constraint talks_source_key_is_1_to_400 check (char_length(source_key) between 1 and 400),
  add constraint talks_have_both_key_and_values check ((source_key is null) = (source_values is null));
create unique index talks_source_key_is_unique on talks (event_id, source_key) where source_key is not null;
comment on column talks.source_key is 'What the source of the programme calls it; null for a talk that was made here.';
comment on column talks.source_values is 'What the source said last: a field that differs from it was edited here, and stays.';

alter table breaks
  add column source_key text,
  add column source_values jsonb,
  add constraint breaks_source_key_is_1_to_400 check (char_length(source_key) between 1 and 400),
  add constraint breaks_have_both_key_and_values check ((source_key is null) = (source_values is null));
create unique index breaks_source_key_is_unique on breaks (event_id, source_key) where source_key is not null;

alter table tracks
  add column source_key text,
  add constraint tracks_source_key_is_1_to_200 check (char_length(source_key) between 1 and 200);
create unique index tracks_source_key_is_unique on tracks (event_id, source_key) where source_key is not null;
comment on column tracks.source_key is 'Its name in the source; here it may be called otherwise.';

-- What the source says is no edit of the row.
drop trigger talks_updated on talks;
create trigger talks_updated before update on talks
  for each row execute function set_updated_at('doc', 'sequence', 'created_by', 'source_key', 'source_values');
drop trigger breaks_updated on breaks;
create trigger breaks_updated before update on breaks
  for each row execute function set_updated_at('created_by', 'source_key', 'source_values');

create table programme_sources (
  event_id uuid primary key references events (id) on delete cascade,
  format text not null,
  url text,
  is_automatic boolean not null default false,
  etag text,
  last_modified text,
  digest text,
  deleted_keys text[] not null default '{}',
  checked_at timestamptz,
  next_check_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  last_error text,
  constraint programme_sources_format_is_known check (format in ('frab-xml', 'frab-json', 'sessionize', 'icalendar', 'csv')),
  constraint programme_sources_url_is_a_web_address check (is_web_url(url)),
  constraint programme_sources_are_automatic_from_an_address check (not is_automatic or url is not null),
  constraint programme_sources_failures_are_not_negative check (failures >= 0)
);
create index programme_sources_due on programme_sources (next_check_at) where is_automatic;
comment on table programme_sources is 'Where the programme of an event comes from. Another file or address takes the place of the one before.';
comment on column programme_sources.deleted_keys is 'Talks and breaks that the source has and that were deleted here by hand: they do not come in again.';

create table programme_syncs (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events (id) on delete cascade,
  status text not null,
  format text not null,
  url text,
  file_name text,
  document text,
  digest text not null,
  choices jsonb not null default '{}',
  is_quiet boolean not null default false,
  has_words boolean not null default false,
  report jsonb,
  warnings jsonb not null default '[]',
  begun_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  progressed_at timestamptz not null default now(),
  finished_at timestamptz,
  runner uuid,
  constraint programme_syncs_status_is_known
    check (status in ('preview', 'waiting', 'applying', 'done', 'unchanged', 'undoing', 'undone')),
  constraint programme_syncs_format_is_known check (format in ('frab-xml', 'frab-json', 'sessionize', 'icalendar', 'csv')),
  constraint programme_syncs_url_is_a_web_address check (is_web_url(url)),
  constraint programme_syncs_file_name_is_at_most_255 check (is_clean_line(file_name) and char_length(file_name) <= 255)
);
-- It is compressed already.
alter table programme_syncs alter column document set storage external;
create index programme_syncs_event_id on programme_syncs (event_id, created_at desc, id desc);
create index programme_syncs_begun_by on programme_syncs (begun_by);
create unique index programme_syncs_run_one_at_a_time on programme_syncs (event_id) where status in ('applying', 'undoing');
create index programme_syncs_old on programme_syncs (created_at) where document is not null;
comment on column programme_syncs.document is 'What was read, compressed; kept for thirty days.';
comment on column programme_syncs.choices is 'What was decided when it began: an interrupted run is continued with the same decisions.';
comment on column programme_syncs.has_words is 'Whether the words of what it brought are in the dictionary: they follow within a minute.';
comment on column programme_syncs.runner is 'The run that applies it. A later run takes over, and the earlier one stops at its next step.';

create table programme_changes (
  sync_id uuid not null references programme_syncs (id) on delete cascade,
  position integer generated always as identity,
  subject text not null,
  subject_id uuid not null,
  key text not null,
  kind text not null,
  before jsonb,
  after jsonb,
  kept jsonb not null default '[]',
  primary key (sync_id, position),
  constraint programme_changes_subject_is_known check (subject in ('talk', 'break', 'track', 'speaker')),
  constraint programme_changes_kind_is_known check (kind in ('added', 'changed', 'moved', 'removed', 'kept', 'silent'))
);
comment on table programme_changes is 'What a sync did, row by row, written with each row: its report, its undoing and the messages about it.';

create table source_people (
  namespace text not null,
  person_key text not null,
  event_id uuid references events (id) on delete cascade,
  name text not null,
  said text[] not null default '{}',
  speaker_id uuid not null references speakers (id) on delete cascade,
  primary key (namespace, person_key),
  constraint source_people_name_is_at_most_100 check (is_clean_line(name) and char_length(name) <= 100)
);
create index source_people_speaker_id on source_people (speaker_id);
create index source_people_event_id on source_people (event_id) where event_id is not null;
comment on column source_people.namespace is 'The host of the address, or event:<id> for files: where the key means the same person.';
comment on column source_people.said is 'What the source has said of the person at any time: it fills in what is empty once.';

create function source_entry_deleted() returns trigger
  language plpgsql
  as $$
  begin
    update programme_sources set deleted_keys = array_append(deleted_keys, tg_argv[0] || ':' || old.source_key)
      where event_id = old.event_id and exists (select from events where id = old.event_id);
    return null;
  end
  $$;
create trigger talks_deleted_by_hand after delete on talks for each row
  when (old.source_key is not null and current_setting('hallway.programme', true) is distinct from 'on')
  execute function source_entry_deleted('talk');
create trigger breaks_deleted_by_hand after delete on breaks for each row
  when (old.source_key is not null and current_setting('hallway.programme', true) is distinct from 'on')
  execute function source_entry_deleted('break');

select close_the_wall();
