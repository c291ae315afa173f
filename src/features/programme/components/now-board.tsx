import { PlainLink } from '#components/layout/plain-link.tsx'
import { count } from '#lib/text.ts'
import type { ScheduledTalk } from '../programme.schemas.ts'
import type { nowAndNext } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'

type Props = { eventSlug: string; rooms: ReturnType<typeof nowAndNext>; now: string }

/** More rooms than this would push the talks of the hour off the screen: the board is folded. */
const maxOpenRooms = 6

/** What runs in each room and what comes next. The time is the server's until the script runs, and stands there. */
export function NowBoard({ eventSlug, rooms, now }: Props) {
  const running = rooms.filter((room) => room.now).length
  return (
    <details open={rooms.length <= maxOpenRooms} className="board ruled">
      <summary>
        <h3 className="inline text-xl">Now and next</h3>{' '}
        <span className="text-quiet">
          at {now.slice(11)} local time: {count(running, 'talk', 'talks')} in{' '}
          {count(rooms.length, 'room', 'rooms')}
        </span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col">Now</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map(({ room, now, next }) => (
            <tr key={room}>
              <th scope="row">{room}</th>
              <td>
                {now && (
                  <TalkAt eventSlug={eventSlug} talk={now} time={now.end_time && `until ${now.end_time}`} />
                )}
              </td>
              <td>{next && <TalkAt eventSlug={eventSlug} talk={next} time={next.start_time} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const TalkAt = ({
  eventSlug,
  talk,
  time,
}: {
  eventSlug: string
  talk: ScheduledTalk
  time: string | null
}) => (
  <>
    {time && <b>{time} </b>}
    <PlainLink {...talkLink(eventSlug, talk.number)} className="hover:text-accent">
      {talk.title}
    </PlainLink>
  </>
)
