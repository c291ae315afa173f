import '#server/v8.ts'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { openStore } from '#platform/database/open-store.ts'
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { runWithId } from '#platform/request-id.ts'
import { createAuth } from '#server/accounts/auth.ts'
import { authSecret, createSign } from '#server/accounts/secrets.ts'
import { createApp } from '#server/http/app.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { withRequestLog } from '#server/http/request-log.ts'
import { createTurns } from '#server/http/turns.ts'
import { createAnswerCache } from '#server/pages/answer-cache.ts'
import { createPageCache, type PageCache } from '#server/pages/page-cache.ts'
import { createSite } from '#server/pages/site.ts'
import { refuseToFetch } from '#tests/support/outbound.ts'

// The site as server/main.ts starts it, but no page is ever taken from the cache: each is rendered anew, compressed and kept.
// All that a page shows is read anew, too, but with KEEP_ANSWERS=on.

const env = readEnv()
const log = createLog(env.LOG_LEVEL, { write: () => {} })
const store = await openStore(env, () => {})
const today = () => new Date().toISOString().slice(0, 10)
const secret = await authSecret(env)
const cache = createPageCache(today)
let count = 0
const pages: PageCache = { ...cache, render: (key, render) => cache.render(`${key}#${count++}`, render) }
const answers = process.env.KEEP_ANSWERS === 'on' ? createAnswerCache() : undefined
if (answers) await store.watchChanges({ onChange: answers.drop, onUnknownChange: answers.clear })
const turns = createTurns()
const metrics = createMetrics(store, pages, turns, {
  newerMigration: async () => undefined,
  dataDir: '.',
  backupDir: undefined,
})
const app = createApp({
  store,
  auth: createAuth(store.db, log, {
    secret,
    siteUrl: env.siteUrl,
    siteName: env.SITE_NAME,
    isPrivate: env.isPrivate,
  }),
  site: await createSite(log, false, answers),
  pages,
  log,
  siteName: env.SITE_NAME,
  siteUrl: env.siteUrl,
  today,
  hasMailbox: false,
  clientAddress: (request) => String(request.headers['x-forwarded-for']),
  runInBackground: () => {},
  fetchSafely: refuseToFetch,
  sign: createSign(secret),
  newerMigration: async () => undefined,
  turns,
  metrics,
  metricsToken: env.METRICS_TOKEN,
})
const answer = getRequestListener(app.fetch)
const listener = withRequestLog({ log, isFromProxy: () => false }, (request, response, id) =>
  runWithId(id, () => void answer(request, response)),
)
createServer(listener).listen(env.PORT, env.HOST)

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => void store.close().then(() => process.exit(0)))
