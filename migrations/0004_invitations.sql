-- Invitation codes: the only way to an account.

create table invitation_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_by uuid references profiles (id) on delete set null,
  used_at timestamptz,
  is_active boolean not null default true,
  makes_admin boolean not null default false,
  is_expiry_logged boolean not null default false,
  constraint invitation_codes_code_is_unique unique (code),
  constraint invitation_codes_code_is_4_to_20_capitals_or_digits check (code ~ '^[A-Z0-9]{4,20}$')
);
create index invitation_codes_created_by on invitation_codes (created_by, created_at desc, id desc);
create index invitation_codes_newest on invitation_codes (created_at desc, id desc);
create index invitation_codes_to_expire on invitation_codes (expires_at) where used_at is null and not is_expiry_logged;
create index invitation_codes_used_by on invitation_codes (used_by);
comment on column invitation_codes.makes_admin is 'Only the one code that an empty instance prints at its first start.';
comment on column invitation_codes.used_at is 'Stays when the account is deleted: a spent code never becomes usable again.';

create table invitation_code_audit (
  id bigint generated always as identity primary key,
  action text not null,
  user_id uuid,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint invitation_code_audit_action_is_known check (action in ('created', 'used', 'expired'))
);
create index invitation_code_audit_newest on invitation_code_audit (created_at desc, id desc);
comment on column invitation_code_audit.user_id is 'No foreign key: the log outlives the person.';

create function validate_invitation_code(code_param text) returns boolean
  language sql stable
  return exists (
    select from invitation_codes
    where code = upper(btrim(code_param)) and is_active and used_at is null and (expires_at is null or expires_at > now())
  );

create function spend_invitation() returns trigger
  language plpgsql
  as $$
  declare
    spent invitation_codes;
  begin
    update invitation_codes set used_by = new.id, used_at = now()
      where code = upper(btrim(new.invitation_code)) and is_active and used_at is null
        and (expires_at is null or expires_at > now())
      returning * into spent;
    if not found then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'user_needs_an_unspent_invitation', message = 'an account needs a valid, unused, unexpired invitation code';
    end if;
    insert into invitation_code_audit (action, user_id, metadata) values ('used', new.id, jsonb_build_object('code', spent.code));
    if spent.makes_admin then
      insert into user_roles (user_id, role) values (new.id, 'admin');
    end if;
    return null;
  end
  $$;
-- Named to run after user_gets_profile: used_by refers to the profile.
create trigger user_spends_invitation after insert on "user" for each row execute function spend_invitation();
comment on function spend_invitation() is
  'The row lock of the update lets one of many racing sign-ups win; a sign-up that fails later rolls the spending back with it.';

create function log_invitation_created() returns trigger
  language plpgsql
  as $$
  begin
    insert into invitation_code_audit (action, user_id, metadata)
      values ('created', new.created_by, jsonb_build_object('code', new.code));
    return null;
  end
  $$;
create trigger invitation_codes_log_created after insert on invitation_codes
  for each row execute function log_invitation_created();

create function log_expired_invitations() returns bigint
  language sql volatile
  as $$
    with expired as (
      update invitation_codes set is_expiry_logged = true
      where expires_at <= now() and used_at is null and not is_expiry_logged
      returning code, created_by, expires_at
    ), logged as (
      insert into invitation_code_audit (action, user_id, metadata, created_at)
      select 'expired', created_by, jsonb_build_object('code', code), expires_at from expired
      returning id
    )
    select count(*) from logged
  $$;
comment on function log_expired_invitations() is
  'Time passes without a statement, so the nightly work writes it down, once for each code. Returns how many.';
