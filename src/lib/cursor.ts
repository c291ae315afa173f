import { z } from 'zod'

// Pagination cursors: the sort key of the last row. Opaque to the caller and validated before they reach the database.

const moment = '\\d{4}-\\d\\d-\\d\\d ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?\\+00'
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
// PostgreSQL has no year 0.
const startsWithDay = (value: string) =>
  z.iso.date().safeParse(value.slice(0, 10)).success && !value.startsWith('0000')

/** `yyyy-MM-dd_uuid` */
export const dayCursor = z
  .string()
  .regex(new RegExp(`^[^_]{10}_${uuid}$`))
  .refine(startsWithDay)

/** `yyyy-MM-dd_uuid`, of a search followed by the rank of its matches if that is not the first. */
export const dayRankCursor = z
  .string()
  .regex(new RegExp(`^[^_]{10}_${uuid}(_[12])?$`))
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
  .regex(new RegExp(`^${moment}_${uuid}$`))
  .refine(startsWithDay)

/** `group_timestamp_uuid`, the group a digit computed by the query */
export const groupCursor = z
  .string()
  .max(80)
  .regex(new RegExp(`^[0-2]_${moment}_${uuid}$`))
  .refine((value) => startsWithDay(value.slice(2)))

/** `rank_uuid`, the rank an integer computed by the query */
export const rankCursor = z.string().regex(new RegExp(`^-?\\d{1,9}_${uuid}$`))

/** A page of a list and the cursor of the next one: `rows` has one more than `limit` if there is a next page. */
export function pageOf<Row, Key>(rows: Row[], limit: number, keyOf: (last: Row) => Key) {
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? keyOf(items.at(-1)!) : null }
}

/** The key of a `momentCursor`. */
export const momentKey = ({ created_at, id }: { created_at: string; id: string }) => `${created_at}_${id}`
