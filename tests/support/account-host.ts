import type { IncomingMessage } from 'node:http'
import { createAuth } from '#server/accounts/auth.ts'
import { clientAddress } from '#server/accounts/client-address.ts'
import { createApp } from '#server/app.ts'
import type { Store } from '#server/database/db.ts'
import { createLog } from '#server/log.ts'
import { newestMail } from '#server/mail/mail-worker.ts'

type From = { address?: string; headers?: Record<string, string> }
type Answer = {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  cookie: string
  location: string | null
}

let addresses = 0
/** An address that no other call gives. */
export const freshAddress = () =>
  `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`

/** The account endpoints and the API on a store, without a port: as the host serves them, with the client's address. */
export function accountHost(store: Store, { trustedProxies = '', siteUrl = 'http://hallway.test' } = {}) {
  const logged: string[] = []
  const log = createLog('debug', { write: (line: string) => void logged.push(line) })
  const auth = createAuth(store.db, log, {
    secret: 'only for tests '.repeat(4),
    siteUrl,
    siteName: 'Hallway',
  })
  const app = createApp({
    store,
    auth,
    // No test of accounts asks for a page.
    site: undefined as never,
    pages: undefined as never,
    log,
    siteName: 'Hallway',
    siteUrl,
    today: () => new Date().toISOString().slice(0, 10),
    hasMailbox: false,
    clientAddress: clientAddress(trustedProxies),
    later: (work) => void work(new AbortController().signal),
  })

  async function ask(
    path: string,
    init: RequestInit,
    { address = freshAddress(), headers = {} }: From,
  ): Promise<Answer> {
    const incoming = { socket: { remoteAddress: address }, headers } as unknown as IncomingMessage
    const given = {
      ...(init.body ? { 'content-type': 'application/json', origin: siteUrl } : {}),
      ...headers,
    }
    const response = await app.fetch(new Request(siteUrl + path, { ...init, headers: given }), { incoming })
    const cookies = response.headers.getSetCookie()
    return {
      status: response.status,
      body: await response.json().catch(() => ({})),
      cookies,
      cookie: cookies.map((each) => each.split(';')[0]).join('; '),
      location: response.headers.get('location'),
    }
  }

  return {
    logged,
    post: (path: string, body: object, from: From = {}) =>
      ask(path, { method: 'POST', body: JSON.stringify(body) }, from),
    /** The status of an answer to any method, without a body. */
    ask: async (method: string, path: string, from: From = {}) => (await ask(path, { method }, from)).status,
    get: (path: string, from: From = {}) => ask(path, { redirect: 'manual' }, from),
    /** Who the site takes the bearer of a cookie for; null for a visitor. */
    viewer: async (cookie: string) =>
      (await ask('/api/v1/site', {}, { headers: { cookie } })).body.viewer as { id: string } | null,
    /** The path that the newest mail to an address leads to. Mail is written after the answer: it waits a moment. */
    async mailedPath(email: string, subject: string): Promise<string> {
      for (let tries = 0; tries < 50; tries++) {
        const mail = (await newestMail(store.db)).find(
          (each) => each.to === email && each.subject === subject,
        )
        const url = mail?.text.match(/https?:\/\/\S+\/\S*token=\S+/)?.[0]
        if (url) return url.slice(siteUrl.length)
        await new Promise((wait) => setTimeout(wait, 20))
      }
      throw new Error(`There is no mail "${subject}" to ${email}`)
    },
  }
}
