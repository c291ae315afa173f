import { setTimeout as pause } from 'node:timers/promises'
import { unsubscribePath } from '#features/notifications/unsubscribe.server.ts'
import { createSign } from '#server/accounts/secrets.ts'
import {
  bodyTargets,
  type CostlyBody,
  costlyBodies,
  type Sender,
  sendBody,
} from '#tests/support/costly-bodies.ts'
import { openSite } from '../support/site.ts'
import { residentMegabytes } from './load.ts'
import { ms, type Result } from './result.ts'

const megabyte = 1024 * 1024
const secret = 'only for a proof '.repeat(4)
/** Others are answered within this time, and this much memory is enough for all bodies together. */
const maxPauseMs = 500
const maxMegabytes = 250

/** Bodies with which one request stopped the site, and what else is large. */
const bodies: Record<string, CostlyBody> = {
  ...costlyBodies,
  '1,000 MB of one file': {
    contentType: 'multipart/form-data; boundary=x',
    bytes: Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'),
      Buffer.alloc(megabyte),
    ]),
    times: 1000,
    isChunked: true,
  },
  '32 MB of fields': {
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.from('&a=b'.repeat(megabyte / 4)),
    times: 32,
  },
  '16 MB of parts': {
    contentType: 'multipart/form-data; boundary=x',
    bytes: Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20_000)),
    times: 16,
  },
}

/** Sends costly bodies to every kind of route that takes one, all routes at once, and asks meanwhile whether the site answers. */
export async function requestBodies(): Promise<Result> {
  const site = await openSite('embedded', {
    people: [
      { name: 'Member', email: 'member@example.com' },
      { name: 'Admin', email: 'admin@example.com', isAdmin: true },
    ],
    env: { AUTH_SECRET: secret },
  })
  const [url = ''] = site.urls
  const [member, admin] = site.people
  const cookies: Record<Sender, string> = { nobody: '', member: member!.cookie, admin: admin!.cookie }
  const targets = bodyTargets(unsubscribePath(member!.id, 'event_changed', member!.email, createSign(secret)))
  const startMegabytes = await residentMegabytes(site)
  let isOver = false
  let maxMs = 0
  let most = startMegabytes
  const watching = [
    (async () => {
      while (!isOver) {
        const sentAt = performance.now()
        await (await fetch(`${url}/healthz`)).arrayBuffer()
        maxMs = Math.max(maxMs, performance.now() - sentAt)
        await pause(5)
      }
    })(),
    (async () => {
      while (!isOver) {
        most = Math.max(most, await residentMegabytes(site))
        await pause(50)
      }
    })(),
  ]
  const statuses = new Map<number | string, number>()
  const wrong: string[] = []
  const pauses: number[] = []
  for (const [name, body] of Object.entries(bodies)) {
    maxMs = 0
    await Promise.all(
      targets.map(async ([method, path, by]) => {
        const status =
          (await sendBody(url + path, method, cookies[by], body).catch((error: Error) => error.message)) ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== 413 && status !== 400) wrong.push(`${name} to ${method} ${path}: ${status}`)
      }),
    )
    console.error(`${name}: longest pause ${ms(maxMs)}, ${Math.round(most)} MB at most`)
    pauses.push(maxMs)
  }
  isOver = true
  await Promise.all(watching)
  await site.remove()
  for (const line of wrong) console.error(`not refused: ${line}`)
  const longest = Math.max(...pauses)
  return {
    what: 'bodies that are large or costly to parse',
    tried: `${Object.keys(bodies).length} bodies to ${targets.length} routes`,
    held: [...statuses].map(([status, n]) => `${n} times ${status}`).join(', '),
    figure: `longest pause ${ms(longest)}; ${Math.round(most)} MB at most, ${Math.round(startMegabytes)} before`,
    isHeld: wrong.length === 0 && longest < maxPauseMs && most < startMegabytes + maxMegabytes,
  }
}
