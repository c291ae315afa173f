import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { addDays } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { ScheduledTalk } from '../programme.schemas.ts'
import { type nowAndNext, progressAt } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { ViewerTime } from './viewer-times.tsx'

type Rooms = ReturnType<typeof nowAndNext>
type Props = { eventSlug: string; rooms: Rooms; now: string; saved: ReadonlySet<string> | undefined }

/** More rooms than this would push the talks of the hour off the screen: the others are folded. */
const maxOpenRooms = 6

/**
 * What runs in each room and what comes next, the rooms of the viewer's own talks first. The time is the server's until
 * the script runs, and stands there.
 */
export function NowBoard({ eventSlug, rooms, now, saved }: Props) {
  const isMine = (talk: ScheduledTalk | undefined) => talk !== undefined && saved?.has(talk.id) === true
  const sortedRooms = rooms.toSorted(
    (one, other) =>
      Number(isMine(other.now) || isMine(other.next)) - Number(isMine(one.now) || isMine(one.next)),
  )
  const [openRooms, foldedRooms] = [sortedRooms.slice(0, maxOpenRooms), sortedRooms.slice(maxOpenRooms)]
  const renderTable = (rooms: Rooms) => (
    <Table>
      {rooms.map(({ room, now: running, next }) => (
        <tr key={room}>
          <th scope="row">
            {room}
            {running && <progress aria-hidden="true" max={100} value={progressAt(now, running)} />}
          </th>
          <td>
            {running && (
              <RoomTalk {...{ eventSlug }} talk={running} isMine={isMine(running)} until="until " />
            )}
          </td>
          <td>{next && <RoomTalk {...{ eventSlug }} talk={next} isMine={isMine(next)} />}</td>
        </tr>
      ))}
    </Table>
  )
  return (
    <section id="now" aria-labelledby="now-and-next" className="board ruled">
      <h3 id="now-and-next">
        Now and next{' '}
        <small>
          at {now.slice(11)}
          <span className="sr-only"> local time</span> in {count(rooms.length, 'room', 'rooms')}
        </small>
      </h3>
      {renderTable(openRooms)}
      {foldedRooms.length > 0 && (
        <details>
          <summary>{count(foldedRooms.length, 'more room', 'more rooms')}</summary>
          {renderTable(foldedRooms)}
        </details>
      )}
    </section>
  )
}

type TalkProps = { eventSlug: string; talk: ScheduledTalk; isMine: boolean; until?: string }

function RoomTalk({ eventSlug, talk, isMine, until = '' }: TalkProps) {
  const time = until ? talk.end_time : talk.start_time
  const endsNextDay = until && talk.end_time && talk.start_time && talk.end_time < talk.start_time
  return (
    <>
      {isMine && (
        <>
          <Icon icon={Check} />
          <span className="sr-only">Going: </span>
        </>
      )}
      {time && (
        <b>
          {until}
          {time}{' '}
        </b>
      )}
      <PlainLink {...talkLink(eventSlug, talk.number)} className="hover:text-accent">
        {talk.title}
      </PlainLink>
      <ViewerTime before={until} date={endsNextDay ? addDays(talk.date, 1) : talk.date} time={time} />
    </>
  )
}

const Table = ({ children }: { children: ReactNode }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Room</th>
        <th scope="col">Now</th>
        <th scope="col">Next</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
