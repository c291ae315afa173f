import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { rangeNear, shortMonth } from '#lib/dates.ts'
import { seriesName } from '#lib/text.ts'
import { cityWithoutState } from '../event-text.ts'
import type { Edition, EventDetail, NeighbourEditions } from '../events.schemas.ts'
import { isOver } from '../events.ts'

type Props = { event: EventDetail; editions: NeighbourEditions }

/** So many do not fill the width. */
const fewEditions = 4

/** The years of a conference, the newest first. Without a series they are those of its name, which may be of several. */
export function OtherEditions({ event, editions: { others, namesakes, stem } }: Props) {
  const editions = [...others, event].sort((one, other) => (one.start_date > other.start_date ? -1 : 1))
  return (
    <>
      {others.length > 0 && (
        <Section
          title={event.series ? 'Editions' : 'Other Years of This Name'}
          aside={
            event.series && (
              <PlainLink to="/series/$slug" params={event.series} className="link py-0.5 text-quiet">
                All of {event.series.name}
              </PlainLink>
            )
          }
        >
          <Strip {...{ event, editions }} />
        </Section>
      )}
      {namesakes.length > 0 && (
        <Section
          title="Same Name, Other Places"
          aside={
            <PlainLink
              to="/conferences"
              search={{ search: stem }}
              rel="nofollow"
              className="link py-0.5 text-quiet"
            >
              All of this name
            </PlainLink>
          }
        >
          <Strip event={event} editions={namesakes} isByName />
        </Section>
      )}
    </>
  )
}

type StripProps = { event: EventDetail; editions: Edition[]; isByName?: boolean }

const Strip = ({ event, editions, isByName }: StripProps) => (
  <ol
    className={`grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-3 gap-y-4 ${editions.length > fewEditions ? 'sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]' : 'sm:grid-cols-[repeat(auto-fit,minmax(7rem,13rem))]'}`}
  >
    {editions.map((edition) => (
      <li key={edition.id} className="relative">
        <EditionLink {...{ edition, event, isByName }} />
      </li>
    ))}
  </ol>
)

type LinkProps = Omit<StripProps, 'editions'> & { edition: Edition }

function EditionLink({ edition, event, isByName }: LinkProps) {
  const startYear = edition.start_date.slice(0, 4)
  // That of 2023 may be at the end of 2022, or its source has a wrong day.
  const year = edition.name.match(/\b20\d\d\b/)?.[0] ?? startYear
  const month = `${shortMonth(edition.start_date)}${year === startYear ? '' : ` ${startYear}`}`
  const city = cityWithoutState(edition.location_name)
  const isCancelled = edition.status === 'cancelled'
  const isComing = !isCancelled && !isOver(edition, event.today)
  const isOnNow = isComing && edition.start_date <= event.today
  const text = (
    <>
      {!isByName && <span className="sr-only">{edition.name}, </span>}
      {isByName ? (
        <b dir="auto" className="line-clamp-3 wrap-break-word font-display leading-snug">
          {seriesName(edition.name)}
        </b>
      ) : (
        <b className="block font-display text-xl leading-snug">{isCancelled ? <del>{year}</del> : year}</b>
      )}
      <span className="block text-sm leading-snug text-quiet">
        {isByName ? `${shortMonth(edition.start_date)} ${startYear}` : month} · {city}
      </span>
      {isCancelled && <span className="block text-sm font-semibold">cancelled</span>}
      {isComing && (
        <span className="block text-sm font-semibold">
          {isOnNow ? 'on now' : rangeNear(edition.start_date, edition.end_date, event.today)}
        </span>
      )}
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
