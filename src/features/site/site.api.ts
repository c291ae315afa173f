import { z } from 'zod'
import { open } from '#server/procedures/procedure.ts'
import { viewer } from './site.schemas.ts'

const about = open
  .route({
    method: 'GET',
    path: '/site',
    tags: ['Site'],
    summary: 'The site, the current day in UTC, and the signed-in user',
  })
  .output(z.object({ name: z.string(), url: z.string(), today: z.iso.date(), viewer: viewer.nullable() }))
  .handler(({ context }) => {
    // Every page shows the site, so every page has a tag and can be cached.
    context.shows('site')
    return { ...context.site, today: context.today, viewer: context.viewer }
  })

export const siteApi = { about }
