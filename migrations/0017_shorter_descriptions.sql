-- An event's description has at most 20,000 characters, as a talk's. A page of a million cost the server a second for each
-- request. Older ones stay as they are, and everything else about their events can still change: a check would refuse
-- that, so this is a trigger that looks at descriptions as they are written.

alter table events drop constraint events_description_is_at_most_1000000;

create function event_description_is_short() returns trigger
  language plpgsql
  as $$
  begin
    if char_length(new.description) > 20000
      and (tg_op = 'INSERT' or new.description is distinct from old.description) then
      raise exception using errcode = 'check_violation',
        constraint = 'events_description_is_at_most_20000', message = 'a description has at most 20000 characters';
    end if;
    return new;
  end
  $$;
create trigger events_description_is_short before insert or update of description on events
  for each row execute function event_description_is_short();

select close_the_wall();
