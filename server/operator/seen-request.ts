import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { createSign } from '#server/accounts/secrets.ts'

// `hallway doctor` asks /healthz by SITE_URL, through the proxy, and is answered with what arrived. It shows the address of
// the proxy, so it is for whoever has the secret that signs sessions.

/** What arrived of a request: the address that limits count, the other end of the connection, and what the proxy says. */
export type SeenRequest = {
  address: string
  peer: string
  forwardedFor: string | undefined
  forwardedProto: string | undefined
  host: string | undefined
}

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

export function seenRequest(
  request: IncomingMessage,
  clientAddress: (request: IncomingMessage) => string,
): SeenRequest {
  const { headers, socket } = request
  const text = (value: string | string[] | undefined) =>
    value === undefined ? undefined : [value].flat().join(', ')
  return {
    address: clientAddress(request),
    peer: socket.remoteAddress ?? '',
    forwardedFor: text(headers['x-forwarded-for']),
    forwardedProto: text(headers['x-forwarded-proto']),
    host: headers.host,
  }
}
