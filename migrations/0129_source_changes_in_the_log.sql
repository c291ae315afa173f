-- What a run of a source changed is a set of the log of changes (0126). The runs that there are move there, to be undone.

alter table source_runs add column set_id bigint;
update source_runs set set_id = numbered.set_id
  from (
    select id, nextval(pg_get_serial_sequence('change_sets', 'id')) as set_id
    from (select id from source_runs order by created_at, id) as ordered
  ) as numbered
  where source_runs.id = numbered.id;

insert into change_sets (id, at, via, reason)
  select set_id, source_runs.created_at, 'source', name
  from source_runs join directory_sources on directory_sources.id = source_id;

alter table source_runs
  alter column set_id set not null,
  add constraint source_runs_set_id_fkey foreign key (set_id) references change_sets (id) on delete cascade;
create index source_runs_set_id on source_runs (set_id);
comment on column source_runs.set_id is 'What the run changed, in the log of changes.';

-- The conferences that a run listed.
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action)
  select set_id, 'all_events', jsonb_build_object('id', all_events.id), all_events.id, series_id, 'added'
  from source_runs join all_events using (import_id) order by set_id;

insert into changed_rows (set_id, table_name, key, record_id, action, after)
  select set_id, 'all_event_tags', jsonb_build_object('event_id', event_id, 'tag', tag), event_id, 'added', to_jsonb(all_event_tags)
  from source_changes join source_runs on source_runs.id = run_id
  cross join lateral jsonb_array_elements_text(after -> 'tags') as added (name)
  join all_event_tags on tag = name and event_id = row_id
  where subject = 'tags' order by set_id, n;

-- The changed columns as the triggers log them.
insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before, after)
  with changes as (
    select set_id, n, subject, row_id, before,
      -- Since when an entry is gone was not recorded: the next run that found it did, or the entry has it.
      case when subject = 'entry' and before is not null and after is null
        then jsonb_build_object('gone_since', coalesce(
          lead(before -> 'gone_since') over (partition by subject, row_id order by set_id, n),
          (select to_jsonb(gone_since) from source_entries where id = row_id), 'null'
        ))
        else after
      end as after
    from source_changes join source_runs on source_runs.id = run_id
    where subject <> 'tags'
  )
  select set_id, table_name, jsonb_build_object('id', row_id),
    case subject when 'event' then row_id when 'call' then (select event_id from calls where id = row_id) end,
    case subject when 'event' then (select series_id from all_events where id = row_id) end,
    case when before is null then 'added' when after is null then 'removed' else 'changed' end,
    (select jsonb_object_agg(key, value) from jsonb_each(former) where before ? key),
    (select jsonb_object_agg(key, value) from jsonb_each(present) where after ? key)
  from changes, lateral (
    select 'source_entries', to_jsonb(jsonb_populate_record(null::source_entries, before)),
      to_jsonb(jsonb_populate_record(null::source_entries, after))
    where subject = 'entry'
    union all
    select 'all_events', to_jsonb(jsonb_populate_record(null::all_events, before)), to_jsonb(jsonb_populate_record(null::all_events, after))
    where subject = 'event'
    union all
    select 'calls', to_jsonb(jsonb_populate_record(null::calls, before)), to_jsonb(jsonb_populate_record(null::calls, after))
    where subject = 'call'
    union all
    select 'source_questions', to_jsonb(jsonb_populate_record(null::source_questions, before)),
      to_jsonb(jsonb_populate_record(null::source_questions, after))
    where subject = 'question'
  ) as logged (table_name, former, present)
  order by set_id, n;

drop table source_changes;

select close_the_wall();
