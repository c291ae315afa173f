-- The audit trail reads from the log of changes what that has of an action, so that before and after are written once.
alter table admin_actions
  add column changed_row bigint,
  add column logged_fields text[];
comment on column admin_actions.changed_row is 'The row of the log with the values of `logged_fields`, which are not in `before` and `after`. It goes after two years.';
