-- Visitors without a code ask for one; administrators see the queue.

create table invitation_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint invitation_requests_email_is_lower_case check (email = lower(email) and char_length(email) <= 254),
  constraint invitation_requests_email_is_unique unique (email),
  constraint invitation_requests_reason_is_1_to_1000 check (char_length(btrim(reason)) between 1 and 1000)
);
create index invitation_requests_oldest on invitation_requests (created_at, id);
comment on table invitation_requests is 'Of strangers, so only what they need to be answered. A row goes when it is answered, deleted, or 90 days old; asking again replaces it.';

select close_the_wall();
