-- Records that become another one, or go: where their addresses lead now, and what is needed to undo a merge.

create table old_addresses (
  kind text not null,
  key text not null,
  new_key text,
  created_at timestamptz not null default now(),
  primary key (kind, key),
  constraint old_addresses_kind_is_known check (kind in ('event', 'speaker', 'topic')),
  constraint old_addresses_lead_elsewhere check (new_key <> key)
);
create index old_addresses_new_key on old_addresses (kind, new_key);
comment on table old_addresses is
  'One row for each address that led to a record once. It is read only where no record has that key, and followed from row to row, so that undoing one move touches one row.';
comment on column old_addresses.key is 'What the address named: a speaker''s id, an event''s slug, a topic''s folded name.';
comment on column old_addresses.new_key is 'The key of the record that it became; null if it was deleted.';

create table speaker_merges (
  id uuid primary key default gen_random_uuid(),
  kept_id uuid not null references speakers (id) on delete cascade,
  removed_id uuid not null,
  removed_name text not null,
  image_url text,
  before jsonb not null,
  merged_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index speaker_merges_kept_id on speaker_merges (kept_id, created_at);
create index speaker_merges_merged_by on speaker_merges (merged_by);
create index speaker_merges_created_at on speaker_merges (created_at);
comment on table speaker_merges is
  'Merges of speakers that can be undone. A row goes when it is undone, with the kept record, and after 30 days.';
comment on column speaker_merges.before is
  'The removed record with its links, talks, claims and merges, and what the kept one got from it.';
comment on column speaker_merges.image_url is 'The removed record''s picture, which stays as long as the merge can be undone.';

select close_the_wall();
