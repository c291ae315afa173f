import type { RouterClient } from '@orpc/server'
import { z } from 'zod'
import { attendanceApi } from '#features/events/attendance.api.ts'
import { eventsApi } from '#features/events/events.api.ts'
import { invitationsApi } from '#features/invitations/invitations.api.ts'
import { notificationsApi, unreadCount } from '#features/people/notifications.api.ts'
import { peopleApi } from '#features/people/people.api.ts'
import { programmeApi } from '#features/programme/programme.api.ts'
import { speakersApi } from '#features/speakers/speakers.api.ts'
import { topicsApi } from '#features/topics/topics.api.ts'
import { open } from './procedure.ts'

const viewer = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  isAdmin: z.boolean(),
  avatar_url: z.string().nullable(),
  unread: z.number().int(),
})

const about = open
  .route({
    method: 'GET',
    path: '/site',
    tags: ['Site'],
    summary: 'The site, the day in UTC, and who is looking',
  })
  .output(z.object({ name: z.string(), url: z.string(), today: z.iso.date(), viewer: viewer.nullable() }))
  .handler(async ({ context }) => {
    // Every page shows the site, so every page may be kept.
    context.shows('site')
    const { db, viewer } = context
    return {
      ...context.site,
      today: context.today,
      viewer: viewer && { ...viewer, unread: await unreadCount(db, viewer.id) },
    }
  })

const operation = z.object({
  tag: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  parameters: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
})
export type Operation = z.infer<typeof operation>

/** What the page that describes the API shows of the OpenAPI document. */
const operations = open
  .route({
    method: 'GET',
    path: '/operations',
    tags: ['Site'],
    summary: 'The operations of this API in short',
  })
  .output(z.array(operation))
  .handler(async ({ context }) => {
    context.shows('site')
    const { operationsOf } = await import('./api-document.ts')
    return operationsOf(context.site)
  })

/** Every procedure of Hallway. The site calls them typed; /api/v1 offers the same to the public. */
export const router = {
  site: { about, operations },
  people: peopleApi,
  notifications: notificationsApi,
  invitations: invitationsApi,
  topics: topicsApi,
  speakers: speakersApi,
  events: eventsApi,
  attendance: attendanceApi,
  programme: programmeApi,
}

export type ApiClient = RouterClient<typeof router>
