import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '#server/db.ts'
import { open } from '#server/procedure.ts'
import { indexHolds } from '#server/search.ts'
import { limits } from '#src/limits.ts'
import { type Known, readings, respelled, spellingKeys, wordsOf } from './spelling.ts'

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

const suggestion = open
  .route({
    method: 'GET',
    path: '/find/suggestion',
    tags: ['Find'],
    summary: 'A search that finds something, where each word of the given one has at most one wrong letter',
  })
  .meta({ isBeside: true })
  .input(
    z.object({
      search: z.string().trim().min(1).max(limits.searchTerm),
      among: z.enum(['events', 'speakers']),
    }),
  )
  .output(z.string().nullable())
  .handler(async ({ context, input: { search, among } }) => {
    context.shows(among)
    const searched = wordsOf(search)
    const known = (await knownWords(context.replica, searched))[among]
    const meant = new Map(searched.map((word) => [word, readings(word, known)]))
    const most = Math.max(0, ...[...meant.values()].map(({ length }) => length))
    for (let turn = 0; turn < most; turn++) {
      const other = respelled(search, (word) => meant.get(word)?.[turn] ?? meant.get(word)?.[0] ?? word)
      const [found] = await rows(
        context.replica,
        // Planned for all hits, so by the index; read as far as the first.
        sql`
          with hits as materialized (select id from ${sql.identifier(among)} where ${indexHolds(other)})
          select id from hits limit 1`,
      )
      if (found) return other
    }
    return null
  })

export const spellingApi = { suggestion }
