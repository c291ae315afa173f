-- Who says after a merge that they do not attend, or who may see it, has said so of both conferences: what an undo brings
-- back takes it over.
create function attendance_outlives_merge() returns trigger
  language plpgsql
  as $$
  begin
    update changed_rows
      set before = before || jsonb_build_object('visibility', new.visibility, 'is_attending', new.is_attending)
      from change_sets, old_addresses, all_events
      where changed_rows.key ->> 'user_id' = new.user_id::text and table_name = 'all_user_events' and action = 'removed'
        and change_sets.id = set_id and via = 'merge' and undone_by is null
        and old_addresses.kind = 'event' and old_addresses.key = changed_rows.key ->> 'event_id'
        and all_events.id = new.event_id and old_addresses.new_key = all_events.slug;
    return null;
  end
  $$;
create trigger user_events_outlive_merge after update of visibility, is_attending on all_user_events for each row
  when (
    (old.visibility is distinct from new.visibility or old.is_attending <> new.is_attending)
    and coalesce(current_setting('hallway.change_set', true), '') = ''
  )
  execute function attendance_outlives_merge();
