import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { session, user } from '#features/people/people.tables.ts'
import type { Store } from '#platform/database/db.ts'
import { createAuth } from '#server/accounts/auth.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { router } from '#server/api.ts'
import { createApp } from '#server/http/app.ts'
import type { AppOptions } from '#server/http/requests.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { refuseToFetch } from './outbound.ts'

export const kinds = ['visitor', 'member', 'other', 'owner', 'admin', 'deleted', 'expired'] as const
export type Kind = (typeof kinds)[number]
export type Person = { id: string; email: string; name: string }

const url = 'http://hallway.test'
export const password = 'a quiet hallway'

/** The app without a port and without pages: API and account endpoints by HTTP requests. */
export function apiOf(store: Store) {
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const today = () => new Date().toISOString().slice(0, 10)
  const auth = createAuth(store.db, log, { secret: 'x'.repeat(40), siteUrl: url, siteName: 'Hallway' })
  const app = createApp({
    store,
    auth,
    log,
    today,
    site: {} as AppOptions['site'],
    pages: createPageCache(today),
    siteName: 'Hallway',
    siteUrl: url,
    hasMailbox: true,
    runInBackground: (work) => void work(new AbortController().signal),
    fetchSafely: refuseToFetch,
    sign: createSign('a secret of tests'),
    newerMigration: async () => undefined,
    clientAddress: () => '127.0.0.1',
  })
  return (path: string, init?: RequestInit) => app.request(`${url}${path}`, init)
}

type Api = ReturnType<typeof apiOf>
type Procedure = {
  '~orpc': {
    route: { method?: string; path?: string; summary?: string }
    meta: { callers?: string }
    inputSchema?: { safeParse: (input: unknown) => { success: boolean } }
  }
}

/** Signs in and returns the session's cookie, as a request sends it. */
export async function signIn(api: Api, email: string): Promise<string> {
  const answer = await api('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** One person of each kind with cookies, also for the deleted account and the expired session. */
export async function peopleOfAllKinds(store: Store) {
  const api = apiOf(store)
  const people = {} as Record<Exclude<Kind, 'visitor'>, Person>
  const cookies: Record<Kind, string> = {
    visitor: '',
    member: '',
    other: '',
    owner: '',
    admin: '',
    deleted: '',
    expired: '',
  }
  for (const kind of kinds) {
    if (kind === 'visitor') continue
    const person = await makePerson(store.db, { password, isAdmin: kind === 'admin' })
    people[kind] = person
    cookies[kind] = await signIn(api, person.email)
  }
  await store.db.delete(user).where(eq(user.id, people.deleted.id))
  await store.db
    .update(session)
    .set({ expiresAt: new Date(0) })
    .where(eq(session.userId, people.expired.id))
  return { api, people, cookies }
}

/** Calls a procedure by its name over HTTP. Returns 'OK' or the error code. */
export async function outcome(api: Api, cookie: string, procedure: string, input: unknown): Promise<string> {
  const link = new RPCLink({
    url: `${url}/api/rpc`,
    fetch: async (request) =>
      api(new URL(request.url).pathname, {
        method: 'POST',
        headers: {
          'content-type': request.headers.get('content-type') ?? 'application/json',
          origin: url,
          ...(cookie && { cookie }),
        },
        body: await request.arrayBuffer(),
      }),
  })
  return outcomeFrom(createORPCClient(link), procedure, input)
}

/** Makes an access token for whoever has this cookie. */
export async function tokenOf(api: Api, cookie: string, event_id?: string): Promise<string> {
  const answer = await api('/api/v1/access-tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'Script', days: '90', event_id }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** The same of the public API, with an access token. What a write has in its body is of no matter, but for the one that a token does. */
export async function outcomeOfToken(api: Api, token: string, procedure: string, input: object = {}) {
  const { method = 'POST', path = '' } = Object.fromEntries(procedures())[procedure]!['~orpc'].route
  const { params = input, body } = input as { params?: object; body?: File }
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values.get(name))
    values.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams(
    [...values].flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((part) => [`${name}[]`, String(part)]) : [[name, String(value)]],
    ),
  )
  const answer = await api(`/api/v1${filled}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: await body.text() }),
  })
  return answer.ok ? 'OK' : ((await answer.json()) as { code: string }).code
}

/** The same of any client of the procedures: of the router itself (callAs), too. */
export async function outcomeFrom(client: unknown, procedure: string, input: unknown): Promise<string> {
  for (const part of procedure.split('.')) client = (client as Record<string, unknown>)[part]
  try {
    await (client as (input: unknown) => Promise<unknown>)(input)
    return 'OK'
  } catch (error) {
    return error instanceof ORPCError ? error.code : String(error)
  }
}

/** All procedures, read from the router, by name. */
export const procedures = (node: object = router, path: string[] = []): [name: string, Procedure][] =>
  Object.entries(node).flatMap(([name, value]: [string, object]) =>
    '~orpc' in value ? [[[...path, name].join('.'), value as Procedure]] : procedures(value, [...path, name]),
  )

/** All procedures with the methods of their routes. */
export const procedureMethods = (): [name: string, method: string][] =>
  procedures().map(([name, procedure]) => [name, procedure['~orpc'].route.method ?? 'POST'])

/** The procedures that can't be called without an input. */
export const proceduresWithInput = (): string[] =>
  procedures().flatMap(
    ([
      name,
      {
        '~orpc': { inputSchema },
      },
    ]) => (inputSchema?.safeParse(undefined).success === false ? [name] : []),
  )
