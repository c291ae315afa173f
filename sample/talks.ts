import { addDays } from './calendar.ts'
import type { SampleEvent } from './events.ts'
import type { Programme, ProgrammePause, ProgrammeTalk } from './programme.ts'
import { northernQueryDays } from './programme-bergen.ts'
import { scriptAndSerif } from './programme-leipzig.ts'
import { quietSystems } from './programme-ljubljana.ts'
import { repertoire } from './repertoire.ts'
import { idOf, numberOf, shuffled } from './stable.ts'

const programmes = [northernQueryDays, scriptAndSerif, quietSystems]

const byName = (kind: string) => (name: string) => ({ id: idOf(kind, name) })

/** The id of a talk, derived from its event and title. */
export const talkId = (event: SampleEvent, title: string) => idOf('talk', `${event.row.slug} ${title}`)

function talkRow(event: SampleEvent, talk: ProgrammeTalk, day: number, isPublished: boolean) {
  const id = talkId(event, talk.title)
  const recording = numberOf(`recording ${id}`, 3)
  return {
    id,
    event: event.row,
    title: talk.title,
    description: talk.about,
    date: addDays(event.row.start_date, day),
    start_time: talk.from,
    end_time: talk.to,
    location: talk.room,
    slides_url: isPublished && recording > 0 ? `https://example.com/slides/${id}` : null,
    video_url: isPublished && recording > 1 ? `https://example.com/video/${id}` : null,
    track: talk.track ? { id: idOf('track', `${event.row.slug} ${talk.track}`) } : undefined,
    speakers: talk.by?.map(byName('speaker')),
    topics: talk.on?.map(byName('topic')),
    created_by: event.owner && idOf('person', event.owner),
  }
}

const breakRow = (event: SampleEvent, pause: ProgrammePause, day: number) => ({
  id: idOf('break', `${event.row.slug} ${day} ${pause.from} ${pause.pause}`),
  event: event.row,
  title: pause.pause,
  description: pause.about,
  date: addDays(event.row.start_date, day),
  start_time: pause.from,
  end_time: pause.to ?? null,
  track: pause.track ? { id: idOf('track', `${event.row.slug} ${pause.track}`) } : undefined,
})

function programmeRows(programme: Programme, events: SampleEvent[]) {
  const event = events.find(({ conference, edition }) => conference === programme.conference && edition === 0)
  if (!event) throw new Error(`No such conference: ${programme.conference}`)
  const items = programme.days.flatMap((day, index) => day.map((item) => ({ item, index })))
  return {
    event,
    tracks: programme.tracks.map((track) => ({
      ...track,
      id: idOf('track', `${event.row.slug} ${track.name}`),
      event: event.row,
    })),
    talks: items.flatMap(({ item, index }) =>
      'title' in item ? [talkRow(event, item, index, programme.isPublished)] : [],
    ),
    breaks: items.flatMap(({ item, index }) => ('pause' in item ? [breakRow(event, item, index)] : [])),
  }
}

/** Events further in the future have no programme yet. */
const announcedDays = 60

const clock = (hour: number, minute: number) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** A few talks for the other conferences. A conference has the same talk only once over all editions. */
function repertoireTalks(events: SampleEvent[], today: string) {
  const usedTitles = new Set<string>()
  return events.flatMap((event) => {
    const { slug, start_date, end_date, tags } = event.row
    if (start_date > addDays(today, announcedDays) || numberOf(`silent ${slug}`, 8) === 0) return []
    const days = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1
    const matchingTalks = repertoire.filter(
      ({ title, on }) =>
        on.some((topic) => tags.includes(topic)) && !usedTitles.has(`${event.conference} ${title}`),
    )
    return shuffled(matchingTalks, slug)
      .slice(0, 3 + numberOf(slug, 5))
      .map((talk, index) => {
        usedTitles.add(`${event.conference} ${talk.title}`)
        const hour = 10 + Math.floor(index / days)
        const times = { from: clock(hour, 0), to: clock(hour, 45) }
        return talkRow(event, { ...talk, ...times }, index % days, end_date < today)
      })
  })
}

/** Every track, talk and break of every event. */
export function sampleProgrammes(events: SampleEvent[], today: string) {
  const full = programmes.map((programme) => programmeRows(programme, events))
  const otherEvents = events.filter((event) => !full.some((programme) => programme.event === event))
  return {
    tracks: full.flatMap(({ tracks }) => tracks),
    breaks: full.flatMap(({ breaks }) => breaks),
    talks: [...full.flatMap(({ talks }) => talks), ...repertoireTalks(otherEvents, today)],
  }
}
