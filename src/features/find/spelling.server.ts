import { sql } from 'drizzle-orm'
import { type Database, rows } from '#server/database/db.ts'
import { type Known, spellingKeys } from './spelling.ts'

/** Whose words: each kind has a dictionary of its own, so that what is offered is there. */
export type Kind = 'events' | 'speakers' | 'talks'

/** Every word of the dictionaries that may be one letter off one of these. */
export async function knownWords(db: Database, searched: string[]): Promise<Record<Kind, Known[]>> {
  const known: Record<Kind, Known[]> = { events: [], speakers: [], talks: [] }
  const keys = spellingKeys(searched)
  if (keys.length === 0) return known
  const found = await rows<Known & { kind: Kind }>(
    db,
    sql`select kind, word, uses from words where spelling_keys(word) && ${sql.param(keys)}::text[]`,
  )
  for (const { kind, ...word } of found) known[kind].push(word)
  return known
}
