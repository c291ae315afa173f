import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { unsubscribePath } from '#features/notifications/unsubscribe.server.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'
import { createSign } from './accounts/secrets.ts'
import { router } from './api.ts'
import { uploadOf } from './api-routes.ts'
import { isDeclaration, isRead, readBody } from './request-bodies.ts'

const the = useStore()

test.each([false, true])(
  'each route that can write declares the body that it takes, with a mailbox: %s',
  (hasMailbox) => {
    const { routes } = accountHost(the.store, { hasMailbox }).app
    const writes = routes.filter(({ method }) => !isRead(method))
    const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`
    const declared = new Set(writes.filter(({ handler }) => isDeclaration(handler)).map(nameOf))
    expect([...declared].sort()).toEqual([
      'ALL /api/*',
      'ALL /api/rpc/*',
      'POST /*',
      'POST /address/:token',
      'POST /api/auth/*',
      'POST /unsubscribe/:token',
    ])
    const undeclared = writes.map(nameOf).filter((name) => !declared.has(name))
    // Middleware, which answers nothing or whatever the method.
    expect([...new Set(undeclared)].sort()).toEqual([
      'ALL /*',
      'ALL /assets/*',
      ...(hasMailbox ? ['ALL /dev/*'] : []),
    ])
    const first = writes.findIndex((route) => route.method !== 'ALL' || isDeclaration(route.handler))
    expect(writes.findIndex(({ handler }) => handler === readBody)).toBeLessThan(first)
  },
)

test('large bodies are taken by the procedures that take files, and by no other', () => {
  const paths = (node: object, names: string[] = []): [path: string, takesFile: boolean][] =>
    Object.entries(node).flatMap(([name, value]: [string, object]) => {
      if (!('~orpc' in value)) return paths(value, [...names, name])
      const { inputSchema, route } = value['~orpc'] as {
        inputSchema?: z.ZodType
        route: { method: string; path: string }
      }
      if (isRead(route.method)) return []
      const schema = inputSchema && z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' })
      const takesFile = JSON.stringify(schema ?? {}).includes('"contentEncoding":"binary"')
      const path = route.path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000001')
      return [
        [`/api/v1${path}`, takesFile],
        [`/api/rpc/${[...names, name].join('/')}`, takesFile],
      ]
    })
  const all = paths(router)
  expect(all.filter(([, takesFile]) => takesFile)).toHaveLength(8)
  expect(all.filter(([path, takesFile]) => takesFile !== (uploadOf(path) !== undefined))).toEqual([])
})

const secret = 'only for tests '.repeat(4)
const password = 'a quiet hallway'
let site: RunningSite
let cookies: Record<'nobody' | 'member' | 'admin', string>
let unsubscribe = ''
beforeAll(async () => {
  site = await startSite({
    sample: false,
    env: { AUTH_SECRET: secret },
    prepare: async ({ db }) => {
      const { id, email } = await makePerson(db, { email: 'member@example.com', password })
      await makePerson(db, { email: 'admin@example.com', password, isAdmin: true })
      unsubscribe = unsubscribePath(id, 'event_changed', email, createSign(secret))
    },
  })
  const signIn = async (email: string) => {
    const answer = await fetch(`${site.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ email, password }),
    })
    return answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  }
  cookies = {
    nobody: '',
    member: await signIn('member@example.com'),
    admin: await signIn('admin@example.com'),
  }
})
afterAll(() => site.stop())

const megabyte = 1024 * 1024
const fields = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
const file = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'

type Body = { contentType: string; bytes: Buffer; times: number; isChunked?: boolean }
const bodies: Record<string, Body> = {
  '300 MB of one field': { contentType: fields, bytes: Buffer.from('a'.repeat(megabyte)), times: 300 },
  '300 MB of one field, in chunks': {
    contentType: fields,
    bytes: Buffer.from('a'.repeat(megabyte)),
    times: 300,
    isChunked: true,
  },
  '300 MB of one file, in chunks': {
    contentType: multipart,
    bytes: Buffer.from(file + 'a'.repeat(megabyte)),
    times: 300,
    isChunked: true,
  },
  '300 MB of something, in chunks': {
    contentType: 'image/png',
    bytes: Buffer.from('a'.repeat(megabyte)),
    times: 300,
    isChunked: true,
  },
  'a million fields': { contentType: fields, bytes: Buffer.from('&a=b'.repeat(1e6)), times: 1 },
  'fields of 900 kB': { contentType: fields, bytes: Buffer.from('&a=b'.repeat(225_000)), times: 1 },
  'a hundred thousand parts': {
    contentType: multipart,
    bytes: Buffer.from(part.repeat(100_000)),
    times: 1,
    isChunked: true,
  },
  'parts of 100 kB': { contentType: multipart, bytes: Buffer.from(part.repeat(2000)), times: 1 },
  'JSON of 450,000 values': {
    contentType: 'application/json',
    bytes: Buffer.from(`[${'0,'.repeat(450_000)}0]`),
    times: 1,
  },
  'JSON of 60,000 levels': {
    contentType: 'application/json',
    bytes: Buffer.from('['.repeat(60_000)),
    times: 1,
  },
}
const unknown = '00000000-0000-4000-8000-000000000001'
const targets: [method: string, path: () => string, by: keyof typeof cookies][] = [
  ['POST', () => unsubscribe, 'nobody'],
  ['POST', () => '/unsubscribe/forged', 'nobody'],
  ['POST', () => '/address/forged', 'nobody'],
  ['POST', () => '/api/auth/sign-in/email', 'nobody'],
  ['POST', () => '/api/auth/sign-out', 'member'],
  ['POST', () => '/auth', 'nobody'],
  ['POST', () => '/nowhere', 'member'],
  ['POST', () => '/dev/mailbox', 'nobody'],
  ['PUT', () => '/', 'nobody'],
  ['POST', () => '/api/v1/invitation-requests', 'nobody'],
  ['POST', () => '/api/rpc/invitationRequests/ask', 'nobody'],
  ['POST', () => '/api/v1/events', 'member'],
  ['PUT', () => `/api/v1/events/${unknown}`, 'member'],
  ['DELETE', () => `/api/v1/events/${unknown}`, 'member'],
  ['POST', () => '/api/rpc/events/create', 'member'],
  ['POST', () => '/api/v1/events/from-programme', 'nobody'],
  ['POST', () => '/api/v1/events/from-programme', 'member'],
  ['POST', () => '/api/rpc/pictures/upload', 'member'],
  ['POST', () => '/api/v1/imports', 'member'],
  ['POST', () => '/api/rpc/imports/start', 'admin'],
]

function send(method: string, path: string, cookie: string, { contentType, bytes, times, isChunked }: Body) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      site.url + path,
      {
        method,
        headers: {
          'content-type': contentType,
          origin: site.url,
          cookie,
          ...(!isChunked && { 'content-length': bytes.length * times }),
        },
      },
      (answer) => {
        resolve(answer.statusCode)
        answer.resume()
        sent.destroy()
      },
    )
    sent.once('error', reject)
    let left = times
    const write = () => {
      while (left-- > 0 && !sent.destroyed) if (!sent.write(bytes)) return void sent.once('drain', write)
      if (!sent.destroyed) sent.end()
    }
    write()
  })
}

test.each(Object.entries(bodies))(
  '%s is refused by every route, and meanwhile others are answered',
  async (_, body) => {
    let isOver = false
    let longestMs = 0
    const pings = (async () => {
      while (!isOver) {
        const asked = performance.now()
        await (await fetch(`${site.url}/healthz`)).arrayBuffer()
        longestMs = Math.max(longestMs, performance.now() - asked)
        await wait(5)
      }
    })()
    const statuses = await Promise.all(
      targets.map(async ([method, path, by]) => [
        method,
        path(),
        by,
        await send(method, path(), cookies[by], body),
      ]),
    )
    isOver = true
    await pings
    expect(statuses.filter(([, , , status]) => status !== 413 && status !== 400)).toEqual([])
    expect(longestMs).toBeLessThan(1000)
  },
)

test('what a route takes arrives: a token is used, whichever kind of form it comes with', async () => {
  for (const body of [new URLSearchParams({ from: 'page' }), formOf({ from: 'page' })]) {
    const answer = await fetch(site.url + unsubscribe, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, unsubscribe])
  }
})

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
