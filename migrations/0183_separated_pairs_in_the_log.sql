-- "Not the same" is a change like any other, with undo; and what a deleted conference took along comes back with it.
create trigger not_duplicates_added_logged after insert on not_duplicates referencing new table as added
  for each statement execute function log_added('always', '', '', 'one_id,other_id');
create trigger not_duplicates_logged after delete on not_duplicates
  for each row execute function log_change('always', '', '', 'one_id,other_id');
