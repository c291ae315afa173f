import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { monthName } from '#lib/dates.ts'
import { pageViewerHeader } from '#lib/page-viewer.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { createLog } from '#platform/log.ts'
import { createAuth } from '#server/accounts/auth.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { createApp } from '#server/http/app.ts'
import { createAnswerCache } from '#server/pages/answer-cache.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { createSite } from '#server/pages/site.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { refuseToFetch } from '#tests/support/outbound.ts'
import { pagePaths } from '#tests/support/page-paths.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'
import { makeSecretWorld, type SecretWorld } from '#tests/support/secret-world.ts'

// How often each page asks the database, for each kind of person: a page that asks once more is as much slower. And that
// what is kept for all is what would have been read.

const context = useStore()
const siteUrl = 'http://hallway.test'

/** Every page with what is in the database, and the states of pages that read more. */
function paths({ event, talk, topic, speaker, people }: SecretWorld): string[] {
  const pages = pagePaths({
    slug: event.slug,
    number: talk.number,
    id: speaker.id,
    personId: people.owner.id,
    topicName: topic.name,
    locationName: 'Bergen',
    countryName: 'Norway',
  })
  return [
    ...pages.map(({ path }) => path),
    ...['attendees', 'schedule'].map((tab) => `/conferences/${event.slug}?tab=${tab}`),
    `/conferences/${event.slug}?find=talk`,
    `/conferences/${event.slug}?invite=people`,
    '/conferences?search=event&view=list',
    '/conferences?search=evemt',
    '/conferences?search=evemt+nowhere',
    '/conferences?topics=Corridors',
    '/conferences?browse=topics',
    '/conferences?view=map&near=Bergen&within=500&topics=Corridors',
    '/conferences?near=Bergen',
    '/cfp?near=Bergen',
    '/speakers?search=speaker',
    `/u/${people.owner.id}?tab=talks`,
  ]
}

const today = () => new Date().toISOString().slice(0, 10)
const pages = createPageCache(today)
const answers = createAnswerCache()
let world: SecretWorld
let app: ReturnType<typeof createApp>
let visit: (path: string, cookie?: string) => Promise<Response>
let readers: Record<'visitor' | 'member' | 'owner' | 'admin', string | undefined>
/** The owner is a member, too: the gate leaves the other one out. */
const everyReader = () =>
  Object.entries(readers).filter(([name]) => name !== 'member' || process.env.HALLWAY_LONG === '1')

beforeAll(async () => {
  const { store } = context
  world = await makeSecretWorld(store.db)
  await saveTalk(store.db, world.people.member, world.talk)
  const log = createLog('silent', { write: () => {} })
  app = createApp({
    store,
    auth: createAuth(store.db, log, { secret: 'only for tests '.repeat(4), siteUrl, siteName: 'Hallway' }),
    site: await createSite(log, false, answers),
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
  readers = {
    visitor: undefined,
    member: await cookieOf(member),
    owner: await cookieOf(owner),
    admin: await cookieOf(admin),
  }
  await store.watchChanges({ onChange: answers.drop, onUnknownChange: answers.clear })
  visit = async (path, cookie) => {
    pages.clear()
    return app.request(siteUrl + path, cookie ? { headers: { cookie } } : {})
  }
})

test('a page takes at most three statements for a visitor, and four for a person; only words and places need a plan each time', async () => {
  const tooMany: string[] = []
  const plannedAnew = new Set<string>()
  for (const [reader, cookie] of everyReader()) {
    for (const path of paths(world)) {
      const read = () => {
        answers.clear()
        return visit(path, cookie)
      }
      // Statements are joined from the second time on.
      await read()
      const { result, statements } = await watchStatements(read)
      expect(result.status, `${path} for ${reader}`).toBeLessThan(500)
      if (statements.length > (cookie ? 4 : 3)) tooMany.push(`${reader} ${path}: ${statements.length}`)
      if (statements.some(({ isPlannedAnew }) => isPlannedAnew)) plannedAnew.add(path)
    }
  }
  expect(tooMany).toEqual([])
  // A search of the directory for words alone does not, where it finds something.
  const hasWords =
    /^\/(?:admin|cfp|cities|countries|decisions|places|speakers|topics)\b|[?&](?:near|topics)=|evemt/
  expect([...plannedAnew].filter((path) => !hasWords.test(path))).toEqual([])
})

test('what a page is made from comes in one request, with as few statements, and to nobody else', async () => {
  const { member, owner } = world.people
  for (const [reader, cookie] of everyReader())
    for (const path of paths(world)) {
      const page = await visit(path, cookie)
      const html = await page.text()
      const href = `/api/answers?${new URLSearchParams({ href: path })}`
      answers.clear()
      const { result, statements } = await watchStatements(() => visit(href, cookie))
      const { data = {} } = (await result.json()) as { data?: Record<string, unknown> }
      expect(Object.keys(data).length > 0, `${path} for ${reader}`).toBe(![301, 307].includes(page.status))
      for (const key of Object.keys(data))
        expect(html, `${path} for ${reader}`).toContain(JSON.stringify(key).slice(1, -1))
      expect(statements.length, `${path} for ${reader}`).toBeLessThanOrEqual(cookie ? 4 : 3)
    }
  const about = async (pageViewer: string, href = '/conferences') => {
    const headers = { cookie: readers.member ?? '', [pageViewerHeader]: pageViewer }
    return app.request(`${siteUrl}/api/answers?${new URLSearchParams({ href })}`, { headers })
  }
  expect(Object.keys(await (await about(member.id)).json())).toEqual(['at', 'data'])
  expect(await (await about(owner.id)).json()).toEqual({})
  for (const href of ['', 'https://example.com/', '//example.com/', '/%ff', 'javascript:1'])
    expect((await about(member.id, href)).status, href).toBe(href === '' ? 200 : 400)
})

/** What a page says to this reader, without what is new each time: its nonce and when it was made. */
async function textOf(path: string, cookie?: string): Promise<string> {
  const answer = await visit(path, cookie)
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
  return (await answer.text()).replaceAll(nonce || 'no nonce', '').replaceAll(/\b1\d{12}\b/g, '')
}

test('a page says the same to somebody whoever asked before them', async () => {
  const all = everyReader()
  for (const path of paths(world)) {
    const readAnew = new Map<string, string>()
    for (const [reader, cookie] of all) {
      answers.clear()
      readAnew.set(reader, await textOf(path, cookie))
    }
    // Those with most rights have asked last.
    for (const [reader, cookie] of all)
      expect(await textOf(path, cookie), `${path} for ${reader}`).toBe(readAnew.get(reader))
  }
})

test('a member sees at once what was written by another process', async () => {
  const path = `/conferences/${world.event.slug}`
  for (const name of ['Renamed once', 'Renamed twice', 'Renamed again']) {
    await textOf(path, readers.member)
    await context.store.db.update(events).set({ name }).where(eq(events.id, world.event.id))
    expect(await textOf(path, readers.member)).toContain(name)
  }
})

test('a member’s page of an event is not read again', async () => {
  const path = `/conferences/${world.event.slug}`
  await visit(path, readers.member)
  const { statements } = await watchStatements(() => visit(path, readers.member))
  expect(statements.length).toBeLessThanOrEqual(2)
})

test('each past month of the directory says how many it has, also where pages part it', async () => {
  const monthAgo = (ago: number) => {
    const [year, month] = today().split('-').map(Number) as [number, number]
    return new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7)
  }
  for (const [ago, count] of [3, 10, 20, 15, 12].entries())
    await context.store.db.execute(sql`
      insert into events (name, slug, start_date, end_date, location_name, country_name)
      select name || n, concat_ws('-', lower(name), ${ago}::text, n), day, day, 'Riga', 'Latvia'
      from generate_series(1, ${count}::integer) as n, (values ('Quokka'), ('Other')) as names (name),
        lateral (select ${`${monthAgo(ago + 1)}-01`}::date + n as day) as days`)
  // Where nothing is to come, all of the past is counted at once.
  await context.store.db.execute(sql`
    insert into events (name, slug, start_date, end_date, location_name, country_name)
    select 'Quokka', 'quokka', day, day, 'Riga', 'Latvia' from (values (${`${monthAgo(-1)}-02`}::date)) as days (day)`)
  const read = async (earlier = '') => {
    answers.clear()
    const { result, statements } = await watchStatements(() => visit(`/conferences?search=quokka${earlier}`))
    const html = await result.text()
    const months = html.matchAll(/<h3[^>]*>(\w+ \d{4})<span[^>]*> (?:<!-- -->)?(\d+)<\/span>/g)
    return {
      months: [...months].map(([, month, figure]) => `${month}: ${figure}`),
      earlier: html
        .match(/earlier=[\w-]+/g)
        ?.map((parameter) => `&${parameter}`)
        .find((parameter) => parameter !== earlier),
      count: statements.length,
    }
  }
  const monthLine = (ago: number, count: number) => `${monthName(monthAgo(ago))}: ${count}`
  const first = await read()
  expect(first.months).toEqual([monthLine(-1, 1), monthLine(1, 3), monthLine(2, 10), monthLine(3, 20)])
  const second = await read(first.earlier)
  expect(second.months).toEqual([monthLine(3, 20), monthLine(4, 15)])
  expect((await read(second.earlier)).months).toEqual([monthLine(5, 12)])
})

test('another spelling is looked for only where nothing is found', async () => {
  const read = (search: string) => watchStatements(() => visit(`/conferences?search=${search}`))
  const asksForSpelling = ({ statements }: Awaited<ReturnType<typeof read>>) =>
    statements.some((statement) => statement.sql.includes('spelling_keys'))
  // This one is over.
  expect(asksForSpelling(await read('quokka1'))).toBe(false)
  const misspelled = await read('qoukka1')
  expect(asksForSpelling(misspelled)).toBe(true)
  expect(await misspelled.result.text()).toContain('Did you mean')
})

test('an administrator is marked beside the name, and nobody else by a name that is a copy', async () => {
  const { db } = context.store
  const [admin, copy] = await makePeople(db, [{ name: 'Ada Same', isAdmin: true }, { name: 'Ada Same' }])
  const [real, other] = await makeEvents(db, [{ owner: admin }, { owner: copy }])
  await attend(db, admin!, real!)
  await attend(db, copy!, other!)
  const mark = /Ada Same(?:<[^>]*>| )*Administrator/g
  const marksOn = async (path: string) => [...(await (await visit(path)).text()).matchAll(mark)].length
  const pathsOf = (person: { id: string }, event: { slug: string }) => [
    `/u/${person.id}`,
    `/conferences/${event.slug}`,
    `/conferences/${event.slug}?tab=attendees`,
  ]
  for (const path of pathsOf(admin!, real!)) expect([path, (await marksOn(path)) > 0]).toEqual([path, true])
  for (const path of pathsOf(copy!, other!)) expect([path, await marksOn(path)]).toEqual([path, 0])
})

test('a page whose optional part fails is shown without it, and not cached', async () => {
  const { store } = context
  const areCached = async () => {
    const hitsBefore = pages.counts().hits
    for (const _ of [1, 2]) expect((await app.request(`${siteUrl}/speakers?search=nobodyx`)).status).toBe(200)
    return pages.counts().hits > hitsBefore
  }
  // The words that a search may have meant.
  await store.execute('alter table words rename to words_lost')
  expect(await areCached()).toBe(false)
  await store.execute('alter table words_lost rename to words')
  expect(await areCached()).toBe(true)
})
