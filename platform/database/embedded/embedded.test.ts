import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { PGlite } from '@electric-sql/pglite'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { isDiskFull } from '#platform/database/unavailable.ts'
import { builtArchive } from '#tests/support/built-archive.ts'
import { syncedDisk } from '#tests/support/embedded-power-cut.ts'
import { type Embedded, openEmbedded, openInMemory } from './embedded.ts'
import { embeddedStore, tidy } from './embedded-store.ts'
import { lockFolder } from './lock.ts'

const isLong = process.env.HALLWAY_LONG === '1'
const SHUT_DOWN = 1
const IN_PRODUCTION = 6

const root = mkdtempSync(join(tmpdir(), 'hallway-embedded-'))
const template = join(root, 'template')
const small = join(root, 'small')
const hasSmallDisk = mountSmallDisk('220m')
const openDatabases = new Set<Embedded>()
const children = new Set<ChildProcess>()
/** For tests that only look at it: an engine takes more than a second to start. */
let shared: Embedded
let sharedFolder: string
let folders = 0

beforeAll(async () => {
  const { pg, close } = await openEmbedded(template, { loadDataDir: await builtArchive() })
  await pg.exec('create table marks (id bigint generated always as identity primary key, filler text)')
  await close()
  sharedFolder = join(root, 'shared')
  cpSync(template, sharedFolder, { recursive: true })
  shared = await openEmbedded(sharedFolder)
})

afterEach(async () => {
  vi.useRealTimers()
  for (const child of children) child.kill('SIGKILL')
  for (const database of openDatabases) await database.close()
  children.clear()
  openDatabases.clear()
  for (const name of readdirSync(small)) rmSync(join(small, name), { recursive: true })
  for (const name of readdirSync(root)) {
    if (/^\d+$/.test(name)) rmSync(join(root, name), { recursive: true })
  }
})

afterAll(async () => {
  await shared.close()
  if (hasSmallDisk) spawnSync('umount', [small])
  rmSync(root, { recursive: true, force: true })
})

describe('what it can do', () => {
  test('has pg_trgm and unaccent, in a folder and in memory', async () => {
    const sql = `create extension if not exists pg_trgm; create extension if not exists unaccent; select unaccent('Café') as a, show_trgm('ab') as b`
    const expected = [{ a: 'Cafe', b: ['  a', ' ab', 'ab '] }]
    expect((await shared.pg.exec(sql)).at(-1)?.rows).toEqual(expected)
    const inMemory = await openInMemory({ loadDataDir: await builtArchive() })
    expect((await inMemory.exec(sql)).at(-1)?.rows).toEqual(expected)
    await inMemory.close()
  })

  test('begins with a backup where there is no database yet', async () => {
    const { pg } = await open(folderWithDatabase())
    await pg.exec(`insert into marks (filler) values ('kept')`)
    const loadDataDir = await pg.dumpDataDir('none')
    const copy = await open(newFolder(), { loadDataDir })
    expect((await copy.pg.query('select filler from marks')).rows).toEqual([{ filler: 'kept' }])
    const inMemory = await openInMemory({ loadDataDir })
    expect((await inMemory.query('select filler from marks')).rows).toEqual([{ filler: 'kept' }])
    await inMemory.close()
  })

  test.runIf(isLong)('is the same from the archive of the build as from initdb', async () => {
    const facts = async ({ pg }: Embedded) => {
      const { rows } = await pg.query(
        `select datname, encoding, datcollate, datctype, datlocprovider, datallowconn,
           (select json_object_agg(name, setting) from pg_settings where source = 'configuration file') as settings,
           version()
         from pg_database where datname = current_database()`,
      )
      return rows
    }
    expect(await facts(await open(newFolder(), { loadDataDir: await builtArchive() }))).toEqual(
      await facts(await open(newFolder())),
    )
  })

  test('runs with the settings that keep a promise, in UTC', async () => {
    expect(await settings(shared.pg)).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      random_page_cost: '1.1',
      shared_buffers: '32MB',
      synchronous_commit: 'on',
      TimeZone: 'UTC',
      wal_sync_method: 'fsync',
    })
  })

  test.runIf(isLong)(
    'is optimised by V8, but for the functions that would take hundreds of megabytes',
    () => {
      const program = `
      import { openEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
      const { pg, close } = await openEmbedded(${JSON.stringify(folderWithDatabase())})
      for (let round = 0; round < 300; round++) await pg.exec('create or replace view v as select ' + round + ' as n; select n + 1 from v')
      await close()`
      const flags = ['--trace-wasm-compilation-times', '--input-type=module-typescript', '--eval', program]
      const { status, stdout } = spawnSync(process.execPath, flags, { maxBuffer: 2 ** 26, encoding: 'utf8' })
      const bytes = [...stdout.matchAll(/ using TurboFan, took \d+ ms and (\d+) /g)].map((match) =>
        Number(match[1]),
      )
      expect(status).toBe(0)
      expect(bytes.length).toBeGreaterThan(50)
      expect(Math.max(...bytes)).toBeLessThan(30_000_000)
    },
  )

  test('tidying analyses, and gives back the space of what was deleted', async () => {
    const { pg } = await open(folderWithDatabase())
    await pg.exec(`insert into marks (filler) select repeat('x', 500) from generate_series(1, 2000)`)
    await pg.exec('delete from marks where id > 10')
    await tidy(pg)
    const { rows } = await pg.query(
      `select pg_relation_size('marks') as size, reltuples from pg_class where relname = 'marks'`,
    )
    expect(rows).toEqual([{ size: 8192, reltuples: 10 }])
  })

  test('tidying again analyses what has changed by a tenth, and nothing else', async () => {
    const { pg } = await open(folderWithDatabase())
    const analysedAfter = async (inserted: number) => {
      await pg.query(`insert into marks (filler) select 'x' from generate_series(1, $1::integer)`, [inserted])
      // Counts of changes are written once a second at most.
      await pg.exec('select pg_stat_force_next_flush()')
      await tidy(pg)
      const { rows } = await pg.query(
        `select last_analyze::text from pg_stat_all_tables where relname = 'marks'`,
      )
      return rows[0]
    }
    const first = await analysedAfter(1000)
    expect(await analysedAfter(100)).toEqual(first)
    expect(await analysedAfter(100)).not.toEqual(first)
  })
})

describe('durability', () => {
  test('each commit syncs the log once, reading syncs nothing', async () => {
    const synced: string[] = []
    const folder = folderWithDatabase()
    const { pg, fsyncs } = await open(folder, { onFsync: (path) => synced.push(path) })
    const log = join(folder, 'pg/pg_wal', await logFile(pg))
    const before = fsyncs()
    synced.length = 0
    for (let i = 0; i < 5; i += 1) await pg.exec(`insert into marks (filler) values ('x')`)
    await pg.transaction(async (tx) => {
      await tx.exec(`insert into marks (filler) values ('y')`)
      await tx.exec(`insert into marks (filler) values ('z')`)
    })
    await pg.query('select count(*) from marks')
    expect(synced).toEqual(Array(6).fill(log))
    expect(fsyncs()).toBe(before + 6)
  })

  test('a checkpoint syncs the table, its index, the commit states and the control file', async () => {
    const synced = new Set<string>()
    const folder = folderWithDatabase()
    const { pg } = await open(folder, { onFsync: (path) => synced.add(path) })
    await pg.exec(`checkpoint; insert into marks (filler) values ('x')`)
    const { rows } = await pg.query<{ path: string }>(
      `select pg_relation_filepath(oid) as path from pg_class where relname in ('marks', 'marks_pkey')`,
    )
    synced.clear()
    await pg.exec('checkpoint')
    const expected = [...rows.map(({ path }) => path), 'pg_xact/0000', 'global/pg_control']
    expect(expected.filter((path) => !synced.has(join(folder, 'pg', path)))).toEqual([])
  })

  test('checkpoints by itself once the log has grown, for a lone PostgreSQL never does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { pg } = await open(folderWithDatabase())
    for (let segments = 0; segments < 6; segments += 1.5) await fillLog(pg)
    expect(await logSinceCheckpoint(pg)).toBeGreaterThan(64 * 1024 * 1024)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await logSinceCheckpoint(pg)).toBeLessThan(1024 * 1024)
  })

  test('closing leaves a database that was shut down, and a free folder', async () => {
    const folder = folderWithDatabase()
    const { pg, close } = await open(folder)
    expect(controlState(folder)).toBe(IN_PRODUCTION)
    await pg.exec(`insert into marks (filler) values ('x')`)
    await Promise.all([close(), close()])
    expect(controlState(folder)).toBe(SHUT_DOWN)
    expect(readdirSync(folder).sort()).toEqual(['lock', 'pg', 'reserve'])
    await expect(pg.query('select 1')).rejects.toThrow('PGlite is closed')
  })

  test.each([
    ['its commits reach no fsync', 'does not reach the disk: a commit made no fsync call.'],
    ['its file system is another', 'does not start: this version of PGlite is not supported'],
  ])('refuses to start if %s', async (_, reason) => {
    vi.resetModules()
    vi.doMock('@electric-sql/pglite/nodefs', async (original) => {
      const shipped = await original<{ NodeFS: typeof NodeFS }>()
      return { NodeFS: reason.includes('commit') ? withoutOurs(shipped.NodeFS) : withOthers(shipped.NodeFS) }
    })
    const { openEmbedded: openMocked } = await import('./embedded.ts')
    const folder = folderWithDatabase()
    await expect(openMocked(folder)).rejects.toMatchObject({
      message: `The embedded database ${reason}`,
    })
    vi.doUnmock('@electric-sql/pglite/nodefs')
    const { pg } = await open(folder)
    expect((await pg.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('the lock', () => {
  test('refuses a second process, and says which one has the folder', async () => {
    const folder = folderWithDatabase()
    const child = startWriter(folder)
    await lineOf(child)
    await expect(openEmbedded(folder)).rejects.toThrow(
      `The data folder ${folder} is in use by process ${child.pid}.`,
    )
  })

  test('refuses the same process too', async () => {
    const refusal = `The data folder ${sharedFolder} is in use by this very process (${process.pid}).`
    await expect(openEmbedded(sharedFolder)).rejects.toThrow(refusal)
    await expect(openEmbedded(sharedFolder)).rejects.toThrow(refusal)
    expect((await shared.pg.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test.each([
    ['of a process that is dead', { 'lock.pid': '4194304\n' }],
    ['of a pid that is another program by now', { 'lock.pid': '1\n' }],
    ['with nothing in it', { 'lock.pid': '', lock: '' }],
    ['with rubbish in it', { 'lock.pid': 'rubbish', lock: 'rubbish'.repeat(1000) }],
  ])('takes over a lock %s', async (_, files) => {
    const folder = newFolder()
    mkdirSync(folder)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const unlock = lockFolder(folder)
    expect(readFileSync(join(folder, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`)
    expect(() => lockFolder(folder)).toThrow(`is in use by this very process (${process.pid}).`)
    unlock()
  })

  test('lets one of four win the race for a folder left behind', async () => {
    const folder = folderWithDatabase()
    // The engine opens what its process has locked: the test before starts both.
    const startProcess = () => startWriter(folder, isLong ? 'embedded-writer' : 'embedded-locker')
    const last = startProcess()
    await lineOf(last)
    await kill(last)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => lineOf(startProcess())))
    expect(outcomes.filter((line) => line === 'open')).toEqual(['open'])
    expect(outcomes.filter((line) => line.includes('is in use by'))).toHaveLength(3)
  })
})

describe('what happens to it', () => {
  test.runIf(isLong)('a first start that is killed leaves a folder that the next start opens', async () => {
    await together([100, 700, 1300, 2000, 2700], 2, async (moment) => {
      const folder = newFolder()
      const child = startWriter(folder)
      await new Promise((done) => setTimeout(done, moment * (0.8 + 0.4 * Math.random())))
      await kill(child)
      const next = startWriter(folder)
      expect(await lineOf(next)).toBe('open')
      expect(readdirSync(folder).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
      await kill(next)
    })
  })

  test('a first start syncs each file of the new database once', async () => {
    const synced: string[] = []
    await open(newFolder(), {
      loadDataDir: await builtArchive(),
      onFsync: (path) => path.includes('pg.new-') && synced.push(path),
    })
    expect(synced.length).toBeGreaterThan(900)
    expect(synced.length).toBe(new Set(synced).size)
  })

  test('what a first start left half-made beside the database is gone with the next one', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'pg.new-1/base'), { recursive: true })
    await open(folder, { loadDataDir: await builtArchive() })
    expect(readdirSync(folder).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
  })

  test('says in one sentence that there can be no folder', async () => {
    const file = newFolder()
    writeFileSync(file, '')
    const refused = [file, join(file, 'data'), ...(process.platform === 'linux' ? ['/proc/hallway'] : [])]
    for (const folder of refused)
      await expect(openEmbedded(folder)).rejects.toThrow(`The data folder ${folder} can't be used: E`)
  })

  test('refuses a folder that holds something else', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'pg'), { recursive: true })
    writeFileSync(join(folder, 'pg/holiday.jpg'), '')
    await expect(openEmbedded(folder)).rejects.toThrow(`${join(folder, 'pg')} holds something else.`)
    expect(readdirSync(join(folder, 'pg'))).toEqual(['holiday.jpg'])
  })

  test('a kill loses no acknowledged commit', async () => {
    const folder = folderWithDatabase()
    const acknowledged: number[] = []
    for (let round = 0; round < (isLong ? 5 : 1); round += 1) {
      const child = startWriter(folder)
      const lines = createInterface({ input: child.stdout! })
      lines.on('line', (line) => {
        if (line !== 'open') acknowledged.push(Number(line))
      })
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(round * 50), { timeout: 300_000 })
      await new Promise((done) => setTimeout(done, Math.random() * 800))
      await kill(child)
      const database = await open(folder)
      const ids = await marks(database.pg)
      expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
      // At most the insert that was running at each kill.
      expect(ids.length - acknowledged.length).toBeLessThanOrEqual(round + 1)
      await database.close()
    }
  })

  test.runIf(isLong)('a power cut loses no acknowledged commit', async () => {
    const folder = newFolder()
    const disk = syncedDisk(folder)
    const cuts: { folder: string; acknowledged: number[] }[] = []
    const acknowledged: number[] = []
    let momentsToCut = Number.POSITIVE_INFINITY
    // Only syncs and acknowledgements matter: nothing between them can be lost.
    const moment = () => {
      momentsToCut -= 1
      if (momentsToCut > 0) return
      const cut = { folder: newFolder(), acknowledged: [...acknowledged] }
      // First nothing that wasn't synced, then half of it.
      disk.cut(cut.folder, cuts.length === 0 ? 0 : 0.5)
      cuts.push(cut)
      momentsToCut = 200 + Math.random() * 200
    }
    const onFsync = (path: string) => {
      disk.onFsync(path)
      moment()
    }
    const { pg } = await open(folder, { onFsync })
    await pg.exec('create table marks (id bigint generated always as identity primary key, filler text)')
    momentsToCut = 100 + Math.random() * 200
    for (let round = 1; cuts.length < 20; round += 1) {
      const { rows } = await pg.query<{ id: number }>(
        `insert into marks (filler) values (repeat('x', $1)) returning id`,
        [Math.floor(Math.random() * 4000)],
      )
      acknowledged.push(rows[0]!.id)
      moment()
      if (round % 10 === 0)
        await pg.query('update marks set filler = $1 where id % 7 = 0', [`round ${round}`])
      if (round % 40 === 0) await pg.exec('checkpoint')
      if (round % 50 === 0) {
        await pg.exec(
          `insert into marks (id, filler) overriding system value
          select -$1 * 10000 - n, repeat('y', 900) from generate_series(1, 6000) n`.replace(
            '$1',
            String(round),
          ),
        )
      }
    }
    for (const cut of cuts) {
      const database = await open(cut.folder)
      const ids = (await marks(database.pg)).filter((id) => id > 0)
      expect(cut.acknowledged.filter((id) => !ids.includes(id))).toEqual([])
      expect(ids.length - cut.acknowledged.length).toBeLessThanOrEqual(1)
      await tidy(database.pg)
      await database.close()
    }
  })

  test('an engine that dies is replaced: its call fails, the next one is answered, listeners hear on', async () => {
    const lines: string[] = []
    const { pg } = await open(folderWithDatabase(), { log: (line) => lines.push(line) })
    const payloads: string[] = []
    const stop = await pg.listen('changes', (payload) => payloads.push(payload))
    await pg.exec(`insert into marks (filler) values ('kept')`)
    const unfinished = pg.transaction(async (tx) => {
      await tx.exec(`insert into marks (filler) values ('never committed')`)
      await tx.query('select $1::jsonb', ['['.repeat(100_000)])
    })
    const pendingQuery = pg.query('select 1')
    await expect(unfinished).rejects.toThrow(
      'The embedded database stopped: Maximum call stack size exceeded',
    )
    await expect(pendingQuery).rejects.toThrow('The embedded database stopped')
    expect((await pg.query('select filler from marks')).rows).toEqual([{ filler: 'kept' }])
    await pg.exec(`notify changes, 'again'`)
    await stop()
    await pg.exec(`notify changes, 'too late'`)
    expect(payloads).toEqual(['again'])
    expect(lines).toEqual(['The embedded database stopped: Maximum call stack size exceeded. Restarting it.'])
  })

  test('a process that closes it ends at once, with its own exit code', async () => {
    const program = `
      import { openEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
      process.exitCode = 3
      const { pg, close } = await openEmbedded(${JSON.stringify(folderWithDatabase())})
      await pg.exec('selct').catch((error) => console.log(error.code))
      await close()`
    const run = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program])
    expect([run.status, String(run.stdout), String(run.stderr)]).toEqual([3, '42601\n', ''])
  })
})

describe.skipIf(!hasSmallDisk)('a full disk (not run where mounting a small one is not permitted)', () => {
  test('refuses writing, goes on reading, loses nothing, and writes again when there is space', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const lines: string[] = []
    const { pg } = await open(folderWithDatabase(small), { log: (line) => lines.push(line) })
    const acknowledged: number[] = []
    const failures: unknown[] = []
    fillSmallDisk()
    // The table hits the full disk first, which closes the database to writes.
    while (failures.length < 2) {
      try {
        const { rows } = await pg.query<{ id: number }>(
          `insert into marks (filler) select repeat('x', 900) from generate_series(1, 2000) returning id`,
        )
        acknowledged.push(...rows.map(({ id }) => id))
      } catch (error) {
        failures.push(error)
        expect(await marks(pg)).toEqual(acknowledged)
      }
    }
    expect(failures.map((error) => [isDiskFull(error), (error as { code: string }).code])).toEqual([
      [true, '53100'],
      [true, '25006'],
    ])
    await vi.advanceTimersByTimeAsync(20_000)
    await expect(pg.exec(`insert into marks (filler) values ('x')`)).rejects.toSatisfy(isDiskFull)

    rmSync(join(small, 'filling'))
    await vi.advanceTimersByTimeAsync(20_000)
    await pg.exec(`insert into marks (filler) values ('again')`)
    expect((await pg.query('select count(*)::int as count from marks')).rows).toEqual([
      { count: acknowledged.length + 1 },
    ])
    expect(lines).toEqual([
      'The disk is full: writes are refused until there is space.',
      'There is disk space again: writes are accepted.',
    ])
  })

  test('a log that cannot grow uses the reserve and closes the database to writes', async () => {
    const lines: string[] = []
    const { pg } = await open(folderWithDatabase(small), { log: (line) => lines.push(line) })
    fillSmallDisk()
    await fillLog(pg)
    await expect(pg.exec(`insert into marks (filler) values ('x')`)).rejects.toSatisfy(isDiskFull)
    expect(lines).toEqual(['The disk is full: writes are refused until there is space.'])
  })

  test('opens on a full disk to be read', async () => {
    const folder = folderWithDatabase(small)
    const first = await open(folder)
    await first.pg.exec(`insert into marks (filler) values ('kept')`)
    await first.close()
    rmSync(join(folder, 'reserve'))
    fillSmallDisk()
    const { pg } = await open(folder)
    expect((await pg.query('select filler from marks')).rows).toEqual([{ filler: 'kept' }])
    await expect(pg.exec(`insert into marks (filler) values ('x')`)).rejects.toSatisfy(isDiskFull)
  })

  test('with not one byte left it opens from the reserve, and there is nothing to migrate', async () => {
    const folder = folderWithDatabase(small)
    const first = await open(folder)
    // Tables without a record of migrations would be another application's.
    await first.pg.exec('drop table marks')
    await migrate(embeddedStore(first.pg), [])
    await first.pg.exec('create table marks (filler text)')
    await first.close()
    fillSmallDisk(0)
    const { pg } = await open(folder)
    await expect(pg.exec(`insert into marks (filler) values ('x')`)).rejects.toSatisfy(isDiskFull)
    expect(await migrate(embeddedStore(pg), [])).toEqual([])
  })

  test('says so when there is no space to begin with', async () => {
    fillSmallDisk()
    const folder = newFolder(small)
    await expect(openEmbedded(folder, { loadDataDir: await builtArchive() })).rejects.toSatisfy(isDiskFull)
    expect(readdirSync(folder)).toEqual(['lock'])
  })

  test('even without a reserve, when PostgreSQL panics, nothing is lost and it comes back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const folder = folderWithDatabase(small)
    const { pg } = await open(folder)
    await pg.exec(`insert into marks (filler) select repeat('x', 900) from generate_series(1, 1000)`)
    rmSync(join(folder, 'reserve'))
    fillSmallDisk()
    await expect(fillLog(pg)).rejects.toSatisfy(isDiskFull)
    await expect(pg.exec('update marks set filler = null')).rejects.toSatisfy(isDiskFull)
    rmSync(join(small, 'filling'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await marks(pg)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
    await pg.exec('update marks set filler = null')
  })
})

test('recognises a full disk through what wraps it, and nothing else', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(isDiskFull(full)).toBe(true)
  expect(isDiskFull(new Error('Failed query', { cause: full }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
  expect(isDiskFull('53100')).toBe(false)
})

async function open(folder: string, options: Parameters<typeof openEmbedded>[1] = {}): Promise<Embedded> {
  const database = await openEmbedded(folder, options)
  openDatabases.add(database)
  return database
}

function newFolder(parent = root): string {
  folders += 1
  return join(parent, String(folders))
}

function folderWithDatabase(parent = root): string {
  const folder = newFolder(parent)
  cpSync(template, folder, { recursive: true })
  return folder
}

function startWriter(folder: string, name = 'embedded-writer'): ChildProcess {
  const program = resolve(`tests/support/${name}.ts`)
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  return child
}

/** The first line that a writer prints: "open", or its error. */
async function lineOf(child: ChildProcess): Promise<string> {
  // Read from the start: what nobody reads is thrown away when the process ends.
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const closed = new Promise((done) => child.once('close', done))
  for await (const line of createInterface({ input: child.stdout! })) return line
  await closed
  return errors.match(/^\S*error: .*$/im)?.[0] ?? ''
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const childClosed = new Promise((done) => child.once('close', done))
  child.stdout!.resume()
  child.stderr!.resume()
  child.kill('SIGKILL')
  await childClosed
}

async function together<T>(items: T[], concurrency: number, job: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items]
  const work = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await job(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

async function marks(pg: PGlite): Promise<number[]> {
  return (await pg.query<{ id: number }>('select id from marks order by id')).rows.map(({ id }) => id)
}

async function settings(pg: PGlite): Promise<Record<string, string>> {
  const { rows } = await pg.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value from pg_settings where name in ('fsync', 'full_page_writes', 'jit',
     'random_page_cost', 'shared_buffers', 'synchronous_commit', 'TimeZone', 'wal_sync_method')`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function logFile(pg: PGlite): Promise<string> {
  const { rows } = await pg.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
  return rows[0]!.file
}

async function logSinceCheckpoint(pg: PGlite): Promise<number> {
  const { rows } = await pg.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - redo_lsn)::float as bytes from pg_control_checkpoint()',
  )
  return rows[0]!.bytes
}

/** The state in PostgreSQL's control file, after the identifier and the two versions. */
function controlState(folder: string): number {
  return readFileSync(join(folder, 'pg/global/pg_control')).readInt32LE(16)
}

function withoutOurs(Shipped: typeof NodeFS): typeof NodeFS {
  return changed(Shipped, (options) => options.preRun?.pop())
}

function withOthers(Shipped: typeof NodeFS): typeof NodeFS {
  return changed(Shipped, (options) =>
    options.preRun?.unshift((module) => Object.assign(module, { NODEFS: {} })),
  )
}

type Options = Parameters<NodeFS['init']>[1]

function changed(Shipped: typeof NodeFS, change: (options: Options) => void): typeof NodeFS {
  return new Proxy(Shipped, {
    construct(target, args: [string]) {
      const shipped = new target(...args)
      const init = shipped.init.bind(shipped)
      shipped.init = (pg, options) => {
        change(options)
        return init(pg, options)
      }
      return shipped
    },
  })
}

function mountSmallDisk(size: string): boolean {
  mkdirSync(small)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', small]).status === 0
}

/** Writes one and a half segments of the log, and nothing else. */
async function fillLog(pg: PGlite): Promise<void> {
  for (let megabytes = 0; megabytes < 24; megabytes += 1) {
    await pg.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1048576))`)
  }
}

/** Leaves room for a few more pages of a table, but not for a WAL segment. */
function fillSmallDisk(bytesLeft = 6 * 1024 * 1024): void {
  const { bavail, bsize } = statfsSync(small)
  writeFileSync(join(small, 'filling'), Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)))
}
