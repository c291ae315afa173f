-- The wall: the server is the only reader and writer. On Supabase the roles anon and authenticated reach the public schema
-- with a public key; here they find every table closed, whatever was granted before or by default.

create function close_the_wall() returns void
  language plpgsql
  as $$
  declare
    each record;
  begin
    for each in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table public.%I enable row level security', each.tablename);
      execute format('revoke all on public.%I from public', each.tablename);
    end loop;
    revoke execute on all functions in schema public from public;
    for each in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
      execute format('revoke all on all tables in schema public from %I', each.rolname);
      execute format('revoke execute on all functions in schema public from %I', each.rolname);
    end loop;
  end
  $$;
comment on function close_the_wall() is 'Every later migration that makes a table or a function ends with it.';

select close_the_wall();
