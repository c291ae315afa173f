import { and, eq, inArray, sql } from 'drizzle-orm'
import { daysBetween } from '#lib/dates.ts'
import { cleanText, isVisible } from '#lib/fields.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import type { PersonMatch } from '../merging/people.ts'
import { countsOf, isEmptyPlan, type ProgrammePlan } from '../merging/programme-plan.ts'
import type { SyncChoices } from '../merging/sync-choices.ts'
import { ambiguities } from '../merging/sync-preview.ts'
import type { ProgrammeDocument, ProgrammeFormat, ProgrammeWarning } from '../reading/document.ts'
import { readInThread } from '../reading/read-in-thread.server.ts'
import type { NewEvent } from './new-event-fields.server.ts'
import { digestOf, packed } from './packing.server.ts'
import { programme_sources, programme_syncs } from './programme-import.tables.ts'
import type { SyncReport } from './programme-syncs.schemas.ts'
import { type Run, runSync } from './run-sync.server.ts'
import { compareWithStored, readTalkTitles, type SyncedEvent } from './stored-programme.server.ts'
import { takenOver } from './sync-steps.server.ts'
import { undoSync } from './undo-sync.server.ts'

/** The bytes of a programme, and where they are from. */
export type ProgrammeFile = {
  content: Uint8Array
  url?: string | null
  fileName?: string | null
  format?: ProgrammeFormat
  /** Sessionize's view Speakers. */
  speakers?: Uint8Array
  etag?: string | null
  lastModified?: string | null
}

export type Preview = {
  document: ProgrammeDocument
  digest: string
  plan: ProgrammePlan
  report: SyncReport
  warnings: ProgrammeWarning[]
}

/** A run without progress for so long has ended with its process. */
export const staleSeconds = 30
/** Of one event. */
const keptPreviews = 5
/** A programme further away from the event is that of another one. */
const maxDaysApart = 30

export const otherConference = (message: string) =>
  Object.assign(new Error(message), { code: 'OTHER_CONFERENCE' })

/** Reads a file and compares it with what is here. Nothing is written. */
export async function previewProgramme(
  db: Database,
  event: SyncedEvent,
  file: ProgrammeFile,
  { today, choices = {} }: { today: string; choices?: SyncChoices },
): Promise<Preview> {
  const started = performance.now()
  const { document, warnings } = await readInThread(file.content, {
    format: file.format,
    speakers: file.speakers,
    time_zone: event.time_zone,
    country: event.country_name,
    first_day: event.start_date,
    talk_titles: await readTalkTitles(db, event.id),
  })
  refuseOtherConference(event, document)
  const plan = (await compareWithStored(db, event, document, { url: file.url ?? null, today }))(choices)
  return {
    document,
    digest: digestOf(document),
    plan,
    report: reportOf(plan, performance.now() - started),
    warnings: [...warnings, ...plan.warnings, ...ambiguities(event, document, plan)],
  }
}

function refuseOtherConference(event: SyncedEvent, { conference, talks }: ProgrammeDocument) {
  const { start_date, end_date, title } = conference
  if (!start_date || !end_date || talks.length === 0) return
  const apart = Math.max(daysBetween(event.end_date, start_date), daysBetween(end_date, event.start_date))
  if (apart > maxDaysApart)
    throw otherConference(
      `This is the programme of another conference: ${title ? `${title}, ` : ''}${start_date} to ${end_date}. ${event.name} is on ${event.start_date} to ${event.end_date}.`,
    )
}

export function reportOf(plan: ProgrammePlan, milliseconds: number): SyncReport {
  const people = (kind: PersonMatch['kind']) => plan.people.filter((person) => person.kind === kind).length
  return {
    ...countsOf(plan),
    people: {
      known: people('known'),
      matched: people('matched'),
      new: people('new'),
      asked: people('asked'),
    },
    renames: plan.renames,
    milliseconds: Math.round(milliseconds),
  }
}

type NewSync = {
  /** Of an import: when the rows were read that the preview was compared with. */
  readAt?: string
  file: ProgrammeFile
  status: 'preview' | 'waiting' | 'applying'
  choices?: SyncChoices
  isQuiet?: boolean
  begunBy?: string | null
}

/**
 * Stores a preview to be applied; one that is applied at once becomes the event's source. A second one for
 * the same event is refused by `programme_syncs_run_one_at_a_time`.
 */
export async function createSync(
  db: Database,
  event: { id: string } | NewEvent,
  preview: Preview,
  { file, status, choices = {}, isQuiet = false, begunBy = null, readAt }: NewSync,
): Promise<string> {
  const { document, digest, plan, report, warnings } = preview
  const { format } = document
  const newEvent = 'topics' in event ? event : null
  // Packed before the transaction, which would keep the embedded engine from everybody else meanwhile.
  const packedDocument = await packed(document)
  return db.transaction(async (tx) => {
    if (status === 'applying') await rememberSource(tx, event.id, { format, digest, file })
    if (status === 'preview')
      await tx.execute(sql`
        delete from programme_syncs where status = 'preview' and id in (
          select id from programme_syncs where ${newEvent ? isNewOf(begunBy) : sql`event_id = ${event.id}::uuid`} and status = 'preview'
          order by created_at desc, id desc offset ${keptPreviews - 1}
        )`)
    const [sync] = await tx
      .insert(programme_syncs)
      .values({
        event_id: newEvent ? null : event.id,
        new_event: newEvent,
        status,
        format,
        url: file.url ?? null,
        file_name: shownName(file.fileName),
        document: packedDocument,
        digest,
        choices: status === 'applying' ? decidedChoices(choices, plan) : choices,
        is_quiet: isQuiet,
        report,
        warnings,
        begun_by: begunBy,
      })
      .returning({ id: programme_syncs.id })
    if (readAt && (await hasEndedSince(tx, event.id, readAt))) throw takenOver()
    return sync!.id
  })
}

/** Whether another one that ended since then may have written some of what was compared. */
export const hasEndedSince = async (db: Database, eventId: string, time: string) =>
  (
    await rows(db)`
      select from programme_syncs where event_id = ${eventId}::uuid and finished_at > ${time}::timestamptz limit 1`
  ).length > 0

const isNewOf = (viewerId: string | null) => sql`begun_by = ${viewerId}::uuid and event_id is null`

/** A preview of the same conference from the same file that was not imported yet. */
export async function findPendingPreview(db: Database, viewerId: string, digest: string, event: NewEvent) {
  const [sync] = await rows<{ id: string }>(db)`
      select id from programme_syncs
      where ${isNewOf(viewerId)} and digest = ${digest}
        and new_event ->> 'name' = ${event.name} and new_event ->> 'location_name' = ${event.location_name}
        and new_event ->> 'country_name' = ${event.country_name}`
  return sync?.id
}

/** What a run that continues must decide in the same way, although half of the rows are new by then. */
export const decidedChoices = (choices: SyncChoices, plan: ProgrammePlan): SyncChoices => ({
  ...choices,
  renames: plan.renames,
  peopleMode: plan.peopleMode,
})

function shownName(name: string | null | undefined): string | null {
  const visibleName = cleanText(name ?? '')
    .toWellFormed()
    .trim()
    .slice(0, 255)
  return isVisible(visibleName) ? visibleName : null
}

/** Stores where the event's programme is from. */
export async function rememberSource(
  db: Database,
  eventId: string,
  { format, digest, file }: { format: ProgrammeFormat; digest: string; file: Omit<ProgrammeFile, 'content'> },
): Promise<void> {
  const values = {
    format,
    digest,
    url: file.url ?? null,
    etag: file.etag ?? null,
    last_modified: file.lastModified ?? null,
    checked_at: sql`now()`,
    failures: 0,
    failing_since: null,
    last_error: null,
    ...(!file.url && { is_automatic: false }),
  }
  await db
    .insert(programme_sources)
    .values({ event_id: eventId, ...values })
    .onConflictDoUpdate({ target: programme_sources.event_id, set: values })
}

export async function readSource(db: Database, eventId: string) {
  const [source] = await db.select().from(programme_sources).where(eq(programme_sources.event_id, eventId))
  return source
}

type Import = Run &
  Omit<NewSync, 'status' | 'file'> & {
    /** Why a person has to look at it first, if that is so. */
    reasonToWait?: (preview: Preview) => string | undefined
    /** A program sends the file: it takes over no import that runs, and one without changes leaves the source as it is. */
    isPushed?: boolean
    /** Writes nothing. */
    isDry?: boolean
  }

export type ImportResult = Pick<Preview, 'report' | 'warnings'> &
  ({ status: 'done' | 'unchanged' } | { status: 'waiting'; reason: string; preview: Preview })

/** Reads, compares and applies. An interrupted sync of this event is finished first. */
export async function importProgramme(
  db: Database,
  event: SyncedEvent,
  file: ProgrammeFile,
  { reasonToWait, isPushed = false, isDry = false, ...options }: Import,
): Promise<ImportResult> {
  const finished = isDry ? undefined : await finishInterrupted(db, event.id, options, isPushed)
  const [now] = await rows<{ readAt: string }>(db)`select now()::text as "readAt"`
  const preview = await previewProgramme(db, event, file, options)
  const { document, digest, plan, report, warnings } = preview
  const reason = reasonToWait?.(preview)
  if (reason) return { report, warnings, status: 'waiting', reason, preview }
  if (isDry) return { report, warnings, status: 'unchanged' }
  if (isEmptyPlan(plan)) {
    if (finished?.digest === digest)
      return { report: finished.report ?? report, warnings: finished.warnings, status: 'done' }
    if (!isPushed) await rememberSource(db, event.id, { format: document.format, digest, file })
    return { report, warnings, status: 'unchanged' }
  }
  const id = await createSync(db, event, preview, { ...options, ...now, file, status: 'applying' })
  await runSync(db, id, options, preview)
  const [sync] = await db.select().from(programme_syncs).where(eq(programme_syncs.id, id))
  return { report: sync?.report ?? report, warnings, status: 'done' }
}

/** Finishes an interrupted sync of the event, and returns it; one that still makes progress only if it need not be left alone. */
export async function finishInterrupted(db: Database, eventId: string, run: Run, leavesRunning = false) {
  const [sync] = await db
    .select()
    .from(programme_syncs)
    .where(
      and(eq(programme_syncs.event_id, eventId), inArray(programme_syncs.status, ['applying', 'undoing'])),
    )
  if (!sync) return undefined
  if (leavesRunning && Date.now() - Date.parse(sync.progressed_at) < staleSeconds * 1000) throw takenOver()
  if (sync.status === 'undoing') {
    await undoSync(db, sync.id, run)
    return undefined
  }
  await runSync(db, sync.id, run)
  const [finished] = await db.select().from(programme_syncs).where(eq(programme_syncs.id, sync.id))
  return finished
}

/** Whether its changes are still stored, so that it can be undone. */
export const isRecentSync = sql`programme_syncs.finished_at > now() - make_interval(days => ${limits.undoableDays})`

/** Begins to undo the last sync that changed something; undefined if there is none. The caller runs `undoSync`. */
export async function beginUndo(db: Database, eventId: string, id?: string): Promise<string | undefined> {
  const [sync] = await db
    .update(programme_syncs)
    .set({ status: 'undoing', progressed_at: sql`now()` })
    .where(
      sql`${programme_syncs.id} = (
        select id from programme_syncs where event_id = ${eventId}::uuid and status = 'done' order by finished_at desc limit 1
      ) and set_id is not null and ${isRecentSync} and (${id ?? null}::uuid is null or ${programme_syncs.id} = ${id ?? null}::uuid)`,
    )
    .returning({ id: programme_syncs.id })
  return sync?.id
}
