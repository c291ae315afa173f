-- Countries under the names of the list (src/lib/countries.ts), which new conferences get: USA was one beside United States.

create temporary table listed (key text, name text) on commit drop;
insert into listed values
  ('usa', 'United States'),
  ('united states of america', 'United States'),
  ('uk', 'United Kingdom'),
  ('england', 'United Kingdom'),
  ('scotland', 'United Kingdom'),
  ('wales', 'United Kingdom'),
  ('northern ireland', 'United Kingdom'),
  ('czech republic', 'Czechia'),
  ('turkey', 'Türkiye'),
  ('the netherlands', 'Netherlands'),
  ('hong kong', 'Hong Kong SAR China'),
  ('macau', 'Macao SAR China'),
  ('myanmar', 'Myanmar (Burma)'),
  ('bosnia and herzegovina', 'Bosnia & Herzegovina');

insert into follows (user_id, country_key, created_at)
  select user_id, fold(listed.name), created_at from follows join listed on listed.key = country_key
  on conflict do nothing;
delete from follows using listed where country_key = listed.key;
-- Nothing has moved: a message that waits is not to say so.
update event_moves set country_name = listed.name from listed where fold(country_name) = listed.key;
update all_events set country_name = listed.name from listed where country_key = listed.key;
