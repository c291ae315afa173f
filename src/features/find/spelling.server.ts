import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { type DictionaryWord, spellingKeys } from './spelling.ts'

/** Each kind has its own dictionary, so that a correction always finds something of that kind. */
export type Kind = 'events' | 'speakers' | 'talks'

/** The dictionary words that may be one letter off one of these, by kind. */
export async function loadDictionaryWords(
  db: Database,
  searchWords: string[],
): Promise<Record<Kind, DictionaryWord[]>> {
  const byKind: Record<Kind, DictionaryWord[]> = { events: [], speakers: [], talks: [] }
  const keys = spellingKeys(searchWords)
  if (keys.length === 0) return byKind
  const dictionaryRows = await rows<DictionaryWord & { kind: Kind }>(db)`
    select kind, word, uses from words where spelling_keys(word) && ${sql.param(keys)}::text[]`
  for (const { kind, ...word } of dictionaryRows) byKind[kind].push(word)
  return byKind
}
