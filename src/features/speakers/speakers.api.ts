import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '#server/database/db.ts'
import { open } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { listSpeakers, speakerOverview, topicsOf } from './speaker-list.server.ts'
import {
  type SpeakerDetail,
  speakerDetail,
  speakerFilter,
  speakerOverview as speakerOverviewSchema,
  speakerPage,
} from './speakers.schemas.ts'

const tags = ['Speakers']

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
    const speakerRows = await listSpeakers(context.replica, input)
    const page = speakerRows.slice(0, limits.speakersPerPage)
    const last = page.at(-1)
    return {
      speakers: page,
      next: last && speakerRows.length > page.length ? `${last.id}_${last.name_key}` : null,
    }
  })

const overview = open
  .route({
    method: 'GET',
    path: '/speakers/overview',
    tags,
    summary: 'How many speakers there are, and the letters that their names begin with',
  })
  .output(speakerOverviewSchema)
  .handler(({ context }) => {
    context.shows('speakers')
    return speakerOverview(context.replica)
  })

const detail = open
  .route({ method: 'GET', path: '/speakers/{id}', tags, summary: 'One speaker' })
  .meta({ failure: 'Failed to fetch speaker' })
  .errors({ NOT_FOUND: { message: 'Speaker not found' } })
  .input(z.object({ id: z.string().min(1, 'Speaker ID is required').pipe(z.uuid()) }))
  .output(speakerDetail)
  .handler(async ({ context, input, errors }) => {
    context.shows(`speaker:${input.id}`)
    const [speaker] = await rows<SpeakerDetail>(
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
    if (!speaker) throw errors.NOT_FOUND()
    return speaker
  })

export const speakersApi = { list, overview, detail }
