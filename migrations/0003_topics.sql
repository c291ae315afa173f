-- Topics: the subject headings. Their popularity is kept, not counted at each request.

create table topics (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  event_count integer not null default 0,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint topics_name_is_unique unique (name),
  constraint topics_name_is_one_line_of_100 check (is_clean_line(name) and name = btrim(name) and char_length(name) <= 100),
  constraint topics_event_count_is_not_negative check (event_count >= 0)
);
create unique index topics_name_is_unique_when_folded on topics (fold(name));
create index topics_by_popularity on topics (event_count desc, name);
create index topics_created_by on topics (created_by);
