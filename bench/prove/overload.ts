import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, Person } from '../support/site.ts'
import { type Answer, openLoadedSite, residentMegabytes, send } from './load.ts'
import { ms, percentile, type Result } from './result.ts'

const times = 3
/** A request after the load is to be answered within this time, and so quickly. */
const recoveryMs = 2000
const quickMs = 500

type Kind = 'kept' | 'visitor' | 'member' | 'writer'

const pick = <Item>(list: Item[]) => list[Math.floor(Math.random() * list.length)]!
const memberPages = ['/dashboard', '/conferences/big-conference', '/notifications', '/conferences']

/** Three times as many requests a second as the site can answer, in an open loop from 250 addresses; 8 of 10 have to be rendered. */
export async function overload(engine: Engine, seconds: number): Promise<Result[]> {
  const site = await openLoadedSite(engine)
  const [url = ''] = site.urls
  const { id } = (await (await fetch(`${url}/api/v1/events/big-conference`)).json()) as { id: string }
  const ask = (person: Person): [Kind, Promise<Answer>] => {
    const draw = Math.random()
    if (draw < 0.2) return ['kept', send(url)]
    if (draw < 0.7)
      return ['visitor', send(`${url}/conferences?search=rare${Math.floor(Math.random() * 1e9)}`)]
    if (draw < 0.97) return ['member', send(url + pick(memberPages), { person })]
    const body = JSON.stringify({ is_attending: Math.random() < 0.5 })
    return ['writer', send(`${url}/api/v1/events/${id}/attendance`, { person, body })]
  }
  const wrong = new Map<string, number>()
  const answered: Record<Kind, number[]> = { kept: [], visitor: [], member: [], writer: [] }
  const refused: number[] = []
  const askAndCount = async (due: number) => {
    const [kind, pendingAnswer] = ask(pick(site.people))
    const { status, headers } = await pendingAnswer.catch((error: Error) => ({
      status: error.message,
      headers: {} as Answer['headers'],
    }))
    const took = performance.now() - due
    if (status === 200) answered[kind].push(took)
    else if (status === 503 && headers['retry-after'] && headers['cache-control'] === 'no-store')
      refused.push(took)
    else wrong.set(`${kind} ${status}`, (wrong.get(`${kind} ${status}`) ?? 0) + 1)
  }
  const count = () => Object.values(answered).reduce((sum, list) => sum + list.length, 0)

  const closedLoop = async (forMs: number) => {
    const end = performance.now() + forMs
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        while (performance.now() < end) await askAndCount(performance.now())
      }),
    )
  }
  // First until the code is compiled.
  await closedLoop(5000)
  const before = count()
  await closedLoop(5000)
  const capacity = (count() - before) / 5
  const normalMemory = await residentMegabytes(site)
  for (const list of Object.values(answered)) list.length = 0

  const memory: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      memory.push(await residentMegabytes(site))
      await pause(200)
    }
  })()
  const sent: Promise<void>[] = []
  const startedAt = performance.now()
  const perSecond = capacity * times
  for (let n = 0; n < seconds * perSecond; n++) {
    const due = startedAt + (n * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await pause(early)
    sent.push(askAndCount(due))
  }
  const endedAt = performance.now()
  let quick = 0
  let recoveredMs = Number.POSITIVE_INFINITY
  for (let n = 0; quick < 5 && performance.now() - endedAt < 60_000; n++) {
    const sentAt = performance.now()
    const [path, person] = n % 2 ? ['/dashboard', site.people[0]] : [`/conferences?search=after${n}`]
    const { status } = await send(url + path, { person })
    const now = performance.now()
    if (status === 200 && now - sentAt < quickMs) {
      if (quick++ === 0) recoveredMs = now - endedAt
    } else quick = 0
    await pause(20)
  }
  await Promise.all(sent)
  const drainedMs = performance.now() - endedAt
  isOver = true
  await watching
  const ready = (await send(`${url}/readyz`)).status
  await site.remove()

  const p = (list: number[]) => `${ms(percentile(list, 0.5))} / ${ms(percentile(list, 0.99))}`
  const most = Math.max(...memory)
  const all = [...answered.visitor, ...answered.member, ...answered.writer]
  console.error(
    `${engine}: capacity ${capacity.toFixed(0)} a second, asked for ${perSecond.toFixed(0)}; answered ${count()} (${(count() / seconds).toFixed(0)} a second), refused ${refused.length}; wrong ${JSON.stringify([...wrong])}\n` +
      `half / 99 of 100: kept ${p(answered.kept)}, visitor ${p(answered.visitor)}, member ${p(answered.member)}, writer ${p(answered.writer)}, refused ${p(refused)}; longest ${ms(Math.max(0, ...all))}\n` +
      `memory ${normalMemory.toFixed(0)} MB before, at most ${most.toFixed(0)}; quick again ${ms(recoveredMs)} after the load, all answered ${ms(drainedMs)} after it; ready ${ready}`,
  )
  const isHeld =
    wrong.size === 0 &&
    recoveredMs < recoveryMs &&
    most < normalMemory * 1.5 &&
    percentile(all, 0.99) < 6000 &&
    percentile(refused, 0.5) < 250 &&
    ready === 200
  return [
    {
      what: `${times} times the load that it can answer, ${engine}`,
      tried: `${sent.length} requests in ${seconds} s, ${perSecond.toFixed(0)} a second`,
      held: `${count()} answered, 99 of 100 within ${ms(percentile(all, 0.99))}; ${refused.length} refused, half within ${ms(percentile(refused, 0.5))}`,
      figure: `${Math.round(most)} MB at most, ${Math.round(normalMemory)} before; quick again after ${ms(recoveredMs)}`,
      isHeld,
    },
  ]
}
