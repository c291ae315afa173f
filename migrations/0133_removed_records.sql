-- The page of deleted records lists conferences, talks, speakers, series and topics that were removed, the newest first.
create index changed_rows_removed_records on changed_rows (id)
  where action = 'removed' and table_name in ('all_events', 'all_talks', 'all_speakers', 'series', 'topics');
