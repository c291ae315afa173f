-- The page of a conference leads to others of its name, earlier and later ones: they share a tag, in place of one for each.

-- 0115 landed with two texts (platform/database/migrate.ts). What is in parentheses, and words such as Conference, are of no name.
drop index events_by_stem;
create or replace function conference_stem(conference_key text, city_key text, country_key text) returns text
  language sql immutable parallel safe
  return (
    select coalesce(string_agg(word, ' ' order by position), '')
    from regexp_split_to_table(
      regexp_replace(conference_key, '\([^)]*\)', ' ', 'g'), '[\s\-–,.:;()/&|]+'
    ) with ordinality as part (word, position)
    where word <> '' and word !~ '^\d+(st|nd|rd|th)?$'
      and word <> all (regexp_split_to_array(
        city_key || ' ' || country_key || ' edition conference annual the live online virtual europe north america asia us uk eu',
        '[\s\-–,.:;()/&|]+'
      ))
  );
create index events_by_stem on all_events (conference_stem(conference_key, city_key, country_key), start_date);

create or replace function event_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('events');
    if tg_op <> 'INSERT' or current_setting('hallway.bulk', true) is distinct from 'on' then
      perform announce('event', coalesce(new.id, old.id));
    end if;
    if tg_op <> 'INSERT' then
      perform announce_names(old);
      if old.created_by is not null then
        perform announce('profile', old.created_by);
      end if;
    end if;
    if tg_op <> 'DELETE' then
      perform announce_names(new);
      if new.created_by is not null then
        perform announce('profile', new.created_by);
      end if;
    end if;
    return null;
  end
  $$;

-- Also in a bulk write: only names that another one has are announced, and not the pages of all events.
create function announce_names(event all_events) returns void
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
