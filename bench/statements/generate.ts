import { countries, firstNames, lastNames, nouns, series, suffixes, towns, wordsOfTalks } from './words.ts'

const list = (words: string[]) => `array['${words.join("', '")}']`
const topics = 200
/** The big conference has its own speakers, or each speaker of a small directory would give many talks. */
const bigConferenceSpeakers = 900
const cities = 400

/** A rank from 1 to `count` with a Zipf-like distribution. */
const zipfRank = (count: number) => `floor(power(${count}, random()))::integer`
const itemAt = (words: string[], rank: string) => `(${list(words)})[${rank}]`
const randomItem = (words: string[]) => itemAt(words, `1 + floor(random() * ${words.length})::integer`)
/** The number of a speaker: of every hundred a few speak often, at every size. */
const randomSpeaker = (count: number) =>
  `1 + least(${count - 1}, 100 * floor(random() * ${count / 100}) + floor(100 * random() * random() * random()))::integer`
/** `each` must be a number from the row: without it PostgreSQL would draw one text for all rows. */
const randomWords = (most: number, perWord: string) =>
  `(select string_agg(${randomItem(wordsOfTalks)}, ' ') from generate_series(1, 5 + floor(random() * ${most})::integer + ${perWord} * 0))`

/** Drops the indexes that no constraint needs: with them a million events take five times as long to insert. */
const dropIndexes = [
  `set local maintenance_work_mem = '512MB'; set local work_mem = '64MB'`,
  `create temp table dropped_indexes on commit drop as
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
      (select string_agg(format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget), ';')
        from pg_attribute where attrelid = indexrelid and attstattarget >= 0) as set_statistics
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
      and relname in ('all_events', 'all_event_tags', 'all_user_events', 'all_speakers', 'all_talks', 'talk_speakers', 'talk_topics', 'speaker_topics')`,
  `do $$ declare each text; begin for each in select name from dropped_indexes loop execute 'drop index ' || each; end loop; end $$`,
]
const recreateIndexes = `do $$
  declare each record;
  begin
    for each in select * from dropped_indexes loop
      execute each.definition;
      execute coalesce(each.set_statistics, 'select');
    end loop;
  end $$`

/**
 * The statements that fill an empty, migrated database with `count` events, half as many talks, a tenth as many
 * speakers and their links, in one transaction. The data of a single event, speaker or topic cloud is the same at every
 * size. Triggers are off (row by row they take ten minutes at 100,000), so this fills the derived columns itself.
 */
export function fillStatements(count: number, today: string): string[] {
  const speakers = Math.ceil(count / 10)
  return [
    `set local session_replication_role = replica; select setseed(0.2024)`,
    ...dropIndexes,
    ...people(),
    ...places(),
    ...events(count, today),
    ...programmes(speakers),
    ...bigConference(speakers, today),
    `analyze talk_speakers; update all_talks set doc = talk_doc(all_talks)`,
    `analyze all_talks; select keep_speakers(array(select id from speakers))`,
    recreateIndexes,
    `insert into user_events (user_id, event_id)
      select id, (select id from events where slug = 'big-conference') from profiles`,
    `insert into user_events (user_id, event_id)
      select members.id, new_events.id from new_events join members on members.n = 1 + new_events.n % 5000 where new_events.n % 3 = 0
      on conflict do nothing`,
    `select refresh_words()`,
    `update speakers set user_id = (select id from profiles where full_name = 'Member 1')
      where id = (select id from speakers order by events_spoken_at desc, id limit 1)`,
  ]
}

const people = () => [
  `insert into "user" (id, name, email, invitation_code)
    select gen_random_uuid(), 'Member ' || n, 'member' || n || '@example.com', 'CODE' || n from generate_series(1, 5000) as n`,
  `insert into profiles (id, full_name) select id, name from "user"; analyze all_profiles`,
  `create temp table members on commit drop as
    select substr(full_name, 8)::integer as n, id from profiles; create index on members (n); analyze members`,
]

const places = () => [
  `create temp table cities on commit drop as
    select n, ${itemAt(towns, `1 + (n - 1) % ${towns.length}`)}
      || coalesce(' ' || (array[null, 'North', 'Beach', 'Hills', 'Park', 'Harbour', 'Springs', 'Valley', 'Old Town', 'Lake'])[1 + (n - 1) / ${towns.length}], '') as name,
      ${itemAt(countries, `1 + (n - 1) % ${countries.length}`)} as country
    from generate_series(1, ${cities}) as n; create index on cities (n); analyze cities`,
  `create temp table subjects on commit drop as
    select n, ${itemAt(nouns, `1 + (n - 1) % ${nouns.length}`)}
      || (array['', ' Engineering', ' Security', ' Testing', ' Design'])[1 + (n - 1) / ${nouns.length}] as name
    from generate_series(1, ${topics}) as n; create index on subjects (n); analyze subjects`,
]

const events = (count: number, today: string) => [
  `create temp table new_events on commit drop as
    select n, gen_random_uuid() as id, day, ${zipfRank(cities)} as city,
      case when n % 400 = 11 then '東京' || ${itemAt(['技術', 'クラウド', '開発者'], '1 + n % 3')} || 'カンファレンス '
           when n % 2000 = 7 then 'Quokka '
           when n % 25 = 3 then 'Marmalade '
           when n % 5 = 4 and day < '2012-01-01' then 'Flashback '
           else '' end
      || ${itemAt(nouns, zipfRank(nouns.length))} || ' ' || ${itemAt(suffixes, zipfRank(suffixes.length))} || ' ' || ${randomItem(series)} as title
    from (
      select n, '${today}'::date
        + case when n % 20 = 0 then floor(random() * 400)::integer else -1 - floor(27 * 365 * (1 - sqrt(random())))::integer end as day
      from generate_series(1, ${count}) as n
    ) as days; create index on new_events (n); analyze new_events`,
  `create temp table event_topics on commit drop as
    select random_rows.n, array_agg(distinct subjects.name order by subjects.name) as tags
    from (
      select new_events.n, ${zipfRank(topics)} as rank from new_events cross join lateral generate_series(1, 1 + (new_events.n * 7 % 4)) as each
      union all select new_events.n, ${topics} from new_events where n % ${Math.ceil(count / 5)} = 1
    ) as random_rows join subjects on subjects.n = random_rows.rank group by random_rows.n; create index on event_topics (n); analyze event_topics`,
  `insert into topics (name, event_count)
    select name, count(tag) from subjects left join (select unnest(tags) as tag from event_topics) as each on tag = name group by name`,
  `insert into events (id, name, slug, description, start_date, end_date, location_name, country_name, created_by, tags, doc)
    select new_events.id, written.name, 'event-' || new_events.n,
      case when new_events.n % 3 = 0 then (select string_agg(md5(new_events.n::text || each), ' ') from generate_series(1, 1 + new_events.n % 40) as each) end,
      day, day + new_events.n % 4, cities.name, country,
      case when new_events.n % 50 = 0 then (select members.id from members where members.n = 1 + new_events.n / 500 % 5000) end,
      tags, search_doc(concat_ws(' ', written.name, cities.name, country, array_to_string(tags, ' ')))
    from new_events
    join cities on cities.n = new_events.city
    join event_topics on event_topics.n = new_events.n
    cross join lateral (select rtrim(title) || case when new_events.n % 10 < 3 then ' ' || extract(year from day) else '' end as name) as written
    order by new_events.n`,
  `insert into event_tags (event_id, tag, start_date)
    select id, unnest(tags), day from new_events join event_topics using (n); analyze all_events; analyze all_event_tags`,
]

const programmes = (speakers: number) => [
  `insert into speakers (name, location_name, country_name, country_code, bio)
    select case when random_rows.n % 500 = 9 then '東 ' else '' end || ${randomItem(firstNames)} || ' ' || ${randomItem(lastNames)} || case when random_rows.n % 1000 = 5 then ' Quokkasen' else '' end,
      cities.name, cities.country, 'DE', ${randomWords(60, 'random_rows.n')}
    from (select n, ${zipfRank(cities)} as city from generate_series(1, ${speakers + bigConferenceSpeakers}) as n) as random_rows
    join cities on cities.n = random_rows.city order by random_rows.n`,
  `create temp table numbered_speakers on commit drop as
    select row_number() over (order by id)::integer as n, id from speakers; create index on numbered_speakers (n); analyze numbered_speakers`,
  `create temp table small_talks on commit drop as
    select n, gen_random_uuid() as id, gen_random_uuid() as track_id, new_events.id as event_id, new_events.day, talk,
      ${randomSpeaker(speakers)} as speaker, ${zipfRank(topics)} as subject
    from new_events cross join generate_series(1, 10) as talk where n % 20 = 6`,
  `insert into talks (id, event_id, title, description, date, day, start_time, end_time, location)
    select id, event_id, ${randomWords(4, 'n')}, ${randomWords(80, 'n')}, day, day, make_time(8 + talk, 0, 0), make_time(8 + talk, 45, 0), 'Main hall' from small_talks`,
  `insert into talk_speakers (talk_id, speaker_id) select small_talks.id, numbered_speakers.id from small_talks join numbered_speakers on numbered_speakers.n = small_talks.speaker`,
  `insert into talk_topics (talk_id, topic_id)
    select small_talks.id, topics.id from small_talks join subjects on subjects.n = subject join topics using (name)`,
]

/** One very large conference: 900 talks in 60 tracks on two days, attended by everybody. */
const bigConference = (speakers: number, today: string) => [
  `insert into events (name, slug, start_date, end_date, location_name, country_name, created_by, doc)
    select 'Big Conference', 'big-conference', '${today}'::date + 30, '${today}'::date + 31, 'Brussels', 'Belgium',
      (select id from profiles where full_name = 'Member 1'), search_doc(concat_ws(' ', 'Big Conference', 'Brussels', 'Belgium', ''))`,
  `insert into tracks (event_id, name) select id, 'Track ' || n from events, generate_series(1, 60) as n where slug = 'big-conference'`,
  `create temp table big_talks on commit drop as
    select n, gen_random_uuid() as id, '${today}'::date + 30 + n % 2 as day, tracks.event_id, tracks.id as track_id,
      ${speakers} + n as speaker, ${zipfRank(topics)} as subject
    from generate_series(1, ${bigConferenceSpeakers}) as n join tracks on tracks.name = 'Track ' || 1 + n % 60`,
  `insert into talks (id, event_id, title, description, date, day, start_time, end_time, location, track_id)
    select id, event_id, ${randomWords(6, 'n')}, ${randomWords(200, 'n')}, day, day, make_time(9 + n % 9, 0, 0), make_time(9 + n % 9, 50, 0), 'Room ' || n % 60, track_id
    from big_talks`,
  `insert into talk_speakers (talk_id, speaker_id, position)
    select big_talks.id, numbered_speakers.id, each from big_talks cross join generate_series(0, 1) as each
    join numbered_speakers on numbered_speakers.n = speaker - each * (big_talks.n + 1) / 2`,
  `insert into talk_topics (talk_id, topic_id)
    select big_talks.id, topics.id from big_talks join subjects on subjects.n = subject join topics using (name)`,
  `insert into breaks (event_id, title, date, start_time, end_time)
    select distinct event_id, 'Lunch', day, '12:00'::time, '13:00'::time from big_talks`,
]
