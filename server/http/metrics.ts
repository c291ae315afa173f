import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { rows, type Store } from '#platform/database/db.ts'
import { reasonNotServing } from '#platform/database/readiness.ts'
import type { NewerMigration } from '#platform/database/schema-version.ts'
import { statementCount } from '#platform/database/statements.ts'
import { withTimeout } from '#platform/database/unavailable.ts'
import type { Host } from '#platform/procedures/host.ts'
import { version } from '#platform/version.ts'
import { lastSuccesses } from '../operator/job-times.ts'
import { scheduledBackups } from '../operator/scheduled-backup.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Turns } from './turns.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** A scrape waits no longer for the database. */
const timeoutMs = 3000

const routeKinds: [kind: string, path: RegExp][] = [
  ['account', /^\/api\/auth\//],
  ['api', /^\/api\//],
  ['asset', /^\/assets\//],
  ['operator', /^\/(?:healthz|readyz|metrics)$/],
  ['file', /^\/(?:embed|og|pictures|my)\/|\.(?:ics|atom|json|xml|csv|svg|txt|js)$/],
]

/** The kind of thing that a path leads to: a label has few values, a path has any number. */
export const routeKind = (url: string) => {
  const [path = ''] = url.split('?')
  return routeKinds.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page'
}

type Options = { newerMigration: NewerMigration; dataDir: string; backupDir: string | undefined }

/** What the operator's Prometheus reads of this process. */
export function createMetrics(store: Store, pages: PageCache, turns: Turns, options: Options) {
  const registry = new Registry()
  // Memory, processor time, the start, the lag of the event loop, garbage collection.
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'hallway_build_info',
    help: 'Always 1; its labels say what runs.',
    labelNames: ['version', 'engine'],
    registers: [registry],
  }).set({ version, engine: store.engine }, 1)
  const observe = requestMetrics(registry)
  processMetrics(registry, pages, turns)
  const readings = [
    databaseMetrics(registry, store),
    readinessMetric(registry, store, options.newerMigration),
    folderMetrics(registry, options),
  ]

  return {
    observe,
    /** Everything in Prometheus's text format. */
    async text() {
      await Promise.all(readings.map((read) => read()))
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

const gauge = (registry: Registry, name: string, help: string) =>
  new Gauge({ name, help, registers: [registry] })

/** Counts and times the requests that the returned function is called with. */
function requestMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'hallway_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'hallway_http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
    registers: [registry],
  })
  return (request: IncomingMessage, status: number, ms: number) => {
    const route = routeKind(request.url ?? '')
    requests.inc({ route, status })
    durations.observe({ route }, ms / 1000)
  }
}

/** Values that other parts of the process count, read at each scrape. */
function processMetrics(registry: Registry, pages: PageCache, turns: Turns) {
  const counters: [name: string, help: string, value: () => number][] = [
    [
      'hallway_http_requests_refused_total',
      'Requests that were not begun because there was too much to do.',
      () => turns.counts().refused,
    ],
    ['hallway_page_cache_hits_total', 'Visitors answered from the page cache.', () => pages.counts().hits],
    ['hallway_page_cache_misses_total', 'Pages rendered for the cache.', () => pages.counts().misses],
    [
      'hallway_page_cache_cleared_total',
      'How often all pages were dropped, because it was not known what had changed.',
      () => pages.counts().clearings,
    ],
    ['hallway_database_statements_total', 'Statements sent to the database.', statementCount],
  ]
  for (const [name, help, value] of counters)
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  const gauges: [name: string, help: string, value: () => number][] = [
    [
      'hallway_http_requests_waiting',
      'Requests that wait until others are answered.',
      () => turns.counts().waiting,
    ],
    ['hallway_page_cache_pages', 'Pages in the cache.', () => pages.size().count],
    ['hallway_page_cache_bytes', 'Their size in memory.', () => pages.size().bytes],
  ]
  for (const [name, help, value] of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  new Gauge({
    name: 'hallway_job_last_success_timestamp_seconds',
    help: 'When a job of this process, or a backup made through it, last succeeded.',
    labelNames: ['job'],
    registers: [registry],
    collect() {
      for (const [job, seconds] of lastSuccesses()) this.set({ job }, seconds)
    },
  })
}

/** The outbox, and how long the database takes to answer. */
function databaseMetrics(registry: Registry, { db }: Store) {
  const isUp = gauge(registry, 'hallway_database_up', 'Whether the database answered this scrape.')
  const wait = gauge(
    registry,
    'hallway_database_wait_seconds',
    'How long a statement of this scrape waited for a connection, or the embedded engine, and its answer.',
  )
  const unsent = gauge(registry, 'hallway_mail_waiting', 'Mails in the outbox that are not sent.')
  const failing = gauge(registry, 'hallway_mail_failing', 'Those of them that have failed at least once.')
  const oldest = gauge(
    registry,
    'hallway_mail_oldest_seconds',
    'How long the oldest of those that are due has waited.',
  )

  return async () => {
    const started = performance.now()
    for (const metric of [unsent, failing, oldest, wait]) metric.remove()
    try {
      await withTimeout(Promise.resolve(db.execute(sql`select 1`)), timeoutMs)
      wait.set((performance.now() - started) / 1000)
      const [outbox] = await withTimeout(
        rows<{ waiting: number; failing: number; oldest: number }>(db)`
          select count(*)::integer as waiting, count(last_error)::integer as failing,
            coalesce(extract(epoch from now() - min(created_at) filter (where next_try_at <= now() or tries > 0)), 0)::float8 as oldest
          from mail_outbox where sent_at is null`,
        timeoutMs,
      )
      unsent.set(outbox!.waiting)
      failing.set(outbox!.failing)
      oldest.set(outbox!.oldest)
      isUp.set(1)
    } catch {
      isUp.set(0)
    }
  }
}

function readinessMetric(registry: Registry, store: Store, newerMigration: NewerMigration) {
  const isReady = gauge(registry, 'hallway_ready', 'Whether /readyz says ok.')
  return async () => {
    // The figure shows it: no line of the log each time.
    const reading = reasonNotServing(store, newerMigration, { warn() {} })
    const reason = await withTimeout(reading, timeoutMs).catch(() => 'the database does not answer')
    isReady.set(reason ? 0 : 1)
  }
}

/** Free disk, and the newest backup if the site makes any. */
function folderMetrics(registry: Registry, { dataDir, backupDir }: Options) {
  const diskFree = new Gauge({
    name: 'hallway_disk_free_bytes',
    help: 'Free space for the user of the site, beside DATA_DIR (data) and BACKUP_DIR (backup).',
    labelNames: ['folder'],
    registers: [registry],
  })
  const newestBackup = backupDir
    ? {
        time: gauge(
          registry,
          'hallway_backup_timestamp_seconds',
          'When the newest in BACKUP_DIR was made; 0 without one.',
        ),
        size: gauge(registry, 'hallway_backup_size_bytes', 'Its size.'),
      }
    : undefined

  async function readFolders() {
    for (const [folder, place] of Object.entries({ data: dataDir, backup: backupDir })) {
      if (!place) continue
      const stats = await statfs(place).catch(() => undefined)
      if (stats) diskFree.set({ folder }, stats.bavail * stats.bsize)
      else diskFree.remove({ folder })
    }
    if (!backupDir || !newestBackup) return
    const [newest] = await scheduledBackups(backupDir).catch(() => [])
    newestBackup.time.set(newest ? newest.madeAt.getTime() / 1000 : 0)
    newestBackup.size.set(newest?.sizeBytes ?? 0)
  }

  let reading: Promise<void> | undefined
  /** One reading at a time: a network disk that hangs must not take a thread of the process for each scrape. */
  return () => {
    reading ??= readFolders().finally(() => {
      reading = undefined
    })
    return withTimeout(reading, timeoutMs).catch(() => {
      for (const metric of [diskFree, newestBackup?.time, newestBackup?.size]) metric?.reset()
    })
  }
}

/** `/metrics` for requests with the token; without the setting there is no such page. */
export function metricsRoutes(app: Hono<Host>, metrics: Metrics | undefined, token: string | undefined) {
  app.get('/metrics', async (c) => {
    if (!metrics || !token) return c.text('Not found', 404)
    if (!isSame(c.req.header('authorization') ?? '', `Bearer ${token}`))
      return c.text('Unauthorized', 401, { 'www-authenticate': 'Bearer' })
    return c.body(await metrics.text(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

function isSame(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
