import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { ask, openSite } from '../support/site.ts'
import { residentMegabytes } from './load.ts'
import { ms, percentile, type Result } from './result.ts'

const readers = 300
const heads = 500
const bodies = 500
const talks = 5000
const talkText =
  'What we learned about running a small thing for many people, and what we would do again. '.repeat(14)
const exportPath = '/conferences/large/schedule.json'
/** Where they are expected to be cut off: the windows of server/http/slow-clients.ts and two of its checks. */
const maxMs = { heads: 45_000, bodies: 45_000, readers: 135_000 }
/** Over the loopback the kernel takes 4 MB for each reader at once: 1.2 GB are copied while nobody is answered. */
const maxPageMs = 5000
/** One more copy of the export for each reader would be 2 GB. */
const maxMoreMegabytes = 150

/**
 * Clients from as many addresses read nothing of a large export, send their heads or bodies a byte at a time, while one client
 * asks for pages and another reads the export slowly. Then all readers come from one address.
 */
export async function slow(readerBytesPerSecond: number): Promise<Result[]> {
  const token = 'a token of this trial'
  const site = await openSite('embedded', {
    env: { METRICS_TOKEN: token },
    prepare: async ({ db }) => {
      const event = await makeEvent(db, { slug: 'large', name: 'Large' })
      await makeTalks(
        db,
        Array.from({ length: talks }, (_, n) => ({
          event,
          title: `Talk ${n}`,
          description: `${n} ${talkText}`,
        })),
      )
    },
  })
  const url = site.urls[0]!
  const sockets: Socket[] = []
  const { hostname, port } = new URL(url)
  let lastAddress = 0
  const nextAddress = () => `10.9.${++lastAddress >> 8}.${lastAddress & 255}`
  const open = async (head: string, address: string) => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(
      head
        .replace('\n', `\nhost: ${hostname}:${port}\nx-forwarded-for: ${address}\n`)
        .replaceAll('\n', '\r\n'),
    )
    return socket
  }
  const read = (address: string) => open(`GET ${exportPath} HTTP/1.1\n\n`, address)
  /** Connections that the server has open, and their answers on the way. */
  const connectionCount = async () => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const figures = await answer.text()
    return Number(figures.match(/^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)/m)?.[1])
  }
  /** Sends a byte a second until the server closes the connection; returns how long that took. */
  const drip = async (socket: Socket) => {
    const begun = performance.now()
    const timer = setInterval(() => socket.write('x'), 1000)
    socket.resume()
    // Not `once`: a connection may also end with an error.
    await new Promise((closed) => socket.once('close', closed))
    clearInterval(timer)
    return performance.now() - begun
  }

  const sizeBytes = (await (await ask(url, null, exportPath)).arrayBuffer()).byteLength
  for (const path of ['/', '/conferences/large', '/conferences?search=large']) await ask(url, null, path)
  const memoryBefore = await residentMegabytes(site)
  let isOver = false
  let memoryMost = 0
  const watching = (async () => {
    while (!isOver) {
      memoryMost = Math.max(memoryMost, await residentMegabytes(site))
      await pause(200)
    }
  })()
  const times: number[] = []
  let failed = 0
  const asking = (async () => {
    for (let n = 0; !isOver; n++) {
      const before = performance.now()
      const path = ['/', '/conferences/large', `/conferences?search=large${n}`, '/about'][n % 4]!
      const answer = await ask(url, null, path)
      await answer.arrayBuffer()
      times.push(performance.now() - before)
      if (answer.status !== 200) failed++
      await pause(50)
    }
  })()

  const begun = performance.now()
  const honest = await read('10.8.0.1')
  let receivedBytes = 0
  honest.on('data', (chunk) => {
    receivedBytes += chunk.length
    const early = begun + (receivedBytes / readerBytesPerSecond) * 1000 - performance.now()
    if (early < 10) return
    honest.pause()
    setTimeout(() => honest.resume(), early)
  })
  for (let n = 0; n < readers; n++) (await read(nextAddress())).pause()
  const slowHeads = Array.from({ length: heads }, async () =>
    drip(await open('GET / HTTP/1.1\nx-drip: ', nextAddress())),
  )
  const slowBodies = Array.from({ length: bodies }, async (_, n) => {
    const kind = n % 2 ? 'application/json' : 'application/x-www-form-urlencoded'
    const path = n % 2 ? '/api/auth/sign-in/email' : '/auth'
    return drip(
      await open(`POST ${path} HTTP/1.1\ncontent-type: ${kind}\ncontent-length: 10000\n\n`, nextAddress()),
    )
  })
  const [headTimes, bodyTimes] = await Promise.all([Promise.all(slowHeads), Promise.all(slowBodies)])
  while ((await connectionCount()) > 20 && performance.now() - begun < 2 * maxMs.readers) await pause(1000)
  const readersMs = performance.now() - begun
  const isWhole = () => receivedBytes > sizeBytes
  while (!isWhole() && !honest.closed) await pause(500)
  const honestSeconds = Math.round((performance.now() - begun) / 1000)
  isOver = true
  await Promise.all([watching, asking])
  for (const socket of sockets) socket.destroy()

  const answers = new Map<string, number>()
  const ofOneAddress = await Promise.all(
    Array.from({ length: readers }, async () => {
      const socket = await open(`GET ${exportPath}?${lastAddress++} HTTP/1.1\n\n`, '10.7.0.1')
      const [head] = await once(socket, 'data')
      socket.pause()
      const status = String(head).slice(9, 12)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      return socket
    }),
  )
  const other = (await ask(url, null, '/about')).status
  for (const socket of ofOneAddress) socket.destroy()
  await site.remove()

  const worst = Math.max(...times)
  const headMs = Math.max(...headTimes)
  const bodyMs = Math.max(...bodyTimes)
  const seconds = (value: number) => `${Math.round(value / 1000)} s`
  return [
    {
      what: 'clients that send or take next to nothing',
      tried: `${readers} readers of ${(sizeBytes / 1e6).toFixed(1)} MB, ${heads} heads, ${bodies} bodies; ${times.length} pages of others`,
      held: `${failed} pages failed, the longest took ${ms(worst)}; a reader of ${readerBytesPerSecond / 1000} kB a second got ${isWhole() ? 'all' : `${receivedBytes} bytes`} in ${honestSeconds} s`,
      figure: `${Math.round(memoryMost)} MB at most, ${Math.round(memoryBefore)} before; ended after ${seconds(headMs)} (heads), ${seconds(bodyMs)} (bodies), ${seconds(readersMs)} (readers); 99 of 100 pages within ${ms(percentile(times, 0.99))}`,
      isHeld:
        failed === 0 &&
        worst < maxPageMs &&
        isWhole() &&
        memoryMost < memoryBefore + maxMoreMegabytes &&
        headMs < maxMs.heads &&
        bodyMs < maxMs.bodies &&
        readersMs < maxMs.readers,
    },
    {
      what: 'readers of one address behind a proxy',
      tried: `${readers} at once`,
      held: [...answers].map(([status, n]) => `${n} times ${status}`).join(', '),
      figure: `meanwhile another address gets ${other}`,
      isHeld: answers.get('200') === 256 && answers.get('429') === readers - 256 && other === 200,
    },
  ]
}
