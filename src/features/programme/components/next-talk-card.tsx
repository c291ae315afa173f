import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { tabDay } from '#lib/dates.ts'
import type { Agenda, AgendaTalk } from '../agenda.schemas.ts'
import { timeUntil } from '../agenda.ts'
import { overlapLabel } from '../saved-talks.ts'
import { talkLink } from '../talk-link.ts'
import { ViewerTime, ViewerTimes, ZoneNote } from './viewer-times.tsx'

/** The next talk: when, where, how long until then. */
export function NextTalkCard({ agenda, talk }: { agenda: Agenda; talk: AgendaTalk }) {
  const { more_that_day: more, overlap_count: overlapCount } = agenda
  const until = useMinutesUntil(talk)
  const isToday = talk.days_until === 0
  return (
    <section aria-labelledby="next-talk" className="stack gap-3 border-t-2 border-ink pt-5">
      <ViewerTimes event={talk.event}>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <p className="shrink-0">
            {until !== null ? (
              <span className="block font-semibold text-accent">{timeUntil(until, talk.days_until)}</span>
            ) : (
              isToday && <span className="block font-semibold text-accent">today</span>
            )}
            <span className="font-display text-4xl font-bold tabular-nums">
              {talk.start_time ?? tabDay(talk.date)}
            </span>
            {talk.start_time && !isToday && <span className="block text-quiet">{tabDay(talk.date)}</span>}
            <ViewerTime date={talk.date} time={talk.start_time} />
          </p>
          <div className="min-w-0 flex-[1_1_16rem]">
            <h2 id="next-talk" className="text-2xl" dir="auto">
              <span className="sr-only">Next: </span>
              <Link {...talkLink(talk.event.slug, talk.number)} className="hover:text-accent">
                {talk.title}
              </Link>
            </h2>
            <p className="text-quiet">
              {talk.location && <strong className="text-ink">{talk.location}</strong>}
              {talk.location && ' · '}
              {talk.event.name}
              {talk.end_time && ` · until ${talk.end_time}`}
              {talk.is_given && ' · you speak'}
            </p>
            {overlapCount > 0 && <p className="font-semibold text-accent">{overlapLabel(overlapCount)}</p>}
          </div>
          <Link
            to="/conferences/$slug"
            params={{ slug: talk.event.slug }}
            search={{ tab: 'schedule' }}
            className={buttonClass({ look: 'outline' })}
          >
            My Schedule{more > 0 && ` (${more} ${isToday ? 'left today' : 'more that day'})`}
          </Link>
        </div>
        <ZoneNote isQuiet />
      </ViewerTimes>
    </section>
  )
}

/** Counts down while the page is open. */
function useMinutesUntil({ starts_at, minutes_until }: AgendaTalk): number | null {
  const [minutes, setMinutes] = useState(minutes_until)
  useEffect(() => {
    if (!starts_at) return setMinutes(null)
    const update = () => setMinutes(Math.floor((Date.parse(starts_at) - Date.now()) / 60_000))
    update()
    const timer = setInterval(update, 30_000)
    return () => clearInterval(timer)
  }, [starts_at])
  return minutes
}
