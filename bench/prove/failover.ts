import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { rows } from '#platform/database/db.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { ask, eventBody, openSite } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const writers = 8

/**
 * PostgreSQL crashes and comes back, over and over, under two processes that are written through, while people who are signed
 * in and visitors read pages of both. What is changed before they are connected again has to be on the pages of both a second
 * after they are ready, and no write is refused while they are. Visitors get every page that was cached when it crashed. A
 * write whose connection breaks before PostgreSQL's answer may be saved and is refused all the same: those are counted.
 */
export async function failover(rounds: number): Promise<Result> {
  let event = { id: '', slug: '' }
  const site = await openSite('postgres', {
    processes: 2,
    people: Array.from({ length: writers }, () => ({})),
    prepare: async ({ db }) => {
      event = await makeEvent(db, { name: 'Before the first crash' })
    },
  })
  const saved = new Set<string>()
  const answered: string[] = []
  const failed: string[] = []
  const failedWhileReady: string[] = []
  /** Counts up when it crashes and when both are ready again: odd while it is away. */
  let phase = 0
  const recoveries: number[] = []
  let stale = 0
  let neverReady = 0
  let isOver = false
  const writing = site.people.map(async (person, n) => {
    for (let i = 0; !isOver; i++) {
      const name = `Failover ${n} ${i}`
      const begunIn = phase
      const answer = await ask(site.urls[(n + i) % 2]!, person, '/api/v1/events', eventBody(name))
      await answer.arrayBuffer()
      if (answer.status === 201) answered.push(name)
      else failed.push(name)
      if (answer.status !== 201 && begunIn === phase && phase % 2 === 0) failedWhileReady.push(name)
      await pause(50)
    }
  })
  // The page lists others around the same dates, but not all: those that list all may have been dropped just before a crash.
  const cachedPaths = [
    `/conferences/${event.slug}`,
    `/conferences/${event.slug}/schedule.ics`,
    `/embed/conferences/${event.slug}`,
    '/about',
  ]
  const visited = { pages: 0, inOutage: 0 }
  const failedPages: string[] = []
  const visiting = site.urls.map(async (url) => {
    for (let n = 0; !isOver; n++) {
      const path = cachedPaths[n % cachedPaths.length]!
      const begunIn = phase
      const answer = await ask(url, null, path)
      await answer.arrayBuffer()
      visited.pages++
      if (begunIn % 2 === 1) visited.inOutage++
      if (answer.status !== 200) failedPages.push(`${path} ${answer.status}`)
      await pause(20)
    }
  })
  const members = { answered: 0, refused: 0 }
  const reading = site.urls.map(async (url, n) => {
    while (!isOver) {
      const answer = await ask(url, site.people[n]!, '/conferences?page=2')
      await answer.arrayBuffer()
      if (answer.status === 200) members.answered++
      else members.refused++
      await pause(50)
    }
  })
  const shows = async (url: string, name: string) =>
    (await (await ask(url, null, `/conferences/${event.slug}`)).text()).includes(name)
  const isReady = async (url: string) => (await fetch(`${url}/readyz`)).ok

  let name = 'Before the first crash'
  for (let round = 0; round < rounds; round++) {
    for (const url of site.urls) if (!(await shows(url, name))) stale++
    await pause(200 + Math.random() * 800)
    phase++
    await site.postgres!.restart(500, 'SIGQUIT')
    const backAt = performance.now()
    name = `After crash ${round}.`
    // At once: nobody listens yet.
    const client = new pg.Client(site.postgres!.url('postgres'))
    await client.connect()
    await client.query('update events set name = $1 where id = $2', [name, event.id])
    await client.end()
    for (const url of site.urls) {
      while (!(await isReady(url))) {
        if (performance.now() - backAt > 20_000) {
          neverReady++
          break
        }
        await pause(20)
      }
    }
    phase++
    recoveries.push(performance.now() - backAt)
    await pause(1000)
    for (const url of site.urls) if (!(await shows(url, name))) stale++
  }
  isOver = true
  await Promise.all([...writing, ...visiting, ...reading])
  const log = await site.inspect(async ({ db }) => {
    const events = await rows<{ name: string }>(db, sql`select name from events where name like 'Failover %'`)
    for (const event of events) saved.add(event.name)
    const [count] = await rows<{ n: number }>(db, sql`select count(*)::int as n from changes`)
    return count!.n
  })
  await site.remove()
  if (failedPages.length > 0) console.error(`pages that failed: ${[...new Set(failedPages)].join(', ')}`)
  const lost = answered.filter((name) => !saved.has(name)).length
  const savedButFailed = failed.filter((name) => saved.has(name)).length
  return {
    what: 'PostgreSQL crashed under two processes',
    tried: `${rounds} crashes, ${answered.length} acknowledged and ${failed.length} refused writes, ${members.answered} and ${members.refused} pages of people signed in, ${visited.pages} of visitors, ${visited.inOutage} of them in an outage`,
    held: `${failedPages.length} cached pages failed, ${stale} stale a second after, ${lost} writes lost, ${failedWhileReady.length} refused while ready, ${neverReady} not ready again`,
    figure: `${savedButFailed} saved whose connection broke before the answer; ready again after ${ms(percentile(recoveries, 0.5))}, at most ${ms(Math.max(...recoveries))}; ${log} rows of changes left`,
    isHeld:
      failedPages.length === 0 &&
      visited.inOutage > 0 &&
      members.refused > 0 &&
      stale === 0 &&
      lost === 0 &&
      failedWhileReady.length === 0 &&
      neverReady === 0 &&
      failed.length > 0,
  }
}
