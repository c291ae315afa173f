import { z } from 'zod'
import { get, open, sameForAll } from '#platform/procedures/procedure.ts'
import { publicDump } from './dumps.schemas.ts'
import { viewer } from './site.schemas.ts'
import { trends as trendFigures, trendsOf } from './trends.schemas.ts'
import { readTrends } from './trends.server.ts'

const about = open
  .route(get('/site', 'The site, the current day in UTC, and the signed-in user'))
  .output(
    z.object({
      name: z.string(),
      url: z.string(),
      today: z.iso.date(),
      contact: z.string().optional(),
      /** Where the site has no offline copies. */
      offline: z.literal('off').optional(),
      viewer: viewer.nullable(),
    }),
  )
  .handler(({ context }) => {
    // Every page shows the site, so every page has a tag and can be cached.
    context.shows('site')
    return {
      ...context.site,
      today: context.today,
      ...(context.contact && { contact: context.contact }),
      ...(context.offline === 'off' && { offline: context.offline }),
      viewer: context.viewer,
    }
  })

const text = sameForAll
  .route(get('/site/texts/{name}', "A page of the operator's own that replaces the default"))
  .input(z.object({ name: z.enum(['about', 'privacy', 'terms']) }))
  .output(z.object({ title: z.string(), summary: z.string(), html: z.string() }).nullable())
  .handler(({ context, input }) => {
    context.shows('site')
    return context.texts?.[input.name] ?? null
  })

const dumps = sameForAll
  .route(get('/dumps', 'The daily files with everything that is public'))
  .output(z.array(publicDump))
  .handler(async ({ context }) => {
    context.shows('dumps')
    return (await context.dumps?.()) ?? []
  })

const trends = sameForAll
  .route(
    get(
      '/trends',
      'Conferences, topics, countries, talks and speakers by year, of all or of a topic or country',
    ),
  )
  .input(trendsOf)
  .output(trendFigures)
  .handler(({ context, input }) => {
    context.shows('events', 'talks', 'speakers', 'topics', 'coverage')
    return readTrends(context.replica, input, context.today)
  })

export const siteApi = { about, text, dumps, trends }
