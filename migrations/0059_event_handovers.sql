-- The owner of an event offers it to another member, who accepts or declines.

create table event_handovers (
  event_id uuid primary key references all_events (id) on delete cascade,
  from_id uuid not null references all_profiles (id) on delete cascade,
  to_id uuid not null references all_profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint event_handovers_lead_to_another_person check (from_id <> to_id)
);
create index event_handovers_from_id on event_handovers (from_id);
create index event_handovers_to_id on event_handovers (to_id);
comment on table event_handovers is 'Offers without an answer. One of somebody who is no longer the owner is worth nothing.';

select close_the_wall();
