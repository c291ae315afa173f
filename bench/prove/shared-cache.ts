import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { makeEvent } from '#tests/support/factories/events.ts'
import type { SharedCache } from '../support/shared-caches.ts'
import { ask, eventBody, openSite, type Person } from '../support/site.ts'
import type { Result } from './result.ts'

const cacheSeconds = 2

/** A cache of docs/operating.md in front of the site: visitors and members on the same pages, a change, an outage. */
export async function sharedCache(
  name: string,
  startCache: (siteUrl: string) => Promise<SharedCache>,
  statusWhileAway: '502' | '503',
): Promise<Result> {
  let event = { id: '', slug: '' }
  const site = await openSite('embedded', {
    env: { SHARED_CACHE_SECONDS: String(cacheSeconds) },
    people: ['Ottoline', 'Peregrine'].map((name) => ({ name, email: `${name.toLowerCase()}@example.com` })),
    prepare: async ({ db }) => {
      event = await makeEvent(db, { name: 'Cached Conference' })
    },
  })
  const cache = await startCache(site.urls[0]!)
  const { port } = new URL(cache.url)
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; cache: string; body: string }>((resolve, reject) => {
      request({ port, path, headers: { ...headers, host: 'conf.example.org' } }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
        const cache = String(response.headers['x-cache'])
        resolve({ status: response.statusCode ?? 0, cache, body: body.toString() })
      })
        .on('error', reject)
        .end()
    })
  try {
    const [first, second] = site.people as [Person, Person]
    const paths = [
      '/',
      '/conferences',
      `/conferences/${event.slug}`,
      `/conferences/${event.slug}/schedule.ics`,
      `/embed/conferences/${event.slug}`,
      '/conferences?search=cached',
      '/speakers',
      '/topics',
      '/about',
      `/u/${first.id}`,
      '/auth',
    ]
    const statuses = new Map<string, number>()
    const wrong: string[] = []
    const count = (who: string, path: string, status: string, expected: string) => {
      statuses.set(`${who} ${status}`, (statuses.get(`${who} ${status}`) ?? 0) + 1)
      if (status !== expected) wrong.push(`${who} of ${path}: ${status}`)
    }
    let leaks = 0
    /** What a visitor gets has to be what the site itself sends to one. */
    const visit = async (path: string, headers?: Record<string, string>) => {
      const answer = await get(path, headers)
      if (answer.body !== (await (await ask(site.urls[0]!, null, path)).text())) leaks++
      return answer.cache
    }
    /** What a member gets names them and nobody else. Files are for everybody alike, whoever is signed in is sent on from /auth. */
    const visitAs = async (person: Person, path: string) => {
      const answer = await get(path, { cookie: `other=1; ${person.cookie}`, 'accept-encoding': 'gzip' })
      const isPersonal = answer.status === 200 && !/\.ics$|^\/embed/.test(path)
      const other = person === first ? second : first
      if (answer.body.includes(other.email) || (isPersonal && !answer.body.includes(person.email))) leaks++
      count('members', path, answer.cache, 'BYPASS')
    }
    for (const [n, path] of paths.entries()) {
      // A member comes first to every other page.
      if (n % 2) await visitAs(first, path)
      await visit(path)
      await visit(path, { 'accept-encoding': 'gzip' })
      count('visitors', path, await visit(path), 'HIT')
      count(
        'visitors',
        path,
        await visit(path, { cookie: `_ga=${n}`, 'accept-encoding': 'gzip, deflate' }),
        'HIT',
      )
      for (const person of [second, first]) await visitAs(person, path)
      count('visitors', path, await visit(path, { 'accept-encoding': 'gzip' }), 'HIT')
    }

    const created = await ask(site.urls[0]!, first, '/api/v1/events', eventBody('After the cache'))
    await pause(cacheSeconds * 1000)
    const isFresh = created.status === 201 && (await get('/conferences')).body.includes('After the cache')

    await pause((cacheSeconds + 1) * 1000)
    await site.end('SIGKILL')
    // Twenty at once: the first one's failure is not for those who wait for its answer.
    for (const path of paths)
      for (const { status, cache } of await Promise.all(Array.from({ length: 20 }, () => get(path))))
        count('visitors while it is away', path, status === 200 ? cache : String(status), 'STALE')
    const { status } = await get('/conferences', { cookie: second.cookie })
    count('members while it is away', '/conferences', String(status), statusWhileAway)
    if (wrong.length > 0) console.error(wrong.join('\n'))
    return {
      what: `${name} as a shared cache`,
      tried: `${paths.length} pages and files, visitors with and without cookies, two members`,
      held: `${leaks} of somebody else; ${[...statuses].map(([status, n]) => `${status} ${n}`).join(', ')}`,
      figure: `a change is shown after ${cacheSeconds} s: ${isFresh}`,
      isHeld: leaks === 0 && wrong.length === 0 && isFresh,
    }
  } finally {
    await cache.stop()
    await site.remove()
  }
}
