-- A second factor at sign-in: codes of an authenticator app, and recovery codes. The table of Better Auth's plugin.

alter table "user" add column two_factor_enabled boolean not null default false;

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  constraint two_factors_one_per_user unique (user_id)
);
comment on table two_factors is 'Secret and recovery codes are encrypted with the secret of the site: without it they are worth nothing.';
comment on column two_factors.verified is 'Whether a code was entered once; until then sign-in asks for none.';

select close_the_wall();
