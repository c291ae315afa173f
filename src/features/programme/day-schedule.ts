import { isTimeZone, localMoment } from '#lib/time-zones.ts'
import { mainTrack } from '#src/limits.ts'
import type { DaySchedule, ScheduleChoice, ScheduledBreak, ScheduledTalk } from './programme.schemas.ts'
import { hourOf, maxColumns, trackOf } from './schedule.ts'

// What the schedule of a day shows: on the server, and in the browser from an offline copy.

/** The chosen day of a programme, else today, else the first one; undefined without a programme. */
export const shownDay = (
  chosenDay: string | undefined,
  { days, now, today }: { days: string[]; now: string | null; today: string },
) => [chosenDay, now?.slice(0, 10), today, days[0]].find((candidate) => candidate && days.includes(candidate))

/** The list of days alone. */
export const noTalks = {
  view: 'columns',
  tracks: [],
  rooms: [],
  hours: [],
  talks: [],
  breaks: [],
} satisfies Partial<DaySchedule>

/** Kept, because making one takes as long as a statement. */
const { compare: byNumber } = new Intl.Collator('en', { numeric: true })

/** The chosen talks of a day, and what there is to choose from. */
export function chosenPart(
  {
    day,
    talks,
    breaks,
    trackNames,
  }: { day: string; talks: ScheduledTalk[]; breaks: ScheduledBreak[]; trackNames: string[] },
  { track, tracks, rooms, view }: ScheduleChoice,
): Pick<DaySchedule, 'view' | 'tracks' | 'rooms' | 'hours' | 'talks' | 'breaks'> {
  const countsOf = (names: string[], nameOf: (talk: ScheduledTalk) => string | null) => {
    const groups = Map.groupBy(talks, nameOf)
    return names.map((name) => ({ name, count: groups.get(name)?.length ?? 0 }))
  }
  const hourOfTalk = (talk: ScheduledTalk) => hourOf(day, talk)
  const tracksOfDay = new Set(talks.map(trackOf))
  const isLarge = tracksOfDay.size > maxColumns
  const chosenTracks = tracks ?? (isLarge && track ? [track] : [])
  const isChosen = (item: { track_name: string | null; location?: string | null }) =>
    (chosenTracks.length === 0 && !rooms?.length) ||
    chosenTracks.includes(trackOf(item)) ||
    Boolean(item.location && rooms?.includes(item.location))
  const chosenTalks = talks.filter(isChosen)
  const chosenBreaks = breaks.filter((item) => !item.track_name || isChosen(item))
  const columns = new Set([...chosenTalks, ...chosenBreaks.filter((item) => item.track_name)].map(trackOf))
  const shownView = columns.size > maxColumns ? 'list' : (view ?? (isLarge ? 'list' : 'columns'))
  const allNames = [...new Set([mainTrack, ...trackNames])]
  const roomNames = [...new Set(talks.flatMap(({ location }) => location ?? []))]
  return {
    view: shownView,
    tracks: countsOf(allNames, trackOf),
    rooms: countsOf(roomNames.sort(byNumber), (talk) => talk.location),
    hours: countsOf([...new Set(talks.map(hourOfTalk))], hourOfTalk),
    talks: shownView === 'list' ? chosenTalks.map((talk) => ({ ...talk, excerpt: null })) : chosenTalks,
    breaks: chosenBreaks,
  }
}

const dayMs = 86_400_000

/** Whether it may be a day of the programme somewhere on earth. */
function isNear(days: string[], today: string): boolean {
  const [first, last] = [days[0], days.at(-1)]
  const moment = Date.parse(today)
  return Boolean(first && last) && moment >= Date.parse(first!) - dayMs && moment <= Date.parse(last!) + dayMs
}

/** The local moment (yyyy-MM-ddTHH:mm) if it may be one of these days, which are in order; null without a time zone. */
export const localNow = (days: string[], timeZone: string | null, today: string) =>
  timeZone && isNear(days, today) && isTimeZone(timeZone) ? localMoment(new Date(), timeZone) : null
