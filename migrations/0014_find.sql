-- What the command menu finds things by: talks by their words, speakers by name, the places, and the dictionary that
-- forgives one wrong letter.

create index talks_search on talks using gin (doc gin_trgm_ops, short_grams(doc)) with (gin_pending_list_limit = 256);
alter index talks_search alter column 2 set statistics 0;
create index talks_by_date on talks (date, id);
create index speakers_search_by_name on speakers using gin (name_key gin_trgm_ops) with (gin_pending_list_limit = 256);
create index topics_search on topics using gin (fold(name) gin_trgm_ops);

create function words_of(value text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct word
    from regexp_split_to_table(value, '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
    where char_length(word) between 3 and 40 and word ~ '[^0-9]'
  );
comment on function words_of(text) is
  'The words of a folded text that may be misspelled. src/features/find/spelling.ts parts a search in the same way.';

create function spelling_keys(word text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct case cut when 0 then start else left(start, cut - 1) || substr(start, cut + 1) end
    from (select distinct left(word, length) as start from unnest(array[5, 6, 7]) as length) as starts,
      generate_series(0, char_length(start)) as cut
  );
comment on function spelling_keys(text) is
  'A word''s first five, six and seven letters, and each of these without one letter. Two words (or the beginning of one and the other) that are one letter apart share a key, wherever that letter is.';

create table words (
  kind text not null,
  word text not null,
  uses integer not null default 1,
  primary key (kind, word),
  constraint words_kind_is_known check (kind in ('events', 'speakers', 'talks'))
);
-- New words are rare, and a search must not read through a list of those not sorted in yet.
create index words_by_spelling on words using gin (spelling_keys(word)) with (fastupdate = off);
alter index words_by_spelling alter column 1 set statistics 0;
comment on table words is
  'The dictionary: every word of the folded docs. Triggers add, refresh_words() removes what nothing holds any more and counts the uses.';

create table places (
  city_key text not null,
  country_key text not null,
  location_name text not null,
  country_name text not null,
  primary key (city_key, country_key)
);
create index places_by_city on places using gin (city_key gin_trgm_ops) with (fastupdate = off);
create index places_by_country on places using gin (country_key gin_trgm_ops) with (fastupdate = off);
comment on table places is
  'Each city of the events once, added by trigger. Whether it still has an event is asked where it is shown; refresh_words() removes it.';

create function may_add_words() returns boolean
  language sql
  return pg_try_advisory_xact_lock(4212908);
comment on function may_add_words() is
  'One writer at a time adds words or places, and nobody waits for it: two writers of the same new words could wait for each other. What is left out is added at night.';

create function keep_words(held_by text, docs text[]) returns void
  language plpgsql
  as $$
  declare
    fresh text[] := array(
      select word from (select distinct unnest(words_of(doc)) as word from unnest(docs) as doc) as held
      where not exists (select from words where words.kind = held_by and words.word = held.word)
    );
  begin
    if fresh <> '{}' and may_add_words() then
      insert into words (kind, word) select held_by, unnest(fresh) on conflict do nothing;
    end if;
  end
  $$;

create function words_added() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_words(tg_table_name, array(select doc from added));
    return null;
  end
  $$;
create trigger events_add_words after insert on events
  referencing new table as added for each statement execute function words_added();
create trigger speakers_add_words after insert on speakers
  referencing new table as added for each statement execute function words_added();
create trigger talks_add_words after insert on talks
  referencing new table as added for each statement execute function words_added();

create function words_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform keep_words(tg_table_name, array[new.doc]);
    return null;
  end
  $$;
create trigger events_change_words after update on events
  for each row when (old.doc <> new.doc) execute function words_changed();
create trigger speakers_change_words after update on speakers
  for each row when (old.doc <> new.doc) execute function words_changed();
create trigger talks_change_words after update on talks
  for each row when (old.doc <> new.doc) execute function words_changed();

create function places_added() returns trigger
  language plpgsql
  as $$
  begin
    if exists (
      select from added where not exists (
        select from places where places.city_key = added.city_key and places.country_key = added.country_key
      )
    ) and may_add_words() then
      insert into places select city_key, country_key, location_name, country_name from added on conflict do nothing;
    end if;
    return null;
  end
  $$;
create trigger events_add_places after insert on events
  referencing new table as added for each statement execute function places_added();
create trigger events_change_places after update on events
  referencing new table as added for each statement execute function places_added();

create function refresh_words() returns void
  language plpgsql
  as $$
  begin
    perform pg_advisory_xact_lock(4212908);
    with used as materialized (
      select 'events' as kind, word, count(*)::integer as uses from events, unnest(words_of(doc)) as word group by word
      union all select 'speakers', word, count(*)::integer from speakers, unnest(words_of(doc)) as word group by word
      union all select 'talks', word, count(*)::integer from talks, unnest(words_of(doc)) as word group by word
    ), gone as (
      delete from words where not exists (select from used where used.kind = words.kind and used.word = words.word)
    )
    insert into words select kind, word, uses from used
      on conflict (kind, word) do update set uses = excluded.uses where words.uses <> excluded.uses;
    delete from places where not exists (
      select from events where events.city_key = places.city_key and events.country_key = places.country_key
    );
    insert into places
      select distinct on (city_key, country_key) city_key, country_key, location_name, country_name from events
      order by city_key, country_key on conflict do nothing;
  end
  $$;
comment on function refresh_words() is
  'Makes words and places what the data holds, every night and after a bulk load: a name that was taken away leaves the dictionary too.';

select refresh_words();
select close_the_wall();
