import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { line } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

export const popularTopic = z.object({ name: z.string(), event_count: z.number().int() })
export type PopularTopic = z.infer<typeof popularTopic>

export const topicForm = z.object({ name: line('Topic name is required', limits.topicName, 'Topic name') })

export const managedTopic = popularTopic.extend({ id: z.uuid() })
export type ManagedTopic = z.infer<typeof managedTopic>

export const topicProposal = z.object({ id: z.uuid(), name: z.string(), proposed_by: personCard })
export type TopicProposal = z.infer<typeof topicProposal>
