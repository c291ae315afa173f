-- The audit trail: what administrators did with what is not theirs, for everybody who moderates.

create table admin_actions (
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  action text not null,
  subject text not null,
  path text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint admin_actions_path_is_ours check (path like '/%')
);
comment on table admin_actions is 'Written in the transaction of what was done: both are kept or neither. Never changed and never deleted by the site.';
comment on column admin_actions.admin_id is 'No foreign key: the trail outlives the person.';
comment on column admin_actions.subject is 'The name that the thing had, since the thing itself may be gone.';
