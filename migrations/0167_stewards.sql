-- Members whom an administrator names to decide what waits (decision 82).
alter table user_roles drop constraint user_roles_role_is_known;
alter table user_roles add constraint user_roles_role_is_known check (role in ('admin', 'steward'));
