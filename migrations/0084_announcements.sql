-- What the owner of an event writes to its attendees, or to those who saved one of its talks.

create table announcements (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references all_events (id) on delete cascade,
  created_by uuid references all_profiles (id) on delete set null,
  audience text not null constraint announcements_audience_is_known check (audience in ('attendees', 'savers')),
  message text not null constraint announcements_message_is_1_to_1000 check (message ~ '\S' and char_length(message) <= 1000),
  created_at timestamptz not null default now()
);
create index announcements_of_event on announcements (event_id, created_at desc, id desc);
create index announcements_created_by on announcements (created_by);
comment on column announcements.audience is 'Who was notified: attendees, or those who saved a talk. The page shows it to everybody.';
create trigger announcements_changed after insert or update or delete on announcements
  for each row execute function event_part_changed('event');

alter table all_notifications
  drop constraint notifications_kind_is_known,
  add constraint notifications_kind_is_known check (
    kind in ('announcement', 'claim_decided', 'claim_received', 'coverage', 'event_changed', 'event_invitation', 'follow_ended', 'talk_changed')
  );
alter table muted_notifications
  drop constraint muted_notifications_kind_is_known,
  add constraint muted_notifications_kind_is_known check (
    kind in ('announcement', 'claim_decided', 'claim_received', 'coverage', 'digest', 'event_changed', 'event_invitation', 'follow_ended', 'talk_changed')
  );

select close_the_wall();
