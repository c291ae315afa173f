import { mkdtempSync, openAsBlob, readFileSync, renameSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { readEnv } from '#platform/env.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { callAs } from '#tests/support/call.ts'
import { freshStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/site.ts'
import { postgresStore, rows, type Store } from './db.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { embeddedStore } from './embedded/embedded-store.ts'
import { migrate } from './migrate.ts'
import { openStore } from './open-store.ts'
import { reasonNotReady } from './readiness.ts'

const log = pino({ enabled: false })

test.runIf(inject('engine').kind === 'embedded')('a full disk is not ready, and space on it is', async () => {
  const store = await freshStore()
  // As the engine closes itself to writes (platform/database/embedded/embedded.ts).
  await store.db.execute(sql`set default_transaction_read_only = on`)
  expect(await reasonNotReady(store, log)).toBe('the disk is full')
  await store.db.execute(sql`set default_transaction_read_only = off`)
  expect(await reasonNotReady(store, log)).toBe(undefined)
  await store.close()
})

test.runIf(inject('engine').kind === 'embedded')('without its folder it is not ready', async () => {
  const engine = inject('engine')
  const folder = mkdtempSync(path.join(tmpdir(), 'hallway-gone-'))
  const database = await openEmbedded(path.join(folder, 'data'), {
    loadDataDir: engine.kind === 'embedded' ? await openAsBlob(engine.image) : undefined,
  })
  const store = embeddedStore(database.pg)
  expect(await reasonNotReady(store, log)).toBe(undefined)
  renameSync(path.join(folder, 'data'), path.join(folder, 'elsewhere'))
  expect(await reasonNotReady(store, log)).toBe('the data folder is gone')
  renameSync(path.join(folder, 'elsewhere'), path.join(folder, 'data'))
  expect(await reasonNotReady(store, log)).toBe(undefined)
  await database.close()
  rmSync(folder, { recursive: true })
})

describe.runIf(inject('engine').kind === 'postgres')('with a server of its own', () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let first: Store
  let second: Store
  const logLines: string[] = []

  beforeAll(async () => {
    primary = await startPostgres()
    first = postgresStore(primary.url('postgres'), undefined, 5)
    await migrate(first)
    replica = await startPostgres({}, primary)
    second = postgresStore(primary.url('postgres'), replica.url('postgres'), 5, (line) => logLines.push(line))
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
    await replica?.stop()
    await primary?.stop()
  })

  const isOnReplica = async () => {
    const [row] = await rows<{ is: boolean }>(second.replica, sql`select pg_is_in_recovery() as is`)
    return row?.is
  }

  test('a replica that is away is read from the primary, and asked again when it is back', async () => {
    expect(await isOnReplica()).toBe(true)
    const restart = replica.restart(1000)
    await expect.poll(isOnReplica).toBe(false)
    expect(await second.replica.select({ id: events.id }).from(events)).toEqual([])
    expect(await reasonNotReady(second, log)).toBe(undefined)
    await restart
    await expect.poll(isOnReplica).toBe(true)
    expect([logLines.length, logLines.at(-1)]).toEqual([2, 'The replica answers again.'])
  })

  test('an error that the primary has too is told as it is', async () => {
    await expect(second.replica.execute(sql`select 1 / 0`)).rejects.toMatchObject({
      cause: { code: '22012' },
    })
    expect(await isOnReplica()).toBe(true)
  })

  test('a standby is not ready', async () => {
    const store = postgresStore(replica.url('postgres'), undefined, 1)
    expect(await reasonNotReady(store, log)).toBe('the database is read-only, as a standby is')
    await store.close()
  })

  test('of several addresses the one that takes writes is used', async () => {
    const [standby, writable] = [replica, primary].map((server) => new URL(server.url('postgres')).host)
    const url = `postgres://hallway@${standby},${writable}/postgres?target_session_attrs=primary`
    const store = await openStore(readEnv({ DATABASE_URL: url }))
    expect(await reasonNotReady(store, log)).toBe(undefined)
    await makeEvent(store.db)
    await store.close()
  })

  test('visitors get cached pages while the database is away, whoever else asks; the log says so once', async () => {
    const password = 'a quiet hallway'
    const { email } = await makePerson(first.db, { email: 'outage@example.com', password })
    const { slug, id } = await makeEvent(first.db, { name: 'Before the outage' })
    const folder = mkdtempSync(path.join(tmpdir(), 'hallway-outage-'))
    const logFile = path.join(folder, 'log')
    const site = await startServer(
      { DATA_DIR: folder, DATABASE_URL: primary.url('postgres'), SAMPLE_DATA: 'off', LOG_LEVEL: 'info' },
      undefined,
      logFile,
    )
    onTestFinished(async () => {
      await site.stop()
      rmSync(folder, { recursive: true })
    })
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(site.url + path, { headers, redirect: 'manual' })
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(site.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.url, ...headers },
        body: JSON.stringify(body),
      })
    const signIn = () => post('/api/auth/sign-in/email', { email, password })
    const cookie = (await signIn()).headers.getSetCookie().join('; ')
    const visited = [`/conferences/${slug}`, '/conferences', `/conferences/${slug}/schedule.ics`]
    for (const path of visited) expect((await get(path)).status).toBe(200)
    expect((await get('/dashboard', { cookie })).status).toBe(200)

    const restart = primary.restart(6000, 'SIGQUIT')
    await expect.poll(async () => (await get('/readyz')).status, { interval: 20 }).toBe(503)
    const none = () => new Set<number>()
    const answers = { visitor: none(), member: none(), ready: none(), signIn: none(), write: none() }
    for (let n = 0; n < 10; n++) {
      answers.member.add((await get('/dashboard', { cookie })).status)
      answers.ready.add((await get('/readyz')).status)
      answers.signIn.add((await signIn()).status)
      answers.write.add((await post('/api/v1/events', {}, { cookie })).status)
      for (const path of visited) answers.visitor.add((await get(path)).status)
      await wait(50)
    }
    const refused = new Set([503])
    expect(answers).toEqual({
      visitor: new Set([200]),
      member: refused,
      ready: refused,
      signIn: refused,
      write: refused,
    })
    await restart
    await expect.poll(async () => (await get('/readyz')).status, { timeout: 5000 }).toBe(200)
    await first.db.update(events).set({ name: 'After the outage' }).where(eq(events.id, id))
    await expect
      .poll(async () => (await (await get(visited[0]!)).text()).includes('After the outage'), {
        timeout: 5000,
      })
      .toBe(true)
    expect((await get('/dashboard', { cookie })).status).toBe(200)
    await site.stop()

    const lines = readFileSync(logFile, 'utf8').split('\n')
    const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    // When the database answers again, /readyz may be asked before the changes are read; that is said once, too.
    const isUnread = ({ msg }: { msg: string }) =>
      msg === 'not ready: what changed in the database is not known'
    expect(entries.filter(isUnread).length).toBeLessThanOrEqual(1)
    const reports = entries.filter((entry) => !entry.method && entry.level >= 40 && !isUnread(entry))
    expect(reports.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^The database does not answer: ./),
      'The database answers again.',
    ])
    expect(entries.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(40)
    expect(entries.filter((entry) => JSON.stringify(entry).includes('stack'))).toEqual([])
  })

  test('restarted while people write: no page stays old, no saved write is answered with an error', async () => {
    const owner = await makePerson(first.db)
    const event = await makeEvent(first.db, { name: 'Before' })
    const processes = await Promise.all(
      [first, second].map(async (store) => {
        const pages = createPageCache(() => '2026-11-20')
        await store.watchChanges({ onChange: pages.drop, onUnknownChange: pages.clear })
        return { store, pages }
      }),
    )
    const failedNames: string[] = []
    const answeredNames: string[] = []
    let isOver = false
    const writers = processes.map(async ({ store }, n) => {
      const viewer = { ...owner, isAdmin: false, avatar_url: null, unread: 0 }
      for (let i = 0; !isOver; i++) {
        const name = `Written ${n} ${i}`
        const input = { name, start_date: '2031-03-01', end_date: '2031-03-02', location_name: 'Bergen' }
        await callAs(store, viewer)
          .events.create({ ...input, country_name: 'Norway', description: null, website: null })
          .then(
            () => answeredNames.push(name),
            () => failedNames.push(name),
          )
        await wait(20)
      }
    })

    for (const name of ['Renamed once', 'Renamed twice']) {
      for (const process of processes) await renderedBy(process, event.id)
      const restart = primary.restart(500)
      await expect
        .poll(() => reasonNotReady(first, log), { interval: 20 })
        .toBe('the database does not answer')
      await restart
      // At once: before anybody listens again.
      const directStore = postgresStore(primary.url('postgres'), undefined, 1)
      await directStore.db.update(events).set({ name }).where(eq(events.id, event.id))
      await directStore.close()
      for (const process of processes) await expect.poll(() => renderedBy(process, event.id)).toBe(name)
      expect(await reasonNotReady(first, log)).toBe(undefined)
    }
    isOver = true
    await Promise.all(writers)
    const savedRows = await rows<{ name: string }>(
      first.db,
      sql`select name from events where name like 'Written %'`,
    )
    const names = new Set(savedRows.map(({ name }) => name))
    expect(answeredNames.filter((name) => !names.has(name))).toEqual([])
    // The connection may end between a commit and its answer, which nobody can tell from a commit that did not come to be.
    expect(failedNames.filter((name) => names.has(name)).length).toBeLessThanOrEqual(1)
    expect(failedNames.length).toBeGreaterThan(0)
  })
})

/** The text of the event's page: as it is kept, or rendered. */
async function renderedBy(
  { store, pages }: { store: Store; pages: ReturnType<typeof createPageCache> },
  id: string,
): Promise<string> {
  let body = ''
  const response = {
    writeHead: () => response,
    end: (bytes: Buffer) => {
      body = bytes.toString()
    },
  }
  const exchange = {
    request: { headers: {}, method: 'GET' } as IncomingMessage,
    response: response as unknown as ServerResponse,
    id: 'an id',
  }
  if (pages.answer('/page', exchange, () => {})) return body
  const page = await pages.render('/page', async () => {
    const [row] = await store.db.select({ name: events.name }).from(events).where(eq(events.id, id))
    return { status: 200, headers: {}, html: row!.name, tags: [`event:${id}`] }
  })
  return page.bodies.identity!.bytes.toString()
}
