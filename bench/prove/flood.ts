import { setTimeout as pause } from 'node:timers/promises'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { ask, type Engine, openSite, sitePassword } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const guessers = 30

/** Many guess passwords with forged headers and addresses, while visitors read pages that are rendered anew. */
export async function flood(engine: Engine, seconds: number): Promise<Result> {
  const site = await openSite(engine, { people: [{ name: 'Known', email: 'known@example.com' }] })
  const url = site.urls[0]!
  let isOver = false
  const answers = new Map<number, number>()
  const guessing = Array.from({ length: guessers }, async (_, n) => {
    for (let i = 0; !isOver; i++) {
      const answer = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: url,
          // Another address each time: what a botnet has, or whoever forges what a proxy says.
          'x-forwarded-for': `10.${n}.${(i >> 8) & 255}.${i & 255}`,
          'x-real-ip': '127.0.0.1',
          forwarded: 'for=127.0.0.1',
          'user-agent': 'flood',
        },
        body: JSON.stringify({
          email: `known${i % 7 === 0 ? '' : n * 10_000 + i}@example.com`,
          password: `guess ${i}`,
        }),
      })
      await answer.arrayBuffer()
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
    }
  })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  let failed = 0
  for (let n = 0; performance.now() < end; n++) {
    const before = performance.now()
    const answer = await ask(url, null, n % 2 === 0 ? `/conferences?search=flood${n}` : `/?flood=${n}`)
    await answer.arrayBuffer()
    times.push(performance.now() - before)
    if (answer.status !== 200) failed++
    await pause(20)
  }
  isOver = true
  await Promise.all(guessing)
  await site.remove()
  const tried = [...answers].map(([status, n]) => `${n} times ${status}`).join(', ')
  const slow = percentile(times, 0.99)
  return {
    what: `${guessers} clients guess passwords, ${engine}`,
    tried: `${tried}; ${times.length} pages of visitors, rendered anew`,
    held: `${failed} pages failed; 200 never answered a guess: ${!answers.has(200)}`,
    figure: `99th percentile ${ms(slow)}, median ${ms(percentile(times, 0.5))}`,
    isHeld:
      slow < 250 && failed === 0 && !answers.has(200) && ![...answers.keys()].some((status) => status >= 500),
  }
}

/** One address sends more wrong codes and passwords than the limits over all allow; others still register and sign in. */
export async function floodFromOneAddress(engine: Engine): Promise<Result> {
  const site = await openSite(engine, {
    people: [{ name: 'Known', email: 'known@example.com' }],
    prepare: async ({ db }) => {
      await makeInvitation(db, { code: 'FLOODED1' })
    },
  })
  const url = site.urls[0]!
  const post = async (path: string, body: object, address: string) => {
    const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.arrayBuffer()
    return answer.status
  }
  const started = performance.now()
  const answers = new Map<number, number>()
  const repeat = async (times: number, path: string, body: (n: number) => object) => {
    for (let n = 0; n < times; n++) {
      const status = await post(path, body(n), '192.0.2.1')
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  await repeat(1010, '/api/v1/invitations/validate', () => ({ code: 'WRONG999' }))
  await repeat(3010, '/api/auth/sign-in/email', (n) => ({
    email: `nobody${n}@example.com`,
    password: 'guess',
  }))
  const seconds = Math.round((performance.now() - started) / 1000)
  const newcomer = {
    name: 'Nora',
    email: 'nora@example.com',
    password: sitePassword,
    invitationCode: 'FLOODED1',
  }
  const registered = await post('/api/auth/sign-up/email', newcomer, '192.0.2.2')
  const member = { email: 'known@example.com', password: sitePassword }
  const signedIn = await post('/api/auth/sign-in/email', member, '192.0.2.3')
  await site.remove()
  return {
    what: `one address floods sign-in and registration, ${engine}`,
    tried: [...answers].map(([status, n]) => `${n} times ${status}`).join(', '),
    held: `others: registration ${registered}, sign-in ${signedIn}`,
    figure: `${seconds} s`,
    isHeld: registered === 200 && signedIn === 200,
  }
}
