import { type AnyPgColumn, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A moment, as an ISO text. */
export const at = () => timestamp({ withTimezone: true, mode: 'string' })

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** The row that this one belongs to, and with which it is deleted. */
export const parentId = (column: () => AnyPgColumn) =>
  uuid().notNull().references(column, { onDelete: 'cascade' })
