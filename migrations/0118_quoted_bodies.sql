-- Since 15.20 and 18.7 PostgreSQL adds no column with a default to a table whose row type is a parameter of a function with a
-- standard SQL body. A quoted body is allowed.

create or replace function talk_doc(talk all_talks) returns text
  language sql stable
  as $$
    select search_doc(concat_ws(' ', talk.title, talk.location,
      (select name from all_tracks where id = talk.track_id),
      (select string_agg(speakers.name, ' ' order by position, speakers.name)
        from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id where talk_id = talk.id)
    ))
  $$;
