import { z } from 'zod'
import { findNewKey } from '#features/administration/old-addresses.server.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { fold } from '#lib/text.ts'
import { rows } from '#platform/database/db.ts'
import { adminOnly, get, sameForAll } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { popularTopic } from './topics.schemas.ts'

type Topic = z.infer<typeof popularTopic>

const popular = sameForAll
  .route(get('/topics/popular', 'The topics with the most events'))
  .meta({ failure: 'Failed to fetch topics' })
  .input(
    z.object({ limit: z.coerce.number().int().min(1).max(50).default(serverLimits.popularTopicsOnHome) }),
  )
  .output(z.array(popularTopic))
  .handler(({ context, input }) => {
    context.shows('topics')
    return rows<Topic>(context.replica)`
      select name, event_count from topics where event_count > 0 order by event_count desc, name limit ${input.limit}`
  })

/** All topics without pagination, with a limit that keeps the page usable. */
const all = sameForAll
  .route(get('/topics', 'All topics, by name'))
  .meta({ failure: 'Failed to load topics' })
  .output(z.array(popularTopic))
  .handler(({ context }) => {
    context.shows('topics')
    return rows<Topic>(context.replica)`select name, event_count from topics order by fold(name) limit 5000`
  })

const detail = sameForAll
  .route(get('/topics/{name}', 'One topic, by its name or a former name; case and accents do not matter'))
  .input(z.object({ name: z.string().max(limits.topicName) }))
  .errors({
    NOT_FOUND: { message: 'Topic not found' },
    GONE: { status: 410, message: 'This topic was removed.' },
  })
  .output(popularTopic)
  .handler(async ({ context, input, errors }) => {
    context.shows('topics')
    const findTopic = async (key: string) => {
      const [topic] = await rows<Topic>(context.replica)`
        select name, event_count from topics where fold(name) = ${key}`
      return topic
    }
    const key = fold(input.name)
    const topic = await findTopic(key)
    if (topic) return topic
    const newKey = await findNewKey(context.replica, 'topic', key)
    if (newKey === null) throw errors.GONE()
    const renamedTopic = newKey && (await findTopic(newKey))
    if (!renamedTopic) throw errors.NOT_FOUND()
    return renamedTopic
  })

const total = adminOnly
  .route(get('/counts/topics', 'How many topics there are'))
  .output(z.number().int())
  .handler(({ context }) => context.db.$count(topics))

export const topicsApi = { popular, all, detail, total }
