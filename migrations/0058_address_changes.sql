-- A new mail address of an account, which the old and the new mailbox confirm before it takes the old one's place.

create table address_changes (
  user_id uuid primary key references "user" (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  old_token_hash text not null constraint address_changes_old_token_hash_is_unique unique,
  new_token_hash text not null constraint address_changes_new_token_hash_is_unique unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint address_changes_new_email_is_lower_case check (new_email = lower(new_email) and char_length(new_email) <= 254),
  constraint address_changes_lead_to_another_address check (new_email <> old_email)
);
comment on table address_changes is
  'One for each person, the last that was asked for. The tokens are in the mails alone. Nobody else is to learn from it whether the new address has an account.';

select close_the_wall();
