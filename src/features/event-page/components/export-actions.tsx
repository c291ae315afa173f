import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { KeepOffline } from '#features/offline/components/keep-offline.tsx'
import { ExportMenu } from '#features/sharing/components/export-menu.tsx'
import type { loadEventTab } from '../load-event-page.ts'

type Props = {
  site: { url: string; name: string; offline?: unknown }
  event: EventDetail
  programme: Awaited<ReturnType<typeof loadEventTab>>['programme']
  /** How many talks the viewer has saved; undefined for a visitor. */
  savedCount: number | undefined
  hasAttendees: boolean
}

/** Calendar, sharing and the copy without network. */
export const ExportActions = ({ site, event, programme, savedCount, hasAttendees }: Props) => (
  <>
    <ExportMenu {...{ site, event }} days={programme?.schedule.days} isOver={isOver(event, event.today)} />
    {!programme?.isBare && !isOver(event, event.today) && !hasAttendees && !site.offline && (
      <KeepOffline {...{ event, savedCount }} />
    )}
  </>
)
