-- What a person follows: a topic, a city, a country, a speaker or another person.

create table follows (
  user_id uuid not null references profiles (id) on delete cascade,
  topic_id uuid references topics (id) on delete cascade,
  speaker_id uuid references speakers (id) on delete cascade,
  person_id uuid references profiles (id) on delete cascade,
  city_key text,
  country_key text,
  created_at timestamptz not null default now(),
  constraint follows_one_thing check (num_nonnulls(topic_id, speaker_id, person_id, city_key, country_key) = 1),
  constraint follows_each_thing_once unique nulls not distinct
    (user_id, topic_id, speaker_id, person_id, city_key, country_key),
  constraint follows_another_person check (person_id <> user_id),
  constraint follows_city_is_1_to_100 check (is_clean_line(city_key) and char_length(city_key) between 1 and 100),
  constraint follows_country_is_1_to_100
    check (is_clean_line(country_key) and char_length(country_key) between 1 and 100)
);
create index follows_topic_id on follows (topic_id) where topic_id is not null;
create index follows_speaker_id on follows (speaker_id) where speaker_id is not null;
create index follows_person_id on follows (person_id) where person_id is not null;
create index follows_city_key on follows (city_key) where city_key is not null;
create index follows_country_key on follows (country_key) where country_key is not null;
comment on table follows is 'One row for each thing that a person follows. Nobody but the person reads it.';
comment on column follows.city_key is 'Folded, as in events.city_key: cities and countries have no table of their own.';

select close_the_wall();
