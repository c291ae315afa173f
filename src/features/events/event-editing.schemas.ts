import { z } from 'zod'
import { suggestionFields } from '#features/decisions/suggestion-fields.ts'
import {
  blankIsNull,
  day,
  isPathPart,
  line,
  optionalLine,
  optionalPicture,
  optionalText,
  optionalUrl,
} from '#lib/fields.ts'
import { type Field, rulesOf, storedShape } from '#lib/form-fields.ts'
import { isTimeZone } from '#lib/time-zones.ts'
import { limits } from '#src/limits.ts'
import { areAccounts, normalAccounts } from './event-accounts.ts'
import { eventFormats, normalLanguages, normalPrice } from './event-provisions.ts'
import { eventStatuses } from './event-status.ts'

export const nameTooShort = `Event name must be at least ${limits.eventNameMin} characters`

/** A new conference is scheduled; an edit that does not say it leaves it. */
const status = z
  .enum(['', ...eventStatuses])
  .nullish()
  .transform((value) => value || undefined)

const format = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  .pipe(z.enum(['', ...eventFormats], 'Please choose in person, online or hybrid'))
  .nullish()
  .transform(blankIsNull)

const languages = z
  .string()
  .transform(normalLanguages)
  .pipe(
    z
      .string()
      .max(limits.eventLanguages, `Languages must be less than ${limits.eventLanguages} characters`)
      .refine(
        (text) => /^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*(, [a-z]{2,3}(-[A-Za-z0-9]{2,8})*)*)?$/.test(text),
        'Please enter codes such as en or pt-BR, separated by commas',
      ),
  )
  .nullish()
  .transform(blankIsNull)

const price = z
  .string()
  .transform(normalPrice)
  .pipe(
    z
      .string()
      .refine(
        (text) => /^(|free|\d{1,6}( to \d{1,6})? [A-Z]{3})$/.test(text.trim()),
        'Please enter free, or a price with a currency, such as 150 EUR or 150 to 300 EUR',
      ),
  )
  .transform((text) => text.trim())
  .nullish()
  .transform(blankIsNull)

/** Whether something is there. Left open, it is not known. */
const yesOrNo = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['', 'yes', 'no'], 'Please enter yes or no, or leave it open'))
  .nullish()
  .transform(blankIsNull)

/** Addresses, separated by blanks; handles become addresses. */
const accounts = optionalUrl(limits.url, areAccounts).transform((text) => text && normalAccounts(text))

const hashtag = optionalLine(limits.place, 'Hashtag').refine(
  (text) => !text || /^#?[\p{L}\p{N}_]{1,50}$/u.test(text),
  'Please enter one word',
)

type EventField = Field & {
  /** A file of conferences from anywhere may have it as a column of this name; the directory's own export has all. */
  isInAnyFile?: true
}

/** The editable fields of a conference. Forms, API, the comparison of versions, exports and imports are derived from it. */
export const eventFields = {
  name: {
    label: 'Name',
    schema: line(nameTooShort, limits.eventName, 'Event name', limits.eventNameMin),
  },
  description: { label: 'Description', schema: optionalText(limits.eventDescription, 'Description') },
  location_name: {
    label: 'Location',
    schema: line('Location is required', limits.place, 'Location').refine(
      isPathPart,
      'A name needs more than dots',
    ),
  },
  country_name: { label: 'Country', schema: line('Country is required', limits.place, 'Country') },
  start_date: { label: 'Start date', schema: day('Start date is required') },
  end_date: { label: 'End date', schema: day('End date is required') },
  code_of_conduct_url: { label: 'Code of conduct', schema: optionalUrl(limits.url), isInAnyFile: true },
  website: { label: 'Website', schema: optionalUrl(limits.url), isInAnyFile: true },
  format: { label: 'Format', schema: format, isInAnyFile: true },
  languages: { label: 'Languages of the talks', schema: languages, isInAnyFile: true },
  price: { label: 'Price', schema: price, isInAnyFile: true },
  captions: { label: 'Captions', schema: yesOrNo, isInAnyFile: true },
  sign_language: { label: 'Sign language', schema: yesOrNo, isInAnyFile: true },
  step_free: { label: 'Step-free access', schema: yesOrNo, isInAnyFile: true },
  childcare: { label: 'Childcare', schema: yesOrNo, isInAnyFile: true },
  quiet_room: { label: 'Quiet room', schema: yesOrNo, isInAnyFile: true },
  scholarships: { label: 'Scholarships', schema: yesOrNo, isInAnyFile: true },
  time_zone: {
    label: 'Time zone',
    schema: z
      .string()
      .refine((value) => value === '' || isTimeZone(value), 'Please choose a time zone from the list')
      .nullish()
      .transform(blankIsNull),
  },
  accounts: { label: 'Accounts', schema: accounts, isInAnyFile: true },
  hashtag: { label: 'Hashtag', schema: hashtag, isInAnyFile: true },
  logo_url: { label: 'Logo URL', schema: optionalPicture(limits.url) },
  status: { label: 'Status', schema: status },
  status_note: { label: 'What visitors should know', schema: optionalLine(limits.statusNote, 'This text') },
} satisfies Record<string, EventField>

type EventFields = typeof eventFields
export type OptionalEventField = {
  [Name in keyof EventFields]: undefined extends z.input<EventFields[Name]['schema']> ? Name : never
}[keyof EventFields]

export const eventFieldNames = Object.keys(eventFields) as (keyof EventFields)[]
/** What a conference may lack. */
export const optionalEventFields = eventFieldNames.filter((name): name is OptionalEventField =>
  eventFields[name].schema.isOptional(),
)

const rules = rulesOf(eventFields)
const days = z.object({ start_date: rules.start_date, end_date: rules.end_date })

/** Checked as soon as both days are valid, even if other fields are not. */
const isInOrder = (event: { start_date: string; end_date: string }) => event.end_date >= event.start_date
const wrongOrder = 'End date must be after start date'
const order = {
  path: ['end_date'],
  message: wrongOrder,
  when: ({ value }: { value: unknown }) => days.safeParse(value).success,
}

/** A new conference. `previous`: the id of the edition whose topics it has; `cfp_url`: its call for papers; `is_new`: none that is listed. */
export const eventForm = z
  .object({
    ...rules,
    previous: z.uuid().optional(),
    cfp_url: optionalUrl(limits.url),
    is_new: z.union([z.boolean(), z.stringbool()]).default(false),
  })
  .refine(isInOrder, order)

/** Some fields of a conference, which replace those of `before`. */
export const eventChanges = (before: { start_date: string; end_date: string }) =>
  z
    .object(rules)
    .partial()
    .refine((changes) => isInOrder({ ...before, ...changes }), { path: order.path, message: wrongOrder })

const version = z.string().max(64)

/** What becomes of talks and breaks when the conference begins on another day; left out, they stay on their days. */
const programme = z
  .enum(['', 'moves', 'stays'])
  .nullish()
  .transform((value) => value || undefined)

/** The form for an existing conference, with the version that is edited. An imported one may keep a name of two letters (XP). */
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
      programme,
      ...rulesOf(suggestionFields),
    })
    .refine(isInOrder, order)

export type EventFormValues = z.input<ReturnType<typeof eventEditForm>>
export type EventValues = z.output<ReturnType<typeof eventEditForm>>

/** The input of an edit. The minimum length of the name depends on the old name, so it is checked in event-editing.api.ts. */
export const eventEdit = z
  .object({
    ...rules,
    name: line(nameTooShort, limits.eventName, 'Event name'),
    updated_at: version,
    programme,
    id: z.uuid(),
  })
  .refine(isInOrder, order)

/** The stored fields of a conference: in a CONFLICT the version that someone else has saved. */
export const editedEvent = z.object({
  ...storedShape(eventFields),
  status: z.enum(eventStatuses),
  updated_at: z.string(),
})
export type EditedEvent = z.infer<typeof editedEvent>
