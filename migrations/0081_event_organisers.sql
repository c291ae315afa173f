-- Members who maintain a conference together with its owner (events.created_by).

create table event_organisers (
  event_id uuid not null references all_events (id) on delete cascade,
  user_id uuid not null references all_profiles (id) on delete cascade,
  added_by uuid references all_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (event_id, user_id)
);
create index event_organisers_user_id on event_organisers (user_id);
create index event_organisers_added_by on event_organisers (added_by) where added_by is not null;
comment on table event_organisers is
  'Co-organisers: they may do what the owner may, except delete the conference, hand it over and remove others.';

select close_the_wall();
