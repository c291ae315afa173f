import { Link } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '../events.schemas.ts'
import { groupByCountry } from '../events.ts'
import { EventList } from './event-list.tsx'

type Props = {
  place: string
  events: EventCard[]
  today: string
  /** The page that the list is on, and where it goes on. */
  after: string | undefined
  next: string | null
}

/** The events of a city or a country. A city name that lies in two countries shows both. */
export function PlacePage({ place, events, today, after, next }: Props) {
  return (
    <div className="page stack gap-8 py-8">
      <div>
        <Link to="/conferences" className="link text-quiet">
          Back to Conferences
        </Link>
        <h1 className="mt-2 text-4xl sm:text-5xl">Conferences in {place}</h1>
      </div>
      {events.length === 0 && <NothingHere place={place} />}
      {groupByCountry(events).map(({ country, events: group }) => (
        <Section
          key={country}
          title={
            country === place ? (
              'All events'
            ) : (
              <Link
                to="/countries/$countryName"
                params={{ countryName: country }}
                className="hover:text-accent"
              >
                {country}
              </Link>
            )
          }
        >
          <EventList events={group} today={today} />
        </Section>
      ))}
      <ListPages
        back={after !== undefined && { label: 'Back to the first page', search: {} }}
        next={next !== null && { label: 'More conferences', search: { after: next } }}
      />
    </div>
  )
}

function NothingHere({ place }: { place: string }) {
  return (
    <EmptyState
      action={
        <Link to="/conferences" className={buttonClass({ look: 'outline' })}>
          Browse Conferences
        </Link>
      }
    >
      No conferences found in {place}.
    </EmptyState>
  )
}
