import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
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

export const topicProposal = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null: an import or the names of conferences propose it. */
  proposed_by: personCard.nullable(),
  /** Whether there is no such topic yet. */
  is_new: z.boolean(),
  /** The conferences that get the topic, and the names of the next ones. */
  event_count: z.number().int(),
  event_names: z.array(z.string()),
})

/** How many topics are proposed for how many conferences by their names. */
export const nameProposals = z.object({ topics: z.number().int(), conferences: z.number().int() })
