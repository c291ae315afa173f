import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { open } from '#server/procedure.ts'
import { profile } from './people.schemas.ts'
import { profiles } from './people.tables.ts'

const detail = open
  .route({ method: 'GET', path: '/people/{id}', tags: ['People'], summary: 'A public profile' })
  .errors({ NOT_FOUND: { message: 'User not found' } })
  .input(z.object({ id: z.uuid() }))
  .output(profile)
  .handler(async ({ context, input, errors }) => {
    context.shows(`profile:${input.id}`)
    const [found] = await context.replica.select().from(profiles).where(eq(profiles.id, input.id))
    if (!found) throw errors.NOT_FOUND()
    return found
  })

export const peopleApi = { detail }
