import type { TalkLink } from '#features/coverage/coverage.schemas.ts'
import { localNow } from '#features/programme/day-schedule.ts'
import type {
  SavedTalk,
  ScheduledBreak,
  ScheduledTalk,
  TalkPage,
} from '#features/programme/programme.schemas.ts'
import { isOverAt } from '#features/programme/schedule.ts'
import type {
  ExportedBreak,
  ExportedEvent,
  ExportedLink,
  ExportedProgramme,
  ExportedTalk,
} from '#features/programme-export/exported-programme.ts'
import { limits } from '#src/limits.ts'

/** A talk without what all talks of a programme share. */
type CopiedTalk = Omit<
  ExportedTalk,
  | 'event_id'
  | 'event_slug'
  | 'event_place'
  | 'event_status'
  | 'time_zone'
  | 'guid'
  | 'starts_at'
  | 'ends_at'
  | 'sequence'
  | 'updated_at'
> & { links?: ExportedLink[] }

/** A programme with all its texts, as a file that a browser stores. */
export type ProgrammeCopy = {
  event: Pick<ExportedEvent, 'id' | 'slug' | 'name' | 'start_date' | 'end_date' | 'time_zone'>
  days: string[]
  tracks: string[]
  talks: CopiedTalk[]
  breaks: ExportedBreak[]
}

export function programmeCopy({ event, tracks, talks, links, breaks }: ExportedProgramme): ProgrammeCopy {
  const { id, slug, name, start_date, end_date, time_zone } = event
  return {
    event: { id, slug, name, start_date, end_date, time_zone },
    days: [...new Set([...talks.map(({ day }) => day), ...breaks.map(({ date }) => date)])].sort(),
    tracks: tracks.map((track) => track.name),
    talks: talks.map(
      ({
        event_id: _,
        event_slug: _1,
        event_place: _2,
        event_status: _3,
        time_zone: _4,
        guid: _5,
        starts_at: _6,
        ends_at: _7,
        sequence: _8,
        updated_at: _9,
        ...talk
      }) => ({ ...talk, ...(links.has(talk.id) && { links: links.get(talk.id) }) }),
    ),
    breaks,
  }
}

/** A talk as the schedule of a day shows it. */
export const scheduledTalk = ({ description, track, ...talk }: CopiedTalk): ScheduledTalk => ({
  id: talk.id,
  number: talk.number,
  title: talk.title,
  excerpt: description?.slice(0, limits.talkDescriptionCollapsedAbove + 1) ?? null,
  status: talk.status,
  date: talk.date,
  start_time: talk.start_time,
  end_time: talk.end_time,
  location: talk.location,
  slides_url: talk.slides_url,
  video_url: talk.video_url,
  track_name: track,
  speakers: talk.speakers,
  topics: talk.topics,
})

export const scheduledBreak = ({ guid, track, ...item }: ExportedBreak): ScheduledBreak => ({
  ...item,
  id: guid,
  track_name: track,
})

/** A talk as My Schedule and the results of a search show it. */
export const savedTalk = (talk: CopiedTalk): SavedTalk => ({
  id: talk.id,
  number: talk.number,
  title: talk.title,
  status: talk.status,
  date: talk.date,
  start_time: talk.start_time,
  end_time: talk.end_time,
  location: talk.location,
  track_name: talk.track,
  speakers: talk.speakers.map(({ name }) => name),
})

const orderOf = ({ date, start_time, id }: CopiedTalk) => `${date} ${start_time} ${id}`

/** A talk as its page shows it. */
export function talkPage({ event, talks }: ProgrammeCopy, talk: CopiedTalk, today: string): TalkPage {
  const { track, links: _, ...fields } = talk
  const inRoom = talks
    .filter(
      ({ day, location, start_time }) =>
        location !== null && location === talk.location && start_time && day === talk.day,
    )
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  const index = inRoom.indexOf(talk)
  const neighbour = (other: CopiedTalk | undefined) =>
    other
      ? {
          number: other.number,
          title: other.title,
          start_time: other.start_time!,
          end_time: other.end_time,
          speakers: other.speakers.map(({ name }) => name),
        }
      : null
  return {
    ...fields,
    event_id: event.id,
    event_slug: event.slug,
    track_name: track,
    is_over: isOverAt(localNow([talk.date], event.time_zone, today), today, talk),
    speakers: talk.speakers.map((speaker) => ({ ...speaker, image_url: null, user_id: null })),
    before: neighbour(inRoom[index - 1]),
    after: index < 0 ? null : neighbour(inRoom[index + 1]),
  }
}

/** What is linked of a talk. The copy does not say in which language it is, or whether it is missing. */
export const talkLinks = ({ id, video_url, slides_url, links = [] }: CopiedTalk): TalkLink[] =>
  [
    ...(video_url ? [{ kind: 'video' as const, url: video_url, title: null }] : []),
    ...(slides_url ? [{ kind: 'slides' as const, url: slides_url, title: null }] : []),
    ...links,
  ].map((link, index) => ({ ...link, id: `${id}-${index}`, language: null, gone_since: null, picture: null }))

export const offlineFilePath = (slug: string) => `/conferences/${encodeURIComponent(slug)}/offline.json`
