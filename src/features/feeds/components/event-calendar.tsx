import { CalendarSheet } from './calendar-sheet.tsx'

type Props = {
  site: { url: string }
  event: { name: string; slug: string }
  /** The days of the programme, where it is shown. */
  days?: string[]
}

/** The conference in a calendar: its talks where the programme is there, else its days. */
export const EventCalendar = ({ site, event, days = [] }: Props) => (
  <CalendarSheet
    site={site}
    title={event.name}
    path={`/conferences/${event.slug}/${days.length > 0 ? 'schedule' : 'feed'}.ics`}
  />
)
