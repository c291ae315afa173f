import type { LinkKind } from '#features/programme/link-kinds.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { limits } from '#src/limits.ts'
import type { ConferenceDetail } from './conference-details.ts'

/** What a programme says, whatever its format: the form that is compared, stored and applied. */
export type ProgrammeDocument = {
  format: ProgrammeFormat
  conference: ProgrammeConference
  /** In the order of the source; only those that a talk or break has. */
  tracks: string[]
  /** Read only for a new track. */
  track_descriptions?: TrackDescription[]
  talks: SourceTalk[]
  breaks: SourceBreak[]
  people: SourcePerson[]
}

export const programmeFormats = ['frab-xml', 'frab-json', 'sessionize', 'icalendar', 'csv'] as const
export type ProgrammeFormat = (typeof programmeFormats)[number]

export const formatNames: Record<ProgrammeFormat, string> = {
  'frab-xml': 'frab XML',
  'frab-json': 'frab JSON',
  sessionize: 'Sessionize JSON',
  icalendar: 'calendar file (.ics)',
  csv: 'table (.csv)',
}

export type ProgrammeConference = {
  title: string | null
  start_date: string | null
  end_date: string | null
  city: string | null
  country: string | null
  venue: string | null
  url: string | null
  time_zone: string | null
  about?: ConferenceMetadata
}

/** Metadata of a conference in our own exports: read only when it is created. */
export type ConferenceMetadata = { [Name in ConferenceDetail]?: string | null } & { topics?: string[] }

export type TrackDescription = { name: string; description: string }

/** The fields of a talk that the source decides, each until somebody edits it. */
export type TalkFields = {
  title: string
  subtitle: string | null
  description: string | null
  /** The day of the programme: a talk after midnight may belong to the day before. */
  day: string
  date: string
  /** HH:mm in the conference's time zone. */
  start_time: string | null
  end_time: string | null
  location: string | null
  track: string | null
  type: string | null
  language: string | null
  url: string | null
  feedback_url: string | null
  slides_url: string | null
  video_url: string | null
  status: 'scheduled' | 'cancelled'
}

/** A further link of a talk, beside its first slides and video. */
export type SourceLink = { kind: LinkKind; url: string; title: string | null }

export type SourceTalk = TalkFields & {
  links: SourceLink[]
  /** What the source calls it, or what it is called: the same in the next version of the source. */
  key: string
  /** Keys of people, in the order of the programme. */
  speakers: string[]
  /** It is not to be recorded; read only for a new talk. */
  is_unrecorded?: true
  /** Names of topics; linked only for a new talk, and only topics that exist. */
  topics?: string[]
}

export type BreakFields = {
  title: string
  description: string | null
  day: string
  date: string
  start_time: string
  end_time: string | null
  track: string | null
}
export type SourceBreak = BreakFields & { key: string }

export type SourcePerson = {
  key: string
  name: string
  bio: string | null
  image_url: string | null
  /** Read only for a new person. */
  place?: { city: string | null; country: string | null }
  links: { platform: 'twitter' | 'github' | 'website'; handle: string }[]
}

/** What was corrected or left out while reading. `key` says where: the talk's key, or a line. */
export type ProgrammeWarning = { code: string; key: string | null; text: string }

export type ReadProgramme = { document: ProgrammeDocument; warnings: ProgrammeWarning[] }

export const unknownZone = (zone: string) =>
  `The time zone "${zone}" is not known: its times are listed as written. Please check them`

export const tooLargeMessage = `The file is larger than ${limits.programmeFile / 1024 / 1024} MB: export the programme alone, without pictures and attachments`

export function refuseTooMany(entries: number) {
  if (entries > limits.programmeTalks)
    throw unreadable(
      `The programme has ${entries} entries, and at most ${limits.programmeTalks} can be read: leave out what is no talk`,
    )
}
