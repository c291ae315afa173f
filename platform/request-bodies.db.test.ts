import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { unsubscribePath } from '#features/notifications/unsubscribe.server.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { router } from '#server/api.ts'
import { uploadOf } from '#server/http/api-routes.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { bodyTargets, costlyBodies, type Sender, sendBody } from '#tests/support/costly-bodies.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'
import { isDeclaration, isRead, readBody } from './request-bodies.ts'

const context = useStore()

test.each([false, true])(
  'each route that can write declares the body that it takes, with a mailbox: %s',
  (hasMailbox) => {
    const { routes } = accountHost(context.store, { hasMailbox }).app
    const writes = routes.filter(({ method }) => !isRead(method))
    const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`
    const declared = new Set(writes.filter(({ handler }) => isDeclaration(handler)).map(nameOf))
    expect([...declared].sort()).toEqual([
      'ALL /api/*',
      'ALL /api/rpc/*',
      'POST /*',
      'POST /address/:token',
      'POST /api/auth/*',
      'POST /auth/confirm',
      'POST /mcp',
      'POST /unsubscribe/:token',
    ])
    const undeclared = writes.map(nameOf).filter((name) => !declared.has(name))
    // Middleware, which answers nothing or whatever the method.
    expect([...new Set(undeclared)].sort()).toEqual([
      'ALL /*',
      'ALL /assets/*',
      ...(hasMailbox ? ['ALL /dev/*'] : []),
      'ALL /mcp',
      'OPTIONS /*',
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
  expect(all.filter(([, takesFile]) => takesFile)).toHaveLength(10)
  expect(all.filter(([path, takesFile]) => takesFile !== (uploadOf(path) !== undefined))).toEqual([])
})

const secret = 'only for tests '.repeat(4)
const password = 'a quiet hallway'
let site: RunningSite
let cookies: Record<Sender, string>
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
      .map((header) => header.split(';')[0])
      .join('; ')
  }
  cookies = {
    nobody: '',
    member: await signIn('member@example.com'),
    admin: await signIn('admin@example.com'),
  }
})
afterAll(() => site.stop())

test.each(Object.entries(costlyBodies))(
  '%s is refused by every route, and meanwhile others are answered',
  async (_, body) => {
    let isOver = false
    let maxMs = 0
    const pings = (async () => {
      while (!isOver) {
        const sentAt = performance.now()
        await (await fetch(`${site.url}/healthz`)).arrayBuffer()
        maxMs = Math.max(maxMs, performance.now() - sentAt)
        await wait(5)
      }
    })()
    const statuses = await Promise.all(
      bodyTargets(unsubscribe).map(async ([method, path, by]) => [
        method,
        path,
        by,
        await sendBody(site.url + path, method, cookies[by], body),
      ]),
    )
    isOver = true
    await pings
    expect(statuses.filter(([, , , status]) => status !== 413 && status !== 400)).toEqual([])
    // On a busy machine, too; the proof (bench/prove/bodies.ts) has the figures. 300 MB took ten seconds before.
    expect(maxMs).toBeLessThan(5000)
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
