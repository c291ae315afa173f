import { countries, firstNames, lastNames, nouns, series, suffixes, towns, wordsOfTalks } from './words.ts'

const list = (words: string[]) => `array['${words.join("', '")}']`
const topics = 200
/** Those of the big conference: shared with the others they would make each speaker of a small directory a busy one. */
const lecturers = 900
const cities = 400

/** A rank from 1 to `count`, the first ones far more often: what Zipf found of words holds of topics and cities. */
const popular = (count: number) => `floor(power(${count}, random()))::integer`
const oneOf = (words: string[], rank: string) => `(${list(words)})[${rank}]`
const anyOf = (words: string[]) => oneOf(words, `1 + floor(random() * ${words.length})::integer`)
/** The number of a speaker: of every hundred a few speak often, as often however many hundreds there are. */
const someSpeaker = (count: number) =>
  `1 + least(${count - 1}, 100 * floor(random() * ${count / 100}) + floor(100 * random() * random() * random()))::integer`
/** `each` is a number of the row: without it one text would be drawn for all rows. */
const someWords = (most: number, each: string) =>
  `(select string_agg(${anyOf(wordsOfTalks)}, ' ') from generate_series(1, 5 + floor(random() * ${most})::integer + ${each} * 0))`

/** Indexes that no constraint needs: with them in place a million events take five times as long to fill in. */
const restingIndexes = [
  `set local maintenance_work_mem = '512MB'; set local work_mem = '64MB'`,
  `create temp table resting on commit drop as
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made,
      (select string_agg(format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget), ';')
        from pg_attribute where attrelid = indexrelid and attstattarget >= 0) as tuned
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
      and relname in ('events', 'event_tags', 'user_events', 'speakers', 'talks', 'talk_speakers', 'talk_topics', 'speaker_topics')`,
  `do $$ declare each text; begin for each in select name from resting loop execute 'drop index ' || each; end loop; end $$`,
]
const indexesAgain = `do $$
  declare each record;
  begin
    for each in select * from resting loop
      execute each.made;
      execute coalesce(each.tuned, 'select');
    end loop;
  end $$`

/**
 * The statements that fill an empty, migrated database with `count` events, half as many talks, a tenth as many
 * speakers and what belongs to them, for one transaction. What one event, speaker or topic cloud holds is the same
 * at every size. Triggers rest meanwhile (ten minutes of row by row at 100,000), so this sets what they would keep.
 */
export function fillStatements(count: number, today: string): string[] {
  const speakers = Math.ceil(count / 10)
  return [
    `set local session_replication_role = replica; select setseed(0.2024)`,
    ...restingIndexes,
    ...people(),
    ...places(),
    ...events(count, today),
    ...programmes(speakers),
    ...bigConference(speakers, today),
    indexesAgain,
    `insert into user_events (user_id, event_id)
      select id, (select id from events where slug = 'big-conference') from profiles`,
    `insert into user_events (user_id, event_id)
      select members.id, made.id from made join members on members.n = 1 + made.n % 5000 where made.n % 3 = 0
      on conflict do nothing`,
    `select keep_speakers(array(select id from speakers))`,
    `update talks set doc = talk_doc(talks)`,
    `select refresh_words()`,
    `update speakers set user_id = (select id from profiles where full_name = 'Member 1')
      where id = (select id from speakers order by events_spoken_at desc, id limit 1)`,
  ]
}

const people = () => [
  `insert into "user" (id, name, email, invitation_code)
    select gen_random_uuid(), 'Member ' || n, 'member' || n || '@example.com', 'CODE' || n from generate_series(1, 5000) as n`,
  `insert into profiles (id, full_name) select id, name from "user"; analyze profiles`,
  `create temp table members on commit drop as
    select substr(full_name, 8)::integer as n, id from profiles; create index on members (n); analyze members`,
]

const places = () => [
  `create temp table cities on commit drop as
    select n, ${oneOf(towns, `1 + (n - 1) % ${towns.length}`)}
      || coalesce(' ' || (array[null, 'North', 'Beach', 'Hills', 'Park', 'Harbour', 'Springs', 'Valley', 'Old Town', 'Lake'])[1 + (n - 1) / ${towns.length}], '') as name,
      ${oneOf(countries, `1 + (n - 1) % ${countries.length}`)} as country
    from generate_series(1, ${cities}) as n; create index on cities (n); analyze cities`,
  `create temp table subjects on commit drop as
    select n, ${oneOf(nouns, `1 + (n - 1) % ${nouns.length}`)}
      || (array['', ' Engineering', ' Security', ' Testing', ' Design'])[1 + (n - 1) / ${nouns.length}] as name
    from generate_series(1, ${topics}) as n; create index on subjects (n); analyze subjects`,
]

const events = (count: number, today: string) => [
  `create temp table made on commit drop as
    select n, gen_random_uuid() as id, day, ${popular(cities)} as city,
      case when n % 400 = 11 then '東京' || ${oneOf(['技術', 'クラウド', '開発者'], '1 + n % 3')} || 'カンファレンス '
           when n % 2000 = 7 then 'Quokka '
           when n % 25 = 3 then 'Marmalade '
           when n % 5 = 4 and day < '2012-01-01' then 'Flashback '
           else '' end
      || ${oneOf(nouns, popular(nouns.length))} || ' ' || ${oneOf(suffixes, popular(suffixes.length))} || ' ' || ${anyOf(series)} as title
    from (
      select n, '${today}'::date
        + case when n % 20 = 0 then floor(random() * 400)::integer else -1 - floor(27 * 365 * (1 - sqrt(random())))::integer end as day
      from generate_series(1, ${count}) as n
    ) as days; create index on made (n); analyze made`,
  `create temp table tagged on commit drop as
    select drawn.n, array_agg(distinct subjects.name order by subjects.name) as tags
    from (
      select made.n, ${popular(topics)} as rank from made cross join lateral generate_series(1, 1 + (made.n * 7 % 4)) as each
      union all select made.n, ${topics} from made where n % ${Math.ceil(count / 5)} = 1
    ) as drawn join subjects on subjects.n = drawn.rank group by drawn.n; create index on tagged (n); analyze tagged`,
  `insert into topics (name, event_count)
    select name, count(tag) from subjects left join (select unnest(tags) as tag from tagged) as each on tag = name group by name`,
  `insert into events (id, name, slug, description, start_date, end_date, location_name, country_name, created_by, tags, doc)
    select made.id, written.name, 'event-' || made.n,
      case when made.n % 3 = 0 then (select string_agg(md5(made.n::text || each), ' ') from generate_series(1, 1 + made.n % 40) as each) end,
      day, day + made.n % 4, cities.name, country,
      case when made.n % 50 = 0 then (select members.id from members where members.n = 1 + made.n / 500 % 5000) end,
      tags, fold(concat_ws(' ', written.name, cities.name, country, array_to_string(tags, ' ')))
    from made
    join cities on cities.n = made.city
    join tagged on tagged.n = made.n
    cross join lateral (select rtrim(title) || case when made.n % 10 < 3 then ' ' || extract(year from day) else '' end as name) as written
    order by made.n`,
  `insert into event_tags (event_id, tag, start_date)
    select id, unnest(tags), day from made join tagged using (n); analyze events; analyze event_tags`,
]

const programmes = (speakers: number) => [
  `insert into speakers (name, location_name, country_name, country_code, bio)
    select case when drawn.n % 500 = 9 then '東 ' else '' end || ${anyOf(firstNames)} || ' ' || ${anyOf(lastNames)} || case when drawn.n % 1000 = 5 then ' Quokkasen' else '' end,
      cities.name, cities.country, 'DE', ${someWords(60, 'drawn.n')}
    from (select n, ${popular(cities)} as city from generate_series(1, ${speakers + lecturers}) as n) as drawn
    join cities on cities.n = drawn.city order by drawn.n`,
  `create temp table voices on commit drop as
    select row_number() over (order by id)::integer as n, id from speakers; create index on voices (n); analyze voices`,
  `create temp table said on commit drop as
    select n, gen_random_uuid() as id, gen_random_uuid() as track_id, made.id as event_id, made.day, talk,
      ${someSpeaker(speakers)} as speaker, ${popular(topics)} as subject
    from made cross join generate_series(1, 10) as talk where n % 20 = 6`,
  `insert into talks (id, event_id, title, description, date, start_time, end_time, location)
    select id, event_id, ${someWords(4, 'n')}, ${someWords(80, 'n')}, day, make_time(8 + talk, 0, 0), make_time(8 + talk, 45, 0), 'Main hall' from said`,
  `insert into talk_speakers (talk_id, speaker_id) select said.id, voices.id from said join voices on voices.n = said.speaker`,
  `insert into talk_topics (talk_id, topic_id)
    select said.id, topics.id from said join subjects on subjects.n = subject join topics using (name)`,
]

/** One conference that outgrows all others: 900 talks in 60 tracks on two days, and everybody goes. */
const bigConference = (speakers: number, today: string) => [
  `insert into events (name, slug, start_date, end_date, location_name, country_name, created_by, doc)
    select 'Big Conference', 'big-conference', '${today}'::date + 30, '${today}'::date + 31, 'Brussels', 'Belgium',
      (select id from profiles where full_name = 'Member 1'), fold(concat_ws(' ', 'Big Conference', 'Brussels', 'Belgium', ''))`,
  `insert into tracks (event_id, name) select id, 'Track ' || n from events, generate_series(1, 60) as n where slug = 'big-conference'`,
  `create temp table lectures on commit drop as
    select n, gen_random_uuid() as id, '${today}'::date + 30 + n % 2 as day, tracks.event_id, tracks.id as track_id,
      ${speakers} + n as speaker, ${popular(topics)} as subject
    from generate_series(1, ${lecturers}) as n join tracks on tracks.name = 'Track ' || 1 + n % 60`,
  `insert into talks (id, event_id, title, description, date, start_time, end_time, location, track_id)
    select id, event_id, ${someWords(6, 'n')}, ${someWords(200, 'n')}, day, make_time(9 + n % 9, 0, 0), make_time(9 + n % 9, 50, 0), 'Room ' || n % 60, track_id
    from lectures`,
  `insert into talk_speakers (talk_id, speaker_id, position)
    select lectures.id, voices.id, each from lectures cross join generate_series(0, 1) as each
    join voices on voices.n = speaker - each * (lectures.n + 1) / 2`,
  `insert into talk_topics (talk_id, topic_id)
    select lectures.id, topics.id from lectures join subjects on subjects.n = subject join topics using (name)`,
  `insert into breaks (event_id, title, date, start_time, end_time)
    select distinct event_id, 'Lunch', day, '12:00'::time, '13:00'::time from lectures`,
]
