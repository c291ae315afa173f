-- What a search reads says where words begin and end: it begins and ends with a space, and repeats the words that stand
-- between signs ('Node.js: Day' has js) or that only a capital letter sets apart (RustConf has rust, GenAI has ai).

create function search_doc(value text) returns text
  language plpgsql immutable strict parallel safe
  as $$
  declare
    tokens text;
    words text;
  begin
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
      regexp_replace(tokens, '(^|\s)[,;:"''“”„‘’«»(\[]+|[,;:"''“”„‘’«».!?)\]]+(?=\s|$)', '\1', 'g'),
      words,
      -- JavaScript is no Java.
      regexp_replace(
        regexp_replace(replace(words, 'JavaScript', 'Javascript'), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
        '([A-Z])([A-Z][a-z])', '\1 \2', 'g'
      )
    )) || ' ';
  end
  $$;
comment on function search_doc(text) is
  'A folded text to search in: a word is between two spaces. The parts of its words that are words themselves follow it.';

create or replace function event_doc() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'UPDATE' and new.slug <> old.slug then
      raise exception using errcode = 'integrity_constraint_violation',
        constraint = 'events_slug_never_changes', message = 'a slug never changes';
    end if;
    new.doc := search_doc(concat_ws(' ', new.name, new.location_name, new.country_name, array_to_string(new.tags, ' ')));
    return new;
  end
  $$;

create or replace function talk_doc(talk all_talks) returns text
  language sql stable
  return search_doc(concat_ws(' ', (talk).title, (talk).location,
    (select name from all_tracks where id = (talk).track_id),
    (select string_agg(speakers.name, ' ' order by position, speakers.name)
      from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id where talk_id = (talk).id)
  ));

-- No edit: the versions of editors stay as they are. The dictionary is refreshed once instead of row by row.
alter table all_events disable trigger user;
alter table all_talks disable trigger user;
update all_events set doc = search_doc(concat_ws(' ', name, location_name, country_name, array_to_string(tags, ' ')));
update all_talks set doc = talk_doc(all_talks);
alter table all_events enable trigger user;
alter table all_talks enable trigger user;

select refresh_words();
