-- Messages that wait until the edits are over, are muted for mail and list apart, and can be unsubscribed from.

alter table event_moves add column due_at timestamptz not null default now();
update event_moves set due_at = began_at + interval '10 minutes';
comment on column event_moves.due_at is 'When the message about the changes leaves: some minutes after the last one, at most ten after the first.';

create table talk_moves (
  talk_id uuid primary key,
  event_id uuid not null references events (id) on delete cascade,
  title text not null,
  day date not null,
  start_time time,
  location text,
  status text not null,
  user_ids uuid[] not null,
  began_at timestamptz not null default now(),
  due_at timestamptz not null,
  constraint talk_moves_status_is_known check (status in ('scheduled', 'cancelled'))
);
create index talk_moves_event_id on talk_moves (event_id);
comment on table talk_moves is
  'What talks were before their last series of changes by hand began, for one message about all. A talk may be deleted by now.';
comment on column talk_moves.user_ids is 'Whom it concerns: who saved the talk or gives it, but for whoever changed it.';

alter table muted_notifications
  add column channel text not null default 'list',
  drop constraint muted_notifications_pkey,
  add primary key (user_id, kind, channel),
  add constraint muted_notifications_channel_is_known check (channel in ('list', 'mail'));
insert into muted_notifications (user_id, kind, channel) select user_id, kind, 'mail' from muted_notifications;
alter table muted_notifications alter column channel drop default;

alter table mail_outbox add column kind text;
comment on column mail_outbox.kind is 'The kind of notification, from which one can unsubscribe; null for mail of an account.';

select close_the_wall();
