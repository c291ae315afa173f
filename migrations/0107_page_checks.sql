-- When the website of an upcoming conference was read, and what it said otherwise.

create table page_checks (
  event_id uuid primary key references all_events (id) on delete cascade,
  checked_at timestamptz not null default now(),
  asked jsonb
);
comment on column page_checks.asked is 'The differences that a person was asked about last: they are asked about once.';

select close_the_wall();
