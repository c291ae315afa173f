-- Accounts (the tables of Better Auth), the public profile of each, and roles.

create table "user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  invitation_code text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_email_is_unique unique (email),
  constraint user_email_is_lower_case check (email = lower(email) and char_length(email) <= 254)
);
comment on column "user".invitation_code is 'The code that this account was made with; a trigger spends it on insert (0004).';

create table session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint session_token_is_unique unique (token)
);
create index session_user_id on session (user_id);
create index session_expires_at on session (expires_at);

create table account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint account_is_unique_per_provider unique (provider_id, account_id)
);
create index account_user_id on account (user_id);

create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on verification (identifier);
create index verification_expires_at on verification (expires_at);

create table profiles (
  id uuid primary key references "user" (id) on delete cascade,
  full_name text,
  avatar_url text,
  bio text,
  website text,
  bluesky_handle text,
  github_handle text,
  mastodon_handle text,
  linkedin_handle text,
  twitch_handle text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text generated always as (fold(full_name)) stored,
  constraint profiles_full_name_is_one_line_of_100 check (is_clean_line(full_name) and char_length(full_name) <= 100),
  constraint profiles_bio_is_at_most_5000 check (char_length(bio) <= 5000),
  constraint profiles_website_is_a_web_address check (is_web_url(website)),
  constraint profiles_avatar_url_is_a_web_address check (is_web_url(avatar_url)),
  constraint profiles_handles_are_at_most_100 check (
    char_length(bluesky_handle) <= 100 and char_length(github_handle) <= 100 and char_length(mastodon_handle) <= 100
    and char_length(linkedin_handle) <= 100 and char_length(twitch_handle) <= 100
  )
);
create index profiles_by_name on profiles (name_key, id);
create index profiles_search on profiles using gin (name_key gin_trgm_ops);
comment on table profiles is 'One row for each account, same id: what others see of a person. The address is in "user" and never leaves it.';

create table user_roles (
  user_id uuid not null references profiles (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, role),
  constraint user_roles_role_is_known check (role in ('admin'))
);

create function has_role(_user_id uuid, _role text) returns boolean
  language sql stable
  return exists (select from user_roles where user_id = _user_id and role = _role);

create function profile_for_account() returns trigger
  language plpgsql
  as $$
  begin
    insert into profiles (id, full_name) values (new.id, nullif(btrim(new.name), ''));
    return new;
  end
  $$;
create trigger user_gets_profile after insert on "user" for each row execute function profile_for_account();
comment on function profile_for_account() is 'In the same transaction as the account: there is no account without a profile.';

create function account_takes_name() returns trigger
  language plpgsql
  as $$
  begin
    update "user" set name = coalesce(new.full_name, ''), updated_at = now() where id = new.id;
    return null;
  end
  $$;
create trigger profiles_name_their_account after update of full_name on profiles
  for each row when (old.full_name is distinct from new.full_name) execute function account_takes_name();
comment on function account_takes_name() is 'The profile is where a name is edited; mail greets by the account''s.';

create trigger profiles_updated before update on profiles for each row execute function set_updated_at();

create function keep_one_admin() returns trigger
  language plpgsql
  as $$
  begin
    if not exists (select from removed where role = 'admin') then
      return null;
    end if;
    -- Two admins who remove each other at once would both see the other one still there.
    perform pg_advisory_xact_lock(hashtext('user_roles'));
    if not exists (select from user_roles where role = 'admin') then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'user_roles_keep_one_admin', message = 'the last admin cannot be removed';
    end if;
    return null;
  end
  $$;
create trigger user_roles_keep_one_admin after delete on user_roles
  referencing old table as removed for each statement execute function keep_one_admin();
