-- The programme of an event: tracks, talks, breaks, who speaks, and who saved what.

create table tracks (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events (id) on delete cascade,
  name text not null,
  description text,
  created_by uuid references profiles (id) on delete set null,
  constraint tracks_belong_to_event unique (id, event_id),
  constraint tracks_name_is_1_to_200 check (is_clean_line(name) and char_length(name) <= 200),
  constraint tracks_description_is_at_most_5000 check (char_length(description) <= 5000)
);
create index tracks_event_id on tracks (event_id, name);
create index tracks_created_by on tracks (created_by);

create table breaks (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events (id) on delete cascade,
  title text not null,
  description text,
  date date not null,
  start_time time not null,
  end_time time,
  track_id uuid,
  created_by uuid references profiles (id) on delete set null,
  foreign key (track_id, event_id) references tracks (id, event_id) on delete set null (track_id),
  constraint breaks_title_is_1_to_200 check (is_clean_line(title) and char_length(title) <= 200),
  constraint breaks_description_is_at_most_5000 check (char_length(description) <= 5000)
);
create index breaks_event_id on breaks (event_id, date, start_time);
create index breaks_track_id on breaks (track_id, event_id) where track_id is not null;
create index breaks_created_by on breaks (created_by);

create table talks (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events (id) on delete cascade,
  title text not null,
  description text,
  date date not null,
  start_time time,
  end_time time,
  location text,
  slides_url text,
  video_url text,
  track_id uuid,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  doc text not null default '',
  foreign key (track_id, event_id) references tracks (id, event_id) on delete set null (track_id),
  constraint talks_belong_to_event unique (id, event_id),
  constraint talks_title_is_1_to_500 check (is_clean_line(title) and char_length(title) <= 500),
  constraint talks_description_is_at_most_20000 check (char_length(description) <= 20000),
  constraint talks_location_is_at_most_200 check (is_clean_line(location) and char_length(location) <= 200),
  constraint talks_slides_url_is_a_web_address check (is_web_url(slides_url)),
  constraint talks_video_url_is_a_web_address check (is_web_url(video_url))
);
create index talks_event_id on talks (event_id, date, start_time);
create index talks_track_id on talks (track_id, event_id) where track_id is not null;
create index talks_created_by on talks (created_by, date);
-- Not of doc: a speaker's new name must not tell an editor of the talk that somebody else saved.
create trigger talks_updated
  before update of title, description, date, start_time, end_time, location, slides_url, video_url, track_id on talks
  for each row execute function set_updated_at();
comment on column talks.doc is 'Folded title, room, track and speakers, kept by trigger: what a search in a programme reads.';
comment on column talks.end_time is 'Before the start time means after midnight.';

create table talk_speakers (
  talk_id uuid not null references talks (id) on delete cascade,
  speaker_id uuid not null references speakers (id) on delete cascade,
  position smallint not null default 0,
  primary key (talk_id, speaker_id)
);
create index talk_speakers_speaker_id on talk_speakers (speaker_id, talk_id);

create function talk_doc(talk talks) returns text
  language sql stable
  return fold(concat_ws(' ', (talk).title, (talk).location,
    (select name from tracks where id = (talk).track_id),
    (select string_agg(speakers.name, ' ' order by position, speakers.name)
      from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id where talk_id = (talk).id)
  ));

create function talk_gets_doc() returns trigger
  language plpgsql
  as $$
  begin
    new.doc := talk_doc(new);
    return new;
  end
  $$;
create trigger talks_doc before insert or update of title, location, track_id on talks
  for each row execute function talk_gets_doc();

create function keep_talk_docs(talk_ids uuid[]) returns void
  language sql
  as $$ update talks set doc = talk_doc(talks) where id = any (talk_ids) and doc <> talk_doc(talks) $$;

create function track_renamed_moves_docs() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_talk_docs(array(select id from talks where track_id = new.id));
    return null;
  end
  $$;
create trigger tracks_renamed after update of name on tracks
  for each row when (old.name is distinct from new.name) execute function track_renamed_moves_docs();

create table talk_topics (
  talk_id uuid not null references talks (id) on delete cascade,
  topic_id uuid not null references topics (id) on delete cascade,
  primary key (talk_id, topic_id)
);
create index talk_topics_topic_id on talk_topics (topic_id, talk_id);

create table user_saved_talks (
  user_id uuid not null references profiles (id) on delete cascade,
  talk_id uuid not null,
  event_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, talk_id),
  foreign key (talk_id, event_id) references talks (id, event_id) on delete cascade
);
create index user_saved_talks_event_id on user_saved_talks (user_id, event_id);
create index user_saved_talks_talk_id on user_saved_talks (talk_id, event_id);

create table speaker_topics (
  speaker_id uuid not null references speakers (id) on delete cascade,
  topic_id uuid not null references topics (id) on delete cascade,
  talk_count integer not null,
  name_key text not null,
  primary key (speaker_id, topic_id)
);
create index speaker_topics_by_topic on speaker_topics (topic_id, name_key, speaker_id);
comment on table speaker_topics is
  'What a speaker talks about, kept from talk_topics, with the speaker''s sort key: speakers of a topic by name are one walk along an index.';

create function keep_speakers(speaker_ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    perform 1 from speakers where id = any (speaker_ids) order by id for no key update;
    update speakers set events_spoken_at = counted.events, unique_conferences = counted.conferences
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
      join talk_topics on talk_topics.talk_id = talk_speakers.talk_id
      where speakers.id = any (speaker_ids)
      group by speakers.id, talk_topics.topic_id;
  end
  $$;
comment on function keep_speakers(uuid[]) is
  'Counts anew instead of adding and subtracting: right after every kind of change, cascades included.';

create function talk_speakers_added() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_talk_docs(array(select distinct talk_id from added));
    perform keep_speakers(array(select distinct speaker_id from added));
    return null;
  end
  $$;
create trigger talk_speakers_added after insert on talk_speakers
  referencing new table as added for each statement execute function talk_speakers_added();

create function talk_speakers_removed() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_talk_docs(array(select distinct talk_id from removed));
    perform keep_speakers(array(select distinct speaker_id from removed));
    return null;
  end
  $$;
create trigger talk_speakers_removed after delete on talk_speakers
  referencing old table as removed for each statement execute function talk_speakers_removed();

create function talk_topics_added() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_speakers(array(select distinct speaker_id from added join talk_speakers using (talk_id)));
    return null;
  end
  $$;
create trigger talk_topics_added after insert on talk_topics
  referencing new table as added for each statement execute function talk_topics_added();

create function talk_topics_removed() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_speakers(array(select distinct speaker_id from removed join talk_speakers using (talk_id)));
    return null;
  end
  $$;
create trigger talk_topics_removed after delete on talk_topics
  referencing old table as removed for each statement execute function talk_topics_removed();

create function talk_stays_with_event() returns trigger
  language plpgsql
  as $$
  begin
    if new.event_id <> old.event_id then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'talks_stay_with_their_event', message = 'a talk stays with its event';
    end if;
    return new;
  end
  $$;
create trigger talks_stay before update of event_id on talks for each row execute function talk_stays_with_event();

create function event_renamed_recounts_speakers() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_speakers(array(
      select distinct speaker_id from talks join talk_speakers on talk_speakers.talk_id = talks.id where talks.event_id = new.id
    ));
    return null;
  end
  $$;
create trigger events_renamed after update of name on events
  for each row when (old.name is distinct from new.name) execute function event_renamed_recounts_speakers();

create function speaker_renamed_moves_topics() returns trigger
  language plpgsql
  as $$
  begin
    update speaker_topics set name_key = new.name_key where speaker_id = new.id;
    perform keep_talk_docs(array(select talk_id from talk_speakers where speaker_id = new.id));
    return null;
  end
  $$;
create trigger speakers_renamed after update of name on speakers
  for each row when (old.name is distinct from new.name) execute function speaker_renamed_moves_topics();
