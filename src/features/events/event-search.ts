import { oneOf, oneText } from '#lib/search-params.ts'

/** What an event page's address says: the tab, the day and track of the schedule, and what is open in it. */
export type EventSearch = {
  tab?: 'attendees' | 'schedule'
  day?: string
  track?: string
  /** The talk whose whole description is shown. */
  talk?: string
  /** The speaker whose popup is open. */
  speaker?: string
  /** Words to find a talk by. */
  find?: string
  /** Where the list of attendees goes on. */
  after?: string
  /** The dialog in which an owner invites, and where its list of the invited goes on. */
  invite?: 'people'
  invited?: string
  /** The dialog in which an administrator gives the event to somebody. */
  owner?: 'change'
}

const day = (value: unknown) => {
  const text = oneText(value)
  return text && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) ? text : undefined
}

const uuid = (value: unknown) => {
  const text = oneText(value)
  return text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined
}

export function eventSearch(raw: Record<string, unknown>): EventSearch {
  return {
    tab: oneOf(raw.tab, ['attendees', 'schedule']),
    day: day(raw.day),
    track: oneText(raw.track),
    talk: uuid(raw.talk),
    speaker: uuid(raw.speaker),
    find: oneText(raw.find),
    after: oneText(raw.after),
    invite: oneOf(raw.invite, ['people']),
    invited: oneText(raw.invited),
    owner: oneOf(raw.owner, ['change']),
  }
}

/** A schedule of one's own is for a person: a visitor with that address sees the information. */
export const visibleTab = ({ tab }: EventSearch, viewer: object | null): EventSearch['tab'] =>
  tab === 'schedule' && !viewer ? undefined : tab

/** The address after a choice in the schedule. A speaker's popup opens over what is there: the open talk and the found ones stay. */
export function searchAfterChoice({ talk, find }: EventSearch, values: Record<string, string>): EventSearch {
  return eventSearch(values.speaker ? { talk, find, ...values } : values)
}
