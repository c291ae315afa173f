import { z } from 'zod'
import { isPathPart, line } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

export const popularTopic = z.object({ name: z.string(), event_count: z.number().int() })
export type PopularTopic = z.infer<typeof popularTopic>

export const topicForm = z.object({
  name: line('Topic name is required', limits.topicName, 'Topic name').refine(
    isPathPart,
    'A name needs more than dots',
  ),
})

export const managedTopic = popularTopic.extend({ id: z.uuid() })
export type ManagedTopic = z.infer<typeof managedTopic>

/** Topics of one subject: `topics` may be merged into one. */
export const sameTopics = z.object({ into: managedTopic, topics: z.array(managedTopic) })
export type SameTopics = z.infer<typeof sameTopics>

/** How many topics are proposed for how many conferences by their names. */
export const nameProposals = z.object({ topics: z.number().int(), conferences: z.number().int() })
