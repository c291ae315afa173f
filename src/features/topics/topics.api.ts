import { asc, desc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { topics } from '#features/topics/topics.tables.ts'
import { fold } from '#lib/text.ts'
import { adminOnly, open } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { popularTopic } from './topics.schemas.ts'

const columns = { name: topics.name, event_count: topics.event_count }

const popular = open
  .route({
    method: 'GET',
    path: '/topics/popular',
    tags: ['Topics'],
    summary: 'The topics with the most events',
  })
  .meta({ failure: 'Failed to fetch topics' })
  .input(z.object({ limit: z.coerce.number().int().min(1).max(50).default(limits.popularTopicsOnHome) }))
  .output(z.array(popularTopic))
  .handler(({ context, input }) => {
    context.shows('topics')
    return context.replica
      .select(columns)
      .from(topics)
      .where(gt(topics.event_count, 0))
      .orderBy(desc(topics.event_count), asc(topics.name))
      .limit(input.limit)
  })

/** All topics without pagination, with a limit that keeps the page usable. */
const all = open
  .route({ method: 'GET', path: '/topics', tags: ['Topics'], summary: 'All topics, by name' })
  .meta({ failure: 'Failed to load topics' })
  .output(z.array(popularTopic))
  .handler(({ context }) => {
    context.shows('topics')
    return context.replica
      .select(columns)
      .from(topics)
      .orderBy(asc(sql`fold(${topics.name})`))
      .limit(5000)
  })

const detail = open
  .route({
    method: 'GET',
    path: '/topics/{name}',
    tags: ['Topics'],
    summary: 'One topic by name, ignoring case and accents',
  })
  .input(z.object({ name: z.string().max(limits.topicName) }))
  .errors({ NOT_FOUND: { message: 'Topic not found' } })
  .output(popularTopic)
  .handler(async ({ context, input, errors }) => {
    context.shows('topics')
    const [topic] = await context.replica
      .select(columns)
      .from(topics)
      .where(eq(sql`fold(${topics.name})`, fold(input.name)))
    if (!topic) throw errors.NOT_FOUND()
    return topic
  })

const total = adminOnly
  .route({ method: 'GET', path: '/counts/topics', tags: ['Topics'], summary: 'How many topics there are' })
  .meta({ isOptional: true })
  .output(z.number().int())
  .handler(({ context }) => context.db.$count(topics))

export const topicsApi = { popular, all, detail, total }
