-- Conferences that look like the editions of one: administrators decide.

create table series_proposals (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  series_id uuid references series (id) on delete cascade,
  event_ids uuid[] not null,
  score real not null,
  is_dismissed boolean not null default false,
  created_at timestamptz not null default now(),
  constraint series_proposals_name_is_2_to_200 check (is_clean_line(name) and char_length(name) between 2 and 200),
  constraint series_proposals_score_is_0_to_1 check (score between 0 and 1),
  constraint series_proposals_same_editions_once unique (event_ids)
);
create index series_proposals_open on series_proposals (score desc, id) where not is_dismissed;
create index series_proposals_series_id on series_proposals (series_id) where series_id is not null;
comment on column series_proposals.series_id is 'The series of some of them; without one a new series begins.';
comment on column series_proposals.event_ids is 'In order of their ids.';

select close_the_wall();
