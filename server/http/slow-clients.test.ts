import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { clientAddress, isFromProxy } from '#platform/client-address.ts'
import { type ClientLimits, limitClients, serverOptions } from './slow-clients.ts'

const quickLimits: ClientLimits = {
  headMs: 500,
  bytesPerSecond: 500,
  bodyWindowMs: 600,
  answerWindowMs: 1500,
  checkEveryMs: 100,
  ofClient: 3,
}
const large = Buffer.alloc(16_000_000, 'x')
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(answer: RequestListener, trustedProxies = '') {
  const warnings: object[] = []
  const server = createServer(serverOptions(quickLimits))
  const limit = limitClients(
    server,
    {
      clientAddress: clientAddress(trustedProxies),
      isFromProxy: isFromProxy(trustedProxies),
      log: { warn: (values: object) => void warnings.push(values) },
    },
    quickLimits,
  )
  const listener = limit((request, response) => answer(request, response as never))
  server.on('request', (request, response) => listener(request, response, 'an id'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    closers.push(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  return { open, warnings, url: `http://127.0.0.1:${port}` }
}

const get = 'GET / HTTP/1.1\r\nhost: hallway\r\n\r\n'
const post = (length: number) => `POST / HTTP/1.1\r\nhost: hallway\r\ncontent-length: ${length}\r\n\r\n`

/** All that a server sends until it closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  // Not `once`: a connection may also end with an error.
  await new Promise((closed) => socket.once('close', closed))
  return text
}

test('who takes nothing of a large answer is cut off; who takes it slowly gets all of it', async () => {
  const { open, warnings } = await serve((_, response) => void response.end(large))
  const idle = await open(get)
  idle.pause()
  const slow = await open(get)
  let bytes = 0
  const begun = performance.now()
  slow.on('data', (chunk) => {
    bytes += chunk.length
    // 4 MB a second: as long as more than two windows.
    const early = begun + bytes / 4000 - performance.now()
    if (early < 10) return
    slow.pause()
    setTimeout(() => slow.resume(), early)
  })
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(large.length)
  expect(performance.now() - begun).toBeGreaterThan(3000)
  // A closed connection is noticed when what came before is read.
  const rest = await readToEnd(idle.resume())
  expect(rest.length).toBeLessThan(large.length)
  expect(warnings).toEqual([{ ended: 1, refused: 0 }])
}, 30_000)

test('a body that drips is answered with 408; one that keeps coming is taken, however long it takes', async () => {
  const { open } = await serve((request, response) => {
    request.resume().once('end', () => void response.end('thank you'))
  })
  const dripping = await open(post(10_000))
  const drip = setInterval(() => dripping.write('x'), 50)
  closers.push(() => clearInterval(drip))
  const answer = readToEnd(dripping)
  const steady = await open(post(4000))
  const thanks = once(steady, 'data')
  for (let n = 0; n < 40; n++) {
    steady.write('x'.repeat(100))
    await pause(50)
  }
  expect(String(await thanks)).toContain('thank you')
  expect(await answer).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
})

test('a body that is never read here, and one whose answer is out, are no reason to wait', async () => {
  const { open } = await serve((_, response) => void response.writeHead(401).end())
  const socket = await open(post(10_000))
  const answer = await readToEnd(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).not.toContain('408')
})

test('an answer that takes long to be made, and an upload that waits here to be read, are not cut off', async () => {
  const { open } = await serve(async (request, response) => {
    await pause(2000)
    request.resume().once('end', () => void response.end('made at last'))
  })
  const asking = once(await open(get), 'data')
  const uploading = once(await open(post(1000) + 'x'.repeat(1000)), 'data')
  expect(String(await asking)).toContain('made at last')
  expect(String(await uploading)).toContain('made at last')
})

test('a head that does not come is answered with 408', async () => {
  const { open } = await serve((_, response) => void response.end())
  expect(await readToEnd(await open('GET / HTTP/1.1\r\nhost: hallw'))).toMatch(/^HTTP\/1\.1 408 /)
})

test('one client has so many connections; when one is closed there is room for another', async () => {
  const { open, url, warnings } = await serve((_, response) => void response.end('welcome'))
  const sockets = await Promise.all([open(''), open(''), open('')])
  await expect(fetch(url)).rejects.toThrow()
  expect(warnings).toEqual([{ ended: 0, refused: 1 }])
  sockets[0]!.destroy()
  const answer = () => fetch(url).then((response) => response.text(), String)
  await expect.poll(answer).toBe('welcome')
})

test('of a proxy the requests of each of its clients are counted, not its connections', async () => {
  const answers: (() => void)[] = []
  const { url } = await serve((request, response) => {
    if (request.url === '/slow') answers.push(() => response.end('late'))
    else response.end('welcome')
  }, '127.0.0.1')
  const ask = (path: string, client?: string) =>
    fetch(url + path, { headers: client ? { 'x-forwarded-for': client } : {} })
  const unnamed = Array.from({ length: 5 }, () => ask('/slow'))
  const slow = Array.from({ length: 3 }, () => ask('/slow', '192.0.2.1'))
  await expect.poll(() => answers.length).toBe(8)
  const refused = await ask('/', '192.0.2.1')
  expect([refused.status, refused.headers.get('x-request-id')]).toEqual([429, 'an id'])
  expect((await ask('/', '192.0.2.2')).status).toBe(200)
  expect((await ask('/')).status).toBe(200)
  for (const end of answers) end()
  expect((await Promise.all([...unnamed, ...slow])).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await ask('/', '192.0.2.1')).status).toBe(200)
})
