import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { isValidCode } from '#server/auth.ts'
import { open } from '#server/procedure.ts'

const tags = ['Invitations']

const validate = open
  .route({
    method: 'POST',
    path: '/invitations/validate',
    tags,
    summary: 'Whether an invitation code would let somebody in',
  })
  .errors({ TOO_MANY_REQUESTS: { message: 'Too many attempts' } })
  .input(z.object({ code: z.string().max(100) }))
  .output(z.boolean())
  .handler(async ({ context, input, errors }) => {
    try {
      return await isValidCode(context.db, input.code, context.address)
    } catch (error) {
      if (error instanceof APIError) throw errors.TOO_MANY_REQUESTS({ message: error.message })
      throw error
    }
  })

export const invitationsApi = { validate }
