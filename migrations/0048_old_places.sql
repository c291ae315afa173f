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
    execute format(
      'insert into old_addresses (kind, key) select distinct $1, %1$I from before
        where not exists (select from all_events where all_events.%1$I = before.%1$I) on conflict do nothing',
      tg_argv[1]
    ) using tg_argv[0];
    return null;
  end
  $$;
create trigger events_leave_city after delete on all_events
  referencing old table as before for each statement execute function leaves_old_place('city', 'city_key');
create trigger events_leave_country after delete on all_events
  referencing old table as before for each statement execute function leaves_old_place('country', 'country_key');
create trigger events_move_from_city after update on all_events
  referencing old table as before for each statement execute function leaves_old_place('city', 'city_key');
create trigger events_move_from_country after update on all_events
  referencing old table as before for each statement execute function leaves_old_place('country', 'country_key');

select close_the_wall();
