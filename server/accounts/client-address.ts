import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The header in which the host tells the accounts the client's address; it overwrites whatever a stranger sent (app.ts). */
export const addressHeader = 'x-hallway-address'

/**
 * The address that a request comes from: the connection's own, or, behind proxies that the operator trusts, the last
 * address in X-Forwarded-For that is none of theirs. Whatever a stranger writes into that header stands before it.
 */
export function clientAddress(trustedProxies: string): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const entry of trustedProxies
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const version = isIP(address)
    if (!version)
      throw new Error(
        `Hallway can't start, a setting is wrong: TRUSTED_PROXIES has ${entry}, which is no address`,
      )
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (prefix) trusted.addSubnet(address, Number(prefix), family)
    else trusted.addAddress(address, family)
  }
  const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (request) => {
    const own = plain(request.socket.remoteAddress ?? 'unknown')
    if (!isTrusted(own)) return own
    const header = request.headers['x-forwarded-for']
    const chain = (Array.isArray(header) ? header.join(',') : (header ?? ''))
      .split(',')
      .map((each) => plain(each.trim()))
    return chain.filter((each) => isIP(each)).findLast((each) => !isTrusted(each)) ?? own
  }
}

/** Limits count an IPv6 network of /64 as one: whoever has one address has them all. */
export const addressKey = (address: string) =>
  isIP(address) === 6 ? address.split(':').slice(0, 4).join(':') : address
