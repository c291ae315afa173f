import { setImmediate as breathe } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { fold } from '#lib/text.ts'
import { constraintOf, type Database, rows } from '#server/database/db.ts'
import { type ImportRow, importHeaders, optionalHeaders, type Skipped, visible } from './csv-import.ts'
import { deleteEvents } from './event-editing.server.ts'
import { event_imports } from './events.tables.ts'
import { slugCandidates } from './slug.ts'

type Options = {
  fileName: string
  importedBy: string | null
  /** Lines that the parser has left out already, for the kept report. */
  skipped?: Skipped[]
}
type Run = {
  importedBy: string | null
  /** Called after each step with the rows dealt with and all rows. */
  onProgress?: (done: number, total: number) => void
  /** Ends the import between two steps; what is listed by then stays, as of an interrupted one. */
  signal?: AbortSignal
}
type Imported = { imported: number; skipped: Skipped[] }
type Wanted = { row: ImportRow; listing: string; slugs: string[] }

/** A step takes 10 to 20 ms on the embedded engine, which answers nobody else meanwhile. */
const rowsPerStep = 100
const charactersPerStep = 500_000
const tries = 3

/** Lists the rows of a file: `beginImport` and `runImport` in one. What is listed already is reported by line instead. */
export async function importEvents(
  db: Database,
  found: ImportRow[],
  { fileName, skipped, ...run }: Options & Run,
): Promise<Imported> {
  const id = await db.transaction((tx) =>
    beginImport(tx, found.length, { fileName, skipped, importedBy: run.importedBy }),
  )
  return runImport(db, id, found, run)
}

/** Writes down that an import of so many rows begins. Returns its id. */
export async function beginImport(
  tx: Database,
  count: number,
  { fileName, importedBy, skipped = [] }: Options,
): Promise<string> {
  const [made] = await tx
    .insert(event_imports)
    .values({
      file_name: visible(fileName).slice(0, 255).toWellFormed(),
      created_by: importedBy,
      total: count + skipped.length,
      done: skipped.length,
      skipped: skipped.length,
    })
    .returning({ id: event_imports.id })
  await keepReport(tx, made!.id, skipped)
  return made!.id
}

/**
 * Lists the rows of an import that has begun, in many short transactions: one long one would keep everybody else
 * waiting on the embedded engine. If a step fails, what was listed is taken back: all or none.
 */
export async function runImport(db: Database, id: string, found: ImportRow[], run: Run): Promise<Imported> {
  const total: Imported = { imported: 0, skipped: [] }
  try {
    let done = 0
    for (const part of steps(found)) {
      run.signal?.throwIfAborted()
      const { imported, skipped } = await importStep(db, id, part, run.importedBy)
      total.imported += imported
      total.skipped.push(...skipped)
      done += part.length
      run.onProgress?.(done, found.length)
      await breathe()
    }
    await db.update(event_imports).set({ status: 'done' }).where(eq(event_imports.id, id))
    return total
  } catch (error) {
    if (!run.signal?.aborted) await takeBack(db, id, run.signal)
    await db.update(event_imports).set({ status: 'failed' }).where(eq(event_imports.id, id))
    throw error
  }
}

/** Deletes the events of an import, in short transactions, with whatever was added to them since. */
export async function takeBack(db: Database, id: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const left = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
      const some = await rows<{ id: string }>(
        tx,
        sql`select id from events where import_id = ${id}::uuid order by id limit ${rowsPerStep} for update`,
      )
      await deleteEvents(
        tx,
        some.map((event) => event.id),
      )
      await tx
        .update(event_imports)
        .set({ imported: sql`imported - ${some.length}`, progressed_at: sql`now()` })
        .where(eq(event_imports.id, id))
      return some.length
    })
    if (left < rowsPerStep) return
    await breathe()
  }
}

async function importStep(
  db: Database,
  id: string,
  part: ImportRow[],
  importedBy: string | null,
): Promise<Imported> {
  const wanted = part.map((row) => ({ row, listing: listing(row), slugs: slugCandidates(row) }))
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        // One step at a time, over all imports: two that list the same conference must see each other.
        await tx.execute(
          sql`select set_config('hallway.bulk', 'on', true), pg_advisory_xact_lock(hashtext('event_imports'))`,
        )
        const { unlisted, skipped } = withoutListed(wanted, await listedAmong(tx, wanted))
        if (unlisted.length > 0) await insert(tx, await place(tx, unlisted), id, importedBy)
        await keepReport(tx, id, skipped)
        await tx
          .update(event_imports)
          .set({
            done: sql`done + ${part.length}`,
            imported: sql`imported + ${unlisted.length}`,
            skipped: sql`skipped + ${skipped.length}`,
            progressed_at: sql`now()`,
          })
          .where(eq(event_imports.id, id))
        return { imported: unlisted.length, skipped }
      })
    } catch (error) {
      // Somebody has just created an event by hand whose slug was free when this step looked: look again.
      if (attempt === tries || constraintOf(error) !== 'events_slug_is_unique') throw error
    }
  }
}

async function insert(
  tx: Database,
  placed: (ImportRow & { slug: string })[],
  id: string,
  importedBy: string | null,
) {
  const columns = sql.raw(['slug', ...importHeaders, ...optionalHeaders].join(', '))
  await tx.execute(sql`
    insert into events (${columns}, created_by, import_id)
    select ${columns}, ${importedBy}::uuid, ${id}::uuid
    from jsonb_populate_recordset(null::events, ${JSON.stringify(placed)}::jsonb)`)
}

async function keepReport(tx: Database, id: string, skipped: Skipped[]) {
  if (skipped.length === 0) return
  await tx.execute(sql`
    insert into event_import_skips (import_id, line, reason)
    select ${id}::uuid, line, reason
    from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as row (line integer, reason text)`)
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
  const names = wanted.map(({ row }) => row.name)
  const found = await rows<{ name: string; start_date: string; location_name: string }>(
    tx,
    sql`
      select name, start_date::text, location_name from events
      where name_key = any (array(select fold(name) from unnest(${sql.param(names)}::text[]) as name))`,
  )
  return new Set(found.map(listing))
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

/** Gives each row the first of its slugs that no event and no earlier row has. */
async function place(tx: Database, unlisted: Wanted[]): Promise<(ImportRow & { slug: string })[]> {
  const candidates = unlisted.flatMap(({ slugs }) => slugs)
  const found = await rows<{ slug: string }>(
    tx,
    sql`select slug from events where slug = any (${sql.param(candidates)}::text[])`,
  )
  const taken = new Set(found.map(({ slug }) => slug))
  return unlisted.map(({ row, slugs }) => {
    const slug = slugs.find((each) => !taken.has(each))
    if (!slug) throw new Error(`Line ${row.line}: no free URL for ${row.name}`)
    taken.add(slug)
    return { ...row, slug }
  })
}

/** The rows in steps of so many, or fewer where their descriptions together reach what one step takes. */
function* steps(list: ImportRow[]): Generator<ImportRow[]> {
  let step: ImportRow[] = []
  let characters = 0
  for (const row of list) {
    step.push(row)
    characters += row.description?.length ?? 0
    if (step.length < rowsPerStep && characters < charactersPerStep) continue
    yield step
    step = []
    characters = 0
  }
  if (step.length > 0) yield step
}
