export const eventStatuses = ['scheduled', 'postponed', 'cancelled', 'moved_online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** Days are yyyy-MM-dd; the first ones are those of a postponed event before it was. */
export type StatusOfEvent = {
  status: EventStatus
  start_date: string
  end_date: string
  first_start_date: string | null
  first_end_date: string | null
}

export const statusLabels: Record<EventStatus, string> = {
  scheduled: 'Scheduled',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
  moved_online: 'Moved online',
}

/** A postponed event keeps its days until the new ones are known. */
export const hasNewDate = (event: StatusOfEvent) =>
  event.status === 'postponed' &&
  (event.start_date !== event.first_start_date || event.end_date !== event.first_end_date)

/** Whether the event takes place on its days. */
export const takesPlace = (event: StatusOfEvent) =>
  event.status === 'scheduled' || event.status === 'moved_online' || hasNewDate(event)
