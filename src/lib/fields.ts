import { z } from 'zod'

// What forms and procedures take as text, under the same rules as the checks of migrations/0001.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a line may not hold
const unclean = /[\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/
const notStorable = /\0/g
const webUrl = /^https?:\/\/[^\s<>"\\^`{|}]+$/i

const text = () =>
  z
    .string()
    .transform((value) => value.replace(notStorable, '').trim())
    .pipe(z.string())
const isClean = (value: string) => !unclean.test(value)
const invisible = 'Invisible control characters are not allowed here'

/** One line that must be there, trimmed. */
export const line = (required: string, longest: number, name: string, shortest = 1) =>
  text().pipe(
    z
      .string()
      .min(shortest, required)
      .max(longest, `${name} must be less than ${longest} characters`)
      .refine(isClean, invisible),
  )

/** One line or nothing; blank becomes null. */
export const optionalLine = (longest: number, name: string) =>
  text()
    .pipe(
      z.string().max(longest, `${name} must be less than ${longest} characters`).refine(isClean, invisible),
    )
    .nullish()
    .transform((value) => value || null)

/** Running text or nothing; blank becomes null. */
export const optionalText = (longest: number, name: string) =>
  text()
    .pipe(z.string().max(longest, `${name} must be less than ${longest} characters`))
    .nullish()
    .transform((value) => value || null)

/** An address on the web (http or https) or nothing; blank becomes null. */
export const optionalUrl = (longest: number) =>
  text()
    .pipe(
      z
        .string()
        .max(longest, `URL must be less than ${longest} characters`)
        .refine((value) => value === '' || webUrl.test(value), 'Please enter a valid URL'),
    )
    .nullish()
    .transform((value) => value || null)

/** A day, yyyy-MM-dd. */
export const day = (required: string) =>
  z
    .string()
    .min(1, required)
    .pipe(z.iso.date('Please enter a valid date'))
    .refine((value) => value >= '1900' && value < '2201', 'Please enter a year between 1900 and 2200')

const clock = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

/** A time of day, HH:mm. */
export const time = (required: string) =>
  z
    .string()
    .min(1, required)
    .refine((value) => value === '' || clock.test(value), 'Please enter a valid time')

/** A time of day or nothing; blank becomes null. */
export const optionalTime = () =>
  z
    .string()
    .refine((value) => value === '' || clock.test(value), 'Please enter a valid time')
    .nullish()
    .transform((value) => value || null)
