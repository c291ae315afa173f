import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { operatorId, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { deleteEvents } from '#features/events/event-editing.server.ts'
import {
  findTakenSlugs,
  type ListedEvent,
  listedEditions,
  lockListing,
  readCandidates,
} from '#features/events/event-listing.server.ts'
import { event_imports } from '#features/events/events.tables.ts'
import { slugCandidates } from '#features/events/slug.ts'
import { zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { editionKey } from '#features/identity/compare.ts'
import { createMatcher, findPairs } from '#features/identity/identify.server.ts'
import {
  createTopicLookup,
  deleteEmptyProposals,
  type ProposedTag,
  proposeTags,
} from '#features/topics/topic-proposals.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { fold } from '#lib/text.ts'
import { changedBy } from '#platform/database/changed-by.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { type ImportRow, removeInvisible, type Skipped, storedHeaders } from './csv-import.ts'

type Options = {
  fileName: string
  importedBy: string | null
  /** Lines that the parser has skipped, for the report. */
  skipped?: Skipped[]
  unknownColumns?: string[]
}
type Run = {
  importedBy: string | null
  /** Called after each step with the number of processed rows and of all rows. */
  onProgress?: (done: number, total: number) => void
  /** Aborts the import between two steps; the events imported by then stay. */
  signal?: AbortSignal
  /** Whether topics that the site does not have are added, as from a site's own export; else they are proposed. */
  addsTopics?: boolean
  /** All rows are new: the caller has compared them with the listed conferences, or insists. */
  isCompared?: boolean
  /** Fewer in one transaction where `onInserted` takes long. */
  rowsPerStep?: number
  /** Called in the transaction that has inserted these rows. */
  onInserted?: (tx: Database, inserted: { line: number; slug: string }[]) => Promise<void>
}
type ImportResult = {
  imported: number
  skipped: Skipped[]
  /** Lines that were imported and are perhaps listed already. */
  warnings: Skipped[]
  tagged: number
  proposed_topics: string[]
}
type ImportCandidate = {
  row: ImportRow
  editionKey: string
  slugs: string[]
  /** What was listed before the file under another name. */
  match: ListedEvent | undefined
  warning: string | undefined
}

/** A step takes up to 100 ms, for which it blocks the embedded engine. */
const rowsPerStep = 100
const charactersPerStep = 500_000
const maxTries = 3

/** Imports the rows of a file: `beginImport` and `runImport` in one. Events that exist already are skipped and reported by line. */
export async function importEvents(
  db: Database,
  importRows: ImportRow[],
  { fileName, skipped, unknownColumns, ...run }: Options & Run,
): Promise<ImportResult> {
  const id = await db.transaction((tx) =>
    beginImport(tx, importRows.length, { fileName, skipped, unknownColumns, importedBy: run.importedBy }),
  )
  return runImport(db, id, importRows, run)
}

/** Inserts the row of an import of `count` rows and its skipped lines, and records it. Without `importedBy` it is the operator's. Returns its id. */
export async function beginImport(
  tx: Database,
  count: number,
  { fileName, importedBy, skipped = [], unknownColumns = [] }: Options,
): Promise<string> {
  const file_name = removeInvisible(fileName).slice(0, 255).toWellFormed()
  const [createdImport] = await tx
    .insert(event_imports)
    .values({
      file_name,
      created_by: importedBy,
      total: count + skipped.length,
      done: skipped.length,
      skipped: skipped.length,
      unknown_columns: unknownColumns,
    })
    .returning({ id: event_imports.id })
  const { id } = createdImport!
  await saveSkippedLines(tx, id, skipped)
  await recordAdminAction(tx, importedBy ? { id: importedBy } : operatorId, {
    action: 'import_begun',
    subject: file_name,
    path: `/admin/events?import=${id}`,
    after: { rows: count, skipped: skipped.length },
  })
  return id
}

/**
 * Imports the rows in many short transactions: one long transaction would block everybody else on the embedded engine.
 * If a step fails, the events imported so far are deleted: all or nothing.
 */
export async function runImport(
  db: Database,
  id: string,
  importRows: ImportRow[],
  run: Run,
): Promise<ImportResult> {
  const total: ImportResult = { imported: 0, skipped: [], warnings: [], tagged: 0, proposed_topics: [] }
  const proposedTopics = new Map<string, string>()
  const list = importRows.map((row) => ({ ...row, country_name: listedCountry(row.country_name) }))
  try {
    const warnings = run.isCompared ? new Map<number, string>() : await warningsAmong(list)
    let done = 0
    for (const part of splitIntoSteps(list, run.rowsPerStep ?? rowsPerStep)) {
      run.signal?.throwIfAborted()
      const step = await importStep(db, id, part, { ...run, warnings })
      total.imported += step.imported
      total.skipped.push(...step.skipped)
      total.warnings.push(...step.warnings)
      total.tagged += step.tagged
      for (const name of step.proposed_topics)
        if (!proposedTopics.has(fold(name))) proposedTopics.set(fold(name), name)
      done += part.length
      run.onProgress?.(done, importRows.length)
      await yieldToEventLoop()
    }
    total.proposed_topics = [...proposedTopics.values()]
    const { tagged, proposed_topics } = total
    await db
      .update(event_imports)
      .set({ status: 'done', tagged, proposed_topics })
      .where(eq(event_imports.id, id))
    return total
  } catch (error) {
    if (!run.signal?.aborted) await deleteImportedEvents(db, id, run.signal)
    await db.update(event_imports).set({ status: 'failed' }).where(eq(event_imports.id, id))
    throw error
  }
}

/** Deletes the events of an import with all that belongs to them, in short transactions. */
export async function deleteImportedEvents(db: Database, id: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const deletedCount = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
      const batch = await rows<{ id: string }>(tx)`
        select id from events where import_id = ${id}::uuid order by id limit ${rowsPerStep} for update`
      await deleteEvents(
        tx,
        batch.map((event) => event.id),
      )
      await tx
        .update(event_imports)
        .set({ imported: sql`imported - ${batch.length}`, progressed_at: sql`now()` })
        .where(eq(event_imports.id, id))
      if (batch.length < rowsPerStep) await deleteEmptyProposals(tx)
      return batch.length
    })
    if (deletedCount < rowsPerStep) return
    await yieldToEventLoop()
  }
}

/**
 * By line: rows of one file that are the same, or perhaps, though their names, years and cities differ. All are imported. Of
 * a larger file each row is compared with what is listed alone.
 */
async function warningsAmong(list: ImportRow[]): Promise<Map<number, string>> {
  const warnings = new Map<number, string>()
  if (list.length > serverLimits.comparedRows) return warnings
  for (const { one, other } of await findPairs(list)) {
    const [first, second] = one.line < other.line ? [one, other] : [other, one]
    warnings.set(second.line, `Perhaps the same as line ${first.line}, ${summaryOf(first)}`)
  }
  return warnings
}

const summaryOf = ({
  name,
  location_name,
  start_date,
}: Pick<ImportRow, 'name' | 'location_name' | 'start_date'>) => `${name}, ${location_name}, ${start_date}`

async function importStep(
  db: Database,
  id: string,
  part: ImportRow[],
  run: Run & { warnings: Map<number, string> },
): Promise<ImportResult> {
  // Before the transaction: the first looks places up in a file that has to be read.
  const find = run.isCompared ? undefined : await createMatcher(await readCandidates(db, part, id))
  const candidates = await Promise.all(
    part.map(async (row) => {
      const matches = (await find?.(row)) ?? []
      return {
        // Only the directory's own export has this column: there it says that no zone is known.
        row: { ...row, time_zone: row.time_zone === undefined ? await zoneOfCity(row) : row.time_zone },
        editionKey: editionKey(row),
        slugs: slugCandidates(row),
        match: matches.find(({ verdict }) => verdict === 'same')?.event,
        warning: matches[0]
          ? `Perhaps already listed as ${summaryOf(matches[0].event)}`
          : run.warnings.get(row.line),
      }
    }),
  )
  for (let attempt = 1; ; attempt++) {
    try {
      return await changedBy(db, run.importedBy, 'import').transaction(async (tx) => {
        await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
        await lockListing(tx)
        const { newRows, skipped } = run.isCompared
          ? { newRows: candidates, skipped: [] }
          : splitExisting(candidates, await listedEditions(tx, part))
        const rowsWithSlugs = await assignSlugs(tx, newRows)
        const topicNames = await findTopics(tx, rowsWithSlugs, run)
        if (newRows.length > 0) await insertEvents(tx, rowsWithSlugs, topicNames, { id, ...run })
        const topics = await tagEvents(tx, rowsWithSlugs, topicNames)
        await run.onInserted?.(tx, rowsWithSlugs)
        const warnings = newRows.flatMap(({ row: { line }, warning }) =>
          warning ? [{ line, reason: warning }] : [],
        )
        await saveSkippedLines(tx, id, skipped)
        await saveSkippedLines(tx, id, warnings, true)
        await tx
          .update(event_imports)
          .set({
            done: sql`done + ${part.length}`,
            imported: sql`imported + ${newRows.length}`,
            skipped: sql`skipped + ${skipped.length}`,
            progressed_at: sql`now()`,
          })
          .where(eq(event_imports.id, id))
        return { imported: newRows.length, skipped, warnings, ...topics }
      })
    } catch (error) {
      // Someone has just created an event with a slug that was free when this step looked: retry.
      if (attempt === maxTries || constraintOf(error) !== 'events_slug_is_unique') throw error
    }
  }
}

type RowWithSlug = ImportRow & { slug: string }
/** The names of topics that exist, by folded names that they have or had. */
type TopicNames = Map<string, string>

/** The topics of rows that exist; an own export's are added first. */
async function findTopics(tx: Database, list: RowWithSlug[], run: Run): Promise<TopicNames> {
  const names = [...new Map(list.flatMap(({ tags = [] }) => tags).map((tag) => [fold(tag), tag])).values()]
  if (names.length === 0) return new Map()
  const param = sql`${sql.param(names)}::text[]`
  if (run.addsTopics)
    await tx.execute(sql`
      insert into topics (name, created_by) select name, ${run.importedBy}::uuid from unnest(${param}) as name
      on conflict do nothing`)
  const topicOf = await createTopicLookup(tx)
  return new Map(
    names.flatMap((tag) => {
      const name = topicOf(tag)
      return name === undefined ? [] : [[fold(tag), name]]
    }),
  )
}

/** The names of a row's topics that exist, in their order. */
const existingTags = ({ tags = [] }: ImportRow, topicNames: TopicNames): string[] =>
  [...new Set(tags.map((tag) => topicNames.get(fold(tag))))].filter((name) => name !== undefined).sort()

async function insertEvents(
  tx: Database,
  list: RowWithSlug[],
  topicNames: TopicNames,
  { id, importedBy }: Run & { id: string },
) {
  // With their tags, or a trigger would write each event a second time.
  const columns = sql.raw(['slug', 'tags', ...storedHeaders].join(', '))
  const values = list.map((row) => ({
    ...row,
    status: row.status ?? 'scheduled',
    tags: existingTags(row, topicNames),
  }))
  await tx.execute(sql`
    insert into events (${columns}, created_by, import_id, confirmation)
    select ${columns}, ${importedBy}::uuid, ${id}::uuid, 'listing'
    from jsonb_populate_recordset(null::events, ${JSON.stringify(values)}::jsonb)`)
  const withCalls = list.filter(({ cfp_url, cfp_end_date }) => cfp_url || cfp_end_date)
  if (withCalls.length > 0)
    await tx.execute(sql`
      insert into calls (event_id, url, closes_on, added_by)
      select events.id, cfp_url, cfp_end_date, ${importedBy}::uuid
      from jsonb_to_recordset(${JSON.stringify(withCalls)}::jsonb) as row (slug text, cfp_url text, cfp_end_date date)
      join events using (slug)`)
}

/** Sets the topics of new events that exist, and proposes the others. */
async function tagEvents(
  tx: Database,
  list: RowWithSlug[],
  topicNames: TopicNames,
): Promise<Pick<ImportResult, 'tagged' | 'proposed_topics'>> {
  const tagged = list.filter((row) => existingTags(row, topicNames).length > 0)
  const tags = tagged.flatMap((row) => existingTags(row, topicNames).map((tag) => ({ slug: row.slug, tag })))
  const otherTags = list.flatMap(({ slug, tags = [] }) =>
    tags.filter((tag) => !topicNames.has(fold(tag))).map((tag) => ({ slug, tag })),
  )
  const withIds = (list: { slug: string; tag: string }[]) =>
    sql`select events.id as event_id, tag from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as row (slug text, tag text) join events using (slug)`
  if (tags.length > 0) await tx.execute(sql`insert into event_tags (event_id, tag) ${withIds(tags)}`)
  if (otherTags.length > 0) await proposeTags(tx, await rows<ProposedTag>(tx)`${withIds(otherTags)}`)
  return { tagged: tagged.length, proposed_topics: otherTags.map(({ tag }) => tag) }
}

async function saveSkippedLines(tx: Database, id: string, skipped: Skipped[], isImported = false) {
  if (skipped.length === 0) return
  await tx.execute(sql`
    insert into event_import_skips (import_id, line, reason, is_imported)
    select ${id}::uuid, line, reason, ${isImported}
    from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as row (line integer, reason text)`)
}

function splitExisting(
  candidates: ImportCandidate[],
  existingEditions: Map<string, { name: string }>,
): { newRows: ImportCandidate[]; skipped: Skipped[] } {
  const skipped: Skipped[] = []
  const newRows = candidates.filter(({ row, editionKey, match }) => {
    const edition = existingEditions.get(editionKey) ?? match
    if (!edition) return existingEditions.set(editionKey, row)
    const { line, name, location_name, start_date } = row
    const otherName = edition === match && match.name !== name ? ` as ${match.name}` : ''
    const reason = `Already listed${otherName}: ${name}, ${location_name}, ${start_date.slice(0, 4)}`
    skipped.push({ line, reason })
    return false
  })
  return { newRows, skipped }
}

/** Gives each row the first of its slugs that no event and no earlier row has. */
async function assignSlugs(tx: Database, newRows: ImportCandidate[]): Promise<RowWithSlug[]> {
  const takenSlugs = await findTakenSlugs(
    tx,
    newRows.flatMap(({ slugs }) => slugs),
  )
  return newRows.map(({ row, slugs }) => {
    const slug = slugs.find((candidate) => !takenSlugs.has(candidate))
    if (!slug) throw new Error(`Line ${row.line}: no free URL for ${row.name}`)
    takenSlugs.add(slug)
    return { ...row, slug }
  })
}

/** The rows in steps of so many, or fewer where their descriptions together reach what one step takes. */
function* splitIntoSteps(list: ImportRow[], size: number): Generator<ImportRow[]> {
  let step: ImportRow[] = []
  let characters = 0
  for (const row of list) {
    step.push(row)
    characters += row.description?.length ?? 0
    if (step.length < size && characters < charactersPerStep) continue
    yield step
    step = []
    characters = 0
  }
  if (step.length > 0) yield step
}
