-- What became of a conference: postponed, cancelled, moved online. And what is removed leaves its address behind.

alter table events
  add column status text not null default 'scheduled'
    constraint events_status_is_known check (status in ('scheduled', 'postponed', 'cancelled', 'moved_online')),
  add column status_note text
    constraint events_status_note_is_at_most_300 check (is_clean_line(status_note) and char_length(status_note) <= 300),
  add column first_start_date date,
  add column first_end_date date;
comment on column events.status_note is 'Why, or what to do now, in the organisers'' words; shown with any status but scheduled.';
comment on column events.first_start_date is 'When a postponed event was to begin; kept by trigger. While both dates are the first ones, the new date is not known.';

create function event_keeps_first_dates() returns trigger
  language plpgsql
  as $$
  begin
    if new.status <> 'postponed' then
      new.first_start_date := null;
      new.first_end_date := null;
    elsif tg_op = 'INSERT' then
      new.first_start_date := coalesce(new.first_start_date, new.start_date);
      new.first_end_date := coalesce(new.first_end_date, new.end_date);
    else
      new.first_start_date := coalesce(old.first_start_date, old.start_date);
      new.first_end_date := coalesce(old.first_end_date, old.end_date);
    end if;
    return new;
  end
  $$;
create trigger events_first_dates before insert or update on events
  for each row execute function event_keeps_first_dates();

create or replace function event_counts_changes() returns trigger
  language plpgsql
  as $$
  begin
    if (new.name, new.start_date, new.end_date, new.location_name, new.country_name, new.status)
      is distinct from (old.name, old.start_date, old.end_date, old.location_name, old.country_name, old.status) then
      new.sequence := old.sequence + 1;
    end if;
    return new;
  end
  $$;
comment on column events.sequence is 'How often name, dates, place or status changed: the SEQUENCE of its calendar entry.';

alter table event_moves
  add column status text not null default 'scheduled'
    constraint event_moves_status_is_known check (status in ('scheduled', 'postponed', 'cancelled', 'moved_online'));

alter table old_addresses
  drop constraint old_addresses_kind_is_known,
  add constraint old_addresses_kind_is_known check (kind in ('event', 'talk', 'speaker', 'topic'));
comment on column old_addresses.key is
  'What the address named: a speaker''s id, an event''s slug, a talk''s number, a topic''s folded name.';

-- However a row goes, by hand, with an import, with a programme or in a cascade, its address says so afterwards.
create function leaves_old_address() returns trigger
  language plpgsql
  as $$
  begin
    execute format(
      'insert into old_addresses (kind, key) select $1, %s from removed on conflict (kind, key) do update set new_key = null',
      tg_argv[1]
    ) using tg_argv[0];
    return null;
  end
  $$;
create trigger events_leave_address after delete on events
  referencing old table as removed for each statement execute function leaves_old_address('event', 'slug');
create trigger talks_leave_address after delete on talks
  referencing old table as removed for each statement execute function leaves_old_address('talk', 'number::text');
create trigger topics_leave_address after delete on topics
  referencing old table as removed for each statement execute function leaves_old_address('topic', 'fold(name)');

select close_the_wall();
