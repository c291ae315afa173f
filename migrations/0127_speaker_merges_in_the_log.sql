-- Merges of speakers move into the log of changes (migration 0126), where they can be undone as before.

create temporary table old_merges as
  with recursive old as (
    select speaker_merges.* from speaker_merges
    union all
    -- A merge into a record that was merged itself: it can be undone once that is.
    select inner_merge.* from old, jsonb_array_elements(coalesce(old.before -> 'merges', '[]')) as each,
      jsonb_populate_record(null::speaker_merges, each) as inner_merge
  )
  select *, null::bigint as set_id from old;
do $$
  declare
    merge record;
    new_set bigint;
  begin
    for merge in select * from old_merges order by created_at, id loop
      insert into change_sets (at, changed_by, via)
        values (merge.created_at, (select id from all_profiles where id = merge.merged_by), 'merge') returning id into new_set;
      update old_merges set set_id = new_set where id = merge.id;
    end loop;
  end
  $$;

insert into changed_rows (set_id, table_name, key, record_id, action, before)
  select set_id, 'all_speakers', jsonb_build_object('id', removed_id), removed_id, 'removed',
    '{"is_hidden": false}' || (before -> 'speaker') - array['doc', 'name_key']
  from old_merges order by set_id;
insert into changed_rows (set_id, table_name, key, record_id, action, before)
  select set_id, 'social_links', jsonb_build_object('speaker_id', removed_id, 'platform', link -> 'platform'), removed_id, 'removed', link
  from old_merges, jsonb_array_elements(before -> 'links') as link;
insert into changed_rows (set_id, table_name, key, action, before, after)
  select set_id, 'all_speaker_claims', jsonb_build_object('id', claim.id, 'user_id', claim.user_id), 'changed',
    jsonb_build_object('speaker_id', removed_id), jsonb_build_object('speaker_id', kept_id)
  from old_merges, jsonb_array_elements_text(before -> 'claims') as claim_id join all_speaker_claims as claim on claim.id = claim_id::uuid;
insert into changed_rows (set_id, table_name, key, action, before, after)
  select set_id, 'source_people', person, 'changed', jsonb_build_object('speaker_id', removed_id), jsonb_build_object('speaker_id', kept_id)
  from old_merges, jsonb_array_elements(before -> 'source_people') as person;
insert into changed_rows (set_id, table_name, key, action, before)
  select set_id, 'follows',
    jsonb_build_object('user_id', follow -> 'user_id', 'topic_id', null, 'speaker_id', removed_id, 'event_id', null, 'series_id', null), 'removed',
    jsonb_build_object('user_id', follow -> 'user_id', 'speaker_id', removed_id, 'created_at', follow -> 'created_at')
  from old_merges, jsonb_array_elements(coalesce(before -> 'follows', '[]')) as follow;
insert into changed_rows (set_id, table_name, key, action)
  select set_id, 'follows',
    jsonb_build_object('user_id', follow -> 'user_id', 'topic_id', null, 'speaker_id', kept_id, 'event_id', null, 'series_id', null), 'added'
  from old_merges, jsonb_array_elements(coalesce(before -> 'follows', '[]')) as follow where not (follow -> 'is_both')::boolean;
insert into changed_rows (set_id, table_name, key, record_id, action, before)
  select set_id, 'talk_speakers', jsonb_build_object('talk_id', talk.id, 'speaker_id', removed_id), talk.id, 'removed',
    jsonb_build_object('talk_id', talk.id, 'speaker_id', removed_id, 'position', talk.position)
  from old_merges, jsonb_to_recordset(before -> 'talks') as talk (id uuid, position smallint);
insert into changed_rows (set_id, table_name, key, record_id, action, before, after)
  select set_id, 'talk_speakers', jsonb_build_object('talk_id', talk.id, 'speaker_id', kept_id), talk.id,
    case when kept_position is null then 'added' else 'changed' end,
    case when kept_position is not null then jsonb_build_object('position', kept_position) end,
    jsonb_build_object('position', least(talk.position, kept_position))
  from old_merges, jsonb_to_recordset(before -> 'talks') as talk (id uuid, position smallint, kept_position smallint)
  where kept_position is null or talk.position < kept_position;
insert into changed_rows (set_id, table_name, key, record_id, action, before, after)
  select set_id, 'all_speakers', jsonb_build_object('id', kept_id), kept_id, 'changed', former, filled
  from old_merges, lateral (
    select jsonb_object_agg(key, null::text) as former, jsonb_object_agg(key, value) as filled from jsonb_each(before -> 'filled')
    where key not in ('twitter', 'github', 'website')
  ) as row where filled is not null;
insert into changed_rows (set_id, table_name, key, record_id, action, after)
  select set_id, 'social_links', jsonb_build_object('speaker_id', kept_id, 'platform', key), kept_id, 'added',
    jsonb_build_object('speaker_id', kept_id, 'platform', key, 'handle', value)
  from old_merges, jsonb_each(before -> 'filled') where key in ('twitter', 'github', 'website');
insert into changed_rows (set_id, table_name, key, action, after)
  select set_id, 'old_addresses', jsonb_build_object('kind', 'speaker', 'key', removed_id), 'added',
    jsonb_build_object('kind', 'speaker', 'key', removed_id, 'new_key', kept_id)
  from old_merges;

drop table old_merges;
drop table speaker_merges;

create or replace function is_picture_used(name text) returns boolean
  language plpgsql
  stable
  as $$
  declare
    path text := '/pictures/' || name || '.webp';
  begin
    return exists (select from all_profiles where avatar_url = path and avatar_url like '/pictures/%')
      or exists (select from all_speakers where image_url = path and image_url like '/pictures/%')
      or exists (select from all_events where logo_url = path and logo_url like '/pictures/%')
      or exists (select from link_checks where picture = path and picture like '/pictures/%')
      or exists (
        select from changed_rows where coalesce(before ->> 'logo_url', before ->> 'image_url') = path
          and coalesce(before ->> 'logo_url', before ->> 'image_url') like '/pictures/%'
      );
  end
  $$;

select close_the_wall();
