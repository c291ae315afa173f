import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { containing } from '#lib/text.ts'
import { rows } from '#platform/database/db.ts'
import { get, signedIn } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type PersonCard, personCard } from './people.schemas.ts'

/** People that are read in order of name before the trigram index is used: common parts of names are found among them. */
const firstLookRows = 600

/** People by a part of their name, in order of name. */
export const search = signedIn
  .route(get('/people', 'People by part of their name'))
  .input(z.object({ search: z.string().trim().min(limits.searchTermMin).max(limits.fullName) }))
  .output(z.array(personCard))
  .handler(async ({ context: { db }, input }) => {
    const columns = sql.raw('id, full_name, avatar_url, is_administrator, name_key')
    const isMatch = sql`joined(name_key) like ${containing(input.search)}`
    const order = sql`order by name_key, id`
    const limit = sql`limit ${limits.peopleSearchResults}`
    const firstMatches = await rows<PersonCard>(db)`
      select ${columns} from (select ${columns} from profiles ${order} limit ${firstLookRows}) as first_look
      where ${isMatch} ${order} ${limit}`
    if (firstMatches.length === limits.peopleSearchResults) return firstMatches
    return rows<PersonCard>(db)`
      with hits as materialized (select ${columns} from profiles where ${isMatch})
      select ${columns} from hits ${order} ${limit}`
  })
