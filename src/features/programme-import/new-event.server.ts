import { events } from '#features/events/events.tables.ts'
import { formSlug } from '#features/events/slug.ts'
import type { Database } from '#server/database/db.ts'
import { limits } from '#src/limits.ts'
import type { ProgrammeFile } from './programme-syncs.server.ts'
import { countryOfZone } from './programme-times.ts'
import { readProgramme } from './read-programme.ts'
import { readSyncedEvent, type SyncedEvent } from './stored-programme.server.ts'

/** What a file says of its conference, or what somebody says who knows more. */
export type NewEventFields = {
  name: string | null
  start_date: string | null
  end_date: string | null
  location_name: string | null
  country_name: string | null
  time_zone: string | null
  website: string | null
}

/** The conference that a programme is of, as far as the file names it. */
export async function eventOfProgramme(file: ProgrammeFile): Promise<NewEventFields> {
  const { document } = await readProgramme(file.content, { format: file.format, speakers: file.speakers })
  const { title, start_date, end_date, city, country, venue, url, time_zone } = document.conference
  return {
    name: title && title.length >= limits.eventNameMin ? title : null,
    start_date,
    end_date,
    location_name: city ?? venue,
    country_name: country ?? (time_zone ? (countryOfZone(time_zone) ?? null) : null),
    time_zone,
    website: url,
  }
}

/** Makes the conference of a programme for the operator; where the file names no place, it is online. */
export async function createEventFromProgramme(
  db: Database,
  file: ProgrammeFile,
  { slug }: { slug: string },
): Promise<SyncedEvent> {
  const fields = await eventOfProgramme(file)
  const name = fields.name ?? slug
  const start_date = fields.start_date!
  const [created] = await db
    .insert(events)
    .values({
      name,
      slug: /^[a-z0-9_-]+$/.test(slug) ? slug : formSlug(name, start_date),
      start_date,
      end_date: fields.end_date ?? start_date,
      location_name: fields.location_name ?? 'Online',
      country_name: fields.country_name ?? (fields.location_name ? 'Unknown' : 'Online'),
      time_zone: fields.time_zone,
      website: fields.website,
    })
    .returning({ id: events.id })
  return (await readSyncedEvent(db, { id: created!.id }))!
}
