import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'

const kinds = ['events', 'speakers', 'talks'] as const
const firstId = '00000000-0000-0000-0000-000000000000'
/** Some 100 ms each, in which the embedded engine answers nobody else. */
const docsAtOnce = 2000
const wordsAtOnce = 500

/**
 * Makes words and places what the data holds: a name that was taken away leaves the dictionary too. What the function
 * refresh_words() of the database does in one statement, which takes eight seconds with 158,000 talks.
 */
export async function refreshWords(db: Database): Promise<void> {
  for (const kind of kinds) {
    const dictionary = await rows<{ word: string; uses: number }>(db)`
      select word, uses from words where kind = ${kind}`
    const uses = await countWords(db, kind)
    const usesBefore = new Map(dictionary.map(({ word, uses }) => [word, uses]))
    // Null: nothing holds it any more. What was added meanwhile is not known here, and stays.
    const changed = [...new Set([...usesBefore.keys(), ...uses.keys()])]
      .filter((word) => uses.get(word) !== usesBefore.get(word))
      .map((word) => ({ word, uses: uses.get(word) ?? null }))
    for (let at = 0; at < changed.length; at += wordsAtOnce)
      await db.transaction(async (tx) => {
        // The lock for adding words (may_add_words).
        await tx.execute(sql`select pg_advisory_xact_lock(4212908)`)
        await tx.execute(sql`
          with changed as (
            select word, uses from jsonb_to_recordset(${JSON.stringify(changed.slice(at, at + wordsAtOnce))}::jsonb)
              as row (word text, uses integer)
          ), gone as (
            delete from words using changed where kind = ${kind} and words.word = changed.word and changed.uses is null
          )
          insert into words (kind, word, uses) select ${kind}, word, uses from changed where uses is not null
            on conflict (kind, word) do update set uses = excluded.uses`)
      })
  }
  await db.execute(sql`
    delete from places where not exists (
      select from events where events.city_key = places.city_key and events.country_key = places.country_key
    )`)
  await db.execute(sql`
    insert into places
      select distinct on (city_key, country_key) city_key, country_key, location_name, country_name from events
      order by city_key, country_key on conflict do nothing`)
}

type Part = { last: string | null; words: string | null }

async function countWords(db: Database, kind: (typeof kinds)[number]): Promise<Map<string, number>> {
  const uses = new Map<string, number>()
  for (let after: string | null = firstId; after; ) {
    const [part]: Part[] = await rows<Part>(db)`
      with part as materialized (
        select id, doc from ${sql.raw(kind)} where id > ${after}::uuid order by id limit ${docsAtOnce}
      ), counted as (
        select word, count(*) as uses from part, unnest(words_of(doc)) as word group by word
      )
      select (select id::text from part order by id desc limit 1) as last,
        (select json_object_agg(word, uses)::text from counted) as words`
    const words: Record<string, number> = JSON.parse(part?.words ?? '{}')
    for (const [word, count] of Object.entries(words)) uses.set(word, (uses.get(word) ?? 0) + count)
    after = part?.last ?? null
  }
  return uses
}
