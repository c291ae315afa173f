-- A member's schedule of one event, for whoever has its address. As for private calendars (0032), the address is the row's id
-- and a signature, so that no backup holds it, and deleting the row revokes it.

create table shared_plans (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references all_profiles (id) on delete cascade,
  event_id uuid not null references all_events (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint shared_plans_one_per_event unique (user_id, event_id)
);
create index shared_plans_event_id on shared_plans (event_id);
comment on table shared_plans is 'Addresses at which anybody reads the schedule of a person for an event.';

select close_the_wall();
