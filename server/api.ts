import { attendanceApi } from '#features/events/attendance.api.ts'
import { eventsApi } from '#features/events/events.api.ts'
import { peopleApi } from '#features/people/people.api.ts'
import { programmeApi } from '#features/programme/programme.api.ts'
import { speakersApi } from '#features/speakers/speakers.api.ts'
import { topicsApi } from '#features/topics/topics.api.ts'
import type { RouterClient } from '@orpc/server'
import { z } from 'zod'
import { open } from './procedure.ts'

const viewer = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  isAdmin: z.boolean(),
})

const about = open
  .route({ method: 'GET', path: '/site', tags: ['Site'], summary: 'The site, the day in UTC, and who is looking' })
  .output(z.object({ name: z.string(), url: z.string(), today: z.iso.date(), viewer: viewer.nullable() }))
  .handler(({ context }) => ({ ...context.site, today: context.today, viewer: context.viewer }))

/** Every procedure of Hallway. The site calls them typed; /api/v1 offers the same to the public. */
export const router = {
  site: { about },
  people: peopleApi,
  topics: topicsApi,
  speakers: speakersApi,
  events: eventsApi,
  attendance: attendanceApi,
  programme: programmeApi,
}

export type ApiClient = RouterClient<typeof router>
