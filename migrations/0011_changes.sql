-- Announcements: which kinds and rows changed, so that every process drops the kept pages that show them, and no others.

create function announce(kind text, id uuid) returns void
  language plpgsql
  as $$
  begin
    -- A bulk write (set_config('hallway.bulk', 'on', true)) names the kind alone: the channel is not a copy of the data.
    perform pg_notify(
      'hallway_changes',
      kind || ':' || case when id is null or current_setting('hallway.bulk', true) = 'on' then '*' else id::text end
    );
  end
  $$;
comment on function announce(text, uuid) is
  'Payloads: lists of a kind (events, speakers, topics) or one row (event:<id>, attendees:<event id>, speaker:<id>, profile:<id>), * for any row. server/page-cache.ts listens.';

create function announce_list(kind text) returns void
  language sql
  as $$ select pg_notify('hallway_changes', kind) $$;

create function event_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('events');
    if tg_op <> 'INSERT' then
      perform announce('event', old.id);
    end if;
    if tg_op <> 'INSERT' and old.created_by is not null then
      perform announce('profile', old.created_by);
    end if;
    if tg_op <> 'DELETE' and new.created_by is not null then
      perform announce('profile', new.created_by);
    end if;
    return null;
  end
  $$;
create trigger events_changed after insert or update or delete on events for each row execute function event_changed();

create function event_part_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce(tg_argv[0], (coalesce(new, old)).event_id);
    return null;
  end
  $$;
create trigger user_events_changed after insert or update or delete on user_events
  for each row execute function event_part_changed('attendees');
create trigger tracks_changed after insert or update or delete on tracks
  for each row execute function event_part_changed('event');
create trigger breaks_changed after insert or update or delete on breaks
  for each row execute function event_part_changed('event');

create function talk_changed() returns trigger
  language plpgsql
  as $$
  declare
    talk talks := coalesce(new, old);
  begin
    perform announce('event', talk.event_id);
    if talk.created_by is not null then
      perform announce('profile', talk.created_by);
    end if;
    return null;
  end
  $$;
create trigger talks_changed after insert or update or delete on talks for each row execute function talk_changed();

create function talk_part_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('event', (select event_id from talks where id = (coalesce(new, old)).talk_id));
    return null;
  end
  $$;
create trigger talk_topics_changed after insert or delete on talk_topics for each row execute function talk_part_changed();

create function talk_speaker_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('event', (select event_id from talks where id = (coalesce(new, old)).talk_id));
    perform announce('speaker', (coalesce(new, old)).speaker_id);
    return null;
  end
  $$;
create trigger talk_speakers_changed after insert or update or delete on talk_speakers
  for each row execute function talk_speaker_changed();

create function speaker_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('speakers');
    if tg_op <> 'INSERT' then
      perform announce('speaker', old.id);
    end if;
    if tg_op = 'UPDATE' and old.name <> new.name then
      perform announce('event', event_id) from (
        select distinct talks.event_id from talk_speakers join talks on talks.id = talk_speakers.talk_id
        where talk_speakers.speaker_id = new.id
      ) as spoken_at;
    end if;
    return null;
  end
  $$;
create trigger speakers_changed after insert or update or delete on speakers for each row execute function speaker_changed();

create function speaker_part_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('speaker', (coalesce(new, old)).speaker_id);
    return null;
  end
  $$;
create trigger social_links_changed after insert or update or delete on social_links
  for each row execute function speaker_part_changed();

create function topic_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('topics');
    return null;
  end
  $$;
create trigger topics_changed after insert or update or delete on topics for each statement execute function topic_changed();

create function profile_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('profile', old.id);
    if (old.full_name, old.avatar_url) is distinct from (new.full_name, new.avatar_url) then
      perform announce('event', id) from events where created_by = new.id;
      perform announce('attendees', event_id) from user_events where user_id = new.id and is_attending;
    end if;
    return null;
  end
  $$;
create trigger profiles_changed after update or delete on profiles for each row execute function profile_changed();
