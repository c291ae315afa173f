import { createFileRoute } from '@tanstack/react-router'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { PlacePage } from '#features/places/components/place-page.tsx'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { cursors } from '#lib/search-params.ts'
import { loadUpcomingAndPast } from './-upcoming-and-past.ts'

export const Route = createFileRoute('/online')({
  validateSearch: cursors,
  loaderDeps: ({ search }) => cursors({ ...search }),
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await loadUpcomingAndPast(load, { how: 'online' }, deps)),
  }),
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site, upcoming, past }) => ({
      title: 'Online conferences',
      description:
        'Tech conferences that take place online, upcoming and past, with their talks and speakers.',
      path: '/online',
      noIndex: Object.values(match.loaderDeps).some(Boolean),
      feeds: { query: '' },
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [
          eventListJsonLd(site, [...upcoming.events, ...past.events]),
          breadcrumbs(site, { name: 'Places', path: '/places' }, { name: 'Online', path: '/online' }),
        ],
    })),
  component: Online,
})

function Online() {
  const { site, upcoming, past } = Route.useLoaderData()
  return (
    <PlacePage
      title="Online conferences"
      upcoming={upcoming}
      past={past}
      today={site.today}
      search={Route.useLoaderDeps()}
      actions={<CalendarSheet site={site} title="Online conferences" path="/online/feed.ics" />}
    />
  )
}
