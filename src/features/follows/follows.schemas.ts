import { z } from 'zod'
import { limits } from '#src/limits.ts'
import { followKinds } from './follows.ts'

const name = z.string().trim().min(1)

/** What can be followed: topics, cities and countries by their names, conferences, series, speakers and people by their ids. */
export const followable = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), key: z.uuid() }),
  z.object({ kind: z.literal('series'), key: z.uuid() }),
  z.object({ kind: z.literal('topic'), key: name.max(limits.topicName) }),
  z.object({ kind: z.literal('city'), key: name.max(limits.place) }),
  z.object({ kind: z.literal('country'), key: name.max(limits.place) }),
  z.object({ kind: z.literal('speaker'), key: z.uuid() }),
  z.object({ kind: z.literal('person'), key: z.uuid() }),
])
export type Followable = z.infer<typeof followable>

export const followed = z.object({ kind: z.enum(followKinds), key: z.string(), name: z.string() })
export type Followed = z.infer<typeof followed>
