import { z } from 'zod'

/** Those of a speaker come first. */
export const callKinds = ['talks', 'workshops', 'papers', 'posters', 'volunteers', 'scholarships'] as const
export type CallKind = (typeof callKinds)[number]

/** What is paid for speakers; null where it is not known. */
export const coverages = ['yes', 'case_by_case', 'no'] as const
const coverage = z.enum(coverages).nullable()

/** A call for papers of a conference. Days are yyyy-MM-dd, times HH:mm. */
export const eventCall = z.object({
  id: z.uuid(),
  kind: z.enum(callKinds),
  /** Live, or planned: that of the next edition, whose days are not known yet. */
  status: z.enum(['live', 'planned']),
  url: z.string().nullable(),
  opens_on: z.iso.date().nullable(),
  /** Null for a call that is open until the conference begins. */
  closes_on: z.iso.date().nullable(),
  closes_time: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** The moment until which it counts as open: without a time zone when the day is over everywhere. */
  closes_at: z.string().nullable(),
  /** The day before it was extended. */
  first_closes_on: z.iso.date().nullable(),
  /** When the call of the edition before closed. */
  previous_closes_on: z.iso.date().nullable(),
  travel: coverage,
  hotel: coverage,
  ticket: coverage,
  formats: z.string().nullable(),
  /** Codes of languages, as 'en'. */
  languages: z.array(z.string()),
  note: z.string().nullable(),
  /** Full hours in which it is surely open: without a time zone until its last day is over somewhere. Null without a day, or past `closes_at`. */
  hours_left: z.number().int().nullable(),
  is_open: z.boolean(),
  has_opened: z.boolean(),
})
export type EventCall = z.infer<typeof eventCall>
