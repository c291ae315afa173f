import { createFileRoute, redirect } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { Attendees } from '#features/events/components/attendees.tsx'
import { EventFacts } from '#features/events/components/event-facts.tsx'
import { EventHeader } from '#features/events/components/event-header.tsx'
import { EventNotFound } from '#features/events/components/event-not-found.tsx'
import { EventTabs } from '#features/events/components/event-tabs.tsx'
import { eventJsonLd } from '#features/events/event-json-ld.ts'
import { afterChoosing, eventSearch } from '#features/events/event-search.ts'
import { describeEvent } from '#features/events/events.ts'
import { Schedule } from '#features/programme/components/schedule.tsx'
import { SpeakerPopup } from '#features/speakers/components/speaker-popup.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'
import { ifThere } from '#lib/load.ts'

export const Route = createFileRoute('/conferences/$slug')({
  validateSearch: eventSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params: { slug }, deps }) => {
    const event = await load(api.events.detail.queryOptions({ input: { slug } }))
    // An address with the id still leads here: 'View Event' right after creation, old links.
    if (event.slug !== slug)
      throw redirect({
        to: '/conferences/$slug',
        params: { slug: event.slug },
        search: deps,
        statusCode: 301,
      })
    const input = { event_id: event.id }
    if (deps.tab === 'attendees') {
      const [attendees, total] = await Promise.all([
        load(api.attendance.list.queryOptions({ input: { ...input, after: deps.after } })),
        load(api.attendance.total.queryOptions({ input })),
      ])
      return { site, event, attendees: { ...attendees, total } }
    }
    const [schedule, open, speaker, found] = await Promise.all([
      load(api.programme.schedule.queryOptions({ input: { ...input, day: deps.day } })),
      deps.talk ? ifThere(load(api.programme.talk.queryOptions({ input: { id: deps.talk } }))) : undefined,
      deps.speaker ? ifThere(load(api.speakers.detail.queryOptions({ input: { id: deps.speaker } }))) : undefined,
      deps.find ? load(api.programme.find.queryOptions({ input: { ...input, find: deps.find } })) : undefined,
    ])
    return { site, event, programme: { schedule, open, speaker, found } }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {}
    const { site, event } = loaderData
    return pageHead({
      site,
      title: event.name,
      description: describeEvent(event),
      path: `/conferences/${event.slug}`,
      noIndex: Object.values(match.search).some(Boolean),
      jsonLd: [
        eventJsonLd(site, event),
        breadcrumbs(
          site,
          { name: 'Conferences', path: '/conferences' },
          { name: event.name, path: `/conferences/${event.slug}` },
        ),
      ],
    })
  },
  component: EventPage,
  notFoundComponent: EventNotFound,
})

const tabs = [
  { tab: undefined, label: 'Information' },
  { tab: 'attendees', label: 'Attendees' },
] as const

function EventPage() {
  const { site, event, attendees, programme } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <div className="page stack gap-8 py-8">
      <EventHeader event={event} today={site.today} />
      <EventTabs shown={search.tab} tabs={[...tabs]} />
      {attendees && (
        <Attendees
          people={attendees.people}
          total={attendees.total}
          pages={
            <ListPages
              on={
                attendees.next !== null && {
                  label: 'More people',
                  search: { tab: 'attendees', after: attendees.next },
                }
              }
            />
          }
        />
      )}
      {programme && (
        <>
          <EventFacts event={event} />
          <Schedule
            schedule={programme.schedule}
            search={search}
            open={programme.open}
            found={programme.found}
            onChoose={(values) => navigate({ search: afterChoosing(search, values), resetScroll: false })}
          />
          {programme.speaker && (
            <SpeakerPopup
              speaker={programme.speaker}
              onClose={() =>
                navigate({ search: { ...search, speaker: undefined }, replace: true, resetScroll: false })
              }
            />
          )}
        </>
      )}
    </div>
  )
}
