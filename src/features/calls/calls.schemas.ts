import { z } from 'zod'
import { callKinds, coverages, eventCall } from '#features/events/event-calls.schemas.ts'
import { eventCard, eventSelection, oneOrMany } from '#features/events/events.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'
import {
  blankIsNull,
  optionalDay,
  optionalLine,
  optionalText,
  optionalTime,
  optionalUrl,
} from '#lib/fields.ts'
import { type Fields, rulesOf } from '#lib/form-fields.ts'
import { isTimeZone } from '#lib/time-zones.ts'
import { limits } from '#src/limits.ts'
import { costNames, costs, markStates, tabNames } from './calls.ts'

const language = z.string().regex(/^[a-z]{2,3}$/, 'Please enter codes of languages, such as en, de')

const coverage = z
  .enum(['', ...coverages])
  .nullish()
  .transform((value) => (value === '' ? null : value))

/** The editable fields of a call. */
export const callFields = {
  kind: { label: 'What it asks for', schema: z.enum(callKinds) },
  url: { label: 'Address', schema: optionalUrl(limits.url) },
  opens_on: { label: 'Opens', schema: optionalDay() },
  closes_on: { label: 'Closes', schema: optionalDay() },
  // Without seconds: what is kept of a page is valid to the end of a minute.
  closes_time: {
    label: 'At',
    schema: optionalTime().transform((value) => (value ? value.slice(0, 5) : value)),
  },
  time_zone: {
    label: 'Time zone',
    schema: z
      .string()
      .refine((value) => value === '' || isTimeZone(value), 'Please choose a time zone from the list')
      .nullish()
      .transform(blankIsNull),
  },
  ticket: { label: costs.ticket, schema: coverage },
  hotel: { label: costs.hotel, schema: coverage },
  travel: { label: costs.travel, schema: coverage },
  formats: { label: 'Formats', schema: optionalLine(limits.callFormats, 'Formats') },
  languages: {
    label: 'Languages',
    /** Codes with commas between them. */
    schema: z
      .string()
      .transform((value) => [
        ...new Set(
          value
            .toLowerCase()
            .split(/[\s,;]+/)
            .filter(Boolean),
        ),
      ])
      .pipe(z.array(language).max(limits.callLanguages, `At most ${limits.callLanguages} languages`))
      .optional(),
  },
  note: { label: 'Note', schema: optionalText(limits.callNote, 'The note') },
} satisfies Fields

const rules = rulesOf(callFields)
type Checked = { [Name in keyof typeof rules]: z.output<(typeof rules)[Name]> }

/** Whether these fields are valid by themselves. */
const areValid =
  (...names: (keyof Checked)[]) =>
  ({ value }: { value: unknown }) =>
    z.object(Object.fromEntries(names.map((name) => [name, rules[name]]))).safeParse(value).success

/** The fields, with what must hold between them. */
const callWith = <More extends z.ZodRawShape>(more: More) =>
  z
    .object({ ...rules, ...more })
    .refine((value) => Boolean((value as Checked).url || (value as Checked).closes_on), {
      path: ['url'],
      message: 'Please enter the address of the call, or the day on which it closes',
      when: areValid('url', 'closes_on'),
    })
    .refine((value) => isInOrder(value as Checked), {
      path: ['closes_on'],
      message: 'It must not close before it opens',
      when: areValid('opens_on', 'closes_on'),
    })
    .refine((value) => !(value as Checked).closes_time || Boolean((value as Checked).closes_on), {
      path: ['closes_on'],
      message: 'Please enter the day of this time',
      when: areValid('closes_on', 'closes_time'),
    })

const isInOrder = ({ opens_on, closes_on }: Checked) => !opens_on || !closes_on || closes_on >= opens_on

const version = z.string().max(64)

export const callForm = callWith({ updated_at: version.optional() })
export const newCall = callWith({ event_id: z.uuid() })
export const callEdit = callWith({ id: z.uuid(), updated_at: version })
export type CallFormValues = z.input<typeof callForm>

/** A call for those who may change it, with the version that they edit. */
export const editableCall = eventCall.omit({ status: true }).extend({
  status: z.enum(['live', 'suggested', 'planned']),
  updated_at: z.string(),
  added_by: personCard.nullable(),
})
export type EditableCall = z.infer<typeof editableCall>

/** A call with its conference. */
export const listedCall = eventCall.extend({
  event: eventCard.omit({ excerpt: true, first_start_date: true, first_end_date: true }),
  /** From the city that the selection names. */
  kilometres: z.number().int().optional(),
})
export type ListedCall = z.infer<typeof listedCall>

/** What calls are narrowed to. Several topics, countries, months or languages mean any of them, several costs all of them. */
export const callSelection = eventSelection
  .pick({ topics: true, country: true, month: true, how: true, near: true, within: true })
  .extend({
    city: oneOrMany(z.string().max(limits.place), limits.placesOfSelection),
    tab: z.enum(tabNames).optional(),
    /** Paid for speakers, at least case by case. */
    paid: oneOrMany(z.enum(costNames), costNames.length),
    language: oneOrMany(language, limits.callLanguages),
  })
export type CallSelection = z.infer<typeof callSelection>

export const callPage = z.object({ calls: z.array(listedCall), next: z.string().nullable() })

const choice = z.object({ name: z.string(), count: z.number().int() })

/** How many open calls a selection has, and how many each further choice would leave. */
export const callCounts = z.object({
  total: z.number().int(),
  /** False where there are more than are counted. */
  is_complete: z.boolean(),
  tabs: z.object({ talks: z.number().int(), papers: z.number().int(), other: z.number().int() }),
  online: z.number().int(),
  in_person: z.number().int(),
  topics: z.array(choice),
  countries: z.array(choice),
  /** Of the conferences, yyyy-MM. */
  months: z.array(choice),
  languages: z.array(choice),
  paid: z.object({ ticket: z.number().int(), hotel: z.number().int(), travel: z.number().int() }),
})
export type CallCounts = z.infer<typeof callCounts>

export const mark = z.object({ call_id: z.uuid(), state: z.enum(markStates) })
export type Mark = z.infer<typeof mark>

/** A call that the viewer tracks. */
export const trackedCall = mark.extend({
  note: z.string().nullable(),
  changed_at: z.string(),
  call: listedCall,
  /** When the next reminder comes; null where none does. */
  reminder_at: z.string().nullable(),
})
export type TrackedCall = z.infer<typeof trackedCall>

export const markForm = z.object({ note: optionalText(limits.markNote, 'The note') })
