import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { withRequestLog } from './request-log.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const server = createServer(
  withRequestLog({ log, isFromProxy: () => true }, (_, response, id) =>
    response.writeHead(404, { 'x-request-id': id }).end(),
  ),
)
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())

test.each([
  ['/conferences?search=go', '/conferences?search=go'],
  ['/"a","status":200,\\u0022', '/"a","status":200,\\u0022'],
  ['/auth/reset?token=a"b', '/auth/reset?token=***'],
])('a request for %s is one line of JSON', async (path, url) => {
  const { port } = server.address() as AddressInfo
  lines.length = 0
  const headers = { 'x-request-id': 'from-the-proxy', connection: 'close' }
  await new Promise((done) => ask({ port, path, headers }, (answer) => answer.resume().on('end', done)).end())
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      id: 'from-the-proxy',
      method: 'GET',
      url,
      status: 404,
      ms: expect.any(Number),
    },
  ])
  expect(lines[0]).toMatch(/^[^\n]*\n$/)
})
