import { request } from 'node:http'

const megabyte = 1024 * 1024
const fields = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
const file = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'

/** `bytes` are sent so many `times`. */
export type CostlyBody = { contentType: string; bytes: Buffer; times: number; isChunked?: boolean }
/** What took long to read or to parse. */
export const costlyBodies: Record<string, CostlyBody> = {
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

export type Sender = 'nobody' | 'member' | 'admin'

/** Each kind of route that takes a body, by who is let in furthest. `unsubscribe` is a path that works. */
export const bodyTargets = (unsubscribe: string): [method: string, path: string, by: Sender][] => [
  ['POST', unsubscribe, 'nobody'],
  ['POST', '/unsubscribe/forged', 'nobody'],
  ['POST', '/address/forged', 'nobody'],
  ['POST', '/api/auth/sign-in/email', 'nobody'],
  ['POST', '/api/auth/sign-out', 'member'],
  ['POST', '/auth', 'nobody'],
  ['POST', '/nowhere', 'member'],
  ['POST', '/dev/mailbox', 'nobody'],
  ['PUT', '/', 'nobody'],
  ['POST', '/api/v1/invitation-requests', 'nobody'],
  ['POST', '/api/rpc/invitationRequests/ask', 'nobody'],
  ['POST', '/api/v1/events', 'member'],
  ['PUT', `/api/v1/events/${unknown}`, 'member'],
  ['DELETE', `/api/v1/events/${unknown}`, 'member'],
  ['POST', '/api/rpc/events/create', 'member'],
  ['POST', '/api/v1/events/from-programme', 'nobody'],
  ['POST', '/api/v1/events/from-programme', 'member'],
  ['POST', '/api/rpc/pictures/upload', 'member'],
  ['POST', '/api/v1/imports', 'member'],
  ['POST', '/api/rpc/imports/start', 'admin'],
]

/** Sends a body as no well-behaved client does: on and on, until it is answered. Resolves with the status. */
export function sendBody(
  url: string,
  method: string,
  cookie: string,
  { contentType, bytes, times, isChunked }: CostlyBody,
) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers: {
          'content-type': contentType,
          origin: new URL(url).origin,
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
    let remaining = times
    const write = () => {
      while (remaining-- > 0 && !sent.destroyed) if (!sent.write(bytes)) return void sent.once('drain', write)
      if (!sent.destroyed) sent.end()
    }
    write()
  })
}
