-- Somebody may show their former names on their speaker page; nobody else decides that.

alter table all_speakers add column shows_former_names boolean not null default false;
comment on column all_speakers.shows_former_names is 'The person shows speaker_names on their page.';
create trigger speaker_names_changed after insert or delete on speaker_names
  for each row execute function speaker_part_changed();

select renew_views();
