-- The audit trail leads to what the log has of the same transaction.
alter table admin_actions add column set_id bigint;
comment on column admin_actions.set_id is 'The set of changes of the same transaction, which goes after two years. No foreign key: the trail outlives it.';
