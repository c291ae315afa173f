-- Finding by more than words: online or in person, each in order of day. And the columns of a file that an import left out.

-- What is online says so where its city or country stands. The two conditions are those of event-list.server.ts.
create index events_online on events (start_date, id) where city_key = 'online' or country_key = 'online';
create index events_in_person on events (start_date, id) where city_key <> 'online' and country_key <> 'online';

alter table event_imports
  add column unknown_columns text[] not null default '{}',
  add constraint event_imports_unknown_columns_are_at_most_50 check (
    cardinality(unknown_columns) <= 50 and char_length(array_to_string(unknown_columns, '')) <= 5000
  );
comment on column event_imports.unknown_columns is 'Columns of the file that no field stands for: named in the report, so that nobody takes them for imported.';
