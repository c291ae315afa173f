-- Conferences whose names differ by city, country or continent only: 'Codemotion Milan' and 'Codemotion Madrid'. They may be
-- of one series, so the page of one that is over leads to a later one.

create function conference_stem(conference_key text, city_key text, country_key text) returns text
  language sql immutable parallel safe
  return (
    select coalesce(string_agg(word, ' ' order by position), '')
    from regexp_split_to_table(conference_key, '[\s\-–,.:;()/&|]+') with ordinality as part (word, position)
    where word <> '' and word !~ '^\d+(st|nd|rd|th)?$'
      and word <> all (regexp_split_to_array(
        city_key || ' ' || country_key || ' edition online virtual europe north america asia us uk eu',
        '[\s\-–,.:;()/&|]+'
      ))
  );
comment on function conference_stem is 'The words of a name without year that are not of its place, a blank between them.';

create index events_by_stem on all_events (conference_stem(conference_key, city_key, country_key), start_date);

-- The pages of earlier ones lead to one that is added, renamed or moved.
create or replace function event_changed() returns trigger
  language plpgsql
  as $$
  declare
    stem text;
  begin
    perform announce_list('events');
    if tg_op <> 'INSERT' or current_setting('hallway.bulk', true) is distinct from 'on' then
      perform announce('event', coalesce(new.id, old.id));
    end if;
    if tg_op <> 'INSERT' and old.created_by is not null then
      perform announce('profile', old.created_by);
    end if;
    if tg_op <> 'DELETE' and new.created_by is not null then
      perform announce('profile', new.created_by);
    end if;
    if tg_op = 'INSERT' or tg_op = 'UPDATE'
      and (old.conference_key, old.city_key, old.country_key)
        is distinct from (new.conference_key, new.city_key, new.country_key) then
      -- By their ids also in a bulk write: they are few, and not the pages of all events.
      perform announce_tag('event:' || id) from all_events
        where conference_key = new.conference_key and country_key = new.country_key and series_id is null and id <> new.id;
      stem := conference_stem(new.conference_key, new.city_key, new.country_key);
      if stem <> '' then
        perform announce_tag('event:' || id) from all_events
          where conference_stem(conference_key, city_key, country_key) = stem and start_date < new.start_date and id <> new.id;
      end if;
    end if;
    return null;
  end
  $$;

select close_the_wall();
