import { type StatusOfEvent, statusLabels } from '../event-status.ts'

/** What became of an event, beside it in a list; nothing for one that is as announced. */
export const StatusBadge = ({ event }: { event: StatusOfEvent }) =>
  event.status !== 'scheduled' && (
    <>
      {' '}
      <span className="ml-1 rounded-sm border border-ink px-1.5 py-px text-sm font-semibold whitespace-nowrap text-ink">
        {statusLabels[event.status]}
      </span>
    </>
  )
