-- A decision about a proposal is a set of the log, and can be undone like any other change.
create trigger topic_proposals_logged after delete on topic_proposals
  for each row execute function log_change('within', '', '', 'id');
create trigger series_proposals_logged after update or delete on series_proposals
  for each row execute function log_change('within', '', '', 'id');
