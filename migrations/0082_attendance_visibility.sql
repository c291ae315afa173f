-- Who sees that somebody attends an event: everybody, members, or nobody (counted only). A person has a default, and may
-- choose otherwise for each event. What a person shows of themselves among the attendees is three lines of the profile.

alter table all_profiles
  add column attendance_visibility text not null default 'public'
    constraint profiles_attendance_visibility_is_known check (attendance_visibility in ('public', 'members', 'unlisted')),
  add column organisation text
    constraint profiles_organisation_is_one_line_of_100 check (is_clean_line(organisation) and char_length(organisation) <= 100),
  add column city text
    constraint profiles_city_is_one_line_of_100 check (is_clean_line(city) and char_length(city) <= 100),
  add column headline text
    constraint profiles_headline_is_one_line_of_150 check (is_clean_line(headline) and char_length(headline) <= 150);
comment on column all_profiles.attendance_visibility is 'For attendances without a choice of their own. For the person alone.';

alter table all_user_events add column visibility text
  constraint user_events_visibility_is_known check (visibility in ('public', 'members', 'unlisted'));
comment on column all_user_events.visibility is 'Null: as the person''s default has it.';

select renew_views();

create function visible_attendance(viewer uuid) returns table (user_id uuid, event_id uuid, created_at timestamptz)
  language sql stable
  as $$
    select attendance.user_id, attendance.event_id, attendance.created_at
    from user_events as attendance
    join profiles on profiles.id = attendance.user_id
    where attendance.is_attending and (
      coalesce(attendance.visibility, profiles.attendance_visibility) = 'public'
      or (viewer is not null and coalesce(attendance.visibility, profiles.attendance_visibility) = 'members')
    )
  $$;
comment on function visible_attendance(uuid) is
  'The attendances that a viewer may see with a name; null is a visitor. Owners and administrators see no more than other members. Every statement that shows who attends reads from here; counts and messages to attendees read user_events.';

-- Profiles show attendances now.
create function attendance_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('attendees', (coalesce(new, old)).event_id);
    perform announce('profile', (coalesce(new, old)).user_id);
    return null;
  end
  $$;
drop trigger user_events_changed on all_user_events;
create trigger user_events_changed after insert or update or delete on all_user_events
  for each row execute function attendance_changed();

create or replace function profile_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('profile', old.id);
    if (old.full_name, old.avatar_url) is distinct from (new.full_name, new.avatar_url) then
      perform announce('event', id) from events where created_by = new.id;
    end if;
    if (old.full_name, old.avatar_url, old.organisation, old.city, old.headline, old.attendance_visibility)
      is distinct from (new.full_name, new.avatar_url, new.organisation, new.city, new.headline, new.attendance_visibility) then
      perform announce('attendees', event_id) from user_events where user_id = new.id and is_attending;
    end if;
    return null;
  end
  $$;

select close_the_wall();
