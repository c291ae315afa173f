-- What imports of programmes changed moves into the log of changes (migration 0126), where it can be undone as before.

alter table programme_syncs add column set_id bigint;
comment on column programme_syncs.set_id is 'What it changed, in the log of changes.';
create index programme_syncs_set_id on programme_syncs (set_id) where set_id is not null;

do $$
  declare
    sync record;
    new_set bigint;
  begin
    for sync in
      select * from programme_syncs where exists (select from programme_changes where sync_id = programme_syncs.id)
      order by created_at, id
    loop
      insert into change_sets (at, changed_by, via) values (sync.created_at, sync.begun_by, 'import') returning id into new_set;
      update programme_syncs set set_id = new_set where id = sync.id;
    end loop;
  end
  $$;

create temporary view old_changes as
  select set_id, event_id, case subject when 'talk' then 'all_talks' when 'break' then 'all_breaks' when 'track' then 'all_tracks' else 'all_speakers' end as table_name,
    subject, subject_id as id, kind, position, before, after
  from programme_changes join programme_syncs on programme_syncs.id = sync_id;

-- Added: what was edited since stays, for which the log has no earlier entry.
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action)
  select set_id, table_name, jsonb_build_object('id', old.id), case when subject in ('talk', 'speaker') then old.id else event_id end,
    case subject when 'talk' then event_id end, 'added'
  from old_changes as old
  where kind = 'added' and case subject
    when 'talk' then exists (
      select from all_talks as talk where talk.id = old.id and talk.source_values is not null and (
        select bool_and(case when name like '%_time' then left(to_jsonb(talk) ->> name, 5) else to_jsonb(talk) ->> name end
          is not distinct from source_values ->> name)
        from unnest(array['title', 'subtitle', 'description', 'location', 'type', 'language', 'url', 'feedback_url', 'status', 'day',
          'date', 'start_time', 'end_time', 'slides_url', 'video_url']) as name
      ) and not exists (select from all_talk_links where talk_id = talk.id and added_by is not null)
    )
    when 'break' then exists (
      select from all_breaks as pause where pause.id = old.id and source_values is not null and (
        select bool_and(case when name like '%_time' then left(to_jsonb(pause) ->> name, 5) else to_jsonb(pause) ->> name end
          is not distinct from source_values ->> name)
        from unnest(array['title', 'description', 'date', 'start_time', 'end_time']) as name
      )
    )
    when 'speaker' then exists (select from all_speakers where all_speakers.id = old.id and updated_at = created_at)
    else exists (select from all_tracks where all_tracks.id = old.id)
  end
  order by position;

-- Changed: the columns that differ, as the row has them now where the old log had not what it wrote.
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before, after)
  select set_id, table_name, jsonb_build_object('id', id), case when subject in ('talk', 'speaker') then id else event_id end,
    case subject when 'talk' then event_id end, 'changed', former, written
  from (
    select old.*, (
        select jsonb_object_agg(name, whole_former -> name) from unnest(names) as name
      ) as former, (
        select jsonb_object_agg(name, case when name in ('source_key', 'source_values') and subject <> 'track' then present -> name else whole_written -> name end)
        from unnest(names) as name
      ) as written
    from (
      select old_changes.*, present,
        case subject
          when 'talk' then to_jsonb(jsonb_populate_record(null::all_talks, before))
          when 'break' then to_jsonb(jsonb_populate_record(null::all_breaks, before))
          when 'track' then to_jsonb(jsonb_populate_record(null::all_tracks, before))
          else to_jsonb(jsonb_populate_record(null::all_speakers, before))
        end as whole_former,
        case subject
          when 'talk' then to_jsonb(jsonb_populate_record(null::all_talks, after))
          when 'break' then to_jsonb(jsonb_populate_record(null::all_breaks, after))
          when 'track' then to_jsonb(jsonb_populate_record(null::all_tracks, after))
          else to_jsonb(jsonb_populate_record(null::all_speakers, after))
        end as whole_written,
        array(
          select name from jsonb_object_keys(before) as name
          where case when name in ('source_key', 'source_values') then present ? name else after ? name and present ? name end
            and name not in ('slides_url', 'video_url')
        ) as names
      from old_changes
      cross join lateral (
        select case subject
          when 'talk' then (select to_jsonb(all_talks) from all_talks where all_talks.id = old_changes.id)
          when 'break' then (select to_jsonb(all_breaks) from all_breaks where all_breaks.id = old_changes.id)
          when 'track' then (select to_jsonb(all_tracks) from all_tracks where all_tracks.id = old_changes.id)
          else (select to_jsonb(all_speakers) from all_speakers where all_speakers.id = old_changes.id)
        end as present
      ) as row
      where kind <> 'added' and before is not null and after is not null and present is not null
    ) as old
  ) as changed
  where former is not null
  order by position;

-- Speakers of talks, in their order, where nobody has changed them since.
with recast as (
  select set_id, id, position, before -> 'speaker_ids' as former, after -> 'speaker_ids' as written from old_changes as old
  where subject = 'talk' and kind <> 'added' and before ? 'speaker_ids' and after ? 'speaker_ids'
    and after -> 'speaker_ids' = coalesce((
      select jsonb_agg(speaker_id order by talk_speakers.position, speaker_id) from talk_speakers where talk_id = old.id
    ), '[]')
), cast_rows as (
  select recast.*, speaker_id, one.place as former_place, other.place as written_place
  from recast cross join lateral (
    select distinct jsonb_array_elements_text(former || written) as speaker_id
  ) as listed
  left join lateral jsonb_array_elements_text(former) with ordinality as one (id, place) on one.id = speaker_id
  left join lateral jsonb_array_elements_text(written) with ordinality as other (id, place) on other.id = speaker_id
)
insert into changed_rows (set_id, table_name, key, record_id, action, before, after)
  select set_id, 'talk_speakers', jsonb_build_object('talk_id', id, 'speaker_id', speaker_id), id,
    case when former_place is null then 'added' when written_place is null then 'removed' else 'changed' end,
    case
      when former_place is null then null
      when written_place is null then jsonb_build_object('talk_id', id, 'speaker_id', speaker_id, 'position', former_place - 1)
      else jsonb_build_object('position', former_place - 1)
    end,
    case
      when written_place is null then null
      when former_place is null then jsonb_build_object('talk_id', id, 'speaker_id', speaker_id, 'position', written_place - 1)
      else jsonb_build_object('position', written_place - 1)
    end
  from cast_rows where former_place is distinct from written_place
  order by position;

-- Links that an import replaced.
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action)
  select distinct set_id, 'all_talk_links', jsonb_build_object('id', link.id), old.id, old.event_id, 'added'
  from old_changes as old
  cross join lateral jsonb_to_recordset(after -> 'links') as written (kind text, url text)
  join all_talk_links as link on link.talk_id = old.id and link.kind = written.kind and link.address_key = address_key(written.url)
  where subject = 'talk' and old.kind <> 'added' and jsonb_typeof(after -> 'links') = 'array' and added_by is null
    and not coalesce(before -> 'links', '[]') @> jsonb_build_array(jsonb_build_object('kind', written.kind, 'url', written.url));
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before)
  select set_id, 'all_talk_links', jsonb_build_object('id', row.id), old.id, old.event_id, 'removed',
    to_jsonb(row) - array['canonical', 'address_key']
  from old_changes as old
  cross join lateral jsonb_array_elements(before -> 'links') with ordinality as former (link, place)
  cross join lateral jsonb_populate_record(null::all_talk_links, jsonb_build_object(
    'id', gen_random_uuid(), 'talk_id', old.id, 'event_id', old.event_id, 'kind', link -> 'kind', 'url', link -> 'url', 'title', link -> 'title',
    'status', 'live', 'position', former.place, 'created_at', now(), 'listed_at', now(), 'is_hidden', false
  )) as row
  where subject = 'talk' and old.kind <> 'added' and jsonb_typeof(before -> 'links') = 'array' and after ? 'links'
    and not after -> 'links' @> jsonb_build_array(jsonb_build_object('kind', link -> 'kind', 'url', link -> 'url'));

-- Removed, with the speakers and topics of talks.
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before)
  select set_id, table_name, jsonb_build_object('id', id), case when subject in ('talk', 'speaker') then id else event_id end,
    case subject when 'talk' then event_id end, 'removed',
    case subject
      when 'talk' then to_jsonb(jsonb_populate_record(null::all_talks, before)) - array['doc', 'slides_url', 'video_url']
        || jsonb_build_object('is_hidden', coalesce((before ->> 'is_hidden')::boolean, false))
      when 'break' then to_jsonb(jsonb_populate_record(null::all_breaks, before))
      else to_jsonb(jsonb_populate_record(null::all_tracks, before))
    end
  from old_changes where kind = 'removed' and after is null and before is not null and subject in ('talk', 'break', 'track')
  order by position;
insert into changed_rows (set_id, table_name, key, record_id, action, before)
  select set_id, 'talk_speakers', jsonb_build_object('talk_id', old.id, 'speaker_id', speaker_id), old.id, 'removed',
    jsonb_build_object('talk_id', old.id, 'speaker_id', speaker_id, 'position', place - 1)
  from old_changes as old cross join lateral jsonb_array_elements_text(before -> 'speaker_ids') with ordinality as cast_row (speaker_id, place)
  where kind = 'removed' and after is null and subject = 'talk' and jsonb_typeof(before -> 'speaker_ids') = 'array';
insert into changed_rows (set_id, table_name, key, record_id, action, before)
  select set_id, 'talk_topics', jsonb_build_object('talk_id', old.id, 'topic_id', topic_id), old.id, 'removed',
    jsonb_build_object('talk_id', old.id, 'topic_id', topic_id)
  from old_changes as old cross join lateral jsonb_array_elements_text(before -> 'topic_ids') as topic_id
  where kind = 'removed' and after is null and subject = 'talk' and jsonb_typeof(before -> 'topic_ids') = 'array';

drop view old_changes;
drop table programme_changes;

-- What was deleted by hand and comes back is no more left out of imports.
create function source_entry_restored() returns trigger
  language plpgsql
  as $$
  begin
    update programme_sources set deleted_keys = array_remove(deleted_keys, tg_argv[0] || ':' || new.source_key)
      where event_id = new.event_id and tg_argv[0] || ':' || new.source_key = any (deleted_keys);
    return null;
  end
  $$;
create trigger talks_restored after insert on all_talks for each row
  when (new.source_key is not null and current_setting('hallway.programme', true) is distinct from 'on')
  execute function source_entry_restored('talk');
create trigger breaks_restored after insert on all_breaks for each row
  when (new.source_key is not null and current_setting('hallway.programme', true) is distinct from 'on')
  execute function source_entry_restored('break');

select close_the_wall();
