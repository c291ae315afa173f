-- What members suggest to change in records of others (decision 81).

create table suggestions (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  record_id uuid not null,
  suggested_by uuid not null references all_profiles (id) on delete cascade,
  changes jsonb not null,
  former jsonb not null,
  reason text,
  status text not null default 'open',
  created_at timestamptz not null default now(),
  decided_by uuid references all_profiles (id) on delete set null,
  decided_at timestamptz,
  constraint suggestions_kind_is_known check (kind in ('event', 'talk', 'speaker', 'series')),
  constraint suggestions_status_is_known check (status in ('open', 'accepted', 'rejected')),
  constraint suggestions_decided_at_once check ((status in ('accepted', 'rejected')) = (decided_at is not null)),
  constraint suggestions_change_something check (changes <> '{}'),
  constraint suggestions_reason_is_at_most_1000 check (char_length(reason) <= 1000)
);
comment on table suggestions is 'Changes of a record that a member suggests: fields with new values, and the ones that they replace.';
create index suggestions_of_record on suggestions (kind, record_id);
create index suggestions_of_member on suggestions (suggested_by, status);
create index suggestions_decided_by on suggestions (decided_by) where decided_by is not null;
create index suggestions_open on suggestions (created_at) where status = 'open';

-- An undo of what was accepted opens it again.
create trigger suggestions_logged after update on suggestions
  for each row execute function log_change('within', '', '', 'id');

select close_the_wall();
