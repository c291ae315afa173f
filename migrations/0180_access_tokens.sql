-- Access tokens: a program sends one to /api/v1 and reads as the member. A hash alone is stored; deleting the row revokes
-- the token, and so does a suspension.

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references all_profiles (id) on delete cascade,
  name text not null
    constraint access_tokens_name_is_1_to_100 check (is_clean_line(name) and char_length(name) between 1 and 100),
  hash bytea not null constraint access_tokens_hash_is_unique unique,
  scope text not null constraint access_tokens_scope_is_known check (scope in ('read')),
  expires_at timestamptz not null,
  last_used_at date,
  created_at timestamptz not null default now(),
  constraint access_tokens_hash_is_sha256 check (octet_length(hash) = 32),
  constraint access_tokens_last_a_year_at_most check (expires_at <= created_at + interval '1 year')
);
create index access_tokens_user_id on access_tokens (user_id, created_at);
comment on table access_tokens is 'Tokens with which programs read /api/v1 as a member, at most ten for each person.';
comment on column access_tokens.name is 'What the person calls it: the program that has it.';
comment on column access_tokens.hash is 'SHA-256 of the token.';

create function access_tokens_are_few() returns trigger
  language plpgsql
  as $$
  begin
    -- Two at once would each see nine.
    perform from all_profiles where id = new.user_id for update;
    if (select count(*) from access_tokens where user_id = new.user_id) >= 10 then
      raise exception using errcode = 'check_violation',
        constraint = 'access_tokens_at_most_10_per_person', message = 'a person has at most ten access tokens';
    end if;
    return new;
  end
  $$;
create trigger access_tokens_are_few before insert on access_tokens
  for each row execute function access_tokens_are_few();

select close_the_wall();
