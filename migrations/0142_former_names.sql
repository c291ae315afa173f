-- What a speaker was called before: an import finds them by it. Nobody is shown it.

create table speaker_names (
  speaker_id uuid not null constraint speaker_names_speaker_id_fkey references all_speakers (id) on delete cascade,
  name text not null,
  name_key text generated always as (fold(name)) stored,
  created_at timestamptz not null default now(),
  constraint speaker_names_pkey primary key (speaker_id, name)
);
comment on table speaker_names is 'Former names of speakers, from renames and merges.';
create index speaker_names_by_name on speaker_names (name_key);
create trigger speaker_names_added_logged after insert on speaker_names referencing new table as added
  for each statement execute function log_added('within', 'speaker_id', '', 'speaker_id,name');
create trigger speaker_names_logged after delete on speaker_names
  for each row execute function log_change('within', 'speaker_id', '', 'speaker_id,name');

-- A rename that is undone was no name.
create function speaker_keeps_name() returns trigger
  language plpgsql
  as $$
  begin
    insert into speaker_names (speaker_id, name) values (new.id, old.name) on conflict do nothing;
    return null;
  end
  $$;
create trigger speakers_keep_name after update of name on all_speakers for each row
  when (fold(old.name) <> fold(new.name) and current_setting('hallway.via', true) is distinct from 'undo')
  execute function speaker_keeps_name();

-- Those of the log: renames, and records that were merged into one that is still there.
insert into speaker_names (speaker_id, name)
  select record_id, before ->> 'name' from changed_rows
  join change_sets on change_sets.id = set_id and undone_by is null and undoes is null
  join all_speakers on all_speakers.id = record_id
  where table_name = 'all_speakers' and action = 'changed' and before ? 'name' and fold(before ->> 'name') <> name_key
  union
  select kept.id, before ->> 'name' from changed_rows
  join change_sets on change_sets.id = set_id and undone_by is null and via = 'merge'
  join old_addresses as old on old.kind = 'speaker' and old.key = record_id::text
  join all_speakers as kept on kept.id::text = old.new_key
  where table_name = 'all_speakers' and action = 'removed' and fold(before ->> 'name') <> kept.name_key
  on conflict do nothing;

select close_the_wall();
