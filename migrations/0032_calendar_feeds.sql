-- Private calendars: addresses that a person's calendar program reads without signing in. The address is made of the
-- row's id and a signature, so that no backup holds it; deleting the row revokes it.

create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null constraint calendar_feeds_kind_is_known check (kind in ('schedule', 'attending')),
  name text not null
    constraint calendar_feeds_name_is_1_to_100 check (is_clean_line(name) and char_length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_user_id on calendar_feeds (user_id, created_at);
comment on table calendar_feeds is 'Addresses of private calendars, at most ten for each person.';
comment on column calendar_feeds.name is 'What the person calls it: where it is read.';
comment on column calendar_feeds.last_read_at is 'To the hour: whether an address is still in use.';

create function calendar_feeds_are_few() returns trigger
  language plpgsql
  as $$
  begin
    -- Two at once would each see nine.
    perform from profiles where id = new.user_id for update;
    if (select count(*) from calendar_feeds where user_id = new.user_id) >= 10 then
      raise exception using errcode = 'check_violation',
        constraint = 'calendar_feeds_at_most_10_per_person', message = 'a person has at most ten private calendars';
    end if;
    return new;
  end
  $$;
create trigger calendar_feeds_are_few before insert on calendar_feeds
  for each row execute function calendar_feeds_are_few();

select close_the_wall();
