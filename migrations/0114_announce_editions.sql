-- A conference that is added, renamed or moved announces those whose pages list it as another edition because it has their
-- name and country. Their pages can then be cached without the tag of all lists, which every write to a conference drops.

create or replace function event_changed() returns trigger
  language plpgsql
  as $$
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
      and (old.conference_key, old.country_key) is distinct from (new.conference_key, new.country_key) then
      -- By their ids also in a bulk write: they are few, and not the pages of all events.
      perform announce_tag('event:' || id) from all_events
        where conference_key = new.conference_key and country_key = new.country_key and series_id is null and id <> new.id;
    end if;
    return null;
  end
  $$;

select close_the_wall();
