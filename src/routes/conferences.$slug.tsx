import { createFileRoute, redirect } from '@tanstack/react-router'
import { EventAnnouncements } from '#features/announcements/components/event-announcements.tsx'
import { EventActions } from '#features/attendance/components/event-actions.tsx'
import { ClaimEvent } from '#features/claims/components/claim-event.tsx'
import { AttendeesTab } from '#features/event-page/components/attendees-tab.tsx'
import { EventDialogs } from '#features/event-page/components/event-dialogs.tsx'
import { EventHeader } from '#features/event-page/components/event-header.tsx'
import { EventInformation } from '#features/event-page/components/event-information.tsx'
import { EventNotFound } from '#features/event-page/components/event-not-found.tsx'
import { EventSurroundings } from '#features/event-page/components/event-surroundings.tsx'
import { EventTabs } from '#features/event-page/components/event-tabs.tsx'
import { ExportActions } from '#features/event-page/components/export-actions.tsx'
import { PosterBeside } from '#features/event-page/components/locator.tsx'
import { MemberNotices } from '#features/event-page/components/member-notices.tsx'
import { ProgrammeSheet } from '#features/event-page/components/programme-sheet.tsx'
import { hashAfter, loadEventTab, loadViewerPart } from '#features/event-page/load-event-page.ts'
import { describeEvent, eventPageJsonLd } from '#features/events/event-json-ld.ts'
import { titleText } from '#features/events/event-text.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { hasWebsite } from '#features/events/events.ts'
import { SharePlan } from '#features/feeds/components/share-plan.tsx'
import { OfflineNotice } from '#features/offline/components/offline-notice.tsx'
import { MySchedule } from '#features/programme/components/my-schedule.tsx'
import { ViewerTimes } from '#features/programme/components/viewer-times.tsx'
import { type EventSearch, eventSearch, visibleTab } from '#features/programme/event-search.ts'
import { cardPath, eventCard } from '#features/sharing/card.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

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
      const image = import.meta.env.SSR && cardPath(eventCard(event), site.name)
      const path = `/conferences/${event.slug}` as const
      return {
        title: titleText(event),
        description: import.meta.env.SSR && describeEvent(event),
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

function EventPage() {
  const { site, event, mine, canEdit, search, attendees, programme } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const go = (next: EventSearch, replace = false) =>
    navigate({ search: next, hash: hashAfter(search, next), replace, resetScroll: false })
  if (import.meta.env.SSR && programme?.sheet)
    return <ProgrammeSheet {...{ site, event, programme, search }} />
  const isBare = programme?.isBare ?? !event.has_programme
  const lead = programme ? programme.lead : hasWebsite(event) ? 'website' : null
  return (
    <div className="page stack gap-8 py-3 sm:gap-10 sm:py-8">
      <PosterBeside event={event} isOff={!isBare}>
        <EventHeader
          {...{ event, programme, isBare, lead }}
          actions={mine && <EventActions event={event} {...mine} isSecondary={lead !== null} />}
          claim={mine && !mine.mayTakeOver && <ClaimEvent event={event} {...mine} />}
          exportMenu={
            <ExportActions
              {...{ site, event, programme }}
              savedCount={mine?.savedTalks.length}
              hasAttendees={attendees !== undefined}
            />
          }
        />
        <OfflineNotice copyName={event.slug} />
        {mine && <MemberNotices {...{ event, mine }} />}
        <EventTabs currentTab={search.tab} hasSchedule={mine !== null} />
        {attendees && <AttendeesTab {...{ event, attendees, mine }} name={search.name} onNavigate={go} />}
        {programme && <EventAnnouncements {...{ event, viewer: site.viewer, ...programme }} />}
        <ViewerTimes event={event} isOff={programme?.isBare ?? search.tab !== 'schedule'}>
          {programme && (
            <EventInformation {...{ site, event, programme, search, canEdit, mine }} onNavigate={go} />
          )}
          {mine && search.tab === 'schedule' && (
            <MySchedule {...{ event, ...mine }} talks={mine.savedTalks}>
              <SharePlan {...{ site, event }} path={mine.plan?.path} />
            </MySchedule>
          )}
        </ViewerTimes>
      </PosterBeside>
      {programme?.around && programme.isBare && (
        <EventSurroundings event={event} suggestions={programme.nearby} isVisitor={mine === null} />
      )}
      {mine && <EventDialogs {...{ event, mine, search }} onNavigate={go} />}
    </div>
  )
}
