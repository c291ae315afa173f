-- A column is named by what it holds: what happened until then was covered by an earlier digest.
alter table digests rename column told_until to covered_until;
comment on column digests.covered_until is 'What happened until then was in an earlier digest, or there was no news.';
