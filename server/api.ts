import type { RouterClient } from '@orpc/server'
import { z } from 'zod'
import { attendanceApi } from '#features/events/attendance.api.ts'
import { eventClaimsApi } from '#features/events/event-claims.api.ts'
import { eventEditingApi } from '#features/events/event-editing.api.ts'
import { eventInvitationsApi } from '#features/events/event-invitations.api.ts'
import { eventOwnerApi } from '#features/events/event-owner-change.api.ts'
import { eventsApi } from '#features/events/events.api.ts'
import { importsApi } from '#features/events/imports.api.ts'
import { managed } from '#features/events/managed-events.api.ts'
import { findApi } from '#features/find/find.api.ts'
import { invitationsApi } from '#features/invitations/invitations.api.ts'
import { accountApi } from '#features/people/account.api.ts'
import { adminActionsApi } from '#features/people/admin-actions.api.ts'
import { notificationsApi, unreadCount } from '#features/people/notifications.api.ts'
import { peopleApi } from '#features/people/people.api.ts'
import { breaksApi } from '#features/programme/breaks.api.ts'
import { programmeApi } from '#features/programme/programme.api.ts'
import { recommendationsApi } from '#features/programme/recommendations.api.ts'
import { savedTalksApi } from '#features/programme/saved-talks.api.ts'
import { talksApi } from '#features/programme/talks.api.ts'
import { tracksApi } from '#features/programme/tracks.api.ts'
import { speakerClaimsApi } from '#features/speakers/speaker-claims.api.ts'
import { speakerEditingApi } from '#features/speakers/speaker-editing.api.ts'
import { speakersApi } from '#features/speakers/speakers.api.ts'
import { topicEditingApi } from '#features/topics/topic-editing.api.ts'
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
  account: accountApi,
  notifications: notificationsApi,
  invitations: invitationsApi,
  topics: { ...topicsApi, ...topicEditingApi },
  speakers: { ...speakersApi, ...speakerEditingApi },
  speakerClaims: speakerClaimsApi,
  events: { ...eventsApi, ...eventEditingApi, ...eventOwnerApi, managed },
  eventClaims: eventClaimsApi,
  imports: importsApi,
  attendance: attendanceApi,
  eventInvitations: eventInvitationsApi,
  programme: programmeApi,
  tracks: tracksApi,
  breaks: breaksApi,
  talks: talksApi,
  savedTalks: savedTalksApi,
  recommendations: recommendationsApi,
  adminActions: adminActionsApi,
  find: findApi,
}

export type ApiClient = RouterClient<typeof router>
