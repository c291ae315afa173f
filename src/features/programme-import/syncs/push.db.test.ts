import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { apiOf, password, signIn, tokenOf } from '#tests/support/people-of-all-kinds.ts'
import { createSync, importProgramme, previewProgramme } from './programme-syncs.server.ts'
import { readSyncedEvent } from './stored-programme.server.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = daysAhead(0)
const day = daysAhead(60)

const lines = (n: number, start = '10:00') =>
  Array.from({ length: n }, (_, index) => `${index},Talk ${index},${day},${start},Hall,Ada Lovelace`)
const table = (all: string[]) => ['key,title,date,start,room,speakers', ...all].join('\n')

type Answer = { status: number; body: Record<string, unknown> & { data?: Record<string, unknown> } }

/** A conference with an owner whose programs have a token for it. */
async function pushed() {
  const { db } = context.store
  const api = apiOf(context.store)
  const owner = await makePerson(db, { password })
  const { id, slug } = await makeEvent(db, { start_date: day, end_date: day, created_by: owner.id })
  const cookie = await signIn(api, owner.email)
  const token = await tokenOf(api, cookie, id)
  const push = async (
    content: string,
    { of = id, query = '', by = token, type = 'text/csv' } = {},
  ): Promise<Answer> => {
    const headers = { authorization: `Bearer ${by}`, 'content-type': type }
    const answer = await api(`/api/v1/events/${of}/programme${query}`, {
      method: 'PUT',
      headers,
      body: content,
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  const titles = async () =>
    (
      await rows<{ title: string }>(
        db,
        sql`select title from talks where event_id = ${id}::uuid order by title, id`,
      )
    ).map(({ title }) => title)
  return { api, db, id, slug, owner, cookie, token, push, titles }
}

/** Every row with its version, but for the counts of what one person may do in a minute. */
async function versions() {
  const tables = await rows<{ name: string }>(
    context.store.db,
    sql`select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('rate_limits')`,
  )
  const counted = tables.map(({ name }) => `select '${name}' as name, ctid::text, xmin::text from "${name}"`)
  return rows(context.store.db, sql.raw(`${counted.join(' union all ')} order by 1, 2`))
}

test('the file is imported; the same one changes no row, and leaves automatic checks on', async () => {
  const { db, id, owner, push, titles } = await pushed()
  const first = await push(table(lines(3)))
  expect(first).toMatchObject({ status: 202, body: { added: 3, removed: 0, warnings: expect.any(Array) } })
  expect(await titles()).toEqual(['Talk 0', 'Talk 1', 'Talk 2'])
  expect(
    await rows(
      db,
      sql`select changed_by::text as by, via from change_sets join programme_syncs on set_id = change_sets.id where event_id = ${id}::uuid`,
    ),
  ).toEqual([{ by: owner.id, via: 'import' }])
  await db.execute(
    sql`update programme_sources set url = 'https://example.org/p.csv', is_automatic = true where event_id = ${id}::uuid`,
  )
  const before = await versions()
  expect(await push(table(lines(3)))).toMatchObject({ status: 200, body: { added: 0, unchanged: 3 } })
  expect(await versions()).toEqual(before)
})

test('with dry=1 nothing is written; what is misspelt is refused and not imported', async () => {
  const { push, titles } = await pushed()
  const before = await versions()
  const dry = await push(table(lines(2)), { query: '?dry=1' })
  expect(dry).toMatchObject({ status: 200, body: { added: 2 } })
  expect((await push(table(lines(2)), { query: '?dri=1' })).status).toBe(400)
  expect((await push('no programme')).status).toBe(422)
  expect((await versions()).length).toBe(before.length)
  expect(await titles()).toEqual([])
})

test('what a person has to look at waits for the organisers, who are told once', async () => {
  const { db, id, slug, push, titles } = await pushed()
  await push(table(lines(20)))
  const short = table(lines(8))
  const refused = await push(short)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'WAITS',
      message: '12 talks are no longer in its programme. Please review before they are removed.',
    },
  })
  expect(refused.body.data).toMatchObject({
    removed: 12,
    url: `http://hallway.test/conferences/${slug}/edit/import`,
  })
  expect((await push(short, { query: '?dry=1' })).status).toBe(409)
  expect((await Promise.all([push(short), push(short)])).map(({ status }) => status)).toEqual([409, 409])
  expect(await titles()).toHaveLength(20)
  const counts = sql`
    select (select count(*)::integer from programme_syncs where event_id = ${id}::uuid and status = 'waiting') as syncs,
      (select count(*)::integer from notifications where path = ${`/conferences/${slug}/edit/import`}) as messages`
  expect(await rows(db, counts)).toEqual([{ syncs: 1, messages: 1 }])
})

test('a token is for one conference, as long as its person may edit that, and reads nothing', async () => {
  const { db, api, id, owner, token, push } = await pushed()
  const other = await makeEvent(db, { start_date: day, end_date: day, created_by: owner.id })
  const content = table(lines(1))
  expect((await push(content, { of: other.id })).status).toBe(403)
  expect((await push(content, { of: crypto.randomUUID() })).status).toBe(403)
  const get = (address: string) => api(address, { headers: { authorization: `Bearer ${token}` } })
  for (const address of ['/api/v1/notifications', '/api/v1/events', `/api/v1/events/${id}/source`])
    expect((await get(address)).status).toBe(403)
  const reader = await pushed()
  const reads = await tokenOf(reader.api, reader.cookie)
  expect((await reader.push(content, { by: reads })).status).toBe(403)
  await db.execute(sql`update all_events set created_by = null where id = ${id}::uuid`)
  expect((await push(content)).status).toBe(403)
})

test('neither a stranger nor an administrator makes one, nor pushes', async () => {
  const { db, api, id } = await pushed()
  const admin = await makePerson(db, { password, isAdmin: true })
  const cookie = await signIn(api, admin.email)
  expect(await tokenOf(api, cookie, id)).toBeUndefined()
  const answer = await api(`/api/v1/events/${id}/programme`, {
    method: 'PUT',
    headers: { cookie },
    body: table(lines(1)),
  })
  expect(answer.status).toBe(403)
})

test('two at once run one after the other, and leave nothing twice', async () => {
  const { db, id, push, titles } = await pushed()
  const answers = await Promise.all([push(table(lines(12))), push(table(lines(12)))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 202])
  const other = await Promise.all([
    push(table(lines(12, '11:00'))),
    push(table([...lines(12), 'x,More,,,,'])),
  ])
  expect(other.map(({ status }) => status)).toEqual([202, 202])
  expect(new Set(await titles()).size).toBe((await titles()).length)
  const overlaps = await rows(
    db,
    sql`
      select from programme_syncs as one join programme_syncs as other on other.event_id = one.event_id and other.id <> one.id
      where one.event_id = ${id}::uuid and other.created_at > one.created_at and other.created_at < one.finished_at`,
  )
  expect(overlaps).toEqual([])
})

test('it waits for an import that runs, and finishes one that has stopped', async () => {
  const { db, id, push, titles } = await pushed()
  const event = (await readSyncedEvent(db, { id }))!
  const file = { content: Buffer.from(table(lines(4))) }
  const preview = await previewProgramme(db, event, file, { today })
  const sync = await createSync(db, event, preview, { file, status: 'applying' })
  let isDone = false
  const answer = push(table(lines(4))).finally(() => {
    isDone = true
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([isDone, await titles()]).toEqual([false, []])
  await db.execute(
    sql`update programme_syncs set progressed_at = now() - interval '1 minute' where id = ${sync}::uuid`,
  )
  expect((await answer).status).toBe(202)
  expect(await titles()).toHaveLength(4)
})

test('what was compared before another import ended is compared again', async () => {
  const { db, id, titles } = await pushed()
  const event = (await readSyncedEvent(db, { id }))!
  const file = { content: Buffer.from(table(lines(2))) }
  const preview = await previewProgramme(db, event, file, { today })
  const [now] = await rows<{ at: string }>(db, sql`select now()::text as at`)
  await importProgramme(db, event, file, { site, today })
  await expect(
    createSync(db, event, preview, { file, status: 'applying', readAt: now!.at }),
  ).rejects.toMatchObject({ code: 'TAKEN_OVER' })
  expect(await titles()).toHaveLength(2)
})

test('a large file of JSON with many signs is taken as it is, but for visitors', async () => {
  const { api, id, push } = await pushed()
  const large = JSON.stringify({ talks: Array.from({ length: 70_000 }, (_, n) => [n]) })
  expect((await push(large, { type: 'application/json' })).status).toBe(422)
  const headers = { 'content-type': 'application/json' }
  const visitor = await api(`/api/v1/events/${id}/programme`, { method: 'PUT', headers, body: large })
  expect(visitor.status).toBe(413)
})

test('the workflow checks a pull request, and sends what was merged', async () => {
  const { api, id, token, titles } = await pushed()
  const server = createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>)
    const answer = await api(request.url!, { method: request.method!, headers, body: await buffer(request) })
    response.writeHead(answer.status).end(await answer.text())
  }).listen(0, '127.0.0.1')
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-push-'))
  try {
    const workflow = await readFile('public/programme-workflow.yml', 'utf8')
    const commands = [...workflow.matchAll(/- run: \|\n\s+(.+)/g)].map(([, command]) => command!)
    expect(commands).toHaveLength(2)
    await writeFile(path.join(folder, 'programme.json'), table(lines(2)))
    const { port } = server.address() as AddressInfo
    const env = {
      ...process.env,
      HALLWAY_TOKEN: token,
      HALLWAY_PROGRAMME: `http://127.0.0.1:${port}/api/v1/events/${id}/programme`,
    }
    const run = async (command: string) =>
      JSON.parse((await promisify(execFile)('sh', ['-c', command], { cwd: folder, env })).stdout)
    expect(await run(commands[0]!)).toMatchObject({ added: 2 })
    expect(await titles()).toEqual([])
    expect(await run(commands[1]!)).toMatchObject({ added: 2 })
    expect(await titles()).toHaveLength(2)
    // The step fails with what a person has to do.
    await writeFile(path.join(folder, 'programme.json'), 'no programme')
    await expect(run(commands[1]!)).rejects.toMatchObject({ stdout: expect.stringContaining('UNREADABLE') })
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})
