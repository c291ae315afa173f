import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { isUsablePicture, unknownPicture } from '#features/pictures/pictures.server.ts'
import { get, put, sameForAll, signedIn } from '#platform/procedures/procedure.ts'
import { consume, profileLimit } from '#platform/rate-limits.ts'
import { profile, profileForm } from './people.schemas.ts'
import { profiles } from './people.tables.ts'
import { search } from './people-search.api.ts'

const detail = sameForAll
  .route(get('/people/{id}', 'A public profile'))
  .meta({ failure: 'Could not load profile' })
  .errors({ NOT_FOUND: { message: 'User not found' } })
  .input(z.object({ id: z.uuid() }))
  .output(profile)
  .handler(async ({ context, input, errors }) => {
    context.shows(`profile:${input.id}`)
    const [profileRow] = await context.replica.select().from(profiles).where(eq(profiles.id, input.id))
    if (!profileRow) throw errors.NOT_FOUND()
    return profileRow
  })

/** Not from the replica: it may not have the last save yet. */
const mine = signedIn
  .route(get('/people/me', 'My profile, for editing'))
  .errors({ NOT_FOUND: { message: 'User not found' } })
  .output(profile)
  .handler(async ({ context: { db, viewer }, errors }) => {
    const [profileRow] = await db.select().from(profiles).where(eq(profiles.id, viewer.id))
    if (!profileRow) throw errors.NOT_FOUND()
    return profileRow
  })

const update = signedIn
  .route(put('/people/me', 'Edit my profile'))
  .errors({
    NOT_FOUND: { message: 'User not found' },
    UNKNOWN_PICTURE: unknownPicture,
    TOO_MANY_REQUESTS: { message: 'Too many updates. Please wait before trying again.' },
  })
  .input(profileForm)
  .output(profile)
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const waitSeconds = await consume(db, profileLimit(viewer.id))
    if (waitSeconds > 0)
      throw errors.TOO_MANY_REQUESTS({
        message: `Too many updates. Please wait ${waitSeconds} seconds before trying again.`,
      })
    return db.transaction(async (tx) => {
      const [before] = await tx.select().from(profiles).where(eq(profiles.id, viewer.id)).for('no key update')
      if (!before) throw errors.NOT_FOUND()
      if (!(await isUsablePicture(tx, viewer, input.avatar_url, before.avatar_url)))
        throw errors.UNKNOWN_PICTURE()
      const [after] = await tx.update(profiles).set(input).where(eq(profiles.id, viewer.id)).returning()
      return after!
    })
  })

export const peopleApi = { detail, search, mine, update }
