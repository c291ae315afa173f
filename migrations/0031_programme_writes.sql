-- A programme of a thousand talks is written in short steps. Under set_config('hallway.programme', 'on', true) the writer
-- sees to what these triggers would do row by row: talks get their doc once, speakers are counted once, and new words are
-- added afterwards. Announcements stay: only the pages of this event and its speakers are dropped.

drop trigger talks_doc on talks;
create trigger talks_doc before insert or update of title, location, track_id on talks
  for each row when (current_setting('hallway.programme', true) is distinct from 'on')
  execute function talk_gets_doc();

drop trigger talk_speakers_added on talk_speakers;
create trigger talk_speakers_added after insert on talk_speakers
  referencing new table as added for each statement
  when (current_setting('hallway.programme', true) is distinct from 'on')
  execute function talk_speakers_added();
drop trigger talk_speakers_removed on talk_speakers;
create trigger talk_speakers_removed after delete on talk_speakers
  referencing old table as removed for each statement
  when (current_setting('hallway.programme', true) is distinct from 'on')
  execute function talk_speakers_removed();

drop trigger talks_add_words on talks;
create trigger talks_add_words after insert on talks
  referencing new table as added for each statement
  when (current_setting('hallway.programme', true) is distinct from 'on')
  execute function words_added();
drop trigger talks_change_words on talks;
create trigger talks_change_words after update on talks
  for each row when (old.doc <> new.doc and current_setting('hallway.programme', true) is distinct from 'on')
  execute function words_changed();
drop trigger speakers_add_words on speakers;
create trigger speakers_add_words after insert on speakers
  referencing new table as added for each statement
  when (current_setting('hallway.programme', true) is distinct from 'on')
  execute function words_added();
drop trigger speakers_change_words on speakers;
create trigger speakers_change_words after update on speakers
  for each row when (old.doc <> new.doc and current_setting('hallway.programme', true) is distinct from 'on')
  execute function words_changed();

-- One more kind of notification, whatever kinds there are by now.
do $$
declare
  kinds record;
begin
  for kinds in
    select conname, conrelid::regclass as relation, pg_get_constraintdef(oid) as definition from pg_constraint
    where conname in ('notifications_kind_is_known', 'muted_notifications_kind_is_known')
  loop
    execute format('alter table %s drop constraint %I', kinds.relation, kinds.conname);
    execute format(
      'alter table %s add constraint %I %s', kinds.relation, kinds.conname,
      replace(kinds.definition, 'ARRAY[', 'ARRAY[''talk_changed''::text, ')
    );
  end loop;
end
$$;

select close_the_wall();
