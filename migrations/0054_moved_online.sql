-- A conference that moved online counts as online. The two conditions are those of event-list.server.ts.

drop index events_online;
create index events_online on all_events (start_date, id)
  where city_key = 'online' or country_key = 'online' or status = 'moved_online';
drop index events_in_person;
create index events_in_person on all_events (start_date, id)
  where city_key <> 'online' and country_key <> 'online' and status <> 'moved_online';
