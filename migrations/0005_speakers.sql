-- Speakers: the public record of somebody who gives talks, with or without an account.

create table speakers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  bio text,
  location_name text,
  country_code text,
  country_name text,
  image_url text,
  events_spoken_at integer not null default 0,
  unique_conferences integer not null default 0,
  user_id uuid references profiles (id) on delete set null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text generated always as (fold(name)) stored,
  doc text generated always as (fold(name || ' ' || coalesce(location_name, '') || ' ' || coalesce(country_name, ''))) stored,
  constraint speakers_one_profile_per_user unique (user_id),
  constraint speakers_name_is_2_to_100 check (is_clean_line(name) and char_length(btrim(name)) >= 2 and char_length(name) <= 100),
  constraint speakers_bio_is_at_most_1000 check (char_length(bio) <= 1000),
  constraint speakers_location_is_at_most_100 check (is_clean_line(location_name) and char_length(location_name) <= 100),
  constraint speakers_country_is_at_most_100 check (is_clean_line(country_name) and char_length(country_name) <= 100),
  constraint speakers_country_code_is_2_capitals check (country_code ~ '^[A-Z]{2}$'),
  constraint speakers_image_url_is_a_web_address check (is_web_url(image_url)),
  constraint speakers_have_no_angle_brackets check (concat(name, bio, location_name) !~ '[<>]')
);
create index speakers_by_name on speakers (name_key, id);
create index speakers_search on speakers using gin (doc gin_trgm_ops, short_grams(doc)) with (gin_pending_list_limit = 256);
alter index speakers_search alter column 2 set statistics 0;
create index speakers_created_by on speakers (created_by);
comment on column speakers.events_spoken_at is 'Events where the speaker has a talk; kept by 0007.';
comment on column speakers.unique_conferences is 'The same with yearly editions of one conference counted once; kept by 0007.';

create trigger speakers_updated before update on speakers for each row execute function set_updated_at();

create table social_links (
  speaker_id uuid not null references speakers (id) on delete cascade,
  platform text not null,
  handle text not null,
  primary key (speaker_id, platform),
  constraint social_links_platform_is_known check (platform in ('twitter', 'github', 'website')),
  constraint social_links_handle_fits_platform check (
    case platform when 'website' then is_web_url(handle) else is_clean_line(handle) and char_length(handle) <= 100 end
  )
);

create table speaker_claims (
  id uuid primary key default gen_random_uuid(),
  speaker_id uuid not null references speakers (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  status text not null default 'pending',
  rejection_reason text,
  created_at timestamptz not null default now(),
  approved_by uuid references profiles (id) on delete set null,
  approved_at timestamptz,
  rejected_by uuid references profiles (id) on delete set null,
  rejected_at timestamptz,
  constraint speaker_claims_status_is_known check (status in ('pending', 'approved', 'rejected')),
  constraint speaker_claims_times_fit_status check (
    (approved_at is not null) = (status = 'approved') and (rejected_at is not null) = (status = 'rejected')
  ),
  constraint speaker_claims_reason_is_at_most_1000 check (char_length(rejection_reason) <= 1000)
);
create unique index speaker_claims_one_live_claim_per_user on speaker_claims (user_id) where status <> 'rejected';
create index speaker_claims_speaker_id on speaker_claims (speaker_id, user_id);
create index speaker_claims_user_id on speaker_claims (user_id);
create index speaker_claims_newest on speaker_claims (status, created_at desc, id desc);
create index speaker_claims_approved_by on speaker_claims (approved_by);
create index speaker_claims_rejected_by on speaker_claims (rejected_by);
