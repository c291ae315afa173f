-- Wherever a name stands it can be a copy of an administrator's: what no name can copy is a mark beside it.

alter table all_profiles add column is_administrator boolean not null default false;
comment on column all_profiles.is_administrator is 'Derived from user_roles: shown beside the name.';
-- A role is no edit of the profile.
drop trigger profiles_updated on all_profiles;
create trigger profiles_updated before update on all_profiles
  for each row execute function set_updated_at('name_key', 'is_administrator');
update all_profiles set is_administrator = true where id in (select user_id from user_roles where role = 'admin');
select renew_views();

create function role_changed() returns trigger
  language plpgsql
  as $$
  begin
    update all_profiles set is_administrator = has_role(id, 'admin') where id = (coalesce(new, old)).user_id;
    return null;
  end
  $$;
create trigger user_roles_mark_administrators after insert or update or delete on user_roles
  for each row execute function role_changed();

create or replace function profile_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('profile', old.id);
    if (old.full_name, old.avatar_url, old.is_administrator)
      is distinct from (new.full_name, new.avatar_url, new.is_administrator) then
      perform announce('event', id) from events where created_by = new.id;
    end if;
    if (old.full_name, old.avatar_url, old.organisation, old.city, old.headline, old.attendance_visibility, old.is_administrator)
      is distinct from
      (new.full_name, new.avatar_url, new.organisation, new.city, new.headline, new.attendance_visibility, new.is_administrator) then
      perform announce('attendees', event_id) from user_events where user_id = new.id and is_attending;
    end if;
    return null;
  end
  $$;

select close_the_wall();
