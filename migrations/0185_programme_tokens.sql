-- A token that changes the programme of one conference, and nothing else.

alter table access_tokens
  add column event_id uuid references all_events (id) on delete cascade,
  drop constraint access_tokens_scope_is_known,
  add constraint access_tokens_scope_is_known check (scope in ('read', 'programme')),
  add constraint access_tokens_of_a_programme_name_its_conference check ((scope = 'programme') = (event_id is not null));
create index access_tokens_event_id on access_tokens (event_id);
comment on column access_tokens.event_id is 'The conference whose programme it changes; null for one that reads.';
