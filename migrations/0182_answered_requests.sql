-- Whoever answers a request for an invitation by mistake opens it again.
alter table invitation_requests
  add column answered_at timestamptz,
  add column code text;
comment on column invitation_requests.code is 'What was sent; none where it was deleted without an answer.';
comment on table invitation_requests is 'Of strangers, so only what they need to be answered. A row goes 7 days after its answer, or 90 days old; asking again replaces it.';
