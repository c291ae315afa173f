-- Two conferences become one: what belongs to one moves to the other, and back if that is undone.

-- A talk takes its links and saved talks along, a track its talks and breaks.
alter table all_talk_links drop constraint talk_links_talk_id_event_id_fkey,
  add constraint talk_links_talk_id_event_id_fkey foreign key (talk_id, event_id) references all_talks (id, event_id)
    on update cascade on delete cascade;
alter table user_saved_talks drop constraint user_saved_talks_talk_id_event_id_fkey,
  add constraint user_saved_talks_talk_id_event_id_fkey foreign key (talk_id, event_id) references all_talks (id, event_id)
    on update cascade on delete cascade;
alter table all_talks drop constraint talks_track_id_event_id_fkey,
  add constraint talks_track_id_event_id_fkey foreign key (track_id, event_id) references all_tracks (id, event_id)
    on update cascade on delete set null (track_id);
alter table all_breaks drop constraint breaks_track_id_event_id_fkey,
  add constraint breaks_track_id_event_id_fkey foreign key (track_id, event_id) references all_tracks (id, event_id)
    on update cascade on delete set null (track_id);

create function is_merging() returns boolean
  language sql
  as $$ select coalesce(current_setting('hallway.via', true) in ('merge', 'undo'), false) $$;

create or replace function talk_stays_with_event() returns trigger
  language plpgsql
  as $$
  begin
    if new.event_id <> old.event_id and not is_merging() then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'talks_stay_with_their_event', message = 'a talk stays with its event';
    end if;
    return new;
  end
  $$;

create function talk_moved() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_speakers(array(select speaker_id from talk_speakers where talk_id = new.id));
    perform announce('event', old.event_id);
    return null;
  end
  $$;
create trigger talks_moved after update of event_id on all_talks for each row
  when (old.event_id <> new.event_id) execute function talk_moved();

create function talk_link_moved() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_first_links(array[old.talk_id]);
    return null;
  end
  $$;
create trigger talk_links_moved after update of talk_id on all_talk_links for each row
  when (old.talk_id <> new.talk_id) execute function talk_link_moved();

create or replace function is_change_logged(moment text) returns boolean
  language sql
  as $$
    select case moment when 'always' then true when 'merging' then is_merging()
      else coalesce(current_setting('hallway.change_set', true), '') <> ''
        or current_setting('hallway.removing', true) is not distinct from 'on'
    end
  $$;

do $$
  declare
    logged record;
  begin
    for logged in
      select * from (values
        ('event_states', 'event_id,until', 'delete'),
        ('event_moves', 'event_id', 'delete'),
        ('event_handovers', 'event_id', 'delete'),
        ('page_checks', 'event_id', 'insert or delete'),
        ('proposed_event_tags', 'proposal_id,event_id', 'insert or delete'),
        ('talk_moves', 'talk_id', 'update of event_id'),
        ('programme_syncs', 'id', 'update of event_id'),
        ('all_user_events', 'user_id,event_id', 'insert or update'),
        ('all_event_claims', 'id,user_id', 'update of event_id'),
        ('event_invitations', 'event_id,user_id', 'insert or update'),
        ('user_saved_talks', 'user_id,talk_id', 'update of event_id'),
        ('speaking_confirmations', 'user_id,event_id', 'insert'),
        ('shared_plans', 'id,user_id', 'update of event_id'),
        ('call_marks', 'user_id,call_id', 'insert'),
        ('announcements', 'id', 'update of event_id'),
        ('announced_editions', 'event_id', 'insert'),
        ('event_origins', 'event_id', 'update'),
        ('programme_sources', 'event_id', 'insert'),
        ('follows', 'user_id,topic_id,speaker_id,event_id,series_id', 'update of noticed_edition_id')
      ) as each (name, key, event)
    loop
      if logged.event like 'insert%' then
        execute format(
          'create trigger %I after insert on %I referencing new table as added for each statement execute function log_added(''merging'', '''', '''', %L)',
          logged.name || '_added_logged', logged.name, logged.key
        );
      end if;
      if logged.event like '%delete' then
        execute format(
          'create trigger %I after delete on %I for each row execute function log_change(''within'', '''', '''', %L)',
          logged.name || '_logged', logged.name, logged.key
        );
      end if;
      if logged.event like '%update%' then
        execute format(
          'create trigger %I after %s on %I for each row execute function log_change(''merging'', '''', '''', %L)',
          logged.name || '_moved_logged', replace(logged.event, 'insert or ', ''), logged.name, logged.key
        );
      end if;
    end loop;
  end
  $$;

select close_the_wall();
