-- A member may follow a conference: one message when its programme is out, one when the next edition is listed, and the
-- messages about its changes.

alter table follows
  add column event_id uuid references all_events (id) on delete cascade,
  add column programme_notice_at timestamptz,
  drop constraint follows_one_thing,
  drop constraint follows_each_thing_once,
  add constraint follows_one_thing
    check (num_nonnulls(topic_id, speaker_id, person_id, city_key, country_key, event_id) = 1),
  add constraint follows_each_thing_once unique nulls not distinct
    (user_id, topic_id, speaker_id, person_id, city_key, country_key, event_id),
  add constraint follows_programme_notice_is_of_an_event check (programme_notice_at is null or event_id is not null);
create index follows_event_id on follows (event_id) where event_id is not null;
comment on column follows.programme_notice_at is
  'When the person was notified that the programme is out, or followed with the programme in view; null until then.';

-- The editions of one conference, by day.
create index events_by_conference on all_events (conference_key, country_key, start_date);

-- One more kind of notification.
do $$
declare
  kinds record;
begin
  for kinds in
    select conname, conrelid::regclass as relation, pg_get_constraintdef(oid) as definition from pg_constraint
    where conname in ('notifications_kind_is_known', 'muted_notifications_kind_is_known')
  loop
    execute format('alter table %s drop constraint %I', kinds.relation, kinds.conname);
    execute format(
      'alter table %s add constraint %I %s', kinds.relation, kinds.conname,
      replace(kinds.definition, 'ARRAY[', 'ARRAY[''followed_event''::text, ')
    );
  end loop;
end
$$;

select close_the_wall();
