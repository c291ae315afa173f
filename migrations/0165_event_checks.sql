-- Who says that what is listed of a conference is still right, and who was asked (decision 80).

create table event_checks (
  event_id uuid not null references all_events (id) on delete cascade,
  user_id uuid not null references all_profiles (id) on delete cascade,
  asked_at timestamptz,
  checked_at timestamptz,
  primary key (event_id, user_id),
  constraint event_checks_asked_or_answered check (asked_at is not null or checked_at is not null)
);
comment on table event_checks is 'Members who were asked whether a conference is still listed right, and those who said so.';
create index event_checks_of_user on event_checks (user_id, asked_at);

create trigger event_checks_changed after insert or update or delete on event_checks
  for each row execute function event_part_changed('event');
create trigger event_checks_added_logged after insert on event_checks referencing new table as added
  for each statement execute function log_added('merging', '', '', 'event_id,user_id');
create trigger event_checks_logged after delete on event_checks
  for each row execute function log_change('within', '', '', 'event_id,user_id');

alter table page_checks add column agreed_at timestamptz;
comment on column page_checks.agreed_at is 'When the page last had the same days.';
create trigger page_checks_agreed after update of agreed_at on page_checks
  for each row execute function event_part_changed('event');
create trigger page_checks_began_to_agree after insert on page_checks
  for each row when (new.agreed_at is not null) execute function event_part_changed('event');

select close_the_wall();
