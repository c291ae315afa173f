import { getRouteApi } from '@tanstack/react-router'
import { EventAnnouncements } from '#features/announcements/components/event-announcements.tsx'
import { EventActions } from '#features/attendance/components/event-actions.tsx'
import { ClaimEvent } from '#features/claims/components/claim-event.tsx'
import { AttendeesTab } from '#features/event-page/components/attendees-tab.tsx'
import { EventDialogs } from '#features/event-page/components/event-dialogs.tsx'
import { EventHeader } from '#features/event-page/components/event-header.tsx'
import { AboutEvent, BelowEvent, FactsOfEvent } from '#features/event-page/components/event-information.tsx'
import { EventTabs } from '#features/event-page/components/event-tabs.tsx'
import { ExportActions } from '#features/event-page/components/export-actions.tsx'
import { EventAside } from '#features/event-page/components/locator.tsx'
import { MemberNotices } from '#features/event-page/components/member-notices.tsx'
import { ProgrammeSheet } from '#features/event-page/components/programme-sheet.tsx'
import { hashAfter } from '#features/event-page/load-event-page.ts'
import { SharePlan } from '#features/feeds/components/share-plan.tsx'
import { OfflineNotice } from '#features/offline/components/offline-notice.tsx'
import { MySchedule } from '#features/programme/components/my-schedule.tsx'
import { ViewerTimes } from '#features/programme/components/viewer-times.tsx'
import type { EventSearch } from '#features/programme/event-search.ts'
import { isWide } from '#features/programme/schedule.ts'

const route = getRouteApi('/conferences/$slug')

/** The page of a conference: its head, what it is, its facts, and its programme. */
export function EventPage() {
  const { site, event, mine, canEdit, search, attendees, programme } = route.useLoaderData()
  const navigate = route.useNavigate()
  const go = (next: EventSearch, replace = false) =>
    navigate({ search: next, hash: hashAfter(search, next), replace, resetScroll: false })
  if (import.meta.env.SSR && programme?.sheet)
    return <ProgrammeSheet {...{ site, event, programme, search }} />
  return (
    <div className="page py-3 sm:py-6">
      <ViewerTimes event={event}>
        <div
          className="event-columns"
          data-now={programme?.schedule.now ? true : undefined}
          data-wide={(programme && isWide(programme.schedule)) || undefined}
        >
          <div className="stack content-start gap-5 sm:gap-7">
            <EventHeader
              {...{ event, programme }}
              savedCount={mine?.savedTalks.length}
              actions={
                mine && (
                  <EventActions
                    event={event}
                    {...mine}
                    isSecondary={
                      programme?.hasRecordings || (programme?.hasNow && mine.savedTalks.length > 0)
                    }
                  />
                )
              }
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
            {programme && (
              <>
                <EventAnnouncements {...{ event, viewer: site.viewer, ...programme }} />
                <AboutEvent {...{ site, event, programme, canEdit, mine }} />
              </>
            )}
            {mine && search.tab === 'schedule' && (
              <MySchedule {...{ event, ...mine }} talks={mine.savedTalks}>
                <SharePlan {...{ site, event }} path={mine.plan?.path} />
              </MySchedule>
            )}
          </div>
          <EventAside event={event}>
            {programme && <FactsOfEvent {...{ site, event, programme }} />}
          </EventAside>
          {programme && (
            <div className="stack content-start gap-8">
              <BelowEvent {...{ site, event, programme, search, canEdit, mine }} onNavigate={go} />
            </div>
          )}
        </div>
      </ViewerTimes>
      {mine && <EventDialogs {...{ event, mine, search }} onNavigate={go} />}
    </div>
  )
}
