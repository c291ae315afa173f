alter table directory_sources add column left_out jsonb not null default '[]';
comment on column directory_sources.left_out is 'Entries of its list that are not listed, by the last reading: names or places in the file, with the reasons.';
