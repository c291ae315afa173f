import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { consume } from '#server/accounts/rate-limits.ts'
import { open, signedIn } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { profile, profileForm } from './people.schemas.ts'
import { profiles } from './people.tables.ts'
import { search } from './people-search.api.ts'

const tags = ['People']

const detail = open
  .route({ method: 'GET', path: '/people/{id}', tags, summary: 'A public profile' })
  .meta({ failure: 'Could not load profile' })
  .errors({ NOT_FOUND: { message: 'User not found' } })
  .input(z.object({ id: z.uuid() }))
  .output(profile)
  .handler(async ({ context, input, errors }) => {
    context.shows(`profile:${input.id}`)
    const [found] = await context.replica.select().from(profiles).where(eq(profiles.id, input.id))
    if (!found) throw errors.NOT_FOUND()
    return found
  })

/** Not from the replica: the form of an editor never begins with what was true before the last save. */
const mine = signedIn
  .route({ method: 'GET', path: '/people/me', tags, summary: 'My profile, for editing' })
  .errors({ NOT_FOUND: { message: 'User not found' } })
  .output(profile)
  .handler(async ({ context: { db, viewer }, errors }) => {
    const [found] = await db.select().from(profiles).where(eq(profiles.id, viewer.id))
    if (!found) throw errors.NOT_FOUND()
    return found
  })

const update = signedIn
  .route({ method: 'PUT', path: '/people/me', tags, summary: 'Edit my profile' })
  .errors({
    NOT_FOUND: { message: 'User not found' },
    TOO_MANY_REQUESTS: { message: 'Too many updates. Please wait before trying again.' },
  })
  .input(profileForm)
  .output(profile)
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const wait = await consume(db, [
      { key: `profile ${viewer.id}`, most: limits.profileUpdates, seconds: limits.profileUpdatesWithin },
    ])
    if (wait > 0)
      throw errors.TOO_MANY_REQUESTS({
        message: `Too many updates. Please wait ${wait} seconds before trying again.`,
      })
    const [saved] = await db.update(profiles).set(input).where(eq(profiles.id, viewer.id)).returning()
    if (!saved) throw errors.NOT_FOUND()
    return saved
  })

export const peopleApi = { detail, search, mine, update }
