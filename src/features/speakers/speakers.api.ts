import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { findNewKey } from '#features/administration/old-addresses.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { listSpeakers, speakerOverview, topicsOf } from './speaker-list.server.ts'
import {
  type SpeakerDetail,
  speakerDetail,
  speakerFilter,
  speakerOverview as speakerOverviewSchema,
  speakerPage,
} from './speakers.schemas.ts'

const list = sameForAll
  .route(get('/speakers', 'Speakers by name, text and topics, page by page'))
  .meta({ failure: 'Failed to fetch speakers' })
  .input(speakerFilter)
  .output(speakerPage)
  .handler(async ({ context, input }) => {
    context.shows('speakers', 'topics', 'talks', 'events')
    const speakerRows = await listSpeakers(context.replica, input)
    const { items, next } = pageOf(
      speakerRows,
      serverLimits.speakersPerPage,
      ({ id, name_key }) => `${id}_${name_key}`,
    )
    return { speakers: items, next }
  })

const overview = sameForAll
  .route(get('/speakers/overview', 'How many speakers there are, and the first letters of their names'))
  .output(speakerOverviewSchema)
  .handler(({ context }) => {
    context.shows('speakers')
    return speakerOverview(context.replica)
  })

const detail = sameForAll
  .route(get('/speakers/{id}', 'One speaker; of a record that was merged the one that was kept'))
  .meta({ failure: 'Failed to fetch speaker' })
  .errors({
    NOT_FOUND: { message: 'Speaker not found' },
    GONE: { status: 410, message: 'This record was removed by an administrator.' },
  })
  .input(z.object({ id: z.string().min(1, 'Speaker ID is required').pipe(z.uuid()) }))
  .output(speakerDetail)
  .handler(async ({ context, input, errors }) => {
    const speaker = await readSpeaker(context.replica, input.id)
    if (speaker) {
      context.shows(`speaker:${input.id}`)
      return speaker
    }
    const newId = await findNewKey(context.replica, 'speaker', input.id)
    if (newId === null) throw errors.GONE()
    const keptSpeaker = newId && (await readSpeaker(context.replica, newId))
    if (!keptSpeaker) throw errors.NOT_FOUND()
    context.shows(`speaker:${input.id}`, `speaker:${keptSpeaker.id}`)
    return keptSpeaker
  })

async function readSpeaker(db: Database, id: string) {
  const [speaker] = await rows<SpeakerDetail>(db)`
    select id, name, location_name, country_code, country_name, image_url, events_spoken_at, unique_conferences, bio,
      user_id, created_by, updated_at::text as updated_at, shows_former_names,
      array(
        select former.name from speaker_names as former
        where former.speaker_id = speakers.id and shows_former_names and former.name_key <> speakers.name_key
        order by former.created_at, former.name
      ) as former_names,
      ${topicsOf(sql.raw('speakers.id'))},
      coalesce(
        (select json_agg(json_build_object('platform', platform, 'handle', handle) order by platform)
         from social_links where speaker_id = speakers.id),
        '[]'
      ) as links,
      (select gone_since(handle)::text from social_links where speaker_id = speakers.id and platform = 'website') as website_gone_since
    from speakers where id = ${id}::uuid`
  return speaker
}

export const speakersApi = { list, overview, detail }
