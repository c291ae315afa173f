-- A message about changes says what the event was called: whoever attends it knows it by that name.

alter table event_moves add column name text;
comment on column event_moves.name is 'What the event was called before the first change; null in rows older than this column.';
