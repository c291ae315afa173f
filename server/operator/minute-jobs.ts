import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sendDueReminders } from '#features/calls/call-reminders.server.ts'
import { listOverdueSuggestions } from '#features/calls/calls.server.ts'
import { checkDueLinks } from '#features/coverage/check-links.server.ts'
import { writeDueDigests } from '#features/digests/send-digests.server.ts'
import { askForChecks } from '#features/events/event-checks.server.ts'
import {
  notifyOfNewEditions,
  notifyOfNextEditions,
  notifyOfProgrammes,
} from '#features/follows/notify-followers.server.ts'
import { refreshDuplicates } from '#features/listing/duplicates.server.ts'
import {
  continueInterrupted,
  syncDueSources,
} from '#features/programme-import/syncs/automatic-sync.server.ts'
import { addWords } from '#features/programme-import/syncs/run-sync.server.ts'
import { checkDuePages } from '#features/sources/check-own-pages.server.ts'
import { notifyOfDecisions } from '#features/sources/notify-of-decisions.server.ts'
import { syncDueDirectorySources } from '#features/sources/sync-due-sources.server.ts'
import type { Store } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { type JobName, noteSuccess } from './job-times.ts'
import { createBackupSchedule } from './scheduled-backup.ts'

const minuteMs = 60_000
const hourlyMinute = 17
/** Between two batches of digests visitors are answered: for at least as long as the batch took. */
const restMs = 250

type Options = Pick<Context, 'site' | 'fetchSafely'> & {
  today: () => string
  /** Where backups are made each day, if they are, and how many stay there. */
  backups?: { folder: string; keep: number }
}

/** Starts what is looked at once a minute. Returns how to stop each job, between two of its steps. */
export function startMinuteJobs(store: Store, log: Logger, { site, today, fetchSafely, backups }: Options) {
  const { db } = store
  /** Without a name the job itself notes when it succeeded. */
  function everyMinute(
    job: JobName | undefined,
    work: (signal: AbortSignal) => Promise<unknown>,
    { isAtOnce, failure }: { isAtOnce: boolean; failure: string },
  ): () => Promise<void> {
    const shutdown = new AbortController()
    let running: Promise<void> = Promise.resolve()
    const tick = () => {
      running = running
        .then(() => work(shutdown.signal))
        .then(() => job && noteSuccess(job))
        .catch((error: unknown) => {
          if (!shutdown.signal.aborted) log.error({ err: error }, failure)
        })
    }
    const timer = setInterval(tick, minuteMs).unref()
    if (isAtOnce) tick()
    return async () => {
      clearInterval(timer)
      shutdown.abort()
      await running
    }
  }

  /** Finishes imports that were interrupted, reads the addresses that are due, and adds the words of what came in to the dictionary. */
  async function bringInProgrammes(signal: AbortSignal) {
    const run = { site, today: today(), signal }
    await continueInterrupted(db, run)
    await syncDueSources(db, { ...run, fetchSafely })
    await addWords(db, signal)
  }

  /** Writes the digests that are due, those from before a stop too. */
  async function writeDigests(signal: AbortSignal) {
    for (let due = 1; due > 0 && !signal.aborted; ) {
      const begun = performance.now()
      due = (await writeDueDigests(db, site)).due
      if (due > 0) await wait(Math.max(restMs, performance.now() - begun), undefined, { signal })
    }
  }

  async function notifyFollowers(signal: AbortSignal) {
    // Hourly is soon enough, and all events to come are looked at.
    if (new Date().getUTCMinutes() === hourlyMinute) await askForChecks(db, today())
    for (const notifyOf of [notifyOfProgrammes, notifyOfNextEditions, notifyOfNewEditions])
      while (!signal.aborted && (await notifyOf(db, site, today())) > 0);
  }

  /** Reminds of calls that close soon, and lists those that waited a week for the owner. */
  async function lookAfterCalls(signal: AbortSignal) {
    await listOverdueSuggestions(db)
    for (let due = 1; due > 0 && !signal.aborted; ) {
      due = await sendDueReminders(db, site)
      if (due > 0) await wait(restMs, undefined, { signal })
    }
  }

  if (!fetchSafely.isOn) log.info('links are not checked: OUTBOUND is off')
  return {
    programmes: everyMinute('programmes', bringInProgrammes, {
      isAtOnce: true,
      failure: 'bringing in a programme failed',
    }),
    digests: everyMinute('digests', writeDigests, { isAtOnce: true, failure: 'writing digests failed' }),
    follows: everyMinute('follows', notifyFollowers, {
      isAtOnce: true,
      failure: 'notifying followers failed',
    }),
    calls: everyMinute('calls', lookAfterCalls, { isAtOnce: true, failure: 'reminding of calls failed' }),
    duplicates: everyMinute('duplicates', () => refreshDuplicates(db), {
      isAtOnce: false,
      failure: 'comparing conferences failed',
    }),
    ...(fetchSafely.isOn && {
      sources: everyMinute(
        'sources',
        async (signal) => {
          const run = { site, today: today(), fetchSafely, signal }
          await syncDueDirectorySources(db, run)
          await checkDuePages(db, run)
          await notifyOfDecisions(db, site)
        },
        {
          isAtOnce: false,
          failure: 'bringing in a source failed',
        },
      ),
      links: everyMinute('links', (signal) => checkDueLinks(db, { site, fetchSafely, signal }), {
        isAtOnce: false,
        failure: 'checking links failed',
      }),
    }),
    ...(backups && {
      backups: everyMinute(undefined, createBackupSchedule(store, log, backups), {
        isAtOnce: true,
        failure: 'the scheduled backup failed',
      }),
    }),
  }
}
