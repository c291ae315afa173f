-- The filters of the recent changes: how, the kind of a record, and a record by a name or address that it no longer has.

create index change_sets_via on change_sets (via, at);
create index changed_rows_of_table on changed_rows (table_name, set_id) where record_id is not null;
create index changed_rows_former_name on changed_rows (fold(coalesce(before ->> 'name', before ->> 'title')))
  where key ->> 'id' = record_id::text and coalesce(before ->> 'name', before ->> 'title') is not null;
create index changed_rows_former_slug on changed_rows ((before ->> 'slug')) where before ? 'slug';
