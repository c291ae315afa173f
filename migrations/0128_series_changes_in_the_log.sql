-- Changes of series are sets of the log of changes (0126). Those that can still be undone move there.

alter table series_changes add column set_id bigint;
update series_changes set set_id = numbered.set_id
  from (
    select id, nextval(pg_get_serial_sequence('change_sets', 'id')) as set_id
    from (select id from series_changes order by created_at, id) as ordered
  ) as numbered
  where series_changes.id = numbered.id;

insert into change_sets (id, at, changed_by, via)
  select set_id, created_at, changed_by, case action when 'series_merged' then 'merge' else 'form' end from series_changes;

-- Each row before and after, with all columns as the triggers log them.
create temporary table moved_rows on commit drop as
  with states as (
    select set_id, true as is_former, before as state from series_changes
    union all select set_id, false, after from series_changes
  )
  select set_id, table_name, key,
    (array_agg(value) filter (where is_former))[1] as former, (array_agg(value) filter (where not is_former))[1] as present
  from (
    select set_id, is_former, 'series' as table_name, jsonb_build_object('id', stored.id) as key, to_jsonb(stored) - 'name_key' as value
    from states, jsonb_populate_recordset(null::series, state -> 'series') as stored
    union all
    select set_id, is_former, 'all_events', jsonb_build_object('id', edition -> 'id'), edition - 'id'
    from states, jsonb_array_elements(state -> 'editions') as edition
    union all
    select set_id, is_former, 'follows',
      jsonb_build_object(
        'user_id', user_id, 'topic_id', topic_id, 'speaker_id', speaker_id, 'event_id', event_id, 'series_id', series_id
      ),
      to_jsonb(stored) - array['city_key', 'country_key']
    from states, jsonb_populate_recordset(null::follows, state -> 'follows') as stored
    union all
    select set_id, is_former, 'old_addresses', jsonb_build_object('kind', 'series', 'key', stored.key), to_jsonb(stored) || '{"kind": "series"}'
    from states, jsonb_populate_recordset(null::old_addresses, state -> 'addresses') as stored
  ) as stored_rows
  group by set_id, table_name, key;

insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before, after)
  select set_id, table_name, key,
    case when table_name in ('series', 'all_events') then (key ->> 'id')::uuid end,
    case table_name when 'all_events' then coalesce(present ->> 'series_id', former ->> 'series_id')::uuid end,
    case when former is null then 'added' when present is null then 'removed' else 'changed' end,
    case when former is null or present is null then former
      else (select jsonb_object_agg(field.key, value) from jsonb_each(former) as field where value is distinct from present -> field.key)
    end,
    case when former is not null and present is not null
      then (select jsonb_object_agg(field.key, value) from jsonb_each(present) as field where value is distinct from former -> field.key)
      when table_name <> 'series' then present
    end
  from moved_rows
  where former is distinct from present
    and (table_name <> 'all_events' or former is not null and present is not null)
  order by set_id;

-- The series that a conference left for another one.
insert into changed_rows (set_id, table_name, key, parent_id, action, before, after)
  select set_id, table_name, key, (former ->> 'series_id')::uuid, 'changed', '{}', '{}' from moved_rows
  where table_name = 'all_events' and former ->> 'series_id' <> present ->> 'series_id';

drop table series_changes;

select close_the_wall();
