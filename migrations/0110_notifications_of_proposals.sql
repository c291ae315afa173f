-- One more kind of notification: conferences that sources propose, for administrators.

do $$
declare
  kinds record;
begin
  for kinds in
    select conname, conrelid::regclass as relation, pg_get_constraintdef(oid) as definition from pg_constraint
    where conname in ('notifications_kind_is_known', 'muted_notifications_kind_is_known')
  loop
    execute format('alter table %s drop constraint %I', kinds.relation, kinds.conname);
    execute format(
      'alter table %s add constraint %I %s', kinds.relation, kinds.conname,
      replace(kinds.definition, 'ARRAY[', 'ARRAY[''events_proposed''::text, ')
    );
  end loop;
end
$$;

select close_the_wall();
