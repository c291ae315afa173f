import { createServer, type OutgoingHttpHeaders } from 'node:http'

/** The answers by path. */
export type Answers = Record<string, { headers: OutgoingHttpHeaders; body: Uint8Array }>

// The baseline: a Node server that only sends prepared bytes. Its parent process sends the answers and gets its address.

process.once('message', (answers: Answers) => {
  const ready = Object.entries(answers).map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body) }] as const,
  )
  const byPath = new Map(ready)
  const server = createServer((request, response) => {
    const answer = byPath.get(request.url ?? '')
    if (answer) response.writeHead(200, answer.headers).end(answer.body)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  })
})
process.once('disconnect', () => process.exit(0))
