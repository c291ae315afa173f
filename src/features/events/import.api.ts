import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fold } from '#lib/text.ts'
import { constraintOf, type Database, rows } from '#server/db.ts'
import { event_imports } from './events.tables.ts'
import { type ImportRow, type Skipped, visible } from './import.ts'
import { slugCandidates } from './slug.ts'

type Options = {
  fileName: string
  importedBy: string | null
  /** Called after each step with the lines dealt with and all lines. */
  onProgress?: (done: number, total: number) => void
}
type Imported = { imported: number; skipped: Skipped[] }
type Wanted = { row: ImportRow; listing: string; slugs: string[] }
type Placed = ImportRow & { slug: string }

/** A step of the transaction takes 25 to 60 ms on the embedded engine: between two of them the site answers from memory. */
const rowsPerInsert = 250
const charactersPerInsert = 500_000
const keysPerLookup = 2000
const tries = 3

/**
 * Lists the rows of a file in one transaction, all or none; what is listed already is reported by line instead.
 * Everything that needs no database is done before, because the embedded engine answers nobody else meanwhile.
 */
export async function importEvents(db: Database, found: ImportRow[], options: Options): Promise<Imported> {
  const wanted: Wanted[] = []
  for (const part of parts(found, keysPerLookup)) {
    for (const row of part) wanted.push({ row, listing: listing(row), slugs: slugCandidates(row) })
    await breathe()
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => importWanted(tx, wanted, options))
    } catch (error) {
      // Somebody has just created an event by hand whose slug was free when this import looked: look again.
      if (attempt === tries || constraintOf(error) !== 'events_slug_is_unique') throw error
    }
  }
}

async function importWanted(
  tx: Database,
  wanted: Wanted[],
  { fileName, importedBy, onProgress }: Options,
): Promise<Imported> {
  await tx.execute(
    sql`select set_config('hallway.bulk', 'on', true), pg_advisory_xact_lock(hashtext('event_imports'))`,
  )
  const { unlisted, skipped } = withoutListed(wanted, await listedAmong(tx, wanted))
  const placed = await place(tx, unlisted)
  if (placed.length === 0) return { imported: 0, skipped }
  const name = visible(fileName).slice(0, 255).toWellFormed()
  const [made] = await tx
    .insert(event_imports)
    .values({ file_name: name, created_by: importedBy })
    .returning({ id: event_imports.id })
  let done = skipped.length
  for (const part of parts(placed, rowsPerInsert, (row) => row.description?.length ?? 0)) {
    await tx.execute(sql`
      insert into events (name, slug, description, start_date, end_date, location_name, country_name, created_by, import_id)
      select name, slug, description, start_date, end_date, location_name, country_name, ${importedBy}::uuid, ${made?.id}::uuid
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as row (
        name text, slug text, description text, start_date date, end_date date, location_name text, country_name text
      )`)
    done += part.length
    onProgress?.(done, wanted.length)
    await breathe()
  }
  return { imported: placed.length, skipped }
}

/** Name, year and city in one text: what makes two rows the same edition of the same conference. */
function listing({
  name,
  start_date,
  location_name,
}: Pick<ImportRow, 'name' | 'start_date' | 'location_name'>): string {
  // Not folded: that would take 'Mobilization Łódź' for 'Mobilization Lodz', which real data lists side by side.
  const written = name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
  return [written, start_date.slice(0, 4), fold(location_name)].join('\n')
}

async function listedAmong(tx: Database, wanted: Wanted[]): Promise<Set<string>> {
  const listed = new Set<string>()
  for (const part of parts(wanted, keysPerLookup)) {
    const names = JSON.stringify(part.map(({ row }) => row.name))
    const found = await rows<{ name: string; start_date: string; location_name: string }>(
      tx,
      sql`
        select name, start_date::text, location_name from events
        where name_key in (select fold(value) from jsonb_array_elements_text(${names}::jsonb))`,
    )
    for (const event of found) listed.add(listing(event))
    await breathe()
  }
  return listed
}

function withoutListed(wanted: Wanted[], listed: Set<string>): { unlisted: Wanted[]; skipped: Skipped[] } {
  const skipped: Skipped[] = []
  const unlisted = wanted.filter(({ row, listing }) => {
    if (!listed.has(listing)) return listed.add(listing)
    const { line, name, location_name, start_date } = row
    skipped.push({ line, reason: `Already listed: ${name}, ${location_name}, ${start_date.slice(0, 4)}` })
    return false
  })
  return { unlisted, skipped }
}

/** Gives each row the first of its slugs that no event and no earlier row has, and asks the database only for those. */
async function place(tx: Database, unlisted: Wanted[]): Promise<Placed[]> {
  const taken = new Set<string>()
  const free = new Set<string>()
  for (;;) {
    const given = new Set<string>()
    const placed = unlisted.map(({ row, slugs }) => {
      const slug = slugs.find((each) => !taken.has(each) && !given.has(each))
      if (!slug) throw new Error(`Line ${row.line}: no address is left for ${row.name}`)
      given.add(slug)
      return { ...row, slug }
    })
    const unknown = [...given].filter((slug) => !free.has(slug))
    if (unknown.length === 0) return placed
    for (const part of parts(unknown, keysPerLookup)) {
      const found = await rows<{ slug: string }>(
        tx,
        sql`select slug from events where slug in (select jsonb_array_elements_text(${JSON.stringify(part)}::jsonb))`,
      )
      for (const { slug } of found) taken.add(slug)
      await breathe()
    }
    for (const slug of unknown) if (!taken.has(slug)) free.add(slug)
  }
}

/** The list in parts of at most `length` items, or fewer where their sizes together reach what one insert takes. */
function* parts<Item>(
  list: Item[],
  length: number,
  size: (item: Item) => number = () => 0,
): Generator<Item[]> {
  let part: Item[] = []
  let characters = 0
  for (const item of list) {
    part.push(item)
    characters += size(item)
    if (part.length < length && characters < charactersPerInsert) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}
