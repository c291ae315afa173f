import { callFields } from '#features/calls/calls.schemas.ts'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { breakFields, talkFields, trackFields } from '#features/programme/programme-editing.schemas.ts'
import { seriesFields } from '#features/series/series.schemas.ts'
import { speakerFields } from '#features/speakers/speaker-editing.schemas.ts'

// What a history shows, and nothing else: the tables and columns of the log, as the forms call them.

type Labels = Record<string, string>

const labelsOf = (fields: Record<string, { label: string }>, ...without: string[]): Labels =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !without.includes(name))
      .map(([name, { label }]) => [name, label]),
  )

type ShownTable = { noun: string; columns: Labels }

const shownTables: Record<string, ShownTable> = {
  all_events: {
    noun: 'Conference',
    columns: { ...labelsOf(eventFields), created_by: 'Owner', series_id: 'Series' },
  },
  all_event_tags: { noun: 'Topic', columns: {} },
  // Organisers alone see them, as on the page.
  event_organisers: { noun: 'Co-organiser', columns: {} },
  calls: { noun: 'Call', columns: labelsOf(callFields) },
  all_talks: {
    noun: 'Talk',
    columns: {
      ...labelsOf(talkFields, 'speakers', 'topics', 'slides_url', 'video_url'),
      recording: 'Recording',
    },
  },
  talk_speakers: { noun: 'Speaker', columns: { position: 'Place' } },
  talk_topics: { noun: 'Topic', columns: {} },
  all_talk_links: {
    noun: 'Link',
    columns: { kind: 'Kind', url: 'Address', title: 'Title', language: 'Language', status: 'Status' },
  },
  all_breaks: { noun: 'Break', columns: labelsOf(breakFields) },
  all_tracks: { noun: 'Track', columns: labelsOf(trackFields) },
  all_speakers: {
    noun: 'Speaker',
    columns: { ...labelsOf(speakerFields, 'twitter', 'github', 'website'), user_id: 'Member' },
  },
  social_links: { noun: 'Link', columns: { handle: 'Handle' } },
  series: { noun: 'Series', columns: labelsOf(seriesFields) },
  topics: { noun: 'Topic', columns: { name: 'Name' } },
}

export const shownColumns = Object.entries(shownTables).map(
  ([table, { columns }]) => [table, Object.keys(columns)] as const,
)

export const nounOf = (table: string) => shownTables[table]?.noun

export const labelOf = (table: string, column: string) => shownTables[table]?.columns[column]

export const columnsOf = (table: string) => Object.keys(shownTables[table]?.columns ?? {})

export const platformLabel = (platform: unknown) =>
  (speakerFields as Record<string, { label: string }>)[String(platform)]?.label ?? String(platform)
