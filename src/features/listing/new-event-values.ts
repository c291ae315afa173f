import {
  type EditedEvent,
  type EventFormValues,
  eventFields,
} from '#features/events/event-editing.schemas.ts'
import { blankValues, formValues } from '#lib/form-fields.ts'

/** The form for a new conference: blank, or what stays the same from one edition to the next, with the next year in its name. */
export function newEventValues(previous?: EditedEvent): EventFormValues {
  const blank = { ...blankValues(eventFields), updated_at: '', programme: '' } as const
  if (!previous) return blank
  const year = Number(previous.start_date.slice(0, 4))
  return {
    ...blank,
    ...formValues(eventFields, previous),
    name: previous.name.replaceAll(String(year), String(year + 1)),
    start_date: '',
    end_date: '',
    status: '',
    status_note: '',
  }
}
