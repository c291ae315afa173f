import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/db.ts'
import { freePort } from '#tests/support/postgres.ts'
import { ask, eventBody, openSite, startProcess, untilReady } from '../support/site.ts'
import { ms, percentile, type Result, runConcurrently } from './result.ts'

const writers = 8

/** Repeated kill -9 on one data folder while people write through the site. */
export async function killsWhileWriting(rounds: number): Promise<Result> {
  const site = await openSite('embedded', { people: Array.from({ length: writers }, () => ({})) })
  const acknowledged: string[] = []
  const starts: number[] = []
  let failedStarts = 0
  for (let round = 0; round < rounds; round++) {
    let isKilled = false
    const writing = site.people.map(async (person, n) => {
      for (let i = 0; !isKilled; i++) {
        const name = `Kill ${round} ${n} ${i}`
        const answer = await ask(site.urls[0]!, person, '/api/v1/events', eventBody(name)).catch(
          () => undefined,
        )
        if (answer?.status === 201) acknowledged.push(name)
      }
    })
    await pause(100 + Math.random() * 400)
    await site.end('SIGKILL')
    isKilled = true
    await Promise.all(writing)
    const started = performance.now()
    await site.start().catch(() => failedStarts++)
    starts.push(performance.now() - started)
  }
  await site.end('SIGTERM')
  const lost = await site.inspect(async ({ db }) => {
    const storedEvents = await rows<{ name: string }>(
      db,
      sql`select name from events where name like 'Kill %'`,
    )
    const names = new Set(storedEvents.map(({ name }) => name))
    return acknowledged.filter((name) => !names.has(name)).length
  })
  const damagedIndexes = await findDamage(site.folder)
  await site.remove()
  return {
    what: 'kill -9 while writing, embedded',
    tried: `${rounds} kills, ${acknowledged.length} acknowledged writes`,
    held: `${lost} lost, ${failedStarts} starts failed, ${damagedIndexes.length === 0 ? 'engine’s check clean' : damagedIndexes.join(', ')}`,
    figure: `start after a kill ${ms(percentile(starts, 0.5))}, at most ${ms(Math.max(...starts))}`,
    isHeld: lost === 0 && failedStarts === 0 && damagedIndexes.length === 0 && acknowledged.length > 0,
  }
}

/** PostgreSQL's amcheck: every index against its table. */
async function findDamage(folder: string): Promise<string[]> {
  const pg = await PGlite.create({ dataDir: path.join(folder, 'pg'), extensions: { pg_trgm, amcheck } })
  await pg.exec('create extension amcheck')
  const { rows: indexes } = await pg.query<{ name: string }>(`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and relam = (select oid from pg_am where amname = 'btree')`)
  const damagedIndexes: string[] = []
  for (const { name } of indexes) {
    await pg.query('select bt_index_check($1::regclass, true)', [name]).catch((error) => {
      damagedIndexes.push(`${name}: ${error.message}`)
    })
  }
  await pg.close()
  return damagedIndexes
}

/** kill -9 at a random time of the first start on an empty folder: the next start has to succeed. */
export async function killsInFirstStart(rounds: number): Promise<Result> {
  let failed = 0
  const moments: number[] = []
  await runConcurrently(Array.from({ length: rounds }), 2, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hallway-first-'))
    const port = await freePort()
    const env = { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' }
    const moment = 200 + Math.random() * 5000
    moments.push(moment)
    const first = startProcess(env)
    const ended = new Promise((exit) => first.once('exit', exit))
    await pause(moment)
    first.kill('SIGKILL')
    await ended
    const next = startProcess(env)
    await untilReady(next, `http://127.0.0.1:${port}`).catch(() => failed++)
    const stopped = new Promise((exit) => next.once('exit', exit))
    if (next.exitCode === null) {
      next.kill('SIGTERM')
      await stopped
    }
    await rm(folder, { recursive: true, force: true })
  })
  return {
    what: 'kill -9 in the first start, embedded',
    tried: `${rounds} kills, ${ms(Math.min(...moments))} to ${ms(Math.max(...moments))} after the start`,
    held: `${failed} next starts failed`,
    figure: '',
    isHeld: failed === 0,
  }
}

/** PostgreSQL restarts under load: 503 without delay while it is down, recovery soon after. */
export async function postgresRestarted(rounds: number): Promise<Result> {
  const site = await openSite('postgres', { people: Array.from({ length: writers }, () => ({})) })
  const acknowledged: string[] = []
  const whileDown: number[] = []
  const wrong: string[] = []
  const recoveries: number[] = []
  let isOver = false
  let isDown = false
  const writing = site.people.map(async (person, n) => {
    for (let i = 0; !isOver; i++) {
      const name = `Restart ${n} ${i}`
      const wasDown = isDown
      const before = performance.now()
      const isWrite = i % 2 === 0
      const answer = isWrite
        ? await ask(site.urls[0]!, person, '/api/v1/events', eventBody(name))
        : await ask(site.urls[0]!, null, `/conferences?search=restart${n}${i}`)
      await answer.arrayBuffer()
      if (isWrite && answer.status === 201) acknowledged.push(name)
      if (wasDown && isDown) whileDown.push(performance.now() - before)
      if (![200, 201, 503].includes(answer.status))
        wrong.push(`${isWrite ? 'write' : 'page'} ${answer.status}`)
      if (answer.status === 503) await pause(50)
    }
  })
  for (let round = 0; round < rounds; round++) {
    await pause(1000)
    isDown = true
    setTimeout(() => {
      isDown = false
    }, 2000)
    await site.postgres!.restart(2000)
    isDown = false
    const back = performance.now()
    for (;;) {
      const answer = await fetch(`${site.urls[0]}/readyz`)
      const page = await ask(site.urls[0]!, null, `/conferences?search=back${round}${performance.now()}`)
      await page.arrayBuffer()
      if (answer.ok && page.status === 200) break
      if (performance.now() - back > 20_000) break
      await pause(50)
    }
    recoveries.push(performance.now() - back)
  }
  isOver = true
  await Promise.all(writing)
  const lost = await site.inspect(async ({ db }) => {
    const storedEvents = await rows<{ name: string }>(
      db,
      sql`select name from events where name like 'Restart %'`,
    )
    const names = new Set(storedEvents.map(({ name }) => name))
    return acknowledged.filter((name) => !names.has(name)).length
  })
  await site.remove()
  for (const each of new Set(wrong)) console.error(`PostgreSQL restarted: ${each}`)
  const slowest = Math.max(0, ...whileDown)
  return {
    what: 'PostgreSQL restarted under load',
    tried: `${rounds} restarts, 2 s away each, ${acknowledged.length} acknowledged writes`,
    held: `${lost} lost, ${wrong.length} answers other than 200, 201, 503; slowest while away ${ms(slowest)}`,
    figure: `answers again after ${ms(Math.max(...recoveries))}`,
    isHeld: lost === 0 && wrong.length === 0 && Math.max(...recoveries) < 5000 && slowest < 2000,
  }
}
