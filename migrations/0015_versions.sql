-- updated_at is the version that an editor sends back. Here it moves with every column of a row but those that the trigger
-- names, so that a new column is part of the version without anybody thinking of it.

create or replace function set_updated_at() returns trigger
  language plpgsql
  as $$
  declare
    unversioned text[] := tg_argv || 'updated_at'::text;
  begin
    if to_jsonb(new) - unversioned is distinct from to_jsonb(old) - unversioned then
      new.updated_at := now();
    end if;
    return new;
  end
  $$;
comment on function set_updated_at() is
  'updated_at is the version that an editor sends back: it moves with each change of the row. The trigger''s arguments name the columns that are no edit: kept copies, counters, who listed it, and generated columns, which are not computed yet in NEW.';

-- A topic's rename, a speaker's new name, another owner or a deleted account must not tell an editor that somebody else saved.
drop trigger events_version on events;
drop function event_version();
create trigger events_updated before update on events for each row execute function set_updated_at(
  'tags', 'doc', 'created_by', 'import_id', 'name_key', 'city_key', 'country_key', 'conference_key'
);

drop trigger talks_updated on talks;
create trigger talks_updated before update on talks for each row execute function set_updated_at('doc', 'created_by');

drop trigger speakers_updated on speakers;
create trigger speakers_updated before update on speakers for each row execute function set_updated_at(
  'events_spoken_at', 'unique_conferences', 'created_by', 'name_key', 'doc'
);

drop trigger profiles_updated on profiles;
create trigger profiles_updated before update on profiles for each row execute function set_updated_at('name_key');

select close_the_wall();
