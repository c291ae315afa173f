-- An owner invites members to an event; each accepts or declines.

create table event_invitations (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  invited_by uuid references profiles (id) on delete set null,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (event_id, user_id),
  constraint event_invitations_status_is_known check (status in ('pending', 'accepted', 'declined')),
  constraint event_invitations_time_fits_status check ((answered_at is null) = (status = 'pending'))
);
create index event_invitations_newest on event_invitations (event_id, created_at desc, user_id desc);
create index event_invitations_user_id on event_invitations (user_id, status, created_at desc);
create index event_invitations_invited_by on event_invitations (invited_by);
