import { sampleEvents } from '#sample/events.ts'
import { idOf } from '#sample/stable.ts'

/** The day for which the sample is made: the server's, in UTC. */
export const today = new Date().toISOString().slice(0, 10)

/** Every event of the sample, in the order in which they start. */
export const sample = sampleEvents(today)
  .map(({ conference, edition, row }) => ({ conference, edition, ...row }))
  .sort((one, other) => (one.start_date < other.start_date ? -1 : 1))

/** The latest edition of a conference of the sample. */
export function sampleEvent(conference: string) {
  const event = sample.find((each) => each.conference === conference && each.edition === 0)
  if (!event) throw new Error(`No such conference: ${conference}`)
  return event
}

/** The addresses of things of the sample. */
export const conferencePath = (conference: string) => `/conferences/${sampleEvent(conference).slug}`
export const speakerPath = (name: string) => `/speakers/${idOf('speaker', name)}`
export const profilePath = (name: string) => `/u/${idOf('person', name)}`
