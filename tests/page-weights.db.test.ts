import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createAuth } from '#server/accounts/auth.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { createApp } from '#server/http/app.ts'
import { loadSampleIfEmpty } from '#server/operator/first-start.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { createSite } from '#server/pages/site.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { refuseToFetch } from '#tests/support/outbound.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'

// How heavy pages of the sample are: their elements are rendered, and their bytes compressed, for each reader who is signed in
// and for the first visitor after a change.

const context = useStore()
const siteUrl = 'http://hallway.test'
const day = '2026-11-20'
type Weight = { elements: number; kilobytes: number }
/** Ceilings of elements, and of HTML in kB (1,000 bytes, not compressed), for a visitor and for a member. What a change saves is taken off here. */
const ceilings: Record<string, { visitor?: Weight; member?: Weight }> = {
  '/': { visitor: { elements: 342, kilobytes: 39 } },
  '/conferences': { visitor: { elements: 1302, kilobytes: 111 }, member: { elements: 1322, kilobytes: 106 } },
  '/conferences?search=conf': {
    visitor: { elements: 218, kilobytes: 23 },
    member: { elements: 237, kilobytes: 22 },
  },
  '/conferences/script-serif-2026': {
    visitor: { elements: 713, kilobytes: 76 },
    member: { elements: 756, kilobytes: 76 },
  },
  '/conferences/canal-web-week-2026': {
    visitor: { elements: 372, kilobytes: 38 },
    member: { elements: 445, kilobytes: 40 },
  },
  '/speakers': { visitor: { elements: 772, kilobytes: 60 }, member: { elements: 794, kilobytes: 62 } },
  '/topics/JavaScript': {
    visitor: { elements: 761, kilobytes: 63 },
    member: { elements: 779, kilobytes: 60 },
  },
  '/cities/Utrecht': { visitor: { elements: 255, kilobytes: 24 }, member: { elements: 271, kilobytes: 23 } },
  '/cfp': { visitor: { elements: 411, kilobytes: 41 }, member: { elements: 474, kilobytes: 46 } },
  '/series': { visitor: { elements: 125, kilobytes: 16 }, member: { elements: 124, kilobytes: 14 } },
  '/places': { visitor: { elements: 1096, kilobytes: 72 }, member: { elements: 1110, kilobytes: 73 } },
  '/dashboard': { member: { elements: 282, kilobytes: 29 } },
}
/** A ceiling that is this much higher hides the next growth. The clock adds or takes a few elements. */
const maxHeadroom = 0.06

let visit: (path: string, cookie?: string) => Promise<string>
let cookie: string

beforeAll(async () => {
  const { store } = context
  await loadSampleIfEmpty(store, day)
  const log = createLog('silent', { write: () => {} })
  const app = createApp({
    store,
    auth: createAuth(store.db, log, { secret: 'only for tests '.repeat(4), siteUrl, siteName: 'Hallway' }),
    site: await createSite(log, false),
    pages: createPageCache(() => day),
    log,
    siteName: 'Hallway',
    siteUrl,
    today: () => day,
    hasMailbox: false,
    clientAddress: () => '127.0.0.1',
    runInBackground: () => {},
    fetchSafely: refuseToFetch,
    sign: createSign('a secret of tests'),
    newerMigration: async () => undefined,
  })
  visit = async (path, cookie) =>
    (await app.request(siteUrl + path, cookie ? { headers: { cookie } } : {})).text()
  const { id, email } = await makePerson(store.db, { name: 'Max Member', password })
  await store.db.execute(sql`
    insert into user_events (user_id, event_id, is_attending) select ${id}::uuid, id, true from events
    where slug in ('script-serif-2026', 'canal-web-week-2026')`)
  const answer = await app.request(`${siteUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify({ email, password }),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
})

const weightOf = (html: string): Weight => ({
  elements: html.replaceAll(/<script\b.*?<\/script>/gs, '<script>').match(/<[a-z]/g)?.length ?? 0,
  kilobytes: Math.ceil(html.length / 1000),
})

test('no page has more elements or bytes than its ceiling, and no ceiling has become loose', async () => {
  const misfits: string[] = []
  for (const [path, ceiling] of Object.entries(ceilings))
    for (const [reader, limit] of Object.entries(ceiling)) {
      const weight = weightOf(await visit(path, reader === 'member' ? cookie : undefined))
      const isFit = (['elements', 'kilobytes'] as const).every(
        (unit) => weight[unit] <= limit[unit] && weight[unit] >= Math.floor(limit[unit] * (1 - maxHeadroom)),
      )
      if (!isFit) misfits.push(`${path} for a ${reader}: ${JSON.stringify(weight)}`)
    }
  expect(misfits).toEqual([])
})
