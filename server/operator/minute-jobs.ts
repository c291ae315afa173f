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
import { joinNewEditions } from '#features/series/series-proposals.server.ts'
import { checkDuePages } from '#features/sources/check-own-pages.server.ts'
import { notifyOfDecisions } from '#features/sources/notify-of-decisions.server.ts'
import { syncDueDirectorySources } from '#features/sources/sync-due-sources.server.ts'
import type { Store } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type JobName, noteSuccess } from './job-times.ts'
import { createBackupSchedule, dailyDumps } from './scheduled-backup.ts'

const minuteMs = 60_000
const hourlyMinute = 17
/** Between two batches of digests visitors are answered: for at least as long as the batch took. */
const restMs = 250

type Options = Pick<Context, 'site' | 'fetchSafely'> & {
  today: () => string
  /** Where backups are made each day, if they are, and how many stay there. */
  backups?: { folder: string; keep: number }
  /** The folder of the daily dumps. */
  dumpDir: string
}
type Run = Pick<Context, 'db' | 'site' | 'today' | 'fetchSafely'> & { signal: AbortSignal }
type Job = {
  name: JobName
  work: (run: Run) => Promise<unknown>
  /** The job itself notes when it succeeded. */
  notesItself?: boolean
  failure: string
  isAtOnce?: boolean
  needsOutbound?: boolean
}

const jobs: Job[] = [
  {
    name: 'programmes',
    // Finishes imports that were interrupted, and adds the words of what came in to the dictionary.
    work: async ({ db, signal, ...run }) => {
      await continueInterrupted(db, { ...run, signal })
      await syncDueSources(db, { ...run, signal })
      await addWords(db, signal)
    },
    failure: 'bringing in a programme failed',
    isAtOnce: true,
  },
  { name: 'digests', work: writeDigests, failure: 'writing digests failed', isAtOnce: true },
  { name: 'follows', work: notifyFollowers, failure: 'notifying followers failed', isAtOnce: true },
  { name: 'calls', work: listAndRemind, failure: 'reminding of calls failed', isAtOnce: true },
  { name: 'duplicates', work: compareConferences, failure: 'comparing conferences failed' },
  {
    name: 'sources',
    work: async ({ db, ...run }) => {
      await syncDueDirectorySources(db, run)
      await checkDuePages(db, run)
      await notifyOfDecisions(db, run.site)
    },
    failure: 'bringing in a source failed',
    needsOutbound: true,
  },
  {
    name: 'links',
    work: ({ db, ...run }) => checkDueLinks(db, run),
    failure: 'checking links failed',
    needsOutbound: true,
  },
]

/** Writes the digests that are due, those from before a stop too. */
async function writeDigests({ db, site, signal }: Run) {
  for (let due = 1; due > 0 && !signal.aborted; ) {
    const begun = performance.now()
    due = (await writeDueDigests(db, site)).due
    if (due > 0) await wait(Math.max(restMs, performance.now() - begun), undefined, { signal })
  }
}

/** Finds what is listed twice, and the editions of one series among what was listed. */
async function compareConferences({ db, signal }: Run) {
  await refreshDuplicates(db)
  await joinNewEditions(db, signal)
}

async function notifyFollowers({ db, site, today, signal }: Run) {
  // Hourly is soon enough, and all events to come are looked at.
  if (new Date().getUTCMinutes() === hourlyMinute) await askForChecks(db, today)
  for (const notifyOf of [notifyOfProgrammes, notifyOfNextEditions, notifyOfNewEditions])
    while (!signal.aborted && (await notifyOf(db, site, today)) > 0);
}

/** Reminds of calls that close soon, and lists those that waited a week for the owner. */
async function listAndRemind({ db, site, signal }: Run) {
  await listOverdueSuggestions(db)
  for (let due = 1; due > 0 && !signal.aborted; ) {
    due = await sendDueReminders(db, site)
    if (due > 0) await wait(restMs, undefined, { signal })
  }
}

/** Starts the jobs that run once a minute. Returns how to stop each one, between two of its steps. */
export function startMinuteJobs(store: Store, log: Logger, { today, backups, dumpDir, ...context }: Options) {
  function everyMinute({ name, work, isAtOnce, failure, notesItself }: Job): () => Promise<void> {
    const shutdown = new AbortController()
    const { signal } = shutdown
    let running: Promise<void> = Promise.resolve()
    const tick = () => {
      running = running
        .then(() => work({ ...context, db: store.db, today: today(), signal }))
        .then(() => (notesItself ? undefined : noteSuccess(name)))
        .catch((error: unknown) => {
          if (!signal.aborted) log.error({ err: error }, failure)
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

  const { isOn } = context.fetchSafely
  if (!isOn) log.info('links are not checked: OUTBOUND is off')
  const list = jobs.filter(({ needsOutbound }) => isOn || !needsOutbound)
  const dumpOf = createBackupSchedule(store, log, {
    folder: dumpDir,
    keep: serverLimits.dumps,
    series: dailyDumps,
  })
  list.push({
    name: 'dump',
    work: ({ signal }) => dumpOf(signal),
    notesItself: true,
    failure: 'the daily dump failed',
  })
  if (backups) {
    const backUp = createBackupSchedule(store, log, backups)
    list.push({
      name: 'backup',
      work: ({ signal }) => backUp(signal),
      notesItself: true,
      failure: 'the scheduled backup failed',
      isAtOnce: true,
    })
  }
  return Object.fromEntries(list.map((job) => [job.name, everyMinute(job)]))
}
