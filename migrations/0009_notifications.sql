-- What a person should know: the unread list in the avatar menu, the same by mail, and what they don't want to hear of.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null,
  message text not null,
  path text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_kind_is_known
    check (kind in ('claim_decided', 'claim_received', 'event_changed', 'event_invitation')),
  constraint notifications_path_is_ours check (path like '/%')
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

create table muted_notifications (
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null,
  primary key (user_id, kind),
  constraint muted_notifications_kind_is_known
    check (kind in ('claim_decided', 'claim_received', 'event_changed', 'event_invitation'))
);
