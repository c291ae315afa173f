-- Members propose topics, and learn when something that they follow is gone.

create table topic_proposals (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  proposed_by uuid not null references all_profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint topic_proposals_name_is_one_line_of_100 check (
    is_clean_line(name) and name = btrim(name) and char_length(name) between 1 and 100
  )
);
create unique index topic_proposals_name_is_unique_when_folded on topic_proposals (fold(name));
create index topic_proposals_proposed_by on topic_proposals (proposed_by);

alter table all_notifications
  drop constraint notifications_kind_is_known,
  add constraint notifications_kind_is_known check (
    kind in ('claim_decided', 'claim_received', 'coverage', 'event_changed', 'event_invitation', 'follow_ended', 'talk_changed')
  );
alter table muted_notifications
  drop constraint muted_notifications_kind_is_known,
  add constraint muted_notifications_kind_is_known check (
    kind in (
      'claim_decided', 'claim_received', 'coverage', 'digest', 'event_changed', 'event_invitation', 'follow_ended', 'talk_changed'
    )
  );

select close_the_wall();
