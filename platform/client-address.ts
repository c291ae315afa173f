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

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

/** The networks of a list of addresses and networks; undefined for an entry that is neither. */
const networksOf = (list: string): (Network | undefined)[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [address = '', prefix] = entry.split('/')
      const longest = isIP(address) === 6 ? 128 : 32
      const bits = prefix === undefined ? longest : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN
      return isIP(address) && bits <= longest
        ? { address, bits, family: longest === 128 ? 'ipv6' : 'ipv4' }
        : undefined
    })

/** The widest networks of proxies: of IPv4 such as 10.0.0.0/8, of IPv6 such as fc00::/7. */
const minBits = { ipv4: 8, ipv6: 7 }

/** What is wrong with a list of trusted proxies, in words that follow the name of the setting; undefined if nothing is. */
export function trustedProxiesProblem(list: string): string | undefined {
  const networks = networksOf(list)
  if (networks.includes(undefined))
    return 'must be addresses or networks, separated by commas, such as 10.0.0.1, 10.1.0.0/16'
  const wide = networks.find(
    (network) => network && network.bits < (isMapped(network) ? 96 + minBits.ipv4 : minBits[network.family]),
  )
  if (wide)
    return `has ${wide.address}/${wide.bits}, in which anybody may be, who could then choose an address: name your own proxies alone`
}

/** Whether a network of IPv6 holds addresses of IPv4: `::ffff:0:0/96`, and what is around it. */
const isMapped = ({ address, family }: Network) =>
  family === 'ipv6' &&
  groupsOf(address)
    .slice(0, 5)
    .every((group) => group === '0') &&
  groupsOf(address)[5] === 'ffff'

/** Whether an address is one of the proxies that the operator trusts. */
function trustIn(trustedProxies: string): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of networksOf(trustedProxies))
    if (network) trusted.addSubnet(network.address, network.bits, network.family)
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

/** Limits count an IPv6 network of /64 as one: a client with one address has them all. The network is named by its first address. */
export const addressKey = (address: string) =>
  isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::` : address

/** The wider networks of IPv6 around an address that limits count: what one customer has (/56), what one may rent (/48). */
export function networksAround(address: string): { network: string; bits: 56 | 48 }[] {
  if (isIP(address) !== 6) return []
  const [first = '', second = '', third = '', fourth = ''] = groupsOf(address)
  const site = `${first}:${second}:${third}`
  return [
    { network: `${site}:${fourth.padStart(4, '0').slice(0, 2)}00::/56`, bits: 56 },
    { network: `${site}::/48`, bits: 48 },
  ]
}
