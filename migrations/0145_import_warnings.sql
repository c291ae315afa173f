-- Lines that were imported although they are perhaps listed already: the report of an import names them, too.

alter table event_import_skips add column is_imported boolean not null default false;
comment on column event_import_skips.is_imported is 'The line was imported, and its reason is a warning.';
