import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/procedures/procedure.ts'

type Sign = Context['sign']

const signatureBytes = 16
const signatureOf = (purpose: string, id: string, sign: Sign) => sign(purpose, id).subarray(0, signatureBytes)
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The part of an address that only those know who were given it: a row's id and a signature, so that the database alone does not open it. */
export const tokenOf = (purpose: string, id: string, sign: Sign): string =>
  Buffer.concat([bytesOf(id), signatureOf(purpose, id, sign)]).toString('base64url')

/** The id in a token, if its signature is right. */
export function idOfToken(purpose: string, token: string, sign: Sign): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // The last letter holds bits that are not read: without the second condition four addresses would open one row.
  if (bytes.length !== 16 + signatureBytes || bytes.toString('base64url') !== token) return
  const id = bytes
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(bytes.subarray(16), signatureOf(purpose, id, sign)) ? id : undefined
}
