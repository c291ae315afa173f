-- Suspended members: their content is hidden, not deleted. The tables that hold it are called all_… from here on, and a view
-- without the hidden rows has each one's name: whatever reads or writes `events` never meets a hidden one (decision 31).

create table suspensions (
  user_id uuid primary key references profiles (id) on delete cascade,
  root_id uuid not null,
  suspended_by uuid,
  created_at timestamptz not null default now()
);
create index suspensions_root_id on suspensions (root_id);
create index suspensions_newest on suspensions (created_at desc, user_id);
comment on column suspensions.root_id is 'With whom the person was suspended: all of them are restored together.';
comment on column suspensions.suspended_by is 'The administrator, or null for the operator''s command. No foreign key: it outlives the person.';

alter table profiles rename to all_profiles;
alter table speakers rename to all_speakers;
alter table events rename to all_events;
alter table event_tags rename to all_event_tags;
alter table user_events rename to all_user_events;
alter table tracks rename to all_tracks;
alter table breaks rename to all_breaks;
alter table talks rename to all_talks;
alter table talk_links rename to all_talk_links;
alter table event_claims rename to all_event_claims;
alter table speaker_claims rename to all_speaker_claims;
alter table notifications rename to all_notifications;

alter table all_profiles add column is_hidden boolean not null default false;
alter table all_speakers add column is_hidden boolean not null default false;
alter table all_events add column is_hidden boolean not null default false;
alter table all_event_tags add column is_hidden boolean not null default false;
alter table all_user_events add column is_hidden boolean not null default false;
alter table all_talks add column is_hidden boolean not null default false;
alter table all_talk_links add column is_hidden boolean not null default false;

create function renew_views() returns void
  language plpgsql
  as $$
  declare
    shown record;
    columns text;
  begin
    for shown in select * from (values
      ('profiles', 'not is_hidden'),
      ('speakers', 'not is_hidden'),
      ('events', 'not is_hidden'),
      ('event_tags', 'not is_hidden'),
      ('user_events', 'not is_hidden'),
      ('tracks', 'exists (select from events where events.id = event_id)'),
      ('breaks', 'exists (select from events where events.id = event_id)'),
      ('talks', 'not is_hidden'),
      ('talk_links', 'not is_hidden'),
      ('event_claims', 'exists (select from profiles where profiles.id = user_id) and exists (select from events where events.id = event_id)'),
      ('speaker_claims', 'exists (select from profiles where profiles.id = user_id) and exists (select from speakers where speakers.id = speaker_id)'),
      ('notifications', 'named_user_id is null or exists (select from profiles where profiles.id = named_user_id)')
    ) as each (name, condition) loop
      select string_agg(format('%I', attname), ', ' order by attnum) into columns from pg_attribute
        where attrelid = format('all_%s', shown.name)::regclass and attnum > 0 and not attisdropped and attname <> 'is_hidden';
      execute format(
        'create or replace view %I with (security_invoker = true) as select %s from %I where %s',
        shown.name, columns, 'all_' || shown.name, shown.condition
      );
    end loop;
  end
  $$;
comment on function renew_views() is
  'A migration that adds a column to a table all_… ends with it. A view without its name would be one that forgets to hide.';
select renew_views();

-- Functions whose text names a table find the view; these need the hidden rows too, or leave them out of what they keep.

create or replace function set_updated_at() returns trigger
  language plpgsql
  as $$
  declare
    unversioned text[] := tg_argv || 'updated_at'::text;
  begin
    -- Hiding and showing is no edit, nor is what follows from it.
    if current_setting('hallway.hiding', true) is distinct from 'on'
      and to_jsonb(new) - unversioned is distinct from to_jsonb(old) - unversioned then
      new.updated_at := now();
    end if;
    return new;
  end
  $$;

create or replace function event_tag_gets_start() returns trigger
  language plpgsql
  as $$
  begin
    select start_date, is_hidden into new.start_date, new.is_hidden from all_events where id = new.event_id;
    -- No such event: any day will do, the foreign key refuses the row with its own name.
    new.start_date := coalesce(new.start_date, '1900-01-01');
    new.is_hidden := coalesce(new.is_hidden, false);
    return new;
  end
  $$;

create or replace function keep_tag_copies(event_ids uuid[]) returns void
  language sql
  as $$
    update all_events set tags = kept.tags
    from (
      select wanted.id, array(select tag from all_event_tags where event_id = wanted.id order by tag) as tags
      from unnest(event_ids) as wanted (id)
    ) as kept
    where all_events.id = kept.id and all_events.tags is distinct from kept.tags;
  $$;

create or replace function event_tags_added() returns trigger
  language plpgsql
  as $$
  begin
    -- Locked in one order by all writers, or two of them could wait for each other.
    perform 1 from topics where name in (select tag from added) order by id for no key update;
    update topics set event_count = event_count + counted.n
      from (select tag, count(*)::integer as n from added where not is_hidden group by tag) as counted where name = counted.tag;
    perform keep_tag_copies(array(select distinct event_id from added));
    return null;
  end
  $$;

create or replace function event_tags_removed() returns trigger
  language plpgsql
  as $$
  begin
    perform 1 from topics where name in (select tag from removed) order by id for no key update;
    update topics set event_count = event_count - counted.n
      from (select tag, count(*)::integer as n from removed where not is_hidden group by tag) as counted where name = counted.tag;
    perform keep_tag_copies(array(select distinct event_id from removed));
    return null;
  end
  $$;

create or replace function talk_doc(talk all_talks) returns text
  language sql stable
  return fold(concat_ws(' ', (talk).title, (talk).location,
    (select name from all_tracks where id = (talk).track_id),
    (select string_agg(speakers.name, ' ' order by position, speakers.name)
      from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id where talk_id = (talk).id)
  ));

create or replace function keep_talk_docs(talk_ids uuid[]) returns void
  language sql
  as $$
    update all_talks set doc = talk_doc(all_talks) where id = any (talk_ids) and doc <> talk_doc(all_talks)
  $$;

create or replace function talk_changed() returns trigger
  language plpgsql
  as $$
  declare
    talk all_talks := coalesce(new, old);
  begin
    perform announce_list('talks');
    perform announce('event', talk.event_id);
    if talk.created_by is not null then
      perform announce('profile', talk.created_by);
    end if;
    return null;
  end
  $$;

create or replace function keep_speakers(speaker_ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    perform 1 from all_speakers where id = any (speaker_ids) order by id for no key update;
    update all_speakers as speakers set events_spoken_at = counted.events, unique_conferences = counted.conferences
      from (
        select wanted.id, count(distinct events.id)::integer as events, count(distinct events.conference_key)::integer as conferences
        from unnest(speaker_ids) as wanted (id)
        left join talk_speakers on talk_speakers.speaker_id = wanted.id
        left join talks on talks.id = talk_speakers.talk_id
        left join events on events.id = talks.event_id
        group by wanted.id
      ) as counted
      where speakers.id = counted.id
        and (speakers.events_spoken_at, speakers.unique_conferences) is distinct from (counted.events, counted.conferences);
    delete from speaker_topics where speaker_id = any (speaker_ids);
    insert into speaker_topics (speaker_id, topic_id, talk_count, name_key)
      select speakers.id, talk_topics.topic_id, count(*)::integer, speakers.name_key
      from speakers
      join talk_speakers on talk_speakers.speaker_id = speakers.id
      join talks on talks.id = talk_speakers.talk_id
      join talk_topics on talk_topics.talk_id = talks.id
      where speakers.id = any (speaker_ids)
      group by speakers.id, speakers.name_key, talk_topics.topic_id;
  end
  $$;

create or replace function words_added() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_words(replace(tg_table_name, 'all_', ''), array(select doc from added));
    return null;
  end
  $$;

create or replace function words_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_words(replace(tg_table_name, 'all_', ''), array[new.doc]);
    return null;
  end
  $$;

create or replace function is_picture_used(name text) returns boolean
  language plpgsql stable
  as $$
  declare
    path text := '/pictures/' || name || '.webp';
  begin
    return exists (select from all_profiles where avatar_url = path and avatar_url like '/pictures/%')
      or exists (select from all_speakers where image_url = path and image_url like '/pictures/%')
      or exists (select from all_events where logo_url = path and logo_url like '/pictures/%')
      or exists (select from speaker_merges where image_url = path and image_url like '/pictures/%');
  end
  $$;

create or replace function first_link(talk_id uuid, kind text) returns text
  language sql stable
  return (
    select url from all_talk_links as talk_links
    where talk_links.talk_id = first_link.talk_id and talk_links.kind = first_link.kind and status = 'live' and not is_hidden
    order by position, created_at, id limit 1
  );

create or replace function keep_first_links(talk_ids uuid[]) returns void
  language sql
  as $$
    update all_talks set slides_url = first_link(id, 'slides'), video_url = first_link(id, 'video')
      where id = any (talk_ids)
        and (slides_url, video_url) is distinct from (first_link(id, 'slides'), first_link(id, 'video'))
  $$;

-- A suspended administrator can't act, so another one must stay.
create or replace function keep_one_admin() returns trigger
  language plpgsql
  as $$
  begin
    if not exists (select from removed where role = 'admin') then
      return null;
    end if;
    -- Two admins who remove each other at once would both see the other one still there.
    perform pg_advisory_xact_lock(hashtext('user_roles'));
    if not exists (
      select from user_roles join all_profiles on all_profiles.id = user_id where role = 'admin' and not is_hidden
    ) then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'user_roles_keep_one_admin', message = 'the last admin cannot be removed';
    end if;
    return null;
  end
  $$;

create or replace function validate_invitation_code(code_param text) returns boolean
  language sql stable
  return exists (
    select from invitation_codes
    where code = upper(btrim(code_param)) and is_active and used_at is null and (expires_at is null or expires_at > now())
      and not exists (select from suspensions where user_id = created_by)
  );

create or replace function spend_invitation() returns trigger
  language plpgsql
  as $$
  declare
    spent invitation_codes;
  begin
    update invitation_codes set used_by = new.id, used_at = now()
      where code = upper(btrim(new.invitation_code)) and is_active and used_at is null
        and (expires_at is null or expires_at > now())
        and not exists (select from suspensions where user_id = created_by)
      returning * into spent;
    if not found then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'user_needs_an_unspent_invitation', message = 'an account needs a valid, unused, unexpired invitation code';
    end if;
    insert into invitation_code_audit (action, user_id, metadata) values ('used', new.id, jsonb_build_object('code', spent.code));
    if spent.makes_admin then
      insert into user_roles (user_id, role) values (new.id, 'admin');
    end if;
    return null;
  end
  $$;

create function keep_hidden(user_ids uuid[]) returns void
  language plpgsql
  as $$
  declare
    event_ids uuid[] := array(select id from all_events where created_by = any (user_ids));
    talk_ids uuid[];
    speaker_ids uuid[];
  begin
    perform set_config('hallway.hiding', 'on', true);
    perform set_config('hallway.bulk', 'on', true);
    update all_profiles set is_hidden = not is_hidden
      where id = any (user_ids) and is_hidden <> (id in (select user_id from suspensions));
    update all_events set is_hidden = not all_events.is_hidden from all_profiles
      where all_profiles.id = created_by and created_by = any (user_ids) and all_events.is_hidden <> all_profiles.is_hidden;
    perform 1 from topics where name in (select tag from all_event_tags where event_id = any (event_ids)) order by id for no key update;
    with changed as (
      update all_event_tags set is_hidden = not all_event_tags.is_hidden from all_events
      where all_events.id = event_id and event_id = any (event_ids) and all_event_tags.is_hidden <> all_events.is_hidden
      returning tag, case when all_event_tags.is_hidden then -1 else 1 end as difference
    )
    update topics set event_count = event_count + counted.difference
      from (select tag, sum(difference)::integer as difference from changed group by tag) as counted where name = counted.tag;
    update all_user_events set is_hidden = not all_user_events.is_hidden from all_profiles
      where all_profiles.id = user_id and user_id = any (user_ids) and all_user_events.is_hidden <> all_profiles.is_hidden;
    update all_talks set is_hidden = not all_talks.is_hidden from all_events
      where all_events.id = event_id and event_id = any (event_ids) and all_talks.is_hidden <> all_events.is_hidden;
    with wanted as (
      select all_talk_links.id,
        all_events.is_hidden or exists (select from suspensions where user_id = added_by) as is_hidden
      from all_talk_links join all_events on all_events.id = event_id
      where event_id = any (event_ids) or added_by = any (user_ids)
    ), changed as (
      update all_talk_links set is_hidden = wanted.is_hidden from wanted
      where wanted.id = all_talk_links.id and wanted.is_hidden <> all_talk_links.is_hidden
      returning talk_id
    )
    select array(select distinct talk_id from changed) into talk_ids;
    perform keep_first_links(talk_ids);
    -- A record that nobody has claimed stays while somebody who is not suspended has it in a programme.
    with wanted as (
      select id, case
        when speakers.user_id is not null then speakers.user_id in (select user_id from suspensions)
        else coalesce(created_by in (select user_id from suspensions), false) and not exists (
          select from talk_speakers join talks on talks.id = talk_id where speaker_id = speakers.id
        )
      end as is_hidden
      from all_speakers as speakers
      where user_id = any (user_ids) or created_by = any (user_ids)
        or id in (
          select speaker_id from talk_speakers join all_talks on all_talks.id = talk_id where event_id = any (event_ids)
        )
    ), changed as (
      update all_speakers set is_hidden = wanted.is_hidden from wanted
      where wanted.id = all_speakers.id and wanted.is_hidden <> all_speakers.is_hidden
      returning all_speakers.id
    )
    select array(select id from changed) into speaker_ids;
    perform keep_talk_docs(array(select distinct talk_id from talk_speakers where speaker_id = any (speaker_ids)));
    perform keep_speakers(array(
      select unnest(speaker_ids)
      union
      select speaker_id from talk_speakers join all_talks on all_talks.id = talk_id where event_id = any (event_ids)
    ));
    -- Names of hidden people stand on pages of others: every kept page is dropped.
    perform announce(kind, null) from unnest(array['event', 'attendees', 'profile', 'speaker']) as kind;
    perform announce_list(kind) from unnest(array['events', 'speakers', 'talks', 'topics', 'coverage']) as kind;
    perform set_config('hallway.hiding', '', true);
    perform set_config('hallway.bulk', '', true);
  end
  $$;
comment on function keep_hidden(uuid[]) is
  'Hides or shows what is of these people, as the rows of suspensions say: their profiles, conferences with programme, attendance, links, and speaker records.';

select close_the_wall();
