import type { IncomingMessage } from 'node:http'
import { clientAddress } from '#platform/client-address.ts'
import type { Store } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { createAuth } from '#server/accounts/auth.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { createApp } from '#server/http/app.ts'
import { newestMail } from '#server/mail/mail-worker.ts'
import { refuseToFetch } from './outbound.ts'

type From = { address?: string; headers?: Record<string, string> }
type Answer = {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  cookie: string
  location: string | null
}

let addresses = 0
/** A unique IP address. */
export const freshAddress = () =>
  `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`

/** The app on a store, called without a port and with a client address: account endpoints and API. */
export function accountHost(
  store: Store,
  {
    trustedProxies = '',
    siteUrl = 'http://hallway.test',
    requireAdminSecondFactor = false,
    secret = 'only for tests '.repeat(4),
    hasMailbox = false,
  } = {},
) {
  const logged: string[] = []
  const log = createLog('debug', { write: (line: string) => void logged.push(line) })
  const auth = createAuth(store.db, log, {
    secret,
    siteUrl,
    siteName: 'Hallway',
    requireAdminSecondFactor,
  })
  const app = createApp({
    store,
    auth,
    // No account test requests a page.
    site: undefined as never,
    pages: undefined as never,
    log,
    siteName: 'Hallway',
    siteUrl,
    today: () => new Date().toISOString().slice(0, 10),
    hasMailbox,
    clientAddress: clientAddress(trustedProxies),
    runInBackground: (work) => void work(new AbortController().signal),
    fetchSafely: refuseToFetch,
    sign: createSign('a secret of tests'),
    newerMigration: async () => undefined,
  })

  async function request(
    path: string,
    init: RequestInit,
    { address = freshAddress(), headers = {} }: From,
  ): Promise<Answer> {
    const incoming = { socket: { remoteAddress: address }, headers } as unknown as IncomingMessage
    const requestHeaders = {
      ...(init.body ? { 'content-type': 'application/json', origin: siteUrl } : {}),
      ...headers,
    }
    const response = await app.fetch(new Request(siteUrl + path, { ...init, headers: requestHeaders }), {
      incoming,
    })
    const cookies = response.headers.getSetCookie()
    return {
      status: response.status,
      body: await response.json().catch(() => ({})),
      cookies,
      cookie: cookies.map((header) => header.split(';')[0]).join('; '),
      location: response.headers.get('location'),
    }
  }

  return {
    app,
    logged,
    post: (path: string, body: object, from: From = {}) =>
      request(path, { method: 'POST', body: JSON.stringify(body) }, from),
    send: (path: string, init: RequestInit, from: From = {}) => request(path, init, from),
    /** The status of the response to any method, without a body. */
    ask: async (method: string, path: string, from: From = {}) =>
      (await request(path, { method }, from)).status,
    get: (path: string, from: From = {}) => request(path, { redirect: 'manual' }, from),
    /** The viewer that the site sees for this cookie; null for a visitor. */
    viewer: async (cookie: string) =>
      (await request('/api/v1/site', {}, { headers: { cookie } })).body.viewer as {
        id: string
        unread: number
      } | null,
    /** The path linked in the newest mail to an address. Waits, because mail is written after the answer. */
    async mailedPath(email: string, subject: string): Promise<string> {
      for (const started = Date.now(); Date.now() - started < 60_000; ) {
        const mail = (await newestMail(store.db)).find(
          (candidate) => candidate.to === email && candidate.subject === subject,
        )
        const url = mail?.text.match(/https?:\/\/\S+\/\S*token=\S+/)?.[0]
        if (url) return url.slice(siteUrl.length)
        await new Promise((wait) => setTimeout(wait, 20))
      }
      throw new Error(`There is no mail "${subject}" to ${email}`)
    },
  }
}
