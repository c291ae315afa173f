import { cursor, manyTexts, oneOf, oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

/** The search parameters of an event page: the tab, the day and track of the schedule, and what is open in it. */
export type EventSearch = {
  tab?: 'attendees' | 'schedule'
  day?: string
  track?: string
  /** The chosen tracks and rooms of a large programme, and whether it is a list or a table. */
  tracks?: string[]
  rooms?: string[]
  view?: 'list' | 'columns'
  /** The index in which they are chosen. */
  choose?: 'tracks'
  /** The talk whose whole description is shown. */
  open?: string
  /** The talk of an address from before talks had pages; leads there. */
  talk?: string
  /** The speaker whose popup is open. */
  speaker?: string
  /** The search for talks. */
  find?: string
  /** The cursor of the list of attendees, and the part of a name that is searched for in it. */
  after?: string
  name?: string
  /** The dialog in which an owner invites, and the cursor of its list of invitations. */
  invite?: 'people'
  invited?: string
  /** The dialog in which an owner writes to attendees. */
  announce?: 'new'
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
  const tab = oneOf(raw.tab, ['attendees', 'schedule'])
  const invite = oneOf(raw.invite, ['people'])
  const [after, invited] = [cursor(raw.after), cursor(raw.invited)]
  const name = oneText(raw.name, limits.fullName)
  return {
    tab,
    day: day(raw.day),
    track: oneText(raw.track),
    tracks: manyTexts(raw.tracks),
    rooms: manyTexts(raw.rooms),
    view: oneOf(oneText(raw.view), ['list', 'columns']),
    choose: oneOf(oneText(raw.choose), ['tracks']),
    open: uuid(raw.open),
    talk: uuid(raw.talk),
    speaker: uuid(raw.speaker),
    find: oneText(raw.find),
    // Of a list that is not shown: otherwise each value would be a page of its own, of any size.
    after: tab === 'attendees' ? after : undefined,
    name: tab === 'attendees' ? name : undefined,
    invite,
    invited: invite ? invited : undefined,
    announce: oneOf(raw.announce, ['new']),
    owner: oneOf(raw.owner, ['change']),
  }
}

/** A visitor has no schedule of their own, so that tab falls back to the information. */
export const visibleTab = ({ tab }: EventSearch, viewer: object | null): EventSearch['tab'] =>
  tab === 'schedule' && !viewer ? undefined : tab

/** The search after a choice in the schedule. A speaker's popup opens on top: the open talk and the results of the search stay. */
export function searchAfterChoice(
  { open, find }: EventSearch,
  values: Record<string, string | string[]>,
): EventSearch {
  return eventSearch(values.speaker ? { open, find, ...values } : values)
}

/** What of the search the links and forms of a schedule keep: the day and the chosen tracks. */
export const keptChoice = ({ day, track, tracks, rooms, view }: EventSearch): EventSearch => ({
  day,
  track,
  tracks,
  rooms,
  view,
})
