-- Invitation codes that were tried with an address that has an account, more codes for a member, conferences whose names have
-- two characters, and single blanks in the names of conferences and places.

alter table invitation_codes add column tried_at timestamptz;
comment on column invitation_codes.tried_at is
  'When somebody registered with the code and an address that has an account. For an hour from then the code is as if it were used.';

alter table invitation_code_audit drop constraint invitation_code_audit_action_is_known;
alter table invitation_code_audit add constraint invitation_code_audit_action_is_known
  check (action in ('created', 'used', 'expired', 'tried'));

create or replace function validate_invitation_code(code_param text) returns boolean
  language sql stable
  return exists (
    select from invitation_codes
    where code = upper(btrim(code_param)) and is_active and used_at is null and (expires_at is null or expires_at > now())
      and (tried_at is null or tried_at <= now() - interval '1 hour')
      and not exists (select from suspensions where user_id = created_by)
  );

create or replace function spend_invitation() returns trigger
  language plpgsql
  as $$
  declare
    spent invitation_codes;
  begin
    update invitation_codes set used_by = new.id, used_at = now()
      where code = upper(btrim(new.invitation_code)) and is_active and used_at is null
        and (expires_at is null or expires_at > now())
        and (tried_at is null or tried_at <= now() - interval '1 hour')
        and not exists (select from suspensions where user_id = created_by)
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

alter table all_profiles add column extra_invitations integer not null default 0;
alter table all_profiles add constraint profiles_extra_invitations_are_0_to_1000 check (extra_invitations between 0 and 1000);
comment on column all_profiles.extra_invitations is 'How many more invitation codes an administrator lets the member have than others.';

-- A name of two characters is one in Chinese, Japanese or Korean (isLongEnough in src/lib/fields.ts).
alter table all_events drop constraint events_name_is_3_to_200;
alter table all_events add constraint events_name_is_3_to_200 check (
  is_clean_line(name) and char_length(name) <= 200 and (
    char_length(btrim(name)) >= 3 or import_id is not null
    or char_length(btrim(name)) = 2
      and name ~ '[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U0001b000-\U0001b2ff\U00020000-\U0003ffff]'
  )
);

update all_events set
  name = regexp_replace(name, '\s{2,}', ' ', 'g'),
  location_name = regexp_replace(location_name, '\s{2,}', ' ', 'g'),
  country_name = regexp_replace(country_name, '\s{2,}', ' ', 'g')
where name ~ '\s\s' or location_name ~ '\s\s' or country_name ~ '\s\s';

select renew_views();
select close_the_wall();
