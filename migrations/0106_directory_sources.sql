-- Conferences from public lists: where they come from, what each list says, and what was decided.

create table directory_sources (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  format text not null,
  addresses text[] not null default '{}',
  licence text not null,
  lists_at_once boolean not null default false,
  topic_names jsonb not null default '{}',
  etags jsonb not null default '{}',
  next_check_at timestamptz not null default now(),
  checked_at timestamptz,
  failures integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  constraint directory_sources_format_is_known check (format in ('confs.tech', 'ical', 'hallway', 'json-ld')),
  constraint directory_sources_name_is_one_line_of_100 check (
    is_clean_line(name) and name = btrim(name) and char_length(name) between 1 and 100
  ),
  constraint directory_sources_licence_is_one_line_of_100 check (
    is_clean_line(licence) and licence = btrim(licence) and char_length(licence) between 1 and 100
  )
);
create unique index directory_sources_name_is_unique_when_folded on directory_sources (fold(name));
create index directory_sources_due on directory_sources (next_check_at) where addresses <> '{}';
comment on column directory_sources.lists_at_once is 'New conferences are listed without a decision of an administrator.';
comment on column directory_sources.topic_names is 'Topics of this site by the names that the source has for them.';

create table source_runs (
  id uuid primary key default gen_random_uuid(),
  source_id uuid not null references directory_sources (id) on delete cascade,
  import_id uuid references event_imports (id) on delete set null,
  counts jsonb not null,
  created_at timestamptz not null default now()
);
create index source_runs_newest on source_runs (source_id, created_at desc, id desc);
create index source_runs_import_id on source_runs (import_id) where import_id is not null;

create table source_entries (
  id uuid primary key default gen_random_uuid(),
  source_id uuid not null references directory_sources (id) on delete cascade,
  key text not null,
  values jsonb not null,
  state text not null default 'proposed',
  event_id uuid references all_events (id) on delete set null,
  candidates uuid[] not null default '{}',
  first_seen timestamptz not null default now(),
  gone_since timestamptz,
  constraint source_entries_state_is_known check (state in ('proposed', 'linked', 'declined')),
  constraint source_entries_key_is_unique unique (source_id, key)
);
create index source_entries_event_id on source_entries (event_id) where event_id is not null;
create index source_entries_proposed on source_entries ((values ->> 'start_date'), id) where state = 'proposed' and gone_since is null;
comment on table source_entries is 'What a source says of each conference: the base of the three-way merge. A linked entry without an event was removed here.';

create table source_questions (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references all_events (id) on delete cascade,
  source_id uuid references directory_sources (id) on delete cascade,
  kind text not null,
  changes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint source_questions_kind_is_known check (kind in ('changed', 'gone', 'page')),
  constraint source_questions_one_of_a_kind unique nulls not distinct (event_id, source_id, kind)
);
create index source_questions_source_id on source_questions (source_id) where source_id is not null;
create index source_questions_newest on source_questions (created_at desc, id);
comment on table source_questions is 'What a source or the own page of a conference says otherwise, and a person has to decide. Without a source it is the own page.';

create table source_changes (
  run_id uuid not null references source_runs (id) on delete cascade,
  n integer not null,
  subject text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (run_id, n),
  constraint source_changes_subject_is_known check (subject in ('entry', 'event', 'tags', 'call', 'question'))
);
comment on column source_changes.before is 'The changed columns as they were; null for a row that the run inserted.';

create table event_origins (
  event_id uuid primary key references all_events (id) on delete cascade,
  source_name text not null,
  licence text not null,
  is_restricted boolean not null generated always as (
    licence ~* '\m(?:nc|nd)\M|non-?commercial|no-?deriv|all rights|proprietary|not? redistribut'
  ) stored
);
comment on table event_origins is 'Conferences that a source listed, with the licence of the list. A restricted one is left out of exports.';

select close_the_wall();
