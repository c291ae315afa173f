-- A search takes apostrophes and hyphens for nothing: O'Reilly, O-Reilly and OReilly find each other.

-- Not strict, so that the expression takes the place of its calls.
create function joined(value text) returns text
  language sql immutable parallel safe
  return translate(value, '''-', '');
comment on function joined(text) is
  'A folded text without apostrophes and hyphens, as words are searched for: searchForm() of src/lib/text.ts. A test compares the two.';

create or replace function search_doc(value text) returns text
  language plpgsql immutable strict parallel safe
  as $$
  declare
    tokens text;
    words text;
  begin
    if value ~ '[^\u0001-\u005f\u0061-\u007f]' then
      value := normalize(plain_signs(value), nfkd);
    end if;
    if value !~ '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]' then
      return ' ' || fold(value) || ' ';
    end if;
    tokens := array_to_string(array(
      select match[1] from regexp_matches(value, '(\S*(?:[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]|[a-z0-9][A-Z]|[A-Z][A-Z][a-z])\S*)', 'g') as match
    ), ' ');
    words := regexp_replace(tokens, '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g');
    return ' ' || concat_ws(' ', joined(fold(value)), fold(concat_ws(' ',
      -- As searchWords() of src/lib/text.ts leaves out signs around a word: c++ stays what it is.
      regexp_replace(tokens, '(^|\s)[,;:"''([]+|[,;:"''.!?)\]]+(?=\s|$)', '\1', 'g'),
      words,
      -- JavaScript is no Java.
      regexp_replace(
        regexp_replace(replace(words, 'JavaScript', 'Javascript'), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
        '([A-Z])([A-Z][a-z])', '\1 \2', 'g'
      )
    ))) || ' ';
  end
  $$;

-- What has such a sign, or another one that stands for it, is written again. That is no edit: the versions of editors stay.
alter table all_events disable trigger user;
alter table all_talks disable trigger user;
update all_events
  set doc = search_doc(concat_ws(' ', name, location_name, country_name, array_to_string(tags, ' ')))
  where doc ~ '[''-]|[^\u0001-\u007f]' or concat(name, location_name) ~ '[^\u0001-\u007f]';
update all_talks set doc = talk_doc(all_talks)
  where doc ~ '[''-]|[^\u0001-\u007f]' or concat(title, location) ~ '[^\u0001-\u007f]';
alter table all_events enable trigger user;
alter table all_talks enable trigger user;

drop index speakers_search, speakers_search_by_name, profiles_search, places_by_city, places_by_country, topics_search;
create index speakers_search on all_speakers using gin (joined(doc) gin_trgm_ops, short_grams(joined(doc)))
  with (gin_pending_list_limit = 256);
create index speakers_search_by_name on all_speakers using gin (joined(name_key) gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index profiles_search on all_profiles using gin (joined(name_key) gin_trgm_ops);
create index places_by_city on places using gin (joined(city_key) gin_trgm_ops) with (fastupdate = off);
create index places_by_country on places using gin (joined(country_key) gin_trgm_ops) with (fastupdate = off);
create index topics_search on topics using gin (joined(fold(name)) gin_trgm_ops);

select refresh_words();
select close_the_wall();
