-- 0116 landed with two texts (platform/database/migrate.ts): the first looked names up by reading the whole table.

-- Also in a bulk write: only names that another one has are announced, and not the pages of all events.
create or replace function announce_names(event all_events) returns void
  language plpgsql
  -- While an import fills an empty table its statistics say that reading all of it is cheap.
  set enable_seqscan = off
  as $$
  declare
    shared_name text;
  begin
    foreach shared_name in array array[
      event.conference_key, conference_stem(event.conference_key, event.city_key, event.country_key)
    ] loop
      if shared_name <> '' and (
        exists (select from all_events as other where other.conference_key = shared_name and other.id <> event.id)
        or exists (
          select from all_events as other
          where conference_stem(other.conference_key, other.city_key, other.country_key) = shared_name
            and other.id <> event.id
        )
      ) then
        perform announce_tag('name:' || shared_name);
      end if;
    end loop;
  end
  $$;
comment on function announce_names is 'The name without year, and without its place (name:<text>), if another conference has it.';

select close_the_wall();
