import { z } from 'zod'

export const popularTopic = z.object({ name: z.string(), event_count: z.number().int() })
export type PopularTopic = z.infer<typeof popularTopic>
