import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { KeepOffline } from '#features/offline/components/keep-offline.tsx'
import { ShareSheet } from '#features/sharing/components/share-sheet.tsx'
import type { loadEventTab } from '../load-event-page.ts'

type Props = {
  site: { url: string; name: string; offline?: unknown }
  event: EventDetail
  programme: Awaited<ReturnType<typeof loadEventTab>>['programme']
  /** How many talks the viewer has saved; undefined for a visitor. */
  savedCount: number | undefined
  hasAttendees: boolean
}

/** Calendar (of its talks where the programme is there, else of its days), sharing and the copy without network. */
export function ExportActions({ site, event, programme, savedCount, hasAttendees }: Props) {
  const path = `/conferences/${event.slug}`
  const isToCome = !isOver(event, event.today)
  const feed = programme?.schedule.days.length ? 'schedule' : 'feed'
  return (
    <>
      {isToCome && (
        <CalendarSheet site={site} title={event.name} dates={event} path={`${path}/${feed}.ics`} />
      )}
      <ShareSheet site={site} noun="conference" title={event.name} path={path} hasCode />
      {!programme?.isBare && isToCome && !hasAttendees && !site.offline && (
        <KeepOffline {...{ event, savedCount }} />
      )}
    </>
  )
}
