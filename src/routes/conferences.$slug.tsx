import { createFileRoute, redirect } from '@tanstack/react-router'
import { EventNotFound } from '#features/event-page/components/event-not-found.tsx'
import { loadEventTab, loadViewerPart } from '#features/event-page/load-event-page.ts'
import { describeEvent, eventPageJsonLd } from '#features/events/event-json-ld.ts'
import { titleText } from '#features/events/event-text.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { eventSearch, visibleTab } from '#features/programme/event-search.ts'
import { cardPath, eventCard } from '#features/sharing/card.ts'
import { api } from '#lib/api.ts'
import { isForCrawlers, pageHead } from '#lib/head.ts'
import { EventPage } from './-event-page.tsx'

export const Route = createFileRoute('/conferences/$slug')({
  validateSearch: eventSearch,
  loaderDeps: ({ search }) => eventSearch({ ...search }),
  loader: async ({ context: { load, site }, params: { slug }, deps }) => {
    const event = await load(api.events.detail.queryOptions({ input: { slug } }))
    // An address with the id still leads here: 'View Event' right after creation, old links.
    if (event.slug !== slug)
      throw redirect({ to: '/conferences/$slug', params: event, search: deps, statusCode: 301 })
    const search = { ...deps, tab: visibleTab(deps, site.viewer) }
    const [tabContent, mine] = await Promise.all([
      loadEventTab(load, event, search, site.viewer),
      loadViewerPart(load, event, search, site.viewer),
    ])
    return { site, event, mine, canEdit: canEditEvent(site.viewer, event), search, ...tabContent }
  },
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site, event, programme }) => {
      const image = import.meta.env.SSR && isForCrawlers() && cardPath(eventCard(event), site.name)
      const path = `/conferences/${event.slug}` as const
      return {
        title: titleText(event),
        description: import.meta.env.SSR && isForCrawlers() && describeEvent(event),
        path,
        noIndex: Object.values(match.loaderDeps).some(Boolean),
        feeds: { query: '' },
        files: programme?.schedule.day
          ? [`${path}/schedule.ics`, `${path}/schedule.xml`, `${path}/schedule.json`]
          : [],
        image,
        jsonLd: image && eventPageJsonLd(site, event, image, programme?.schedule.talks),
      }
    }),
  component: EventPage,
  staticData: { notFoundTitle: 'Conference not found' },
  notFoundComponent: EventNotFound,
})
