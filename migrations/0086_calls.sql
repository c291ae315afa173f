-- Calls for papers of conferences, and what a speaker notes about them.

create table calls (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references all_events (id) on delete cascade,
  kind text not null default 'talks',
  status text not null default 'live',
  url text,
  opens_on date,
  closes_on date,
  closes_time time,
  time_zone text,
  travel text,
  hotel text,
  ticket text,
  formats text,
  languages text[] not null default '{}',
  note text,
  first_closes_on date,
  previous_closes_on date,
  sequence integer not null default 0,
  added_by uuid references all_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  listed_at timestamptz not null default now(),
  -- Etc/GMT+12 is twelve hours behind UTC, where a day is over last ("anywhere on earth"); Etc/GMT-14 is where it is over first.
  opens_at timestamptz not null generated always as (
    coalesce(opens_on::timestamp at time zone coalesce(time_zone, 'Etc/GMT+12'), '-infinity')
  ) stored,
  closes_at timestamptz not null generated always as (
    coalesce((closes_on + coalesce(closes_time, '24:00')) at time zone coalesce(time_zone, 'Etc/GMT+12'), '9999-12-31 00:00:00+00')
  ) stored,
  earliest_closes_at timestamptz not null generated always as (
    coalesce((closes_on + coalesce(closes_time, '24:00')) at time zone coalesce(time_zone, 'Etc/GMT-14'), '9999-12-31 00:00:00+00')
  ) stored,
  constraint calls_kind_is_known check (kind in ('talks', 'workshops', 'papers', 'posters', 'volunteers', 'scholarships')),
  constraint calls_status_is_known check (status in ('live', 'suggested', 'planned')),
  constraint calls_url_is_a_web_address check (is_web_url(url)),
  constraint calls_have_a_url_or_a_day check (url is not null or closes_on is not null or status = 'planned'),
  constraint calls_close_after_they_open check (closes_on >= opens_on),
  constraint calls_with_a_time_have_a_day check (closes_time is null or closes_on is not null),
  constraint calls_open_between_1900_and_2200 check (opens_on between '1900-01-01' and '2200-12-31'),
  constraint calls_close_between_1900_and_2200 check (closes_on between '1900-01-01' and '2200-12-31'),
  constraint calls_time_zone_looks_like_iana check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  constraint calls_travel_is_known check (travel in ('yes', 'no', 'case_by_case')),
  constraint calls_hotel_is_known check (hotel in ('yes', 'no', 'case_by_case')),
  constraint calls_ticket_is_known check (ticket in ('yes', 'no', 'case_by_case')),
  constraint calls_formats_are_one_line_of_200 check (is_clean_line(formats) and char_length(formats) <= 200),
  constraint calls_languages_are_codes check (array_to_string(languages, ',') ~ '^([a-z]{2,3}(,[a-z]{2,3}){0,9})?$'),
  constraint calls_note_is_at_most_1000 check (char_length(note) <= 1000)
);
create index calls_event_id on calls (event_id);
create index calls_added_by on calls (added_by);
create index calls_by_closing on calls (closes_at, id) where status = 'live';
create index calls_by_earliest_closing on calls (earliest_closes_at) where status = 'live';
create index calls_by_listing on calls (listed_at) where status = 'live';
create index calls_suggested on calls (created_at, id) where status = 'suggested';
comment on table calls is
  'What conferences ask for. Without a day of closing a call is open until the conference begins. A suggested one is listed once the owner accepts it, or after a week; a planned one is that of the next edition, whose days are not known.';
comment on column calls.first_closes_on is 'The day before it was extended.';
comment on column calls.previous_closes_on is 'When the call of the edition before closed.';

create function call_extended() returns trigger
  language plpgsql
  as $$
  declare
    first_day date := coalesce(old.first_closes_on, old.closes_on);
  begin
    new.sequence := old.sequence + 1;
    new.first_closes_on := case when new.closes_on > first_day then first_day end;
    return new;
  end
  $$;
create trigger calls_extended before update on calls
  for each row when (new.closes_on is distinct from old.closes_on) execute function call_extended();
create trigger calls_updated before update on calls for each row execute function set_updated_at(
  'opens_at', 'closes_at', 'earliest_closes_at', 'sequence', 'first_closes_on', 'previous_closes_on', 'added_by'
);

create function call_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('calls');
    perform announce('event', (coalesce(new, old)).event_id);
    return null;
  end
  $$;
create trigger calls_changed after insert or update or delete on calls for each row execute function call_changed();

create table call_marks (
  user_id uuid not null references all_profiles (id) on delete cascade,
  call_id uuid not null references calls (id) on delete cascade,
  state text not null default 'interested',
  note text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  week_reminder_for date,
  day_reminder_for date,
  primary key (user_id, call_id),
  constraint call_marks_state_is_known check (state in ('interested', 'submitted', 'accepted', 'rejected', 'withdrawn')),
  constraint call_marks_note_is_at_most_2000 check (char_length(note) <= 2000)
);
create index call_marks_call_id on call_marks (call_id);
comment on table call_marks is
  'What a person notes about a call. Nobody else reads it, administrators included.';
comment on column call_marks.week_reminder_for is
  'The day of closing that the person was reminded of seven days before. A call that closes later is one to remind of again.';

-- One more kind of notification.
do $$
declare
  kinds record;
begin
  for kinds in
    select conname, conrelid::regclass as relation, pg_get_constraintdef(oid) as definition from pg_constraint
    where conname in ('notifications_kind_is_known', 'muted_notifications_kind_is_known')
  loop
    execute format('alter table %s drop constraint %I', kinds.relation, kinds.conname);
    execute format(
      'alter table %s add constraint %I %s', kinds.relation, kinds.conname,
      replace(kinds.definition, 'ARRAY[', 'ARRAY[''call_closing''::text, ')
    );
  end loop;
end
$$;

select close_the_wall();
