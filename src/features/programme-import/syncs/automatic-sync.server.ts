import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { organisersOf } from '#features/events/organisers.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { programme_sources, programme_syncs } from './programme-import.tables.ts'
import {
  createSync,
  finishInterrupted,
  type ImportResult,
  importProgramme,
  type Preview,
  type ProgrammeFile,
  staleSeconds,
} from './programme-syncs.server.ts'
import type { Run } from './run-sync.server.ts'
import { readSyncedEvent, type SyncedEvent } from './stored-programme.server.ts'
import { oneAtATime } from './sync-steps.server.ts'

type AutomaticRun = Run & Pick<Context, 'fetchSafely'>

/** URLs per minute. */
const perTick = 10
const maxBackOffHours = 24
const notifiedAfterDays = 7
/** Where more than a fifth would go, or move because of a time zone, a person decides. */
const acceptedShare = 0.2
const alwaysAccepted = 5

export async function continueInterrupted(db: Database, run: Run): Promise<void> {
  const interrupted = await rows<{ event_id: string }>(db)`
      select event_id from programme_syncs
      where status in ('applying', 'undoing') and progressed_at < now() - make_interval(secs => ${staleSeconds})`
  for (const { event_id } of interrupted) await finishInterrupted(db, event_id, run)
}

/** Reads the URLs that are due, one after the other, and imports what changed there. */
export async function syncDueSources(db: Database, run: AutomaticRun): Promise<void> {
  for (let n = 0; n < perTick && !run.signal?.aborted; n++) {
    // Claiming a source advances `next_check_at`, so no other process syncs it.
    const [source] = await rows<{ event_id: string }>(db)`
        update programme_sources set next_check_at = now() + interval '1 hour', checked_at = now()
        where event_id = (
          select event_id from programme_sources where is_automatic and next_check_at <= now()
            and event_id in (select id from events)
          order by next_check_at limit 1 for update skip locked
        )
        returning event_id`
    if (!source) return
    await syncSource(db, source.event_id, run)
  }
}

type Source = typeof programme_sources.$inferSelect

/** Checks the URL of an event's programme for changes. */
export async function syncSource(db: Database, eventId: string, run: AutomaticRun): Promise<void> {
  const [source] = await db.select().from(programme_sources).where(eq(programme_sources.event_id, eventId))
  const event = await readSyncedEvent(db, { id: eventId })
  if (!source?.url || !event) return
  // A URL that fails, too: years later it may be somebody else's.
  const isStillAutomatic = sql`is_automatic and ${event.end_date}::date + 14 >= ${run.today}::date`
  try {
    await importChanges(db, event, source, run)
    await db.execute(sql`
      update programme_sources set failures = 0, failing_since = null, last_error = null, checked_at = now(),
        is_automatic = ${isStillAutomatic},
        next_check_at = now() + case
          when ${run.today}::date between ${event.start_date}::date - 3 and ${event.end_date}::date then interval '1 hour'
          else interval '6 hours' end
      where event_id = ${eventId}::uuid`)
  } catch (error) {
    if (run.signal?.aborted) throw error
    const message = sentenceOf(error)
    const [failed] = await rows<{ is_due: boolean }>(db)`
        update programme_sources set is_automatic = ${isStillAutomatic}, failures = failures + 1, failing_since = coalesce(failing_since, now()), last_error = ${message},
          next_check_at = now() + make_interval(hours => least(${maxBackOffHours}, power(2, least(failures, 10))::integer))
        where event_id = ${eventId}::uuid
        returning failing_since < now() - make_interval(days => ${notifiedAfterDays})
          and failing_since >= now() - make_interval(days => ${notifiedAfterDays + 1}) as is_due`
    if (failed?.is_due)
      await notifyOrganisers(
        db,
        event,
        run,
        `The programme of ${event.name} could not be read for a week: ${message}`,
      )
    // What is not the other side's fault is to be seen in the log.
    if (!isUnreadable(error) && !(error instanceof Error && 'code' in error)) throw error
  }
}

async function importChanges(db: Database, event: SyncedEvent, source: Source, run: AutomaticRun) {
  const { status, body, etag, lastModified } = await run.fetchSafely(source.url!, {
    etag: source.etag,
    lastModified: source.last_modified,
    maxBytes: limits.programmeFile,
    signal: run.signal,
  })
  if (status !== 'ok') return
  const file = { content: body, url: source.url, etag, lastModified }
  const result = await importProgramme(db, event, file, { ...run, reasonToWait })
  if (result.status !== 'waiting') return
  await askOrganisers(db, event, result, { ...run, file })
  await db
    .update(programme_sources)
    .set({ etag: etag ?? null, last_modified: lastModified ?? null })
    .where(eq(programme_sources.event_id, event.id))
}

type Waiting = Extract<ImportResult, { status: 'waiting' }>

/** Leaves it to the organisers, who are told once: the same programme may come again and again. */
async function askOrganisers(
  db: Database,
  event: SyncedEvent,
  { preview, reason }: Waiting,
  { file, begunBy, ...run }: Run & { file: ProgrammeFile; begunBy?: string },
) {
  await db.transaction(async (tx) => {
    await lockEvent(tx, event.id)
    const previews = await tx.$count(
      programme_syncs,
      sql`event_id = ${event.id}::uuid and status = 'waiting' and digest = ${preview.digest} and document is not null`,
    )
    if (previews > 0) return
    await createSync(tx, event, preview, { file, status: 'waiting', begunBy })
    await notifyOrganisers(tx, event, run, `${event.name}: ${reason}`)
  })
}

/** How long a push waits for another import of its conference. */
const maxWaitMs = 120_000

/**
 * Imports what a program sends under the rules of the automatic sync: what a person has to look at waits for the organisers.
 * Those of one conference run one after the other. A dry run writes nothing.
 */
export async function pushProgramme(
  db: Database,
  event: SyncedEvent,
  file: ProgrammeFile,
  run: Run & { begunBy: string; isDry: boolean },
): Promise<ImportResult> {
  for (const began = Date.now(); ; await pause(200, undefined, { signal: run.signal })) {
    try {
      const result = await importProgramme(db, event, file, { ...run, reasonToWait, isPushed: true })
      if (result.status === 'waiting' && !run.isDry) await askOrganisers(db, event, result, { ...run, file })
      return result
    } catch (error) {
      const isBusy = constraintOf(error) === oneAtATime || (error as { code?: unknown }).code === 'TAKEN_OVER'
      if (!isBusy || Date.now() - began > maxWaitMs) throw error
    }
  }
}

const notifyOrganisers = (db: Database, event: SyncedEvent, run: Run, message: string) =>
  db.transaction((tx) =>
    notify(tx, run.site, {
      from: 'site',
      kind: 'event_changed',
      subject: 'The programme of your conference needs a look',
      to: organisersOf(event.id),
      message,
      path: `/conferences/${event.slug}/edit/import`,
    }),
  )

function reasonToWait({ report, warnings, plan }: Preview): string | undefined {
  const { removed, unchanged, changed, moved } = report
  const accepted = Math.max(alwaysAccepted, (removed + unchanged + changed + moved) * acceptedShare)
  if (removed > accepted)
    return `${removed} talks are no longer in its programme. Please review before they are removed.`
  // Then it is the conference's time zone that was changed, or the file's.
  const otherZone = warnings.find(({ code }) => code === 'OTHER_TIME_ZONE')
  if (moved > accepted && otherZone) return `${moved} talks would move. ${otherZone.text}. Please review.`
  const renamed = plan.people.find(({ kind, hasFormerName }) => kind === 'asked' && hasFormerName)
  if (renamed)
    return `${renamed.name} may be ${renamed.candidates[0]!.name} under another name. Please confirm who speaks.`
  const room = plan.renames.find(({ doubtfulOf }) => doubtfulOf)
  if (room)
    return `${room.from} may be called ${room.to} now. Please confirm before people are told of moves.`
  return undefined
}

function sentenceOf(error: unknown): string {
  const isKnown = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isKnown ? error.message.slice(0, 300) : 'It could not be imported.'
}
