import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { createSign } from '#server/accounts/secrets.ts'

// `hallway doctor` asks /healthz by SITE_URL, through the proxy, and is answered with what arrived. It shows the address of
// the proxy, so it is for whoever has the secret that signs sessions.

/** What arrived of a request: the address that limits count, the other end of the connection, and the proxy's header. */
export type SeenRequest = { address: string; peer: string; forwardedFor: string | undefined }

type Sign = ReturnType<typeof createSign>

export const checkHeader = 'x-hallway-check'
/** For clocks of two machines that differ, too. */
const validForMs = 300_000

const signatureOf = (sign: Sign, moment: string) => sign('doctor', moment).toString('base64url')

export function createCheckToken(sign: Sign): string {
  const moment = String(Date.now())
  return `${moment}.${signatureOf(sign, moment)}`
}

export function isCheckToken(sign: Sign, token: string): boolean {
  const [moment = '', signature = ''] = token.split('.')
  const [actual, expected] = [Buffer.from(signature), Buffer.from(signatureOf(sign, moment))]
  return (
    actual.length === expected.length &&
    timingSafeEqual(actual, expected) &&
    Math.abs(Date.now() - Number(moment)) < validForMs
  )
}

export const seenRequest = (
  request: IncomingMessage,
  clientAddress: (request: IncomingMessage) => string,
): SeenRequest => ({
  address: clientAddress(request),
  peer: request.socket.remoteAddress ?? '',
  forwardedFor: request.headers['x-forwarded-for']?.toString(),
})
