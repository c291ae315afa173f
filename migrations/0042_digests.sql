-- A weekly mail of what is new or changed about what a person follows.

create table digests (
  user_id uuid primary key references profiles (id) on delete cascade,
  weekday smallint not null constraint digests_weekday_is_1_to_7 check (weekday between 1 and 7),
  hour smallint not null constraint digests_hour_is_0_to_23 check (hour between 0 and 23),
  time_zone text not null constraint digests_time_zone_looks_like_iana check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  told_until timestamptz not null,
  next_due_at timestamptz not null
);
create index digests_next_due_at on digests (next_due_at);
comment on table digests is
  'When a person gets the digest. Whether they do, muted_notifications says. Nobody but the person reads it.';
comment on column digests.weekday is 'Monday is 1, Sunday 7.';
comment on column digests.told_until is 'What happened until then was in an earlier digest, or there was nothing to tell.';

create function is_time_zone(name text) returns boolean
  language plpgsql stable
  as $$
  begin
    perform now() at time zone name;
    return true;
  exception when invalid_parameter_value then
    return false;
  end
  $$;

create function next_digest_at(zone text, weekday integer, hour integer, after timestamptz) returns timestamptz
  language plpgsql stable
  as $$
  declare
    -- A backup may come from an engine that knows more zones.
    known text := case when is_time_zone(zone) then zone else 'UTC' end;
    day date := (after at time zone known)::date;
    due timestamptz;
  begin
    day := day + (weekday - extract(isodow from day)::integer + 7) % 7;
    due := (day + make_interval(hours => hour)) at time zone known;
    return case when due > after then due else (day + 7 + make_interval(hours => hour)) at time zone known end;
  end
  $$;
comment on function next_digest_at(text, integer, integer, timestamptz) is
  'The next time that it is this hour of this weekday there. An hour that the clocks skip is the one after it.';

create table event_states (
  event_id uuid not null references events (id) on delete cascade,
  until timestamptz not null default now(),
  start_date date not null,
  end_date date not null,
  location_name text not null,
  country_name text not null,
  status text not null constraint event_states_status_is_known
    check (status in ('scheduled', 'postponed', 'cancelled', 'moved_online')),
  primary key (event_id, until)
);
create index event_states_until on event_states (until);
comment on table event_states is
  'What dates, place and status of an event were until they changed, written by trigger and kept for some months.';

create function event_keeps_state() returns trigger
  language plpgsql
  as $$
  begin
    -- Of several changes in one transaction the first one knows what was before.
    insert into event_states (event_id, start_date, end_date, location_name, country_name, status)
      values (old.id, old.start_date, old.end_date, old.location_name, old.country_name, old.status)
      on conflict do nothing;
    return null;
  end
  $$;
create trigger events_keep_state after update on events for each row
  when (
    (old.start_date, old.end_date, old.location_name, old.country_name, old.status)
    is distinct from (new.start_date, new.end_date, new.location_name, new.country_name, new.status)
  )
  execute function event_keeps_state();

create index events_created_at on events (created_at);
create index event_tags_created_at on event_tags (created_at);
create index talks_created_at on talks (created_at);

alter table muted_notifications
  drop constraint muted_notifications_kind_is_known,
  add constraint muted_notifications_kind_is_known check (
    kind in ('claim_decided', 'claim_received', 'coverage', 'digest', 'event_changed', 'event_invitation', 'talk_changed')
  );

-- Digests come last, however many of them there are.
drop index mail_outbox_due;
create index mail_outbox_due on mail_outbox (
  (case when kind is null then 0 when kind = 'digest' then 2 else 1 end), next_try_at
) where sent_at is null;

select close_the_wall();
