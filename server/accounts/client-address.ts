import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The header in which the host tells the accounts the client's address; it overwrites whatever a stranger sent (app.ts). */
export const addressHeader = 'x-hallway-address'

/** The eight groups of an IPv6 address, written out: 2001:db8::1 has five that are 0. */
function groupsOf(address: string): string[] {
  // As URLs have it: lower case, no leading zeros, an IPv4 part as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

/** An address as sockets and proxies write it (with a port, in brackets, with a zone, IPv4 mapped into IPv6) in its plain form; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const [, address = ''] = text.match(/^\[([^\]]+)\](?::\d+)?$/) ??
    text.match(/^(\d+(?:\.\d+){3}):\d+$/) ?? [text, text]
  const withoutZone = address.replace(/%.*$/, '')
  if (isIP(withoutZone) !== 6) return isIP(withoutZone) ? withoutZone : undefined
  const groups = groupsOf(withoutZone)
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,ffff') return withoutZone
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name means this machine: localhost, or an address of 127.0.0.0/8 or ::1. A name that only looks like one is none. */
export function isLoopback(hostname: string): boolean {
  const address = plainAddress(hostname)
  if (address === undefined) return hostname.toLowerCase() === 'localhost'
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Headers that name no client, but may have a value which reads as an address. */
const ownHeaders = new Set(['host', addressHeader])

/**
 * Whether a request was made on this machine: it asks for one of the machine's own names, and no proxy says that it
 * came from elsewhere. A name of a stranger's that leads here (DNS rebinding) is none of them. Every proxy and network has
 * a header of its own for the client's address (CF-Connecting-IP, True-Client-IP, Fly-Client-IP …), so whatever has an
 * address as its value is one; no browser sends such a header.
 */
export function isMadeHere(headers: Headers): boolean {
  const hostname = URL.parse(`http://${headers.get('host')}`)?.hostname
  const isForwarded = [...headers].some(
    ([name, value]) =>
      /^(forwarded|via|x-forwarded-.*)$/.test(name) ||
      (!ownHeaders.has(name) && value.split(',').some((part) => plainAddress(part.trim()) !== undefined)),
  )
  return hostname !== undefined && isLoopback(hostname) && !isForwarded
}

/** Whether an address is one of the proxies that the operator trusts. Throws an Error of one line for an entry that is no address. */
function trustIn(trustedProxies: string): (address: string) => boolean {
  const trusted = new BlockList()
  for (const entry of trustedProxies
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const version = isIP(address)
    const bits = prefix === undefined ? undefined : Number(prefix)
    if (!version || !(bits === undefined || (/^\d+$/.test(prefix!) && bits <= (version === 6 ? 128 : 32))))
      throw new Error(`A setting is wrong: TRUSTED_PROXIES has ${entry}, which is no address`)
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, bits, family)
  }
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a request comes straight from a proxy that the operator trusts. */
export function isFromProxy(trustedProxies: string): (request: IncomingMessage) => boolean {
  const isTrusted = trustIn(trustedProxies)
  return ({ socket }) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    return address !== undefined && isTrusted(address)
  }
}

/**
 * The address that a request comes from: the connection's own, or, behind proxies that the operator trusts, the last
 * address in X-Forwarded-For that is none of theirs. Whatever a stranger writes into that header stands before it.
 */
export function clientAddress(trustedProxies: string): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies)
  return (request) => {
    const own = plainAddress(request.socket.remoteAddress ?? '')
    if (own === undefined) return 'unknown'
    if (!isTrusted(own)) return own
    const header = request.headers['x-forwarded-for']
    const chain = [header ?? ''].flat().join(',').split(',')
    for (const entry of chain.reverse()) {
      const address = plainAddress(entry.trim())
      // What stands before something unreadable may be a stranger's own words.
      if (address === undefined) return own
      if (!isTrusted(address)) return address
    }
    return own
  }
}

/** Limits count an IPv6 network of /64 as one: whoever has one address has them all. The network is named by its first address. */
export const addressKey = (address: string) =>
  isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::` : address
