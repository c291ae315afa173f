-- The editions of a conference through the years: a series has events. Changes of series are kept for 30 days, to be undone.

create table series (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  website text,
  created_at timestamptz not null default now(),
  name_key text generated always as (fold(name)) stored,
  constraint series_slug_is_unique unique (slug),
  constraint series_slug_is_url_safe check (slug ~ '^[a-z0-9_-]+$' and char_length(slug) <= 200),
  constraint series_name_is_2_to_200 check (is_clean_line(name) and char_length(btrim(name)) >= 2 and char_length(name) <= 200),
  constraint series_description_is_at_most_2000 check (char_length(description) <= 2000),
  constraint series_website_is_a_web_address check (is_web_url(website))
);
create index series_by_name on series (name_key, id);
comment on table series is
  'A series without an event that is visible has no page: its name and text are those of members who may be suspended.';

alter table all_events add column series_id uuid references series (id) on delete set null;
create index events_by_series on all_events (series_id, start_date) where series_id is not null;

-- Joining a series is no edit of the conference.
drop trigger events_updated on all_events;
create trigger events_updated before update on all_events for each row execute function set_updated_at(
  'tags', 'doc', 'sequence', 'created_by', 'import_id', 'name_key', 'city_key', 'country_key', 'conference_key', 'series_id'
);

create function event_of_series_changed() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op <> 'INSERT' and old.series_id is not null then
      perform announce('series', old.series_id);
    end if;
    if tg_op <> 'DELETE' and new.series_id is not null then
      perform announce('series', new.series_id);
    end if;
    return null;
  end
  $$;
create trigger events_of_series_changed after insert or update or delete on all_events
  for each row execute function event_of_series_changed();

create function series_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('series');
    perform announce('series', (coalesce(new, old)).id);
    return null;
  end
  $$;
create trigger series_changed after insert or update or delete on series for each row execute function series_changed();

create table series_changes (
  id uuid primary key default gen_random_uuid(),
  series_ids uuid[] not null,
  action text not null,
  subject text not null,
  before jsonb not null,
  after jsonb not null,
  changed_by uuid references all_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint series_changes_action_is_known check (action in ('series_joined', 'series_left', 'series_edited', 'series_merged'))
);
create index series_changes_of_series on series_changes using gin (series_ids);
create index series_changes_changed_by on series_changes (changed_by) where changed_by is not null;
create index series_changes_created_at on series_changes (created_at);
comment on table series_changes is
  'Changes of series that can be undone. A row is deleted when it is undone, and after 30 days.';
comment on column series_changes.before is
  'The series, memberships, followers and old addresses that the change touched, as they were; after: as it left them.';

-- A renamed or merged series leads on.
alter table old_addresses
  drop constraint old_addresses_kind_is_known,
  add constraint old_addresses_kind_is_known
    check (kind in ('event', 'talk', 'speaker', 'topic', 'city', 'country', 'series'));

alter table follows
  add column series_id uuid references series (id) on delete cascade,
  drop constraint follows_one_thing,
  drop constraint follows_each_thing_once,
  add constraint follows_one_thing
    check (num_nonnulls(topic_id, speaker_id, person_id, city_key, country_key, event_id, series_id) = 1),
  add constraint follows_each_thing_once unique nulls not distinct
    (user_id, topic_id, speaker_id, person_id, city_key, country_key, event_id, series_id);
create index follows_series_id on follows (series_id) where series_id is not null;

create table announced_editions (
  event_id uuid primary key references all_events (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table announced_editions is
  'Editions to come whose series'' followers were notified: each once, whatever series it joins later.';

select renew_views();
select close_the_wall();
