-- A programme may be previewed before its conference is listed. Until it is imported, nothing of it is public.
alter table programme_syncs
  alter column event_id drop not null,
  add column new_event jsonb,
  add constraint programme_syncs_have_an_event check (event_id is not null or (new_event is not null and status = 'preview'));
comment on column programme_syncs.new_event is 'The conference that an import of this preview lists; only who began the preview sees it.';
