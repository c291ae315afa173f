import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { containing } from '#lib/text.ts'
import { rows } from '#server/db.ts'
import { open } from '#server/procedure.ts'
import { limits } from '#src/limits.ts'
import {
  type SpeakerCard,
  type SpeakerDetail,
  speakerDetail,
  speakerFilter,
  speakerPage,
} from './speakers.schemas.ts'

const tags = ['Speakers']

const columns = sql.raw(`
  speakers.id, name, location_name, country_code, country_name, image_url, events_spoken_at, unique_conferences,
  left(bio, ${limits.speakerCardBio + 1}) as excerpt, speakers.name_key`)

/** A speaker's topics, the most frequent first. */
const topicsOf = (speaker: SQL) => sql`
  array(
    select topics.name from speaker_topics join topics on topics.id = speaker_topics.topic_id
    where speaker_topics.speaker_id = ${speaker} order by talk_count desc, topics.name
  ) as topics`

const where = (conditions: SQL[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

const list = open
  .route({
    method: 'GET',
    path: '/speakers',
    tags,
    summary: 'Speakers by name, text and topics, page by page',
  })
  .meta({ failure: 'Failed to fetch speakers' })
  .input(speakerFilter)
  .output(speakerPage)
  .handler(async ({ context, input }) => {
    context.shows('speakers', 'topics')
    const { search, topics = [], after } = input
    const limit = sql`limit ${limits.speakersPerPage + 1}`
    const [lastId, lastKey] = after ? [after.slice(0, 36), after.slice(37)] : []
    const beyond = (key: string) => (lastId ? [sql`(${sql.raw(key)}) > (${lastKey}, ${lastId}::uuid)`] : [])
    const hasText = search ? [sql`doc like ${containing(search)}`] : []

    const walkByName = sql`select id from speakers ${where([...beyond('name_key, id'), ...hasText])} order by name_key, id ${limit}`
    const walkByTopic = sql`
      select speaker_id as id from (
        select distinct name_key, speaker_id
        from (select id from topics where name = any (${sql.param(topics)}::text[])) as wanted
        cross join lateral (
          select speaker_topics.name_key, speaker_id from speaker_topics ${search ? sql`join speakers on speakers.id = speaker_id` : sql``}
          ${where([sql`topic_id = wanted.id`, ...beyond('speaker_topics.name_key, speaker_id'), ...hasText])}
          order by name_key, speaker_id ${limit}
        ) as each
        order by name_key, speaker_id ${limit}
      ) as distinct_speakers`
    const found = await rows<SpeakerCard & { name_key: string }>(
      context.replica,
      sql`
        select ${columns}, ${topicsOf(sql.raw('speakers.id'))} from speakers
        where id in (${topics.length > 0 ? walkByTopic : walkByName}) order by name_key, id`,
    )
    const page = found.slice(0, limits.speakersPerPage)
    const last = page.at(-1)
    return { speakers: page, next: last && found.length > page.length ? `${last.id}_${last.name_key}` : null }
  })

const detail = open
  .route({ method: 'GET', path: '/speakers/{id}', tags, summary: 'One speaker' })
  .meta({ failure: 'Failed to fetch speaker' })
  .errors({ NOT_FOUND: { message: 'Speaker not found' } })
  .input(z.object({ id: z.string().min(1, 'Speaker ID is required').pipe(z.uuid()) }))
  .output(speakerDetail)
  .handler(async ({ context, input, errors }) => {
    context.shows(`speaker:${input.id}`)
    const [found] = await rows<SpeakerDetail>(
      context.replica,
      sql`
        select id, name, location_name, country_code, country_name, image_url, events_spoken_at, unique_conferences, bio, user_id,
          ${topicsOf(sql.raw('speakers.id'))},
          coalesce(
            (select json_agg(json_build_object('platform', platform, 'handle', handle) order by platform)
             from social_links where speaker_id = speakers.id),
            '[]'
          ) as links
        from speakers where id = ${input.id}::uuid`,
    )
    if (!found) throw errors.NOT_FOUND()
    return found
  })

export const speakersApi = { list, detail }
