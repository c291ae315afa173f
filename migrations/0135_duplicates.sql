-- Conferences that are listed twice, as a job finds them, and what an administrator has decided: they are two.

create table duplicate_pairs (
  one_id uuid not null references all_events (id) on delete cascade,
  other_id uuid not null references all_events (id) on delete cascade,
  verdict text not null,
  primary key (one_id, other_id),
  constraint duplicate_pairs_are_in_order check (one_id < other_id),
  constraint duplicate_pairs_verdict_is_known check (verdict in ('same', 'perhaps'))
);
comment on table duplicate_pairs is 'Pairs of conferences that are the same, or perhaps; derived.';
create index duplicate_pairs_other_id on duplicate_pairs (other_id);

create table not_duplicates (
  one_id uuid not null references all_events (id) on delete cascade,
  other_id uuid not null references all_events (id) on delete cascade,
  decided_by uuid references all_profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (one_id, other_id),
  constraint not_duplicates_are_in_order check (one_id < other_id)
);
comment on table not_duplicates is 'Pairs that look like one conference and are two.';
create index not_duplicates_other_id on not_duplicates (other_id);
create index not_duplicates_decided_by on not_duplicates (decided_by);

select close_the_wall();
