-- What changed, as rows: a process whose LISTEN connection was lost, or that asks through a pooler in transaction mode,
-- reads here what it did not hear. The announcements of 0011 stay, and wake a process at once.

create table changes (
  transaction xid8 not null default pg_current_xact_id(),
  tag text not null,
  primary key (transaction, tag)
);
comment on table changes is
  'The tags that each transaction announced, each once. Every process reads, once a second and when woken, those of transactions that its last snapshot did not see yet (server/database/changes.ts), and removes what is more than a minute old. Not part of a backup.';
comment on column changes.transaction is
  'Rows of different transactions never conflict, so no writer waits for another; and a snapshot tells which ones were committed since, in whatever order.';

create function announce_tag(tag text) returns void
  language plpgsql
  as $$
  begin
    -- The embedded engine (server/database/embedded/engine.ts) has one process, which loses no announcement.
    if current_setting('hallway.single_process', true) is distinct from 'on' then
      insert into changes (tag) values (announce_tag.tag) on conflict do nothing;
    end if;
    perform pg_notify('hallway_changes', announce_tag.tag);
  end
  $$;
comment on function announce_tag(text) is 'All announcements come through here.';

create or replace function announce(kind text, id uuid) returns void
  language plpgsql
  as $$
  begin
    -- A bulk write (set_config('hallway.bulk', 'on', true)) names the kind alone: the log is not a copy of the data.
    perform announce_tag(
      kind || ':' || case when id is null or current_setting('hallway.bulk', true) = 'on' then '*' else id::text end
    );
  end
  $$;

create or replace function announce_list(kind text) returns void
  language sql
  as $$ select announce_tag(kind) $$;

select close_the_wall();
