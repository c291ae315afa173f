-- Whoever may edit a conference can put any speaker on its talks. Notifications about these go to speakers who have said that
-- they speak there.

create table speaking_confirmations (
  user_id uuid not null references all_profiles (id) on delete cascade,
  event_id uuid not null references all_events (id) on delete cascade,
  is_confirmed boolean not null,
  created_at timestamptz not null default now(),
  primary key (user_id, event_id)
);
create index speaking_confirmations_event_id on speaking_confirmations (event_id);
comment on table speaking_confirmations is
  'What a person says to being listed as a speaker of an event. Without a row they have not answered, and are not notified as a speaker.';

-- Who is listed now goes on getting what they got before.
insert into speaking_confirmations (user_id, event_id, is_confirmed)
  select distinct speaker.user_id, talk.event_id, true
  from talk_speakers
  join all_talks as talk on talk.id = talk_speakers.talk_id
  join all_speakers as speaker on speaker.id = talk_speakers.speaker_id
  where speaker.user_id is not null;

select close_the_wall();
