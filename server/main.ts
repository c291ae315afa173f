import { createServer, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { getRequestListener } from '@hono/node-server'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { createAuth } from './accounts/auth.ts'
import { clientAddress } from './accounts/client-address.ts'
import { samplePassword } from './accounts/passwords.ts'
import { authSecret } from './accounts/secrets.ts'
import { createApp } from './app.ts'
import { migrate } from './database/migrate.ts'
import { openStore } from './database/open-store.ts'
import { readEnv } from './env.ts'
import { createLog, loggedUrl } from './log.ts'
import { keepInMailbox, smtpDelivery, startMailWorker } from './mail/mail-worker.ts'
import { takeCommands } from './operator/control.ts'
import { firstAdminCode, loadSampleIfEmpty } from './operator/first-start.ts'
import { createBackground, startJobs } from './operator/jobs.ts'
import { createPageCache } from './pages/page-cache.ts'
import { pageKey } from './pages/page-key.ts'
import { createSite } from './pages/site.ts'

// As shipped, V8 lets four times of what is alive lie about before it collects (decision 18).
setFlagsFromString('--heap-growing-percent=100')

let day = ''
let dayEnds = 0

/** The current day in UTC, yyyy-MM-dd. Asked for by each request, so it is worked out once a day. */
function today(): string {
  const now = Date.now()
  if (now >= dayEnds || now < dayEnds - 86_400_000) {
    day = new Date(now).toISOString().slice(0, 10)
    dayEnds = Date.parse(day) + 86_400_000
  }
  return day
}

async function start() {
  const env = readEnv()
  const log = createLog(
    env.LOG_LEVEL,
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }),
  )
  const store = await openStore(env, (line) => log.warn(line))
  await migrate(store)
  const sampled = env.hasSampleData && (await loadSampleIfEmpty(store, today()))
  const code = env.isProduction ? await firstAdminCode(store) : undefined

  const pages = createPageCache(today)
  await store.listen('hallway_changes', pages.drop)
  const auth = createAuth(store.db, log, {
    secret: await authSecret(env),
    siteUrl: env.siteUrl,
    siteName: env.SITE_NAME,
    isPrivate: env.isPrivate,
  })
  const development = process.argv.includes('--dev')
    ? await (await import('./operator/development.ts')).startVite()
    : undefined
  const site = await createSite(log, env.siteUrl.startsWith('https:'), development?.load)
  const background = createBackground(log)
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
    clientAddress: clientAddress(env.TRUSTED_PROXIES),
    later: background.later,
  })
  const listener = getRequestListener(app.fetch)
  const renew = (key: string) => void app.fetch(new Request(new URL(env.siteUrl).origin + key))

  const server = createServer((request, response) => {
    const started = performance.now()
    const isKept =
      !development &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !auth.hasSession(request.headers.cookie) &&
      pages.answer(pageKey(request.url ?? '/'), request, response, renew)
    // Most kept pages have gone out already: there is no end to wait for.
    if (isKept && response.writableEnded) return logRequest(request, response.statusCode, started)
    response.once('close', () => logRequest(request, response.statusCode, started))
    if (isKept) return
    if (development) development.middleware(request, response, () => listener(request, response))
    else listener(request, response)
  })

  let counter = 0
  function logRequest({ method, url }: IncomingMessage, status: number, started: number) {
    const ms = Math.round((performance.now() - started) * 10) / 10
    log.info({ id: (++counter).toString(36), method, url: loggedUrl(url), status, ms })
  }

  const stopJobs = startJobs(store, log)
  const stopMail = await startMailWorker(store, delivery(), log)
  const stopCommands = env.DATABASE_URL
    ? undefined
    : await takeCommands(env.DATA_DIR, store, background.later).catch((error: unknown) => {
        // Not every file system has sockets.
        log.warn({ err: error }, 'commands for the running site are not taken')
      })

  function delivery() {
    if (env.SMTP_URL)
      return smtpDelivery(env.SMTP_URL, env.MAIL_FROM ?? `${env.SITE_NAME} <noreply@localhost>`, env.siteUrl)
    if (env.hasMailbox) return keepInMailbox
    return undefined
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(env.PORT, env.HOST, () => listening())
  })
  greet()
  // The first visitor does not wait until the parts of the site are read.
  if (!development) renew('/')

  function greet() {
    console.log(`${env.SITE_NAME} is at ${env.siteUrl}`)
    if (env.hasSampleData) {
      console.log(
        `Sample accounts, password ${samplePassword}: admin@, owner@, member@ and speaker@example.com`,
      )
      console.log('Invitation codes: WELCOME1, WELCOME2, WELCOME3')
    }
    if (env.hasMailbox) console.log(`Mail is kept at ${env.siteUrl}/dev/mailbox`)
    if (sampled) console.log('The sample data was loaded: the database was empty.')
    if (code) console.log(`No account yet: whoever registers with the code ${code} becomes the first admin.`)
  }

  let isStopping = false
  async function stop() {
    if (isStopping) return
    isStopping = true
    stopJobs()
    await stopCommands?.()
    await background.stop()
    await stopMail()
    server.close()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 3000).unref()
    await new Promise<void>((closed) => server.once('close', () => closed()))
    await development?.close()
    await store.close()
    log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

start().catch((error: unknown) => {
  console.error(
    error instanceof DrizzleQueryError ? error.cause : error instanceof Error ? error.message : error,
  )
  process.exit(1)
})
