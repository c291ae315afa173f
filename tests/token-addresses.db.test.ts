import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signJWT } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmPath, resetPath } from '#features/auth/auth.ts'
import { calendarPath } from '#features/feeds/private-calendars.server.ts'
import { planPath } from '#features/feeds/shared-plans.server.ts'
import { shared_plans } from '#features/feeds/shared-plans.tables.ts'
import { unsubscribePath } from '#features/notifications/unsubscribe.server.ts'
import { beginAddressChange } from '#features/people/address-change.server.ts'
import { verification } from '#features/people/people.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { knownParameters } from '#server/pages/page-key.ts'
import { routesWithout } from '#tests/support/app-routes.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { pagePaths } from '#tests/support/page-paths.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// An address that holds a secret is kept by no cache and written to no log, however it is spelled.

const secret = 'only for these tests '.repeat(3)
const sign = createSign(secret)
const password = 'a quiet hallway'
const metricsToken = 'a token for these tests'
let folder = ''
let site: RunningSite
let admin: Person
const owners: Record<string, Person> = {}
/** The plan of each owner. */
const plans: Record<string, string> = {}
/** An address of each route that has a token. */
const addresses: Record<string, string> = {}

async function makePlan(db: Database, person: Person): Promise<string> {
  const event = await makeEvent(db)
  const [plan] = await db.insert(shared_plans).values({ user_id: person.id, event_id: event.id }).returning()
  return planPath(plan!.id, sign)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hallway-tokens-'))
  site = await startSite({
    sample: false,
    env: { AUTH_SECRET: secret, METRICS_TOKEN: metricsToken, LOG_LEVEL: 'info', SHARED_CACHE_SECONDS: '60' },
    logFile: path.join(folder, 'log'),
    prepare: async ({ db }) => {
      const person = await makePerson(db)
      admin = await makePerson(db, { password, isAdmin: true })
      for (const end of ['revoked', 'suspended', 'deleted']) {
        owners[end] = await makePerson(db, { name: `Planner ${end}`, password })
        plans[end] = await makePlan(db, owners[end])
      }
      const plan = await makePlan(db, person)
      const stop = unsubscribePath(person.id, 'event_changed', person.email, sign)
      const newcomer = await makePerson(db, { verified: false })
      const { newToken } = await beginAddressChange(db, person, 'new@example.com')
      await db.insert(verification).values({
        identifier: 'reset-password:a-token-for-a-new-password',
        value: person.id,
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      const [feed] = await rows<{ id: string }>(db)`
        insert into calendar_feeds (user_id, kind, name) values (${person.id}::uuid, 'attending', 'Phone') returning id`
      Object.assign(addresses, {
        '/plans/$token': plan,
        '/plans/:file{[\\w-]+\\.ics}': `${plan}.ics`,
        '/api/v1/plans/{token}': `/api/v1${plan}`,
        '/my/:file{[\\w-]+\\.ics}': calendarPath(feed!.id, sign),
        '/unsubscribe/$token': stop,
        '/api/v1/notifications/unsubscriptions/{token}': `/api/v1/notifications${stop.replace('unsubscribe', 'unsubscriptions')}`,
        '/address/$token': `/address/${newToken}`,
        '/auth/reset': resetPath('a-token-for-a-new-password'),
        '/auth/confirm': confirmPath(await signJWT({ email: newcomer.email }, secret)),
      })
    },
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Asks for a path as it is written: fetch would tidy it up. */
const ask = (rawPath: string, { method = 'GET', cookie = '' } = {}) =>
  new Promise<{ status: number; cacheControl: string; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(site.url)
    request({ hostname, port, path: rawPath, method, headers: { ...(cookie && { cookie }) } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cacheControl: answer.headers['cache-control'] ?? '',
          text,
        }),
      )
    })
      .on('error', reject)
      .end()
  })

async function signIn(email: string): Promise<string> {
  const answer = await post('/api/auth/sign-in/email', { email, password })
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}
const post = (to: string, body: object, cookie = '', method = 'POST') =>
  fetch(site.url + to, {
    method,
    headers: { 'content-type': 'application/json', origin: site.url, cookie },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })

const percent = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => `%${Buffer.from(letter).toString('hex')}`)

/** Other spellings of a path: of the segments before the token, of the token, and of what is between them. */
function spellings(address: string): string[] {
  const [pathname = '', query = ''] = address.split('?')
  const parts = pathname.slice(1).split('/')
  const token = query ? '' : parts.pop()!
  const build = (names: string[], last = token, search = query, slash = '/') =>
    `/${[...names, ...(last ? [last] : [])].join(slash)}${search && `?${search}`}`
  return [
    address,
    build(parts.map((part) => part[0]!.toUpperCase() + part.slice(1))),
    build(parts.map((part) => part.toUpperCase())),
    build(parts.map((part) => percent(part[0]!) + part.slice(1))),
    build(parts.map((part) => part.slice(0, -1) + percent(part.at(-1)!))),
    build(parts.map((part) => percent(part.toUpperCase()))),
    build(parts, percent(token), query.replace('token', '%74o%6ben')),
    build(parts, token && `${token}/`, query?.replace('token', 'token[]')),
    build(parts, token && `${token}?x=1`, query && `x=1&${query}`),
    `/${address}`,
    `//${address}`,
    build(parts, token, query, '//'),
    `/.${address}`,
    `/x/..${address}`,
    build(parts, token, query, '/./'),
    build(parts, token, query, '\\'),
  ]
}

test('every route with a token is among the addresses', async () => {
  const values = {
    slug: '',
    number: 0,
    id: '',
    personId: '',
    topicName: '',
    locationName: '',
    countryName: '',
  }
  const pages = pagePaths(values).map(({ pattern }) => pattern)
  const ofPages = pages.filter(
    (pattern) => pattern.includes('$token') || knownParameters[pattern]?.includes('token'),
  )
  const files = routesWithout([]).filter((route) => /:token|:file\{\[\\w-\]\+\\\.ics/.test(route))
  const { paths } = (await (await fetch(`${site.url}/api/v1/openapi.json`)).json()) as { paths: object }
  const procedures = Object.keys(paths).filter((route) => route.includes('{token}'))
  expect(Object.keys(addresses).sort()).toEqual(
    [...new Set([...ofPages, ...files, ...procedures.map((route) => `/api/v1${route}`)])].sort(),
  )
})

/** The figures of the page cache. */
async function cacheFigures(): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${site.url}/metrics`, { headers })).text()
  return text.split('\n').filter((line) => /^hallway_page_cache_(pages|hits_total) /.test(line))
}

describe('an address with a token', () => {
  test('answers privately and is never kept, whoever asks and however it is spelled', async () => {
    await ask('/')
    const before = await cacheFigures()
    expect(before).toHaveLength(2)
    const cookie = await signIn(admin.email)
    const wrong: unknown[] = []
    const opened: Record<string, number> = {}
    for (const [route, address] of Object.entries(addresses)) {
      for (const spelling of spellings(address)) {
        for (const from of [{}, { cookie }, { method: 'HEAD' }]) {
          const { status, cacheControl } = await ask(spelling, from)
          // What is malformed, or of a method that is not there, is refused before any route.
          if (![400, 405].includes(status) && !/private|no-store/.test(cacheControl))
            wrong.push({ spelling, from, status, cacheControl })
          if (status === 200) opened[route] = (opened[route] ?? 0) + 1
        }
      }
    }
    expect(wrong).toEqual([])
    // All of them were real, and pages open in capitals, too.
    for (const route of Object.keys(addresses))
      expect([route, opened[route] ?? 0]).toEqual([route, expect.toSatisfy((n) => n >= 3)])
    expect(opened['/plans/$token']).toBeGreaterThan(20)
    expect(await cacheFigures()).toEqual(before)
  }, 120_000)

  test.each(['revoked', 'suspended', 'deleted'])(
    'of a plan opens nothing as soon as it is %s',
    async (end) => {
      const { id, name, email } = owners[end]!
      const all = spellings(plans[end]!).flatMap((spelling) => [spelling, spelling])
      for (const spelling of all) await ask(spelling)
      expect((await ask(plans[end]!)).text).toContain(name)
      if (end === 'suspended')
        await post(`/api/v1/users/${id}/suspend`, { has_branch: false }, await signIn(admin.email))
      else {
        const cookie = await signIn(email)
        const { event } = (await (await fetch(`${site.url}/api/v1${plans[end]}`)).json()) as {
          event: { id: string }
        }
        if (end === 'revoked') await post(`/api/v1/events/${event.id}/shared-plan`, {}, cookie, 'DELETE')
        else await post('/api/v1/account/delete', { confirmName: name }, cookie)
      }
      for (const spelling of all) {
        const { status, text } = await ask(spelling)
        expect([spelling, status === 200, text.includes(name)]).toEqual([spelling, false, false])
      }
    },
  )

  test('is not in the log', async () => {
    await site.stop()
    const log = await readFile(path.join(folder, 'log'), 'utf8')
    expect(log.split('\n').filter((line) => line.includes('***')).length).toBeGreaterThan(300)
    const decoded = log.replace(/%([0-7][\da-f])/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    const all = [...Object.values(addresses), ...Object.values(plans)]
    const tokens = all.map((address) => address.match(/([\w.-]{20,}?)(?:\.ics)?$/)![1]!)
    expect(tokens.filter((token) => log.includes(token) || decoded.includes(token))).toEqual([])
  })
})
