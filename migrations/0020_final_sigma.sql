-- fold() takes the Greek sigma at the end of a word for the one inside: ΣΟΦΟΣ and σοφος are the same word.

create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return translate(
    replace(replace(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'),
    'øłđıς', 'oldiσ'
  );

-- What was folded by the old rule and holds such a letter is folded anew. Two topics whose names differ in nothing else
-- become the more used one: the unique index takes them for the same now.

create temporary table same_topics on commit drop as
  select gone.id, gone.name, kept.id as kept_id, kept.name as kept_name
  from topics as gone
  cross join lateral (
    select id, name from topics as other where fold(other.name) = fold(gone.name)
    order by event_count desc, created_at, id limit 1
  ) as kept
  where kept.id <> gone.id and fold(gone.name) like '%σ%';
insert into event_tags (event_id, tag, created_at)
  select event_id, kept_name, event_tags.created_at from event_tags join same_topics on same_topics.name = tag
  on conflict do nothing;
insert into talk_topics (talk_id, topic_id)
  select talk_id, kept_id from talk_topics join same_topics on same_topics.id = topic_id
  on conflict do nothing;
delete from topics where id in (select id from same_topics);
reindex index topics_name_is_unique_when_folded;
reindex index topics_search;

-- A generated column is worked out anew where a column that it is made of is written. That is no edit: the versions of
-- editors stay as they are.
alter table profiles disable trigger profiles_updated;
alter table speakers disable trigger speakers_updated;
update profiles set full_name = full_name where name_key like '%ς%';
update speakers set name = name where doc like '%ς%';
update events set name = name, location_name = location_name, country_name = country_name
  where concat(doc, name_key, city_key, country_key) like '%ς%';
update talks set doc = talk_doc(talks) where doc like '%ς%';
-- The names of an event's editions may have become one, and speaker_topics holds copies of the keys.
select keep_speakers(array(
  select id from speakers where name_key like '%σ%'
  union
  select speaker_id from talk_speakers join talks on talks.id = talk_speakers.talk_id join events on events.id = talks.event_id
  where events.name_key like '%σ%'
));
alter table profiles enable trigger profiles_updated;
alter table speakers enable trigger speakers_updated;
select refresh_words();

select close_the_wall();
