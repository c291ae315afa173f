import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { withOneHost } from './one-host.ts'

test.each([
  [200, ['Host: one.example']],
  [400, ['Host: one.example', 'Host: two.example']],
  [400, ['Host: one.example', 'hOST: one.example']],
  [400, ['Host: one.example', 'Accept: */*', 'Host:']],
])('is answered with %i: a request with %j', async (status, lines) => {
  const listener = withOneHost((_, response) => response.end('answered'))
  const server = createServer((request, response) => listener(request, response, 'an-id')).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(`GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.includes('answered')).toBe(status === 200)
})
