-- A city that is renamed takes its followers along, and an undo gives them back: the log names what a follow is of.

drop trigger follows_added_logged on follows;
drop trigger follows_logged on follows;
create trigger follows_added_logged after insert on follows referencing new table as added for each statement
  execute function log_added('within', '', '', 'user_id,topic_id,speaker_id,person_id,city_key,country_key,event_id,series_id');
-- The keys of places are derived in other tables (log_change()), and here what is followed.
create function log_unfollow() returns trigger
  language plpgsql
  as $$
  begin
    if is_change_logged('within') then
      insert into changed_rows (set_id, table_name, key, action, before)
        values (
          current_change_set(), 'follows',
          to_jsonb(old) - array['created_at', 'noticed_edition_id', 'programme_notice_at'], 'removed', to_jsonb(old)
        );
    end if;
    return null;
  end
  $$;
create trigger follows_logged after delete on follows for each row execute function log_unfollow();

select close_the_wall();
