import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createAuth } from '#server/accounts/auth.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { createApp } from '#server/app.ts'
import { watchStatements } from '#server/database/statements.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { createSite } from '#server/pages/site.ts'
import { useStore } from '#tests/support/database.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { refuseToFetch } from '#tests/support/outbound.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'
import { makeSecretWorld, type SecretWorld } from '#tests/support/secret-world.ts'

// How often each page asks the database, for each kind of person: a page that asks once more is as much slower.

const the = useStore()
const siteUrl = 'http://hallway.test'

/** Every route with what is in the database. */
function paths({ event, talk, topic, speaker, people }: SecretWorld): string[] {
  const routes = readFileSync('src/route-tree.gen.ts', 'utf8').match(/fullPaths:(.+?)fileRoutesByTo/s)?.[1]
  const named = (path: string) =>
    path
      .replace(/^\/u\/\$id/, `/u/${people.owner.id}`)
      .replace('$id', speaker.id)
      .replace('$slug', event.slug)
      .replace('$number', String(talk.number))
      .replace('$topicName', topic.name)
      .replace('$locationName', 'Bergen')
      .replace('$countryName', 'Norway')
      .replace('$guide', 'first-conference')
  return [
    ...(routes?.match(/\/[^']*/g) ?? []).map(named),
    ...['attendees', 'schedule'].map((tab) => `/conferences/${event.slug}?tab=${tab}`),
    `/conferences/${event.slug}?find=talk`,
    `/conferences/${event.slug}?invite=people`,
    '/conferences?search=event&view=list',
    '/conferences?topics=Corridors',
    '/conferences?browse=topics',
    '/speakers?search=speaker',
    `/u/${people.owner.id}?tab=talks`,
  ]
}

test('a page takes at most three statements for a visitor, and four for a person', async () => {
  const { store } = the
  const world = await makeSecretWorld(store.db)
  await saveTalk(store.db, world.people.member, world.talk)
  const today = () => new Date().toISOString().slice(0, 10)
  const log = createLog('silent', { write: () => {} })
  const pages = createPageCache(today)
  const app = createApp({
    store,
    auth: createAuth(store.db, log, { secret: 'only for tests '.repeat(4), siteUrl, siteName: 'Hallway' }),
    site: await createSite(log, false),
    pages,
    log,
    siteName: 'Hallway',
    siteUrl,
    today,
    hasMailbox: false,
    clientAddress: () => '127.0.0.1',
    runInBackground: () => {},
    fetchSafely: refuseToFetch,
    sign: createSign('a secret of tests'),
    newerMigration: async () => undefined,
  })
  const cookieOf = async ({ email }: { email: string }) => {
    const answer = await app.request(`${siteUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: siteUrl },
      body: JSON.stringify({ email, password }),
    })
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
  const { member, owner, admin } = world.people
  const readers = {
    visitor: undefined,
    member: await cookieOf(member),
    owner: await cookieOf(owner),
    admin: await cookieOf(admin),
  }
  const tooMany: string[] = []
  for (const [reader, cookie] of Object.entries(readers)) {
    for (const path of paths(world)) {
      const visit = async () => {
        pages.clear()
        return app.request(siteUrl + path, cookie ? { headers: { cookie } } : {})
      }
      // Statements are joined from the second time on.
      await visit()
      const { result, statements } = await watchStatements(visit)
      expect(result.status, `${path} for ${reader}`).toBeLessThan(500)
      if (statements.length > (cookie ? 4 : 3)) tooMany.push(`${reader} ${path}: ${statements.length}`)
    }
  }
  expect(tooMany).toEqual([])
})
