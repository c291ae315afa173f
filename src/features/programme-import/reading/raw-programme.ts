import type { ConferenceMetadata, ProgrammeWarning, SourceLink, TrackDescription } from './document.ts'

/** A programme as the parser of one format found it: nothing is checked or corrected yet. */
export type RawProgramme = {
  conference: {
    title?: string | null
    start?: string | null
    end?: string | null
    city?: string | null
    country?: string | null
    venue?: string | null
    url?: string | null
    base_url?: string | null
    time_zone?: string | null
    /** HH:mm: what begins before it, belongs to the day before. */
    day_change?: string | null
    about?: ConferenceMetadata
  }
  /** Declared tracks, in their order. */
  tracks: string[]
  track_descriptions?: TrackDescription[]
  talks: RawTalk[]
  /** This software wrote it: its texts are no markup, and it says itself what is a break. */
  isWrittenHere?: boolean
  /** What is said of people outside the talks. */
  people: RawPerson[]
  /** What the parser could not read, or had to guess. */
  warnings?: ProgrammeWarning[]
}

export type RawPerson = {
  id?: string | null
  name?: string | null
  bio?: string | null
  image?: string | null
  city?: string | null
  country?: string | null
  links?: RawLink[]
}

export type RawLink = { title?: string | null; url?: string | null; type?: string | null }

export type RawTalk = {
  /** Where it is in the file, for warnings: "line 12", "sessions[3]". */
  where: string
  guid?: string | null
  id?: string | null
  isBreak?: boolean
  isCancelled?: boolean
  /** It is not to be recorded. */
  isUnrecorded?: boolean
  topics?: string[]
  title?: string | null
  subtitle?: string | null
  abstract?: string | null
  description?: string | null
  /** The programme's day that it is listed under. */
  day?: string | null
  /** When that day begins and ends: moments. */
  day_start?: string | null
  day_end?: string | null
  /** When it begins: a moment with or without offset, or a day. */
  moment?: string | null
  /** Time of day, where the moment has none or is missing; from 24:00 on it is after midnight. */
  start?: string | null
  /** When it ends: a moment, or a time of day. */
  end?: string | null
  /** The last day of what lasts several. */
  last_day?: string
  /** How long it is, as written: see minutesOf. */
  duration?: string | number | null
  /** Times without an offset are in this zone and not in the programme's. */
  zone?: string | null
  room?: string | null
  track?: string | null
  type?: string | null
  /** In our own export, where talks without a type are called so, too. */
  isOfTypeTalk?: boolean
  language?: string | null
  url?: string | null
  feedback_url?: string | null
  slides?: string | null
  video?: string | null
  links?: RawLink[]
  /** Links whose kind the file says. */
  further?: SourceLink[]
  people?: RawPerson[]
}

/** Adds a warning: something was corrected, left out or guessed. */
export type Warn = (code: string, key: string | null, text: string) => void
/** A text of the file as plain text. */
export type ReadText = (text: string) => string
