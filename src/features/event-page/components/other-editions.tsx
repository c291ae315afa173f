import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { cityWithoutState } from '#features/events/event-text.ts'
import type { Edition, EventDetail, NeighbourEditions } from '#features/events/events.schemas.ts'
import { isDayOpen, isOver } from '#features/events/events.ts'
import { daysAway, daysBetween, rangeNear, shortMonth } from '#lib/dates.ts'

type Props = { event: EventDetail; editions: NeighbourEditions }

/** So many of a long series, those nearest in time. */
const most = 6

/** The years of a conference around this one, the newest first. */
export function OtherEditions({ event, editions: { others } }: Props) {
  if (!event.series || others.length === 0) return null
  const distance = ({ start_date }: Edition) => Math.abs(daysBetween(start_date, event.start_date))
  const nearest = others.toSorted((one, other) => distance(one) - distance(other)).slice(0, most - 1)
  const editions = [...nearest, event].sort((one, other) => (one.start_date > other.start_date ? -1 : 1))
  return (
    <Section
      title="Editions"
      aside={
        <PlainLink to="/series/$slug" params={event.series} className="link py-0.5 text-quiet">
          All of {event.series.name}
        </PlainLink>
      }
    >
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-3 gap-y-4">
        {editions.map((edition) => (
          <li key={edition.id} className="relative">
            <EditionLink {...{ edition, event }} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function EditionLink({ edition, event }: { edition: Edition; event: EventDetail }) {
  const startYear = edition.start_date.slice(0, 4)
  // That of 2023 may be at the end of 2022, or its source has a wrong day.
  const year = edition.name.match(/\b20\d\d\b/)?.[0] ?? startYear
  const month = `${shortMonth(edition.start_date)}${year === startYear ? '' : ` ${startYear}`}`
  const isCancelled = edition.status === 'cancelled'
  const isComing = !isCancelled && !isOver(edition, event.today)
  const text = (
    <>
      <span className="sr-only">{edition.name}, </span>
      <b className="block font-display text-xl leading-snug">{isCancelled ? <del>{year}</del> : year}</b>
      <span className="block text-sm leading-snug text-quiet">
        {month} · {cityWithoutState(edition.location_name)}
      </span>
      {isCancelled && <span className="block text-sm font-semibold">cancelled</span>}
      {isComing && <span className="block text-sm font-semibold">{comingText(edition, event)}</span>}
    </>
  )
  return edition.id === event.id ? (
    <div aria-current="page" className="border-t-4 border-accent pt-1.5">
      {text}
    </div>
  ) : (
    <PlainLink
      to="/conferences/$slug"
      params={edition}
      className={`block border-t-4 pt-1.5 hover:text-accent ${isComing ? 'border-ink' : 'border-hairline'}`}
    >
      {text}
    </PlainLink>
  )
}

/** Another edition has its days: how far off they are depends on where it takes place. */
function comingText({ id, start_date, end_date }: Edition, event: EventDetail): string {
  if (start_date <= event.today) return 'on now'
  if (isDayOpen({ start_date, end_date })) return 'day to be confirmed'
  return id === event.id ? daysAway(start_date, event.today) : rangeNear(start_date, end_date, event.today)
}
