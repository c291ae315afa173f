-- What every later file stands on: text folding, and the checks on text.

create extension if not exists pg_trgm;

create function fold(value text) returns text
  language sql immutable strict parallel safe
  return translate(
    replace(replace(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'),
    'øłđı', 'oldi'
  );
comment on function fold(text) is
  'Lower case without accents, for search and for sorting (the embedded engine sorts by byte). src/lib/text.ts holds the same rule; a test compares the two.';

create function short_grams(value text) returns text[]
  language sql immutable strict parallel safe
  return string_to_array(value, null) || array(
    select one || two from unnest(string_to_array(value, null), (string_to_array(value, null))[2:]) as pairs (one, two) where two is not null
  );
comment on function short_grams(text) is
  'Every letter and every two neighbours: what finds a term of one or two letters, which has no trigram (Go, and most words of Chinese and Japanese).';

create function is_clean_line(value text) returns boolean
  language sql immutable parallel safe
  return value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]'
    -- Spaces, and what takes a place and shows nothing.
    and value !~ '^[\s\u00a0\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]*$';
comment on function is_clean_line(text) is
  'One line of visible text: control and direction-override characters let one name pass for another.';

create function is_web_url(value text) returns boolean
  language sql immutable strict parallel safe
  return value ~* '^https?://[^\s<>"\\^`{|}\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+$' and char_length(value) <= 2000;
comment on function is_web_url(text) is 'Only http and https: a link may never run a script.';

create function set_updated_at() returns trigger
  language plpgsql
  as $$
  begin
    new.updated_at := now();
    return new;
  end
  $$;
comment on function set_updated_at() is 'updated_at is the version that an editor sends back; nobody may forget to move it.';
