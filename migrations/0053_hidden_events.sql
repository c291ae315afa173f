-- A hidden conference can be brought back by itself: its owner stays suspended, or is gone (decision 36).

create index events_hidden on all_events (start_date desc, id desc) where is_hidden;

drop function keep_hidden(uuid[]);
create function keep_hidden(user_ids uuid[], more_event_ids uuid[] default '{}') returns void
  language plpgsql
  as $$
  declare
    event_ids uuid[] := array(select id from all_events where created_by = any (user_ids)) || more_event_ids;
    talk_ids uuid[];
    speaker_ids uuid[];
  begin
    perform set_config('hallway.hiding', 'on', true);
    perform set_config('hallway.bulk', 'on', true);
    update all_profiles set is_hidden = not is_hidden
      where id = any (user_ids) and is_hidden <> (id in (select user_id from suspensions));
    update all_events set is_hidden = not is_hidden
      where id = any (event_ids) and is_hidden <> exists (select from suspensions where user_id = created_by);
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
comment on function keep_hidden(uuid[], uuid[]) is
  'Hides or shows what is of these people, as the rows of suspensions say: their profiles, conferences with programme, attendance, links, and speaker records; and these conferences, whoever they belong to.';

select close_the_wall();
