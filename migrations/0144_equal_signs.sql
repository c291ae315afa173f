-- Apostrophes, quotation marks, hyphens and dashes are one sign each, and what is not seen is none: O'Reilly finds O’Reilly.

-- Made of the table in src/lib/signs.ts; a test compares the two.
create or replace function plain_signs(value text) returns text
  language sql immutable strict parallel safe
  as $$
    select translate(
      value,
      U&'\0060\00b4\02b9\02bb\02bc\02bd\02be\02bf\02c8\02ca\02cb\055a\05f3\2018\2019\201a\201b\2032\2035\2039\203a\a78b\a78c\ff40'
      '\00ab\00bb\02ba\05f4\201c\201d\201e\201f\2033\2036\301d\301e\301f'
      '\02d7\2010\2011\2012\2013\2014\2015\2043\207b\208b\2212\fe58'
      '\00ad\034f\061c\180e\200b\200c\200d\200e\200f\202a\202b\202c\202d\202e\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\fe0e\fe0f\feff',
      repeat('''', 24) || repeat('"', 13) || repeat('-', 12)
    )
  $$;
comment on function plain_signs(text) is 'A text with one character for each sign, as the table in src/lib/signs.ts.';

drop index topics_name_is_unique_when_folded;
drop index topics_search;
drop index topic_proposals_name_is_unique_when_folded;
drop index directory_sources_name_is_unique_when_folded;
drop index changed_rows_former_name;

-- Not strict, so that the expression takes the place of its calls. Most texts are ASCII.
create or replace function fold(value text) returns text
  language sql immutable parallel safe
  return case
    when value !~ '[^\u0001-\u005f\u0061-\u007f]' then lower(value)
    else translate(
      replace(replace(lower(regexp_replace(normalize(plain_signs(value), nfkd), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'),
      'øłđıς', 'oldiσ'
    )
  end;
comment on function fold(text) is
  'Lower case without accents and with equal signs, to search, compare and sort by. src/lib/text.ts holds the same rule; a test compares the two.';

create or replace function search_doc(value text) returns text
  language plpgsql immutable strict parallel safe
  as $$
  declare
    tokens text;
    words text;
  begin
    value := plain_signs(value);
    if value !~ '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]' then
      return ' ' || fold(value) || ' ';
    end if;
    tokens := array_to_string(array(
      select match[1] from regexp_matches(value, '(\S*(?:[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]|[a-z0-9][A-Z]|[A-Z][A-Z][a-z])\S*)', 'g') as match
    ), ' ');
    words := regexp_replace(tokens, '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g');
    return ' ' || fold(concat_ws(' ',
      value,
      -- As searchWords() of src/lib/text.ts leaves out signs around a word: c++ stays what it is.
      regexp_replace(tokens, '(^|\s)[,;:"''([]+|[,;:"''.!?)\]]+(?=\s|$)', '\1', 'g'),
      words,
      -- JavaScript is no Java.
      regexp_replace(
        regexp_replace(replace(words, 'JavaScript', 'Javascript'), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
        '([A-Z])([A-Z][a-z])', '\1 \2', 'g'
      )
    )) || ' ';
  end
  $$;

create function pg_temp.has_signs(value text) returns boolean
  language sql immutable
  return value ~ '[^\u0001-\u005f\u0061-\u007f]' and plain_signs(value) <> value;

-- Two topics whose names differ in signs alone become the more used one; of two proposals the older one stays.
create temporary table same_topics on commit drop as
  select gone.id, gone.name, kept.id as kept_id, kept.name as kept_name
  from topics as gone
  cross join lateral (
    select id, name from topics as other where fold(other.name) = fold(gone.name)
    order by event_count desc, created_at, id limit 1
  ) as kept
  where kept.id <> gone.id and exists (
    select from topics as signed where pg_temp.has_signs(signed.name) and fold(signed.name) = fold(gone.name)
  );
insert into all_event_tags (event_id, tag, created_at)
  select event_id, kept_name, all_event_tags.created_at from all_event_tags join same_topics on same_topics.name = tag
  on conflict do nothing;
insert into talk_topics (talk_id, topic_id)
  select talk_id, kept_id from talk_topics join same_topics on same_topics.id = topic_id
  on conflict do nothing;
insert into follows (user_id, topic_id, created_at)
  select user_id, kept_id, follows.created_at from follows join same_topics on same_topics.id = topic_id
  on conflict do nothing;
delete from topics where id in (select id from same_topics);
delete from old_addresses where kind = 'topic' and key in (select fold(kept_name) from same_topics);

create temporary table same_proposals on commit drop as
  select id, kept_id from (
    select id, first_value(id) over (partition by fold(name) order by created_at, id) as kept_id from topic_proposals
  ) as proposals where id <> kept_id;
insert into proposed_event_tags (proposal_id, event_id)
  select kept_id, event_id from proposed_event_tags join same_proposals on same_proposals.id = proposal_id
  on conflict do nothing;
delete from topic_proposals where id in (select id from same_proposals);
update directory_sources set name = left(name, 90) || ' (' || number || ')' from (
  select id, row_number() over (partition by fold(name) order by id) as number from directory_sources
) as numbered where numbered.id = directory_sources.id and number > 1;

create unique index topics_name_is_unique_when_folded on topics (fold(name));
create index topics_search on topics using gin (fold(name) gin_trgm_ops);
create unique index topic_proposals_name_is_unique_when_folded on topic_proposals (fold(name));
create unique index directory_sources_name_is_unique_when_folded on directory_sources (fold(name));
create index changed_rows_former_name on changed_rows (fold(coalesce(before ->> 'name', before ->> 'title')))
  where key ->> 'id' = record_id::text and coalesce(before ->> 'name', before ->> 'title') is not null;

-- What was folded by the old rule is folded again. That is no edit: the versions of editors stay as they are.
create temporary table recounted on commit drop as
  select id from all_speakers where pg_temp.has_signs(name)
  union
  select speaker_id from talk_speakers join all_talks on all_talks.id = talk_id
    join all_events on all_events.id = event_id where pg_temp.has_signs(all_events.name);
alter table all_profiles disable trigger user;
alter table all_speakers disable trigger user;
alter table speaker_names disable trigger user;
alter table series disable trigger user;
alter table all_events disable trigger user;
alter table all_talks disable trigger user;
update all_profiles set full_name = full_name where pg_temp.has_signs(full_name);
update all_speakers set name = name, location_name = location_name, country_name = country_name
  where pg_temp.has_signs(concat_ws(' ', name, location_name, country_name));
update speaker_names set name = name where pg_temp.has_signs(name);
update series set name = name where pg_temp.has_signs(name);
update all_events set name = name, location_name = location_name, country_name = country_name,
    doc = search_doc(concat_ws(' ', name, location_name, country_name, array_to_string(tags, ' ')))
  where pg_temp.has_signs(concat_ws(' ', name, location_name, country_name, array_to_string(tags, ' ')));
update all_talks set doc = talk_doc(all_talks)
  where pg_temp.has_signs(concat_ws(' ', title, location, doc))
    or id in (select talk_id from talk_speakers join all_speakers on id = speaker_id where pg_temp.has_signs(name));
alter table all_profiles enable trigger user;
alter table all_speakers enable trigger user;
alter table speaker_names enable trigger user;
alter table series enable trigger user;
alter table all_events enable trigger user;
alter table all_talks enable trigger user;
select keep_speakers(array(select id from recounted));

-- Folded texts in other tables.
with removed as (delete from follows where pg_temp.has_signs(coalesce(city_key, country_key)) returning *)
insert into follows (user_id, city_key, country_key, created_at)
  select user_id, fold(city_key), fold(country_key), created_at from removed
  on conflict do nothing;
with removed as (
  delete from old_addresses where kind in ('topic', 'city', 'country') and pg_temp.has_signs(concat(key, new_key)) returning *
)
insert into old_addresses (kind, key, new_key, created_at)
  select kind, fold(key), fold(new_key), created_at from removed where fold(key) is distinct from fold(new_key)
  on conflict do nothing;
update source_people set person_key = fold(person_key)
  where person_key like 'name:%' and pg_temp.has_signs(person_key) and not exists (
    select from source_people as other
    where other.namespace = source_people.namespace and other.person_key <> source_people.person_key
      and plain_signs(other.person_key) = plain_signs(source_people.person_key)
  );
update source_entries set key = plain_signs(key)
  where key = lower(key) and key ~ ' \d{4}-\d\d-\d\d$' and pg_temp.has_signs(key) and not exists (
    select from source_entries as other
    where other.source_id = source_entries.source_id and other.key <> source_entries.key
      and plain_signs(other.key) = plain_signs(source_entries.key)
  );
select refresh_words();
drop function pg_temp.has_signs(text);

select close_the_wall();
