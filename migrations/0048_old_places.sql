-- A city or country whose last conference went says so at its address.

alter table old_addresses
  drop constraint old_addresses_kind_is_known,
  add constraint old_addresses_kind_is_known check (kind in ('event', 'talk', 'speaker', 'topic', 'city', 'country'));
comment on column old_addresses.key is
  'What the address named: a speaker''s id, an event''s slug, a talk''s number, the folded name of a topic or place.';

create function leaves_old_place() returns trigger
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
