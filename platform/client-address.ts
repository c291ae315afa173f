import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The header in which the host tells the accounts the client's address; it overwrites whatever a stranger sent (app.ts). */
export const addressHeader = 'x-hallway-address'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address as sockets and proxies write it: with a port, in brackets, with a zone, IPv4 mapped into IPv6. Undefined for anything else. */
function parseAddress(text: string): Address | undefined {
  const [, address = ''] = text.match(/^\[([^\]]+)\](?::\d+)?$/) ??
    text.match(/^(\d+(?:\.\d+){3}):\d+$/) ?? [text, text]
  const withoutZone = address.replace(/%.*$/, '')
  // ipaddr.js alone also takes 127.1 and 0x7f000001.
  return isIP(withoutZone) ? ipaddr.process(withoutZone) : undefined
}

/** Whether a host name means this machine: localhost, or an address of 127.0.0.0/8 or ::1. A name that only looks like one is none. */
export function isLoopback(hostname: string): boolean {
  const address = parseAddress(hostname)
  return address ? address.range() === 'loopback' : hostname.toLowerCase() === 'localhost'
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
      (!ownHeaders.has(name) && value.split(',').some((part) => parseAddress(part.trim()) !== undefined)),
  )
  return hostname !== undefined && isLoopback(hostname) && !isForwarded
}

type Network = { entry: string; first: Address; bits: number }

/** An address or network; undefined for anything else. One of IPv4 that is mapped into IPv6 is one of IPv4. */
function networkOf(entry: string): Network | undefined {
  const [text = '', prefix] = entry.split('/')
  const longest = isIP(text) === 6 ? 128 : 32
  const bits = prefix === undefined ? longest : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!isIP(text) || !(bits <= longest)) return undefined
  const first = ipaddr.process(text)
  return { entry, first, bits: longest === 128 && first.kind() === 'ipv4' ? bits - 96 : bits }
}

const networksOf = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(networkOf)

/** The widest networks of proxies: of IPv4 such as 10.0.0.0/8, of IPv6 such as fc00::/7. */
const minBits = { ipv4: 8, ipv6: 7 }

/** What is wrong with a list of trusted proxies, in words that follow the name of the setting; undefined if nothing is. */
export function trustedProxiesProblem(list: string): string | undefined {
  const networks = networksOf(list)
  if (networks.includes(undefined))
    return 'must be addresses or networks, separated by commas, such as 10.0.0.1, 10.1.0.0/16'
  const wide = networks.find((network) => network && network.bits < minBits[network.first.kind()])
  if (wide)
    return `has ${wide.entry}, in which anybody may be, who could then choose an address: name your own proxies alone`
}

/** Whether an address is one of the proxies that the operator trusts. */
function trustIn(trustedProxies: string): (address: Address) => boolean {
  const networks = networksOf(trustedProxies)
  return (address) =>
    networks.some(
      (network) => network?.first.kind() === address.kind() && address.match(network.first, network.bits),
    )
}

/** Whether a request comes straight from a proxy that the operator trusts. */
export function isFromProxy(trustedProxies: string): (request: IncomingMessage) => boolean {
  const isTrusted = trustIn(trustedProxies)
  return ({ socket }) => {
    const address = parseAddress(socket.remoteAddress ?? '')
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
    const peer = parseAddress(request.socket.remoteAddress ?? '')
    if (peer === undefined) return 'unknown'
    const own = peer.toString()
    if (!isTrusted(peer)) return own
    const header = request.headers['x-forwarded-for']
    const chain = [header ?? ''].flat().join(',').split(',')
    for (const entry of chain.reverse()) {
      const address = parseAddress(entry.trim())
      // What stands before something unreadable may be a stranger's own words.
      if (address === undefined) return own
      if (!isTrusted(address)) return address.toString()
    }
    return own
  }
}

/** The eight groups of an IPv6 address, written out: 2001:db8::1 has five that are 0. */
const groupsOf = (address: string) => ipaddr.parse(address).toNormalizedString().split(':')

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
