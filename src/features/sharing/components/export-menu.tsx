import type { Edition } from '#features/events/events.schemas.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { ShareSheet } from './share-sheet.tsx'

type Props = {
  site: { url: string }
  event: Edition
  /** The days of the programme, where it is shown. */
  days?: string[]
  isOver?: boolean
}

/** The conference in a calendar (its talks where the programme is there, else its days), and passed on. */
export function ExportMenu({ site, event, days = [], isOver }: Props) {
  const path = `/conferences/${event.slug}`
  return (
    <>
      {!isOver && (
        <CalendarSheet
          site={site}
          title={event.name}
          dates={event}
          path={`${path}/${days.length > 0 ? 'schedule' : 'feed'}.ics`}
        />
      )}
      <ShareSheet site={site} noun="conference" title={event.name} path={path} hasCode />
    </>
  )
}
