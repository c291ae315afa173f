import { z } from 'zod'
import { blankIsNull, day, line, optionalText, optionalUrl } from '#lib/fields.ts'
import { type Fields, rulesOf, storedShape } from '#lib/form-fields.ts'
import { isTimeZone } from '#lib/time-zones.ts'
import { limits } from '#src/limits.ts'

export const nameTooShort = `Event name must be at least ${limits.eventNameMin} characters`

/** What its editor fills in about a conference. A field is added here: forms, API and the comparison of versions follow. */
export const eventFields = {
  name: {
    label: 'Name',
    schema: line(nameTooShort, limits.eventName, 'Event name', limits.eventNameMin),
  },
  description: { label: 'Description', schema: optionalText(limits.eventDescription, 'Description') },
  location_name: { label: 'Location', schema: line('Location is required', limits.place, 'Location') },
  country_name: { label: 'Country', schema: line('Country is required', limits.place, 'Country') },
  start_date: { label: 'Start date', schema: day('Start date is required') },
  end_date: { label: 'End date', schema: day('End date is required') },
  website: { label: 'Website', schema: optionalUrl(limits.url) },
  code_of_conduct_url: { label: 'Code of conduct', schema: optionalUrl(limits.url) },
  time_zone: {
    label: 'Time zone',
    schema: z
      .string()
      .refine((value) => value === '' || isTimeZone(value), 'Please choose a time zone from the list')
      .nullish()
      .transform(blankIsNull),
  },
} satisfies Fields

const rules = rulesOf(eventFields)
const days = z.object({ start_date: rules.start_date, end_date: rules.end_date })

/** The order of the days, checked as soon as both are there, whatever else is wrong. */
const isInOrder = (event: { start_date: string; end_date: string }) => event.end_date >= event.start_date
const order = {
  path: ['end_date'],
  message: 'End date must be after start date',
  when: ({ value }: { value: unknown }) => days.safeParse(value).success,
}

/** A new conference. */
export const eventForm = z.object(rules).refine(isInOrder, order)

const version = z.string().max(64)

/** A conference in a form, with the version that it was made from. An imported one may keep a name of two letters (XP). */
export const eventEditForm = (oldName?: string) =>
  z
    .object({
      ...rules,
      name: line(
        nameTooShort,
        limits.eventName,
        'Event name',
        Math.min(limits.eventNameMin, oldName?.length ?? limits.eventNameMin),
      ),
      updated_at: version,
    })
    .refine(isInOrder, order)

export type EventFormValues = z.input<ReturnType<typeof eventEditForm>>
export type EventValues = z.output<ReturnType<typeof eventEditForm>>

/** What an editor sends. Whether so short a name may stay is known where the old one is (event-editing.api.ts). */
export const eventEdit = z
  .object({
    ...rules,
    name: line(nameTooShort, limits.eventName, 'Event name'),
    updated_at: version,
    id: z.uuid(),
  })
  .refine(isInOrder, order)

/** A conference as its editor holds it: what somebody else has saved meanwhile. */
export const editedEvent = z.object({ ...storedShape(eventFields), updated_at: z.string() })
export type EditedEvent = z.infer<typeof editedEvent>
