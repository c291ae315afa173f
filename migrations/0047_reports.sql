-- Reports of public records, which administrators look at.

create table reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid references all_profiles (id) on delete set null,
  kind text not null constraint reports_kind_is_known check (kind in ('event', 'talk', 'speaker', 'profile')),
  record_id uuid not null,
  reason text not null constraint reports_reason_is_known check (reason in ('spam', 'wrong', 'personal', 'other')),
  words text constraint reports_words_are_at_most_1000 check (char_length(words) <= 1000),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references all_profiles (id) on delete set null,
  note text constraint reports_note_is_at_most_1000 check (char_length(note) <= 1000),
  constraint reports_only_settled_ones_have_a_note check (settled_at is not null or (settled_by is null and note is null))
);
create unique index reports_one_open_per_person on reports (reporter_id, kind, record_id) where settled_at is null;
create index reports_open on reports (created_at, id) where settled_at is null;
create index reports_settled on reports (settled_at desc, id desc) where settled_at is not null;
create index reports_reporter_id on reports (reporter_id);
create index reports_settled_by on reports (settled_by);
comment on table reports is 'Administrators alone read them. What is reported may be gone: there is no key to it.';

select close_the_wall();
