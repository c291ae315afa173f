-- Two columns are named by what they hold.
alter table link_checks rename column told_at to notified_at;
comment on column link_checks.notified_at is 'When those whom the broken link concerns were notified, once.';

alter table source_people rename column said to source_fields;
comment on column source_people.source_fields is 'Which fields of the person the source has ever had: each fills in what is empty once.';
