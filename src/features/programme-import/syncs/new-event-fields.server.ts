import type { events } from '#features/events/events.tables.ts'
import type { ConferenceDetail } from '../reading/conference-details.ts'

export type NewEventDetails = Partial<Pick<typeof events.$inferInsert, ConferenceDetail>>

/** The conference of a preview, before it is listed. */
export type NewEvent = {
  id: string
  name: string
  slug: string
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  time_zone: string | null
  website: string | null
  topics: string[]
} & NewEventDetails
