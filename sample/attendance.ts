import { addDays, at } from './calendar.ts'
import type { SampleEvent } from './events.ts'
import { idOf, numberOf, shuffled } from './stable.ts'
import { talkId } from './talks.ts'

type Attendee = { id: string; name: string; joined: Date }

/** The conferences that the sample member attends, with edition. */
const memberTrips: [conference: string, edition: number][] = [
  ['Northern Query Days', 0],
  ['Northern Query Days', -1],
  ['Northern Query Days', -2],
  ['RustHarbour', -1],
  ['Distributed Weekend', -1],
  ['Script & Serif {year}', 0],
  ['Observability over Coffee', 0],
  ['Canal Web Week', 0],
  ['Quiet Systems', 0],
  ['Winter of APIs {year}', 0],
]

/** The talks in people's schedules. The member's first two overlap on purpose. */
const savedTalks: [name: string, conference: string, titles: string[]][] = [
  [
    'Mika Guest',
    'Northern Query Days',
    [
      'Indexes you can read',
      'A log is enough',
      'Time zones without tears',
      'Restore, today',
      'Benchmarks and ballads',
    ],
  ],
  ['Mika Guest', 'Quiet Systems', ['Two alerts', 'Queues']],
  ['Ada Sample', 'Quiet Systems', ['Open bench']],
  ['Oleh Kalyna', 'Northern Query Days', ['Write a tiny planner', 'Write a tiny planner, part two']],
  ['Petra Sandsteiner', 'Northern Query Days', ['The empty list and other visitors', 'Draw the plan']],
  [
    'Leif Nordtangen',
    'Northern Query Days',
    ['The flame graph is not the territory', 'Checksums for the tide'],
  ],
]

const find = (events: SampleEvent[], conference: string, edition: number): SampleEvent => {
  const event = events.find(
    (candidate) => candidate.conference === conference && candidate.edition === edition,
  )
  if (!event) throw new Error(`No such conference: ${conference} ${edition}`)
  return event
}

const byName = (name: string) => ({ id: idOf('person', name) })

/** A time after both the event was listed and the person joined, and before the event starts if possible. */
function answeredAt(event: SampleEvent, person: Attendee, today: string): string {
  const since = [event.row.created_at.slice(0, 10), person.joined.toISOString().slice(0, 10)].sort()[1]!
  const until = [addDays(event.row.start_date, -1), addDays(today, -1)].sort()[0]!
  const days = Math.max(1, (Date.parse(until) - Date.parse(since)) / 86_400_000)
  const chance = numberOf(`${event.row.slug} ${person.name}`, 1440 * days)
  return at(addDays(since, 1 + Math.floor(chance / 1440)), Math.floor((chance % 1440) / 60), chance % 60)
}

/** Attendance: 25 people at Northern Query Days, a few elsewhere; some have cancelled. */
export function sampleAttendance(events: SampleEvent[], people: Attendee[], today: string) {
  const member = people.find(({ name }) => name === 'Mika Guest')!
  const otherPeople = people.filter((person) => person !== member)
  const big = find(events, 'Northern Query Days', 0)
  const attendance = events.flatMap((event) => {
    const size = event === big ? 24 : numberOf(`crowd ${event.row.slug}`, 9)
    return shuffled(otherPeople, event.row.slug)
      .slice(0, size)
      .map((person, index) => ({ person, event, is_attending: event === big || index !== 6 }))
  })
  const memberAttendance = memberTrips.map(([conference, edition]) => ({
    person: member,
    event: find(events, conference, edition),
    is_attending: true,
  }))
  return [...attendance, ...memberAttendance].map(({ person, event, is_attending }) => ({
    person,
    event: event.row,
    is_attending,
    created_at: answeredAt(event, person, today),
  }))
}

/** The saved talks. */
export const sampleSchedules = (events: SampleEvent[]) =>
  savedTalks.flatMap(([name, conference, titles]) => {
    const event = find(events, conference, 0)
    return titles.map((title) => ({
      person: byName(name),
      talk: { id: talkId(event, title), event_id: event.row.id },
    }))
  })
