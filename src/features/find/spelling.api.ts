import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { fold } from '#lib/text.ts'
import { rows } from '#server/database/db.ts'
import { indexHolds } from '#server/database/search.ts'
import { open } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { knownWords } from './spelling.server.ts'
import { readings, respelled, wordsOf } from './spelling.ts'

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
      const [hit] = await rows(
        context.replica,
        // Planned for all hits, so by the index; read as far as the first.
        sql`
          with hits as materialized (select id from ${sql.identifier(among)} where ${indexHolds(other)})
          select id from hits limit 1`,
      )
      // The words as they are find something: it is the other filters that leave nothing.
      if (hit) return fold(other) === fold(search) ? null : other
    }
    return null
  })

export const spellingApi = { suggestion }
