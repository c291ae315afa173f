import { z } from 'zod'

// Where a list goes on: the last row's sort key, which is opaque to the caller and checked before it meets the database.

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
// PostgreSQL knows no year 0.
const startsWithDay = (value: string) =>
  z.iso.date().safeParse(value.slice(0, 10)).success && !value.startsWith('0000')

/** `yyyy-MM-dd_uuid` */
export const dayCursor = z
  .string()
  .regex(new RegExp(`^[^_]{10}_${uuid}$`))
  .refine(startsWithDay)

/** `yyyy-MM-dd_uuid_text` */
export const dayTextCursor = z
  .string()
  .max(300)
  .regex(new RegExp(`^[^_]{10}_${uuid}_`))
  .refine(startsWithDay)

/** `uuid_text` */
export const textCursor = z
  .string()
  .max(300)
  .regex(new RegExp(`^${uuid}_`))

/** `timestamp_uuid` */
export const momentCursor = z
  .string()
  .max(80)
  .regex(new RegExp(`^\\d{4}-\\d\\d-\\d\\d ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?\\+00_${uuid}$`))
  .refine(startsWithDay)

/** `rank_uuid`, the rank a whole number that the query makes */
export const rankCursor = z.string().regex(new RegExp(`^-?\\d{1,9}_${uuid}$`))
