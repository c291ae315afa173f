-- Events (the site says conferences), their topics, attendees, owners' claims and imports.

create table event_imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  status text not null default 'running',
  total integer not null default 0,
  done integer not null default 0,
  imported integer not null default 0,
  skipped integer not null default 0,
  progressed_at timestamptz not null default now(),
  constraint event_imports_status_is_known check (status in ('running', 'done', 'failed', 'undoing', 'undone'))
);
create index event_imports_created_by on event_imports (created_by);
create index event_imports_newest on event_imports (created_at desc, id desc);
comment on table event_imports is 'One row for each imported file, so that an import can be told from hand-made entries and undone as a whole.';
comment on column event_imports.total is 'Lines that are not blank; done are those dealt with, imported and skipped add up to them.';
comment on column event_imports.progressed_at is 'An import that runs and has not moved for a minute was interrupted with its process.';

create table event_import_skips (
  import_id uuid not null references event_imports (id) on delete cascade,
  line integer not null,
  reason text not null,
  primary key (import_id, line)
);
comment on table event_import_skips is 'The report of an import: the lines that were left out, and why.';

create table events (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  start_date date not null,
  end_date date not null,
  location_name text not null,
  country_name text not null,
  website text,
  time_zone text,
  created_by uuid references profiles (id) on delete set null,
  import_id uuid references event_imports (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text generated always as (fold(name)) stored,
  city_key text generated always as (fold(location_name)) stored,
  country_key text generated always as (fold(country_name)) stored,
  conference_key text generated always as (btrim(regexp_replace(fold(name), '(^|\D)((19|20)\d\d|''\d\d)(?!\d)', '\1', 'g'), ' -_,.:')) stored,
  tags text[] not null default '{}',
  doc text not null default '',
  constraint events_slug_is_unique unique (slug),
  constraint events_slug_is_url_safe check (slug ~ '^[a-z0-9_-]+$' and char_length(slug) <= 200 and slug <> 'new'),
  constraint events_name_is_3_to_200 check (
    is_clean_line(name) and char_length(name) <= 200 and (char_length(btrim(name)) >= 3 or import_id is not null)
  ),
  constraint events_description_is_at_most_1000000 check (char_length(description) <= 1000000),
  constraint events_location_is_1_to_100 check (is_clean_line(location_name) and char_length(location_name) <= 100),
  constraint events_country_is_1_to_100 check (is_clean_line(country_name) and char_length(country_name) <= 100),
  constraint events_end_is_not_before_start check (end_date >= start_date),
  constraint events_year_is_1900_to_2200 check (start_date >= '1900-01-01' and end_date < '2201-01-01'),
  constraint events_website_is_a_web_address check (is_web_url(website)),
  constraint events_time_zone_looks_like_iana check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$')
);
comment on column events.import_id is 'Set on imported events; these may bear a real name of fewer than three letters (XP).';
comment on column events.conference_key is 'The name without its year: what the editions of one conference have in common.';
comment on column events.tags is 'A copy of event_tags, kept by trigger, so that a list needs no second statement.';
comment on column events.doc is 'Folded name, city, country and tags, kept by trigger: one trigram index answers the search.';
create index events_by_start on events (start_date, id, end_date);
create index events_by_end on events (end_date, start_date, id);
create index events_by_city on events (city_key, country_key, start_date desc, id desc);
create index events_by_country on events (country_key, start_date, id);
create index events_by_name on events (name_key, id);
-- One index for all, so that a common word and a rare topic meet in it and not among the rows.
-- Every search reads what is not sorted into the index yet: at most 256 kB of it, not 4 MB until the nightly vacuum.
create index events_search on events using gin (doc gin_trgm_ops, tags, short_grams(doc)) with (gin_pending_list_limit = 256);
-- No statistics: gathering them takes longer than all the rest of analyse, and no plan needs them.
alter index events_search alter column 3 set statistics 0;
create index events_created_by on events (created_by, start_date);
create index events_import_id on events (import_id) where import_id is not null;

create table event_tags (
  event_id uuid not null references events (id) on delete cascade,
  tag text not null references topics (name) on update cascade on delete cascade,
  start_date date not null default '1900-01-01',
  created_at timestamptz not null default now(),
  primary key (event_id, tag)
);
create index event_tags_by_tag on event_tags (tag, start_date, event_id);
comment on column event_tags.start_date is 'A copy of the event''s, kept by trigger: the newest events of a tag are one walk along an index.';

create function event_doc() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'UPDATE' and new.slug <> old.slug then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'events_slug_never_changes', message = 'a slug never changes';
    end if;
    new.doc := fold(concat_ws(' ', new.name, new.location_name, new.country_name, array_to_string(new.tags, ' ')));
    return new;
  end
  $$;
create trigger events_doc before insert or update of name, slug, location_name, country_name, tags on events
  for each row execute function event_doc();

create function event_version() returns trigger
  language plpgsql
  as $$
  begin
    -- The copied columns are not an edit: a topic's rename must not tell an editor that somebody else saved.
    if (new.name, new.description, new.start_date, new.end_date, new.location_name, new.country_name, new.website, new.time_zone)
      is distinct from
       (old.name, old.description, old.start_date, old.end_date, old.location_name, old.country_name, old.website, old.time_zone) then
      new.updated_at := now();
    end if;
    return new;
  end
  $$;
create trigger events_version before update on events for each row execute function event_version();

create function event_tag_gets_start() returns trigger
  language plpgsql
  as $$
  begin
    select start_date into new.start_date from events where id = new.event_id;
    -- No such event: any day will do, the foreign key refuses the row with its own name.
    new.start_date := coalesce(new.start_date, '1900-01-01');
    return new;
  end
  $$;
create trigger event_tags_start before insert on event_tags for each row execute function event_tag_gets_start();

create function event_moves_its_tags() returns trigger
  language plpgsql
  as $$
  begin
    update event_tags set start_date = new.start_date where event_id = new.id;
    return null;
  end
  $$;
create trigger events_move_tags after update of start_date on events
  for each row when (old.start_date is distinct from new.start_date) execute function event_moves_its_tags();

create function keep_tag_copies(event_ids uuid[]) returns void
  language sql
  as $$
    update events set tags = kept.tags
    from (
      select wanted.id, array(select tag from event_tags where event_id = wanted.id order by tag) as tags
      from unnest(event_ids) as wanted (id)
    ) as kept
    where events.id = kept.id and events.tags is distinct from kept.tags;
  $$;

create function event_tags_added() returns trigger
  language plpgsql
  as $$
  begin
    -- Locked in one order by all writers, or two of them could wait for each other.
    perform 1 from topics where name in (select tag from added) order by id for no key update;
    update topics set event_count = event_count + counted.n
      from (select tag, count(*)::integer as n from added group by tag) as counted where name = counted.tag;
    perform keep_tag_copies(array(select distinct event_id from added));
    return null;
  end
  $$;
create trigger event_tags_added after insert on event_tags
  referencing new table as added for each statement execute function event_tags_added();

create function event_tags_removed() returns trigger
  language plpgsql
  as $$
  begin
    perform 1 from topics where name in (select tag from removed) order by id for no key update;
    update topics set event_count = event_count - counted.n
      from (select tag, count(*)::integer as n from removed group by tag) as counted where name = counted.tag;
    perform keep_tag_copies(array(select distinct event_id from removed));
    return null;
  end
  $$;
create trigger event_tags_removed after delete on event_tags
  referencing old table as removed for each statement execute function event_tags_removed();

create function event_tags_renamed() returns trigger
  language plpgsql
  as $$
  begin
    -- A renamed topic takes its count along with its row; only the copies on the events follow here.
    perform keep_tag_copies(array(select distinct event_id from renamed));
    return null;
  end
  $$;
create trigger event_tags_renamed after update on event_tags
  referencing new table as renamed for each statement execute function event_tags_renamed();

create function event_tag_stays() returns trigger
  language plpgsql
  as $$
  begin
    -- Inside the cascade of a rename the topic's old name is gone; any other change of a tag would leave the counts wrong.
    if new.event_id <> old.event_id or exists (select from topics where name = old.tag) then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'event_tags_are_added_and_removed', message = 'a tag is added or removed, not changed';
    end if;
    return new;
  end
  $$;
create trigger event_tags_stay before update of event_id, tag on event_tags
  for each row when (old.tag <> new.tag or old.event_id <> new.event_id) execute function event_tag_stays();

create table user_events (
  user_id uuid not null references profiles (id) on delete cascade,
  event_id uuid not null references events (id) on delete cascade,
  is_attending boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (user_id, event_id)
);
create index user_events_attendees on user_events (event_id, created_at, user_id) where is_attending;
create index user_events_event_id on user_events (event_id);

create table event_claims (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  reason text,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  approved_by uuid references profiles (id) on delete set null,
  approved_at timestamptz,
  rejected_by uuid references profiles (id) on delete set null,
  rejected_at timestamptz,
  constraint event_claims_one_per_event_and_user unique (event_id, user_id),
  constraint event_claims_status_is_known check (status in ('pending', 'approved', 'rejected')),
  constraint event_claims_times_fit_status check (
    (approved_at is not null) = (status = 'approved') and (rejected_at is not null) = (status = 'rejected')
  ),
  constraint event_claims_reason_is_at_most_1000 check (char_length(reason) <= 1000)
);
create index event_claims_newest on event_claims (status, created_at desc, id desc);
create index event_claims_user_id on event_claims (user_id);
create index event_claims_approved_by on event_claims (approved_by);
create index event_claims_rejected_by on event_claims (rejected_by);
create trigger event_claims_updated before update on event_claims for each row execute function set_updated_at();
