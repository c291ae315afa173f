import { Link } from '@tanstack/react-router'
import { tabDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { SavedTalk } from '../programme.schemas.ts'
import { overlaps } from '../saved-talks.ts'
import { hasEndedAt } from '../schedule.ts'
import { CompactSavedTalks } from './saved-talks-by-day.tsx'

type Props = {
  event: { slug: string }
  day: string
  savedTalks: SavedTalk[]
  /** The local time there, while the event takes place on this day. */
  now: string | null
}

/** The viewer's talks of the day, beside the list on wide screens. Those that are over are folded. */
export function PlanOfDay({ event, day, savedTalks, now }: Props) {
  const talks = savedTalks.filter(({ date }) => date === day)
  const isOver = (talk: SavedTalk) => now !== null && hasEndedAt(now, talk)
  const earlier = talks.filter(isOver)
  const coming = talks.filter((talk) => !isOver(talk))
  const shared = { event, overlapsById: overlaps(coming) }
  return (
    <aside
      aria-label="My day"
      className="hidden max-h-[calc(100vh-var(--bar)-1rem)] overflow-y-auto xl:sticky xl:top-[calc(var(--bar)+0.5rem)] xl:block"
    >
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 border-t-2 border-ink pt-2 text-lg">
        My {tabDay(day)}
        <Link
          to="/conferences/$slug"
          params={{ slug: event.slug }}
          search={{ tab: 'schedule' }}
          className="link font-sans text-sm font-normal"
        >
          All my talks
        </Link>
      </h3>
      {talks.length === 0 && (
        <p className="mt-2 text-[0.9375rem] text-quiet">
          No talks yet. Choose <strong>Plan to attend</strong> on a talk to add it here.
        </p>
      )}
      {earlier.length > 0 && (
        <details className="border-b border-hairline py-2 text-[0.9375rem]">
          <summary className="text-quiet">{count(earlier.length, 'talk', 'talks')} ended</summary>
          <CompactSavedTalks {...shared} talks={earlier} />
        </details>
      )}
      <CompactSavedTalks {...shared} talks={coming} />
    </aside>
  )
}
