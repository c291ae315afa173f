import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { planCalls } from '#features/events/event-calls.server.ts'
import { noteCheck } from '#features/events/event-checks.server.ts'
import { eventForm } from '#features/events/event-editing.schemas.ts'
import {
  findFreeSlug,
  findMatches,
  lockListing,
  withListedCountry,
} from '#features/events/event-listing.server.ts'
import { events } from '#features/events/events.tables.ts'
import { isRefused, listedFor, listedMatch } from '#features/events/listed-match.ts'
import { zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { isUsablePicture, unknownPicture } from '#features/pictures/pictures.server.ts'
import { joinAsNextEdition } from '#features/series/series-changes.server.ts'
import { memberChange, postNew } from '#platform/procedures/procedure.ts'

const create = memberChange
  .route(postNew('/events', 'Add a conference'))
  .errors({
    LISTED: {
      status: 409,
      message: 'It may be listed already. If it is another conference, say so and send it again.',
      data: z.object({ listed: z.array(listedMatch) }),
    },
    UNKNOWN_PICTURE: unknownPicture,
  })
  .input(eventForm.transform(withListedCountry))
  .output(z.object({ id: z.uuid(), slug: z.string() }))
  .handler(async ({ context: { tx, viewer }, input: { previous, cfp_url, is_new, ...input }, errors }) => {
    const time_zone = input.time_zone ?? (await zoneOfCity(input))
    if (!(await isUsablePicture(tx, viewer, input.logo_url))) throw errors.UNKNOWN_PICTURE()
    await lockListing(tx)
    const matches = (await findMatches(tx, input)).map((match) => listedFor(viewer, match))
    const refusals = matches.filter((match) => isRefused(match, is_new))
    if (refusals.length > 0)
      throw errors.LISTED({
        message: refusals.some(({ is_same }) => is_same)
          ? 'A conference with that name in that year already exists'
          : undefined,
        data: { listed: refusals },
      })
    const slug = await findFreeSlug(tx, input)
    const [createdEvent] = await tx
      .insert(events)
      .values({
        ...{ ...input, time_zone, slug, created_by: viewer.id },
        confirmation: viewer.isAdmin ? 'listing' : null,
      })
      .returning({ id: events.id, slug: events.slug })
    await noteCheck(tx, createdEvent!.id, viewer.id)
    if (cfp_url)
      await tx.execute(sql`
        insert into calls (event_id, url, added_by) values (${createdEvent!.id}::uuid, ${cfp_url}, ${viewer.id}::uuid)`)
    if (previous) {
      await tx.execute(sql`
        insert into event_tags (event_id, tag)
        select ${createdEvent!.id}, unnest(tags) from events where id = ${previous}`)
      await planCalls(tx, previous, createdEvent!.id)
    }
    const joined = { id: createdEvent!.id, name: input.name }
    await joinAsNextEdition(tx, viewer, joined, previous)
    return createdEvent!
  })

export const newEventApi = { create }
