-- The history of a speaker shows which records were merged into it, and which of them were taken out again.

comment on column changed_rows.parent_id is
  'The conference of a talk, the series of a conference, the speaker into which one was merged: their histories show it, too.';

update changed_rows as merged set parent_id = (address.after ->> 'new_key')::uuid
  from change_sets join changed_rows as address on address.set_id = change_sets.id
  where via = 'merge' and merged.set_id = change_sets.id and merged.table_name = 'all_speakers' and merged.action = 'removed'
    and address.table_name = 'old_addresses' and address.key = jsonb_build_object('kind', 'speaker', 'key', merged.record_id);
update changed_rows as restored set parent_id = merged.parent_id
  from change_sets join changed_rows as merged on merged.set_id = change_sets.undoes
  where restored.set_id = change_sets.id and restored.record_id = merged.record_id and restored.table_name = 'all_speakers'
    and merged.table_name = 'all_speakers' and merged.parent_id is not null;
