import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import type { Host } from '#platform/procedures/host.ts'
import { createDumpList, dumpRoutes } from './dump-files.ts'

const root = mkdtempSync(path.join(tmpdir(), 'hallway-dumps-'))
const folder = path.join(root, 'dumps')
afterAll(() => rmSync(root, { recursive: true }))

test('the dumps of the list can be downloaded, and no other file can', async () => {
  const app = new Hono<Host>()
  dumpRoutes(app, folder)
  const list = createDumpList(folder)
  expect(await list()).toEqual([])
  expect((await app.request('/data/hallway-2026-11-20.jsonl.gz')).status).toBe(404)

  mkdirSync(folder)
  const names = ['hallway-2026-11-20.jsonl.gz', 'hallway-2026-11-21.jsonl.gz', 'hallway-2026-11-21.csv.gz']
  for (const name of names) writeFileSync(path.join(folder, name), `of ${name}`)
  writeFileSync(path.join(folder, 'hallway-2026-11-21T040000Z.backup'), 'secret')
  writeFileSync(path.join(root, 'auth-secret'), 'secret')
  const sha256 = (name: string) => createHash('sha256').update(`of ${name}`).digest('hex')
  expect(await list()).toEqual(
    names
      .toReversed()
      .map((name) => ({ name, date: name.slice(8, 18), sizeBytes: name.length + 3, sha256: sha256(name) })),
  )
  const answer = await app.request(`/data/${names[0]}`)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/gzip',
    `of ${names[0]}`,
  ])
  const headers = { 'if-none-match': answer.headers.get('etag')! }
  expect((await app.request(`/data/${names[0]}`, { headers })).status).toBe(304)
  for (const name of ['hallway-2026-11-21T040000Z.backup', '..%2Fauth-secret', '%2e%2e%2fauth-secret', 'x'])
    expect((await app.request(`/data/${name}`)).status).toBe(404)
})
