-- One trigger writes down both the cities and the countries that a change left.

drop trigger events_leave_city on all_events;
drop trigger events_leave_country on all_events;
drop trigger events_move_from_city on all_events;
drop trigger events_move_from_country on all_events;

create or replace function leaves_old_place() returns trigger
  language plpgsql
  as $$
  begin
    insert into old_addresses (kind, key)
    select 'city', city_key from before
      where not exists (select from all_events where all_events.city_key = before.city_key)
    union
    select 'country', country_key from before
      where not exists (select from all_events where all_events.country_key = before.country_key)
    on conflict do nothing;
    return null;
  end
  $$;
create trigger events_leave_place after delete on all_events
  referencing old table as before for each statement execute function leaves_old_place();
create trigger events_move_from_place after update on all_events
  referencing old table as before for each statement execute function leaves_old_place();

select close_the_wall();
