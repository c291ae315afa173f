import { z } from 'zod'
import { unreadCount } from '#features/notifications/notifications.server.ts'
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
  .handler(async ({ context }) => {
    // Every page shows the site, so every page has a tag and can be cached.
    context.shows('site')
    const { db, viewer } = context
    return {
      ...context.site,
      today: context.today,
      viewer: viewer && { ...viewer, unread: await unreadCount(db, viewer.id) },
    }
  })

export const siteApi = { about }
