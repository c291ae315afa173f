-- Hong Kong and Macau under the names that people write, and countries that were stored under a former name
-- (src/lib/country-names.ts), as 0061 did it.

create temporary table listed (key text primary key, name text not null) on commit drop;
insert into listed values
  ('hong kong sar china', 'Hong Kong'),
  ('macao sar china', 'Macau'),
  ('swaziland', 'Eswatini'),
  ('macedonia', 'North Macedonia'),
  ('republic of macedonia', 'North Macedonia'),
  ('fyrom', 'North Macedonia'),
  ('burma', 'Myanmar (Burma)'),
  ('cabo verde', 'Cape Verde'),
  ('brunei darussalam', 'Brunei'),
  ('palestine', 'Palestinian Territories'),
  ('korea', 'South Korea');

insert into follows (user_id, country_key, created_at)
  select user_id, fold(listed.name), created_at from follows join listed on listed.key = country_key
  on conflict do nothing;
delete from follows using listed where country_key = listed.key;
-- Nothing has moved: nobody gets a message.
update event_moves set country_name = listed.name from listed where fold(country_name) = listed.key;
alter table all_events disable trigger events_keep_state;
select set_config('hallway.bulk', 'on', true), set_config('hallway.programme', 'on', true);
update all_events set country_name = listed.name from listed where country_key = listed.key;
alter table all_events enable trigger events_keep_state;
update source_entries set "values" = jsonb_set("values", '{country_name}', to_jsonb(listed.name))
  from listed where lower("values" ->> 'country_name') = listed.key;
with moved as (
  update all_speakers set country_name = listed.name from listed where lower(country_name) = listed.key returning listed.name
)
select keep_words('speakers', array(select distinct fold(name) from moved));
