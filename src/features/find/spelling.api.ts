import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventWords } from '#features/directory/event-list.server.ts'
import { fold } from '#lib/text.ts'
import { rows } from '#platform/database/db.ts'
import { indexHoldsAll, wordsIn } from '#platform/database/search.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { loadDictionaryWords } from './spelling.server.ts'
import { replaceWords, spellingCandidates, wordsOf } from './spelling.ts'

const suggestion = sameForAll
  .route(
    get('/find/suggestion', 'A corrected search that has results, with at most one typo fixed in each word'),
  )
  .input(
    z.object({
      search: z.string().trim().min(1).max(limits.searchTerm),
      among: z.enum(['events', 'speakers']),
    }),
  )
  .output(z.string().nullable())
  .handler(async ({ context, input: { search, among } }) => {
    context.shows(among)
    const searchWords = wordsOf(search)
    const dictionary = (await loadDictionaryWords(context.replica, searchWords))[among]
    const candidates = new Map(searchWords.map((word) => [word, spellingCandidates(word, dictionary)]))
    const maxCandidates = Math.max(0, ...[...candidates.values()].map(({ length }) => length))
    const corrections = Array.from({ length: maxCandidates }, (_, turn) =>
      replaceWords(search, (word) => candidates.get(word)?.[turn] ?? candidates.get(word)?.[0] ?? word),
    )
    // At once, so that they go to the database together.
    const matches = await Promise.all(
      corrections.map(
        (corrected) =>
          // The materialized CTE makes the planner use the index although one row is enough.
          rows(context.replica)`
          with hits as materialized (select id from ${sql.identifier(among)} where ${indexHoldsAll(among === 'events' ? eventWords(corrected, context.today) : wordsIn(corrected))})
          select id from hits limit 1`,
      ),
    )
    const best = corrections.find((_, turn) => matches[turn]!.length > 0)
    // The words as typed have matches: it is the other filters that leave nothing.
    return best === undefined || fold(best) === fold(search) ? null : best
  })

export const spellingApi = { suggestion }
