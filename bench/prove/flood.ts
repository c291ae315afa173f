import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Engine, openSite } from '../support/site.ts'
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
  // Whoever knows the password is not kept out by others' guesses beyond the limit of the account itself.
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
