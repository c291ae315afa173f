import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  addressKey,
  clientAddress,
  isLoopback,
  isMadeHere,
  networksAround,
  trustedProxiesProblem,
} from './client-address.ts'

const addressOf = (trusted: string, peer: string, forwarded?: string | string[]) =>
  clientAddress(trusted)({
    socket: { remoteAddress: peer },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

describe('the key that limits count an address under', () => {
  test.each([
    ['2001:db8::1', '2001:db8::beef'],
    ['2001:db8::', '2001:0DB8:0:0:1:2:3:4'],
    ['2001:db8:1:0:1:2:3:4', '2001:db8:1::5'],
    ['2600:3c00::f03c:91ff:fe00:1', '2600:3c00:0:0:ffff:ffff:ffff:ffff'],
    ['::2', '::3'],
    ['fe80::1', 'fe80::192.0.2.1'],
  ])('is the same for %s and %s', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other))
  })
  test.each([
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['2001:db8:1::5', '2001:db8:1:1::5'],
    ['2001:db8::1', '2001:db9::1'],
    ['192.0.2.1', '192.0.2.2'],
  ])('differs for %s and %s', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other))
  })
})

test.each([
  ['2001:db8:77:1ff::', ['2001:db8:77:0100::/56', '2001:db8:77::/48']],
  ['2001:db8:77:2::', ['2001:db8:77:0000::/56', '2001:db8:77::/48']],
  ['192.0.2.1', []],
  ['unknown', []],
])('the networks around %s are %j', (address, networks) => {
  expect(networksAround(address).map(({ network }) => network)).toEqual(networks)
})

describe('the address that a request comes from', () => {
  const proxies = '10.9.0.0/16, 127.0.0.1, 2001:db8:ffff::/48'
  test.each<[what: string, peer: string, forwarded: string | string[] | undefined, address: string]>([
    ['nobody before it', '192.0.2.7', undefined, '192.0.2.7'],
    ['a stranger forges the header', '192.0.2.7', '8.8.8.8', '192.0.2.7'],
    ['a socket for both families', '::ffff:192.0.2.7', undefined, '192.0.2.7'],
    ['the same in hexadecimal', '::ffff:c000:207', undefined, '192.0.2.7'],
    ['a proxy', '10.9.0.1', '203.0.113.7', '203.0.113.7'],
    ['a proxy on a socket for both families', '::ffff:10.9.0.1', '203.0.113.7', '203.0.113.7'],
    ['a proxy by IPv6', '2001:db8:ffff::1', '2001:db8::1', '2001:db8::1'],
    ['two proxies', '10.9.0.1', '8.8.8.8, 203.0.113.7, 10.9.0.2', '203.0.113.7'],
    ['a header that comes twice', '10.9.0.1', ['8.8.8.8', '203.0.113.7'], '203.0.113.7'],
    ['with a port', '10.9.0.1', '203.0.113.7:5555', '203.0.113.7'],
    ['IPv6 in brackets', '10.9.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['IPv6 with a port', '10.9.0.1', '8.8.8.8, [2001:db8::1]:443', '2001:db8::1'],
    ['IPv4 mapped, in brackets', '10.9.0.1', '[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['only proxies', '10.9.0.1', '10.9.0.2', '10.9.0.1'],
    ['no header', '10.9.0.1', undefined, '10.9.0.1'],
    ['something unreadable after forged ones', '10.9.0.1', '8.8.8.8, unknown', '10.9.0.1'],
    ['a socket that is gone', '', undefined, 'unknown'],
  ])('with %s', (_, peer, forwarded, address) => {
    expect(addressOf(proxies, peer, forwarded)).toBe(address)
  })

  test.each(['proxy.example', '10.9.0.0/33', '10.9.0.0/', '10.9.0.0/x', '::1/129'])(
    'cannot be read behind %s',
    (trusted) => {
      expect(trustedProxiesProblem(trusted)).toMatch(/^must be addresses or networks/)
    },
  )
})

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['127.evil.example', false],
  ['127.0.0.1.nip.io', false],
  ['localhost.evil.example', false],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
  ['hallway.example', false],
  ['', false],
])('whether %s is this machine: %s', (hostname, is) => {
  expect(isLoopback(hostname)).toBe(is)
})

test.each<[Record<string, string>, boolean]>([
  [{ host: '127.0.0.1:3000' }, true],
  [{ host: 'localhost:3000' }, true],
  [{ host: '[::1]:3000' }, true],
  [{ host: 'hallway.example' }, false],
  [{ host: '127.evil.example:3000' }, false],
  [{}, false],
  [{ host: '127.0.0.1', forwarded: 'for=8.8.8.8' }, false],
  [{ host: '127.0.0.1', 'x-forwarded-for': '127.0.0.1' }, false],
  [{ host: '127.0.0.1', 'X-Forwarded-Proto': 'https' }, false],
  [{ host: '127.0.0.1', 'x-real-ip': '8.8.8.8' }, false],
  [{ host: '127.0.0.1', via: '1.1 proxy' }, false],
  [{ host: '127.0.0.1', 'cf-connecting-ip': '8.8.8.8' }, false],
  [{ host: '127.0.0.1', 'true-client-ip': '2001:db8::1' }, false],
  [{ host: '127.0.0.1', 'x-client-ip': '10.0.0.1' }, false],
  [{ host: '127.0.0.1', 'some-header-of-tomorrow': '10.0.0.1, 8.8.8.8:443' }, false],
  [{ host: '127.0.0.1', 'x-azure-socketip': '127.0.0.1' }, false],
  [
    {
      host: '127.0.0.1:3000',
      origin: 'http://127.0.0.1:3000',
      referer: 'http://127.0.0.1:3000/auth',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0',
      'sec-ch-ua-full-version': '"131.0.6778.85"',
      'content-length': '12',
      dnt: '1',
      'x-hallway-address': '127.0.0.1',
    },
    true,
  ],
])('whether a request with %o is made here: %s', (headers, is) => {
  expect(isMadeHere(new Headers(headers))).toBe(is)
})
