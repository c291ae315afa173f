import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { EventList } from '#features/directory/components/event-list.tsx'
import { UpcomingAndPast } from '#features/directory/components/upcoming-and-past.tsx'
import type { EventCard, EventPage } from '#features/events/events.schemas.ts'
import { groupByCountry } from '#features/events/events.ts'
import type { Cursors } from '#lib/search-params.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'

const nothing: EventPage = { events: [], next: null }

type Props = {
  title: string
  empty?: string
  upcoming?: EventPage
  past?: EventPage
  today?: string
  search?: Cursors
  actions?: ReactNode
  /** What else there is, after its events to come, and what is near. */
  children?: ReactNode
  surroundings?: ReactNode
  /** Whether the place may lie in several countries, which are then shown one by one. */
  isCity?: boolean
}

export function PlacePage({
  title,
  empty = `${title
    .replace(/^Conferences/, 'No conferences found')
    .replace(/^Online conferences$/, 'No online conferences found')}.`,
  upcoming = nothing,
  past = nothing,
  today = '',
  search = {},
  actions,
  children,
  surroundings,
  isCity,
}: Props) {
  const all = [...upcoming.events, ...past.events]
  const [country, ...otherCountries] = new Set(all.map(({ country_name }) => country_name))
  const isInSeveralCountries = otherCountries.length > 0
  const hasCountry = isCity && !isInSeveralCountries && country !== all[0]?.location_name
  return (
    <div className="page stack gap-5 py-3 sm:gap-8 sm:py-6">
      <PageTitle action={actions} above={<Crumbs country={hasCountry ? country : undefined} />}>
        {title}
      </PageTitle>
      {all.length === 0 && (
        <EmptyState action={<ButtonLink to="/conferences" look="outline" label="Browse Conferences" />}>
          {empty}
        </EmptyState>
      )}
      <UpcomingAndPast
        upcoming={upcoming}
        past={past}
        today={today}
        search={search}
        list={
          isCity
            ? (events) =>
                isInSeveralCountries ? (
                  <EventsByCountry events={events} today={today} />
                ) : (
                  <EventList events={events} today={today} isOfCity />
                )
            : undefined
        }
      >
        {children}
        {surroundings}
      </UpcomingAndPast>
    </div>
  )
}

const Crumbs = ({ country }: { country?: string }) => (
  <nav aria-label="Breadcrumb" className="text-quiet">
    <Link to="/places" className="link inline-block py-0.5">
      Places
    </Link>
    {country && !isUndecidedPlace(country) && (
      <>
        {' › '}
        <PlainLink
          to="/countries/$countryName"
          params={{ countryName: country }}
          className="link inline-block py-0.5"
        >
          {country}
        </PlainLink>
      </>
    )}
  </nav>
)

const EventsByCountry = ({ events, today }: { events: EventCard[]; today: string }) => (
  <div className="stack gap-6">
    {groupByCountry(events).map(({ country, events: group }) => (
      <section key={country} aria-label={country}>
        <h3 className="mb-3 text-lg">
          <Link to="/countries/$countryName" params={{ countryName: country }} className="hover:text-accent">
            {country}
          </Link>
        </h3>
        <EventList events={group} today={today} level={4} isOfCity />
      </section>
    ))}
  </div>
)

/** The page of a city or country that no conference takes place in, or of what is written where none is chosen yet. */
export const NoPlace = ({ name, children }: { name: string; children?: ReactNode }) => (
  <PlacePage
    title={`Conferences in ${name}`}
    empty={
      isUndecidedPlace(name) ? `“${name}” is used for conferences whose place is not known yet.` : undefined
    }
  >
    {children}
  </PlacePage>
)
