import { z } from 'zod'

export const viewer = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  isAdmin: z.boolean(),
  needsSecondFactor: z.boolean().optional(),
  avatar_url: z.string().nullable(),
  unread: z.number().int(),
  organises: z.array(z.uuid()).optional(),
})

/** An operation of the API in short, for the page that describes it. */
export const operation = z.object({
  tag: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  parameters: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
})
export type Operation = z.infer<typeof operation>
