import { sampleEvents, sampleSeries } from '#sample/events.ts'
import { idOf } from '#sample/stable.ts'

/** The day to which the sample data is relative: today in UTC. */
export const today = new Date().toISOString().slice(0, 10)

const sortKey = (event: { start_date: string; id: string }) => `${event.start_date} ${event.id}`

/** Every event of the sample, in the order in which they start. Tags are sorted as pages show them. */
export const sample = sampleEvents(today)
  .map(({ conference, edition, owner, row }) => ({
    conference,
    edition,
    owner,
    ...row,
    tags: [...row.tags].sort(),
  }))
  .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))

type SampleEvent = (typeof sample)[number]

export const isPast = (event: SampleEvent) => event.end_date < today
export const isRunning = (event: SampleEvent) => event.start_date < today && !isPast(event)
export const isUpcoming = (event: SampleEvent) => event.start_date >= today

/** The latest edition of a conference of the sample. */
export function sampleEvent(conference: string): SampleEvent {
  const event = sample.find((candidate) => candidate.conference === conference && candidate.edition === 0)
  if (!event) throw new Error(`No such conference: ${conference}`)
  return event
}

/** The topics of the sample with the number of their events, the most popular first. */
export const sampleTopics = [
  ...Map.groupBy(
    sample.flatMap((event) => event.tags),
    (tag) => tag,
  ),
]
  .map(([name, events]) => ({ name, events: events.length }))
  .sort((one, other) => other.events - one.events || (one.name < other.name ? -1 : 1))

/** Paths of pages of the sample. */
export const conferencePath = (conference: string) => `/conferences/${sampleEvent(conference).slug}`
export const seriesPath = (name: string) => `/series/${sampleSeries.find((one) => one.name === name)?.slug}`
export const speakerPath = (name: string) => `/speakers/${idOf('speaker', name)}`
export const profilePath = (name: string) => `/u/${idOf('person', name)}`
