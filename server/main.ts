import './v8.ts'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Logger } from 'pino'
import { unsubscribePath } from '#features/notifications/unsubscribe.server.ts'
import { clientAddress, isFromProxy } from '#platform/client-address.ts'
import { readTexts } from '#platform/content.ts'
import type { Store } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openStore } from '#platform/database/open-store.ts'
import { watchSchemaVersion } from '#platform/database/schema-version.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { configurationError, exitCodeOf } from '#platform/exit-code.ts'
import { createFetchSafely, outboundSettings } from '#platform/fetch-safely.ts'
import { createLog, standardOutput } from '#platform/log.ts'
import { newRequestId, requestIdHeader, runWithId } from '#platform/request-id.ts'
import { version } from '#platform/version.ts'
import { type Auth, createAuth } from './accounts/auth.ts'
import { samplePassword } from './accounts/passwords.ts'
import { authSecret, createSign } from './accounts/secrets.ts'
import { createApp } from './http/app.ts'
import { createMetrics } from './http/metrics.ts'
import { withOneHost } from './http/one-host.ts'
import { type Listener, withRequestLog } from './http/request-log.ts'
import type { AppOptions } from './http/requests.ts'
import { limitClients, serverOptions } from './http/slow-clients.ts'
import { createTurns } from './http/turns.ts'
import { type Delivery, keepInMailbox, senderOf, smtpDelivery, startMailWorker } from './mail/mail-worker.ts'
import { listenForCommands } from './operator/control.ts'
import { firstAdminCode, loadSampleIfEmpty } from './operator/first-start.ts'
import { createBackground, startJobs } from './operator/jobs.ts'
import { startMinuteJobs } from './operator/minute-jobs.ts'
import { noticeReadiness } from './operator/readiness-notice.ts'
import { createAnswerCache } from './pages/answer-cache.ts'
import { createPageCache, type PageCache } from './pages/page-cache.ts'
import { pageKey } from './pages/page-key.ts'
import { createSite } from './pages/site.ts'

let day = ''
let dayEndsAt = 0

/** The current day in UTC, yyyy-MM-dd. Computed once a day, because each request needs it. */
function today(): string {
  const now = Date.now()
  if (now >= dayEndsAt || now < dayEndsAt - 86_400_000) {
    day = new Date(now).toISOString().slice(0, 10)
    dayEndsAt = Date.parse(day) + 86_400_000
  }
  return day
}

async function start() {
  const env = readEnv()
  const output = standardOutput()
  const log = createLog(env.LOG_LEVEL, output)
  const texts = await readTexts(env.CONTENT_DIR)
  const store = await openStore(env, (line) => log.warn(line))
  await migrate(store)
  const firstStart = await prepareData(env, store)
  const { pages, answers } = await createCaches(store)
  const secret = await authSecret(env)
  const auth = createAuth(store.db, log, accountSettings(env, secret))
  const server = createServer(serverOptions())
  const development = process.argv.includes('--dev')
    ? await (await import('./operator/development.ts')).startVite(server)
    : undefined
  const site = await createSite(log, env.siteUrl.startsWith('https:'), answers, development?.load)
  const fetchSafely = createFetchSafely(outboundSettings(env))
  const sign = createSign(secret)
  const { runInBackground, newerMigration, endings } = await startWork(env, store, log, { fetchSafely, sign })
  const turns = createTurns(log)
  const metrics = env.METRICS_TOKEN
    ? createMetrics(store, pages, turns, {
        newerMigration,
        dataDir: env.DATA_DIR,
        backupDir: env.BACKUP_DIR,
      })
    : undefined
  const clients = {
    clientAddress: clientAddress(env.TRUSTED_PROXIES),
    isFromProxy: isFromProxy(env.TRUSTED_PROXIES),
    log,
  }
  const app = createApp({
    store,
    auth,
    site,
    pages,
    log,
    siteName: env.SITE_NAME,
    siteUrl: env.siteUrl,
    today,
    hasMailbox: env.hasMailbox,
    clientAddress: clients.clientAddress,
    runInBackground,
    fetchSafely,
    sign,
    newerMigration,
    turns,
    metrics,
    metricsToken: env.METRICS_TOKEN,
    sharedCacheSeconds: env.SHARED_CACHE_SECONDS,
    // Vite builds no worker while pages are edited.
    offline: development ? 'off' : env.OFFLINE,
    contact: env.SITE_CONTACT,
    texts,
    dumpDir: path.join(env.DATA_DIR, 'dumps'),
  })
  // A stop waits for it: the database would be closed before the page is rendered.
  const rerender = (key: string) =>
    runInBackground(async () => {
      await runWithId(newRequestId(), () => app.fetch(new Request(new URL(env.siteUrl).origin + key)))
    })
  const answerByApp = listenerOf(app)
  const listener = development
    ? development.before(answerByApp)
    : withPageCache(answerByApp, auth, pages, rerender)
  const limited = limitClients(server, clients)(withOneHost(listener))
  server.on('request', withRequestLog({ ...clients, observe: metrics?.observe }, limited))

  const stopCommands = env.DATABASE_URL
    ? undefined
    : await listenForCommands(env.DATA_DIR, store, runInBackground).catch((error: unknown) => {
        // Not every file system has sockets.
        log.warn({ err: error }, 'cannot accept operator commands')
        return undefined
      })
  await listen(server, env)
  printStartup(env, firstStart)
  noticeReadiness().catch((error: unknown) =>
    log.error({ err: error }, 'cannot tell systemd that the site is ready'),
  )
  // Warms up: the first visitor does not wait until the site's modules are loaded.
  if (!development) rerender('/')

  const { jobs, ...laterEndings } = endings
  stopAtSignal(log, {
    jobs,
    commands: stopCommands,
    development: development?.close,
    requests: () => closeServer(server),
    ...laterEndings,
    database: () => store.close(),
  })
}

/** Fills an empty database with the sample data, or makes the code of its first administrator. */
async function prepareData(env: Env, store: Store) {
  if (env.hasSampleData) return { hasLoadedSample: await loadSampleIfEmpty(store, today()) }
  return { adminCode: await firstAdminCode(store) }
}

const accountSettings = (env: Env, secret: string): Parameters<typeof createAuth>[2] => ({
  secret,
  siteUrl: env.siteUrl,
  siteName: env.SITE_NAME,
  contact: env.SITE_CONTACT,
  isPrivate: env.isPrivate,
  requireAdminSecondFactor: env.REQUIRE_ADMIN_2FA === 'on',
})

/** The caches of pages and answers, which drop what changes in the database. */
async function createCaches(store: Store) {
  const pages = createPageCache(today)
  const answers = createAnswerCache()
  await store.watchChanges({
    onChange: (tag) => {
      answers.drop(tag)
      pages.drop(tag)
    },
    onUnknownChange: () => {
      answers.clear()
      pages.clear()
    },
  })
  return { pages, answers }
}

/** Starts what works beside the requests. `endings` stop it; it stops itself when a newer Hallway migrates the database. */
async function startWork(
  env: Env,
  store: Store,
  log: Logger,
  { fetchSafely, sign }: Pick<AppOptions, 'fetchSafely' | 'sign'>,
) {
  const { runInBackground, stop } = createBackground(log)
  const endings = {
    jobs: startJobs(store, log),
    ...startMinuteJobs(store, log, {
      site: { name: env.SITE_NAME, url: env.siteUrl },
      today,
      fetchSafely,
      backups: env.BACKUP_DIR ? { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP } : undefined,
      dumpDir: path.join(env.DATA_DIR, 'dumps'),
    }),
    background: stop,
    mail: await startMailWorker(store, await deliveryOf(env, sign), log),
  }
  const newerMigration = await watchSchemaVersion(store, log, () => {
    for (const end of Object.values(endings)) void end()
  })
  return { runInBackground, newerMigration, endings }
}

/** The app as a listener of Node's server. */
function listenerOf(app: ReturnType<typeof createApp>): Listener {
  const answer = getRequestListener(app.fetch)
  return (request, response, id) => {
    // The page cache sends this header with its others: once one is set, Node copies and checks each that follows.
    response.setHeader(requestIdHeader, id)
    void runWithId(id, () => answer(request, response))
  }
}

const listen = (server: Server, env: Env) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, env)))
    server.listen(env.PORT, env.HOST, resolve)
  })

/** Ends the process at a signal, after these steps in their order. The last signal comes when the terminal is closed. */
function stopAtSignal(log: Logger, steps: Record<string, (() => unknown) | undefined>) {
  let isStopping = false
  async function stop() {
    if (isStopping) return
    isStopping = true
    let step = ''
    // What hangs is named, and does not keep the process; the next start finds the database as after a kill.
    setTimeout(() => {
      log.fatal({ step }, 'stopping takes too long')
      exit(log, 1)
    }, maxStopMs).unref()
    for (const [name, end] of Object.entries(steps)) {
      step = name
      await end?.()
    }
    exit(log, 0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Answers visitors from the page cache; signed-in people and uncached pages by `listener`. */
const withPageCache =
  (listener: Listener, auth: Auth, pages: PageCache, rerender: (key: string) => void): Listener =>
  (request, response, id) => {
    const isCached =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !auth.sessionToken(request.headers.cookie) &&
      pages.answer(pageKey(request.url ?? '/'), { request, response, id }, rerender)
    if (!isCached) listener(request, response, id)
  }

async function deliveryOf(env: Env, sign: ReturnType<typeof createSign>): Promise<Delivery | undefined> {
  if (env.SMTP_URL)
    return smtpDelivery(env.SMTP_URL, senderOf(env), env.siteUrl, (userId, kind, address) =>
      unsubscribePath(userId, kind, address, sign),
    )
  return env.hasMailbox ? keepInMailbox : undefined
}

function printStartup(env: Env, { hasLoadedSample, adminCode }: Awaited<ReturnType<typeof prepareData>>) {
  console.log(`Hallway ${version} is at ${env.siteUrl}`)
  if (env.hasSampleData) {
    console.log(
      `Sample accounts, password ${samplePassword}: admin@, owner@, member@ and speaker@example.com`,
    )
    console.log('Invitation codes: WELCOME1, WELCOME2, WELCOME3')
  }
  if (env.hasMailbox) console.log(`Mail is kept at ${env.siteUrl}/dev/mailbox`)
  if (hasLoadedSample) console.log('Sample data loaded into the empty database.')
  if (adminCode)
    console.log(`No account yet: whoever registers with the code ${adminCode} becomes the first admin.`)
}

/** Why the server can't listen, in one line that names the setting. */
function listenError(error: NodeJS.ErrnoException, { HOST, PORT }: Env): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`another program uses the port ${PORT} of ${HOST}: end it, or set another PORT.`)
  if (error.code === 'EACCES')
    return configurationError(`the port ${PORT} is for root alone: set a PORT from 1024 on, behind a proxy.`)
  if (error.code === 'EADDRNOTAVAIL') return new Error(`HOST ${HOST} is no address of this machine.`)
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return new Error(`HOST ${HOST} is not known.`)
  return error
}

/** Ends the process once its log is written; where nobody reads the log, writing it would take for ever. */
function exit(log: Logger, code: number) {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)
  log.flush(() => process.exit(code))
}

/** Less than the 30 seconds after which deploy/hallway.service and compose.yaml let it be killed. */
const maxStopMs = 25_000

/** Closes the server once the open requests are answered, after at most three seconds. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()))
  server.close()
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 3000).unref()
  await closed
}

start().catch((error: unknown) => {
  const reason = error instanceof DrizzleQueryError ? error.cause : error
  console.error(reason instanceof Error ? `Hallway can't start: ${reason.message}` : reason)
  process.exit(exitCodeOf(reason))
})
