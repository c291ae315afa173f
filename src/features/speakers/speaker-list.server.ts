import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { holdsAll, indexHoldsAll, wordsIn, wordsOfNames } from '#platform/database/search.ts'
import { limits, serverLimits } from '#src/limits.ts'
import type { SpeakerCard, SpeakerFilter } from './speakers.schemas.ts'

type ListedSpeaker = SpeakerCard & { name_key: string }

/** Speakers that a search reads in order of name before it uses the trigram index: common words are found among them. */
const firstNameRows = 1000
/** The same for speakers of selected topics, where each one costs a look-up. */
const firstTopicRows = 300

const columns = sql.raw(`
  speakers.id, name, location_name, country_code, country_name, image_url, events_spoken_at, unique_conferences,
  left(bio, ${limits.speakerCardBio + 1}) as excerpt, speakers.name_key`)

const byName = sql.raw('order by name_key, id')

/** A speaker's topics, the most frequent first. A subquery for each: a join would read all topics for every speaker. */
export const topicsOf = (speaker: SQL) => sql`
  array(
    select name from (
      select talk_count, (select name from topics where id = topic_id) as name from speaker_topics
      where speaker_id = ${speaker} offset 0
    ) as about order by talk_count desc, name
  ) as topics`

const latestTalk = sql.raw(`
  (
    select json_build_object('title', title, 'event_name', events.name)
    from talk_speakers join talks on talks.id = talk_id join events on events.id = event_id
    where speaker_id = speakers.id and talks.status = 'scheduled' order by date desc, talks.id limit 1
  ) as latest_talk`)

/** A page of speakers by name, and one more where there are more. */
export async function listSpeakers(db: Database, filter: SpeakerFilter): Promise<ListedSpeaker[]> {
  const { search, topics = [], from, after } = filter
  const [lastId, lastKey] = after ? [after.slice(0, 36), after.slice(37)] : []
  const afterCursor = (key: string) =>
    lastId ? [sql`(${sql.raw(key)}) > (${lastKey}, ${lastId}::uuid)`] : from ? [sql`name_key >= ${from}`] : []
  const size = serverLimits.speakersPerPage + 1
  const chosenTopicIds = sql`select id from topics where name = any (${sql.param(topics)}::text[])`
  const readCards = (ids: SQL) =>
    rows<ListedSpeaker>(db)`
      select ${columns}, ${latestTalk}, ${topicsOf(sql.raw('speakers.id'))} from speakers where id in (${ids}) ${byName}`

  const walkByName = (length: number) =>
    sql`select id, name_key, joined(doc) as doc from speakers ${where(afterCursor('name_key, id'))} ${byName} limit ${length}`
  const walkByTopic = (length: number) => sql`
    select distinct name_key, speaker_id as id from (${chosenTopicIds}) as wanted cross join lateral (
      select name_key, speaker_id from speaker_topics
      ${where([sql`topic_id = wanted.id`, ...afterCursor('name_key, speaker_id')])}
      order by name_key, speaker_id limit ${length}
    ) as each ${byName} limit ${length}`
  const words = wordsOfNames(wordsIn(search ?? ''))
  if (words.length === 0) {
    const pageIds = topics.length > 0 ? walkByTopic(size) : walkByName(size)
    return readCards(sql`select id from (${pageIds}) as walked`)
  }

  const firstLook =
    topics.length > 0
      ? sql`
        select look.id, look.name_key, joined(doc) as doc
        from (${walkByTopic(Math.ceil(firstTopicRows / topics.length))}) as look join speakers using (id)`
      : walkByName(firstNameRows)
  const firstMatches = await readCards(
    sql`select id from (${firstLook}) as first_look ${where([holdsAll(words)])} ${byName} limit ${size}`,
  )
  if (firstMatches.length === size) return firstMatches
  const hits = sql`
    select id, name_key from (select id, name_key, joined(doc) as doc from speakers) as speakers
    ${where([indexHoldsAll(words), ...afterCursor('name_key, id')])}`
  // In order of name, with a look-up for each until the page is full: a join would start with all speakers of the topic.
  const isAbout = sql`
    (select true from speaker_topics where speaker_id = hits.id and topic_id = any (array(${chosenTopicIds})) limit 1)`
  return readCards(sql`
    with hits as materialized (${hits} ${byName})
    select id from hits ${where(topics.length > 0 ? [isAbout] : [])} limit ${size}`)
}

const countedSpeakers = 20_000
/** Names in Chinese characters begin with any of thousands. */
const maxLetters = 100

/** The total, which is counted up to a limit, and the letters that names begin with: one look into the index for each. */
export async function speakerOverview(
  db: Database,
): Promise<{ total: number; is_complete: boolean; letters: string[] }> {
  const [row] = await rows<{ total: number; letters: string[] }>(db)`
    select
      (select count(*)::integer from (select from speakers limit ${countedSpeakers + 1}) as counted) as total,
      array(
        with recursive firsts as (
          (select left(name_key, 1) as letter from speakers where name_key >= 'a' order by name_key limit 1)
          union all
          select (
            select left(name_key, 1) from speakers where name_key >= chr(ascii(firsts.letter) + 1) order by name_key limit 1
          ) from firsts where firsts.letter is not null
        )
        select letter from (select letter from firsts limit ${maxLetters}) as found where letter is not null
      ) as letters`
  const is_complete = row!.total <= countedSpeakers
  const letters = row!.letters.filter((letter) => /^\p{L}$/u.test(letter))
  return { total: Math.min(row!.total, countedSpeakers), is_complete, letters }
}

const where = (conditions: SQL[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
