import { z } from 'zod'
import { rows } from '#platform/database/db.ts'
import { get, put, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type UnconfirmedEvent, unconfirmedEvent } from './events.schemas.ts'
import { speaking_confirmations } from './events.tables.ts'
import { isOrganisedBy } from './organisers.server.ts'

const unconfirmed = signedIn
  .route(get('/speaking', 'Coming conferences that list me as a speaker and wait for my answer'))
  .output(z.array(unconfirmedEvent))
  .handler(
    ({ context: { db, viewer, today } }) =>
      rows<UnconfirmedEvent>(db)`
      select events.id, events.name, events.slug, min(talks.title) as talk_title, count(*)::integer as talk_count
      from speakers
      join talk_speakers on talk_speakers.speaker_id = speakers.id
      join talks on talks.id = talk_speakers.talk_id
      join events on events.id = talks.event_id
      where speakers.user_id = ${viewer.id}::uuid and events.end_date >= ${today}::date
        and ${isOrganisedBy(viewer.id)} is not true
        and not exists (
          select from speaking_confirmations where user_id = ${viewer.id}::uuid and event_id = events.id
        )
      group by events.id, events.name, events.slug, events.start_date
      order by events.start_date, events.id limit ${serverLimits.unconfirmedEvents}`,
  )

const confirm = signedIn
  .route(put('/events/{event_id}/speaking', 'Say whether I speak at a conference that lists me'))
  .errors({ NOT_FOUND: { message: 'This conference no longer lists you as a speaker' } })
  .input(z.object({ event_id: z.uuid(), is_confirmed: z.boolean() }))
  .output(z.object({ is_confirmed: z.boolean() }))
  .handler(async ({ context: { db, viewer }, input: { event_id, is_confirmed }, errors }) => {
    const talksOfViewer = await rows(db)`
      select from talks join talk_speakers on talk_speakers.talk_id = talks.id
      join speakers on speakers.id = talk_speakers.speaker_id
      where talks.event_id = ${event_id}::uuid and speakers.user_id = ${viewer.id}::uuid limit 1`
    if (talksOfViewer.length === 0) throw errors.NOT_FOUND()
    await db
      .insert(speaking_confirmations)
      .values({ user_id: viewer.id, event_id, is_confirmed })
      .onConflictDoUpdate({
        target: [speaking_confirmations.user_id, speaking_confirmations.event_id],
        set: { is_confirmed },
      })
    return { is_confirmed }
  })

export const speakingApi = { unconfirmed, confirm }
