import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/db.ts'
import { ask, type Engine, eventBody, openSite } from '../support/site.ts'
import { type Result, runConcurrently } from './result.ts'

const concurrency = 200
const count = 20

/** The person's mail address: on each of their own pages, and on nobody else's. */
const secret = /secret-(\d+)@example\.com/g
const pages = [
  '/dashboard',
  '/account/settings',
  '/invitations',
  '/notifications',
  '/profile/edit',
  '/',
  '/conferences?search=prove',
  '/api/v1/site',
  '/api/v1/people/me',
  '/api/v1/invitations',
]

/** Many concurrent people: no answer has another person's data, no acknowledged write is lost. */
export async function isolation(engine: Engine, requests: number): Promise<Result> {
  const site = await openSite(engine, {
    people: Array.from({ length: count }, (_, n) => ({
      name: `Prover ${n}`,
      email: `secret-${n}@example.com`,
      code: `PROVECODE${n}X`,
    })),
    processes: engine === 'postgres' ? 2 : 1,
  })
  const faults: string[] = []
  const acknowledged: { name: string; owner: string }[] = []
  const started = performance.now()
  await runConcurrently(
    Array.from({ length: requests }, (_, n) => n),
    concurrency,
    async (n) => {
      const personIndex = Math.floor(Math.random() * (count + 1)) - 1
      const person = site.people[personIndex] ?? null
      const url = site.urls[n % site.urls.length]!
      if (person && n % 10 === 0) {
        const name = `Prove ${n} of ${personIndex}`
        const answer = await ask(url, person, '/api/v1/events', eventBody(name))
        await answer.arrayBuffer()
        if (answer.status === 201) acknowledged.push({ name, owner: person.id })
        else faults.push(`a write answered ${answer.status}`)
        return
      }
      const path = pages[n % pages.length]!
      const answer = await ask(url, person, path)
      const text = await answer.text()
      if (answer.status >= 500) faults.push(`${path} answered ${answer.status}`)
      for (const [, owner] of text.matchAll(secret))
        if (Number(owner) !== personIndex) faults.push(`${path} showed ${personIndex} what is ${owner}'s`)
      for (const [, owner] of text.matchAll(/PROVECODE(\d+)X/g))
        faults.push(`${path} showed the code of ${owner}`)
      if (
        person &&
        answer.status === 200 &&
        path === '/api/v1/people/me' &&
        JSON.parse(text).id !== person.id
      )
        faults.push(`${personIndex} is somebody else`)
      if (
        person &&
        answer.status === 200 &&
        path === '/dashboard' &&
        !text.includes(`secret-${personIndex}@`)
      )
        faults.push(`${path} did not show ${personIndex} their own`)
    },
  )
  const seconds = (performance.now() - started) / 1000
  await site.end('SIGTERM')
  const lost = await site.inspect(async ({ db }) => {
    const storedEvents = await rows<{ name: string; created_by: string }>(
      db,
      sql`select name, created_by from events where name like 'Prove %'`,
    )
    const owners = new Map(storedEvents.map(({ name, created_by }) => [name, created_by]))
    return acknowledged.filter(({ name, owner }) => owners.get(name) !== owner).length
  })
  await site.remove()
  for (const fault of [...new Set(faults)].slice(0, 10)) console.error(`isolation, ${engine}: ${fault}`)
  return {
    what: `isolation, ${engine}`,
    tried: `${requests} requests of ${count} people and visitors, ${concurrency} at once, ${acknowledged.length} writes`,
    held: `${faults.length} wrong answers, ${lost} writes lost`,
    figure: `${Math.round(requests / seconds)} a second`,
    isHeld: faults.length === 0 && lost === 0 && acknowledged.length > 0,
  }
}
