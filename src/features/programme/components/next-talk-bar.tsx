import { Link } from '@tanstack/react-router'
import { count } from '#lib/text.ts'
import type { SavedTalk } from '../programme.schemas.ts'
import { minutesTo, nextToday } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { useNow } from './use-now.ts'
import { useViewerTime } from './viewer-times.tsx'

type Props = { event: { slug: string }; talks: SavedTalk[]; serverNow: string }

/** Stays at the bottom of a narrow screen while the event takes place: the viewer's next talk, in how long, and where. */
export function NextTalkBar({ event, talks, serverNow }: Props) {
  const now = useNow(serverNow) ?? serverNow
  const next = nextToday(talks, now)
  const viewerTime = useViewerTime({ date: next?.date ?? '', time: next?.start_time })
  if (!next) return null
  const { start, end } = minutesTo(now, next)
  return (
    <aside
      aria-label="My next talk"
      className="no-print foot-bar -mx-[clamp(1rem,4vw,1.5rem)] flex items-center gap-4 bg-ink px-[clamp(1rem,4vw,1.5rem)] py-2.5 text-paper xl:hidden"
    >
      <p className="min-w-0 flex-1 leading-snug">
        <span className="block text-[0.9375rem]">
          {[start > 0 ? `In ${inMinutes(start)}` : `Now, ${inMinutes(end)} left`, next.location, viewerTime]
            .filter(Boolean)
            .join(', ')}
        </span>
        <Link
          {...talkLink(event.slug, next.number)}
          className="block truncate font-display font-bold hover:underline"
        >
          {next.title}
        </Link>
      </p>
      <Link
        to="/conferences/$slug"
        params={{ slug: event.slug }}
        search={{ tab: 'schedule' }}
        className="inline-flex min-h-9 shrink-0 items-center rounded-full border border-paper px-4 text-[0.9375rem] font-semibold hover:underline"
      >
        My {count(talks.length, 'talk', 'talks')}
        <span className="sr-only">: My Schedule</span>
      </Link>
    </aside>
  )
}

const inMinutes = (minutes: number) =>
  minutes < 120 ? count(minutes, 'minute', 'minutes') : count(Math.floor(minutes / 60), 'hour', 'hours')
