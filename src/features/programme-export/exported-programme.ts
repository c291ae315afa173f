import type { EditedEvent } from '#features/events/event-editing.schemas.ts'
import type { EventStatus } from '#features/events/event-status.ts'
import type { LinkKind } from '#features/programme/link-kinds.ts'
import { talkPath } from '#features/programme/talk-link.ts'

export type ExportedTalk = {
  event_id: string
  event_slug: string
  event_place: string
  event_status: EventStatus
  /** Null: times are local ones of an unknown time zone. */
  time_zone: string | null
  id: string
  /** What others know the talk by: the same after an export and an import. */
  guid: string
  number: number
  title: string
  subtitle: string | null
  description: string | null
  day: string
  date: string
  /** Local times of the event, HH:mm. */
  start_time: string | null
  end_time: string | null
  /** Epoch milliseconds; null without a start time. Where the event has no time zone, as if it were in UTC. */
  starts_at: number | null
  ends_at: number | null
  location: string | null
  track: string | null
  type: string | null
  language: string | null
  url: string | null
  feedback_url: string | null
  slides_url: string | null
  video_url: string | null
  recording: 'unknown' | 'none'
  status: 'scheduled' | 'cancelled'
  sequence: number
  updated_at: number
  topics: string[]
  speakers: { id: string; name: string }[]
}

export type ExportedLink = { kind: LinkKind; url: string; title: string | null }

export type ExportedBreak = {
  /** As a talk's. */
  guid: string
  title: string
  description: string | null
  date: string
  start_time: string
  end_time: string | null
  track: string | null
}

export type ExportedEvent = Omit<EditedEvent, 'updated_at'> & { id: string; slug: string; tags: string[] }

export type ExportedTrack = { name: string; description: string | null }

export type ExportedSpeaker = {
  id: string
  name: string
  bio: string | null
  location_name: string | null
  country_name: string | null
  image_url: string | null
  links: { platform: 'twitter' | 'github' | 'website'; handle: string }[]
}

export type ExportedProgramme = {
  event: ExportedEvent
  /** In the organisers' order. */
  tracks: ExportedTrack[]
  /** Everybody who speaks, by name. */
  speakers: ExportedSpeaker[]
  /** In the order of time. */
  talks: ExportedTalk[]
  /** What everybody sees of a talk beside its first slides and video, by the talk's id. */
  links: Map<string, ExportedLink[]>
  breaks: ExportedBreak[]
}

export const talkUrl = (site: { url: string }, talk: ExportedTalk) =>
  site.url + talkPath(talk.event_slug, talk.number)
