import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { rows, type Store } from '#platform/database/db.ts'
import { migrate, migrationFiles } from '#platform/database/migrate.ts'
import { openStore } from '#platform/database/open-store.ts'
import { writesRefusedMessage } from '#platform/database/schema-version.ts'
import { readEnv } from '#platform/env.ts'
import { version } from '#platform/version.ts'
import { backup, readBackup, restore } from '#server/operator/backup.ts'
import { type Row, readTables } from './support/backup-file.ts'
import { emptyStore, freshStore, settingsOfDatabase } from './support/database.ts'
import { processEnv, type RunningSite, startServer } from './support/site.ts'

// Each release leaves a backup of its sample data in tests/fixtures/backups (CONTRIBUTING.md): this code opens them all.
// The next version is this code with one more migration, run in a folder of its own.

const engine = inject('engine')
const root = fileURLToPath(new URL('..', import.meta.url))
const fixtures = path.join(root, 'tests/fixtures/backups')
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-upgrades-'))
const nextVersion = path.join(folder, 'next-version')
const laterMigration = `
  alter table topics add column label text;
  update topics set label = 'Topic ' || name;
  alter table topics alter column label set not null;
  create table later_rows (id uuid primary key);
  select close_the_wall();`
const sites: RunningSite[] = []

cpSync(path.join(root, 'migrations'), path.join(nextVersion, 'migrations'), { recursive: true })
writeFileSync(path.join(nextVersion, 'migrations/9999_later.sql'), laterMigration)
symlinkSync(path.join(root, 'dist'), path.join(nextVersion, 'dist'))

afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The search dictionary, which a later migration counts anew from the rows that are compared. */
const recountedTable = 'words'
/** What they hold is in the log of changes since 0127 to 0130 (former-imports.db.test.ts, former-logs.db.test.ts). */
const movedTables = ['programme_changes', 'series_changes', 'source_changes', 'speaker_merges']
const renamedColumns: Record<string, string> = {
  'digests.told_until': 'covered_until',
  'link_checks.told_at': 'notified_at',
  'source_people.said': 'source_fields',
}
/** What was muted is muted by mail and in the list since this migration: two rows for one. */
const doubling = { table: 'muted_notifications', migration: '0040_alerts.sql' }

const releases = readdirSync(fixtures)
const isLong = process.env.HALLWAY_LONG === '1'
// The gate sees the way from the last release, on PostgreSQL from the first one as well; the nightly, on both, that of each.
const isWhole = engine.kind === 'postgres' || isLong
const isShort = (index: number) => index === releases.length - 1 || (index === 0 && isWhole)

test.each(isLong ? releases : releases.filter((_, index) => isShort(index)))(
  '%s is restored and served by this version, and then by the next',
  async (name) => {
    const original = readTables(path.join(fixtures, name))
    const settings = await settingsOfDatabase(folder, 'empty')
    const copy = path.join(folder, randomUUID())
    await withStore(settings, async (store) => {
      await restore(store, path.join(fixtures, name))
      await backup(store, copy)
    })
    const { migrations, ...tables } = readTables(copy)
    // A backup has the rows as they lie.
    expect(migrations!.map((row) => row.name).sort()).toEqual(
      (await migrationFiles()).map((file) => file.name),
    )
    const isDoubled = !original.migrations!.some((row) => row.name === doubling.migration)
    for (const [table, originalRows] of Object.entries(original)) {
      expect(originalRows.length, `rows of ${table}`).toBeGreaterThan(0)
      if (['migrations', recountedTable, ...movedTables].includes(table)) continue
      const columns = Object.keys(originalRows[0]!)
      // 0191 wrote into which speaker another one was merged.
      const isRewritten = ({ table_name }: Row, column: string) =>
        table === 'changed_rows' && table_name === 'all_speakers' && column === 'parent_id'
      const cellOf = (row: Row, column: string) =>
        isRewritten(row, column) ? null : row[column in row ? column : renamedColumns[`${table}.${column}`]!]
      // 0075 wrote the searched texts again.
      if (['events', 'all_events', 'talks', 'all_talks'].includes(table))
        columns.splice(0, columns.length, ...columns.filter((column) => column !== 'doc'))
      const linesOf = (tableRows: Row[]) =>
        tableRows.map((row) => JSON.stringify(columns.map((column) => cellOf(row, column)))).sort()
      const expectedRows =
        isDoubled && table === doubling.table ? [...originalRows, ...originalRows] : originalRows
      // What may be hidden is stored under another name since 0046.
      expect(linesOf((tables[table] ?? tables[`all_${table}`])!), table).toEqual(linesOf(expectedRows))
    }

    const event = (original.all_events ?? original.events)!.find((row) => row.description)!
    // Once restored, all have one schema: in the gate the next version serves the oldest.
    for (const folderOfVersion of isLong || name === releases[0] ? [root, nextVersion] : [root]) {
      const { url, stop } = await start(folderOfVersion, settings)
      const [home, page] = await Promise.all([
        fetchText(`${url}/`),
        fetchText(`${url}/conferences/${event.slug}`),
      ])
      expect([home.status, page.status]).toEqual([200, 200])
      expect(page.body).toContain(event.description)
      const signedIn = await signIn(url)
      expect([signedIn.status, (await signedIn.json()).user?.email]).toEqual([200, 'member@example.com'])
      await stop()
      if (folderOfVersion === nextVersion)
        expect(await withStore(settings, countLabels)).toEqual({ right: original.topics!.length, wrong: 0 })
    }
  },
)

// The commands are the same on both engines.
test.runIf(isWhole)(
  'the next version restores an older backup through its own migrations; this one refuses what the next one made',
  async () => {
    const settings = await settingsOfDatabase(folder, 'empty')
    const older = path.join(fixtures, '1.0.0-sample.gz')
    expect((await hallway(nextVersion, settings, 'restore', older)).code).toBe(0)
    expect(await withStore(settings, countLabels)).toEqual({
      right: readTables(older).topics!.length,
      wrong: 0,
    })

    const newer = path.join(folder, randomUUID())
    expect((await hallway(nextVersion, settings, 'backup', newer)).code).toBe(0)
    expect(await hallway(root, await settingsOfDatabase(folder, 'empty'), 'restore', newer)).toEqual({
      code: 1,
      out: '',
      err: `The backup is newer than this Hallway ${version}: it has 9999_later.sql. Restore it with Hallway ${version} or later.\n`,
    })
    const refused = {
      code: 78,
      out: '',
      err: `The database is newer than this Hallway ${version}: it has 9999_later.sql. Start the newer version.\n`,
    }
    expect(await hallway(root, settings, 'invite')).toEqual(refused)
    // What this version can't restore must not be named as what restores it.
    const ofNewerTables = path.join(folder, randomUUID())
    await withStore(settings, (store) => backup(store, ofNewerTables))
    await expect(readBackup(ofNewerTables)).rejects.toThrow(
      '9999_later.sql. Restore it with the newer version.',
    )
    expect(await runNode(root, settings, 'dist/host/main.js')).toEqual({
      ...refused,
      err: `Hallway can't start: ${refused.err}`,
    })
  },
)

test.runIf(engine.kind === 'postgres')(
  'a process whose database a newer one migrates stops writing within seconds, reads on, and is not ready',
  async () => {
    const settings = await settingsOfDatabase(folder, 'empty')
    await withStore(settings, (store) => restore(store, path.join(fixtures, '1.0.0-sample.gz')))
    const { url } = await start(root, settings)
    const signedIn = await signIn(url)
    const headers = {
      cookie: signedIn.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
      origin: url,
      'content-type': 'application/json',
    }
    const muteNotifications = (base: string) =>
      fetch(`${base}/api/v1/notifications/muted/event_changed`, {
        method: 'PUT',
        headers: { ...headers, origin: base },
        body: '{"isMuted":false}',
      })
    const mutedRows = (store: Store) => rows(store.db, sql`select kind from muted_notifications`)
    expect(await withStore(settings, mutedRows)).toHaveLength(2)

    expect((await hallway(nextVersion, settings, 'migrate')).out).toBe('Applied 9999_later.sql\n')
    await expect.poll(async () => (await signIn(url)).status, { interval: 500 }).toBe(503)
    const refusedWrite = await muteNotifications(url)
    expect([refusedWrite.status, (await refusedWrite.json()).message]).toEqual([503, writesRefusedMessage])
    expect(await withStore(settings, mutedRows)).toHaveLength(2)
    const refusedSignIn = await signIn(url)
    expect([refusedSignIn.status, (await refusedSignIn.json()).message]).toEqual([503, writesRefusedMessage])
    const refusedCall = await fetch(`${url}/api/rpc/notifications/mute`, {
      method: 'POST',
      headers,
      body: '{"json":{"kind":"event_changed","isMuted":false}}',
    })
    expect([refusedCall.status, (await refusedCall.json()).json?.message]).toEqual([
      503,
      writesRefusedMessage,
    ])
    expect(await fetchText(`${url}/readyz`)).toEqual({
      status: 503,
      body: 'the database was migrated by a newer Hallway (it has 9999_later.sql)',
    })

    const pages = ['/', '/conferences', '/conferences/upgrade-conf-2027', '/healthz']
    expect(await Promise.all(pages.map(async (page) => (await fetchText(url + page)).status))).toEqual([
      200, 200, 200, 200,
    ])
    const dashboard = await fetch(`${url}/dashboard`, { headers, redirect: 'manual' })
    expect(dashboard.status).toBe(200)

    const newer = await start(nextVersion, settings)
    expect((await muteNotifications(newer.url)).status).toBe(200)
    expect(await withStore(settings, mutedRows)).toHaveLength(0)
  },
)

// From the second alone in the gate: the migrations between them have landed, and stay as they are.
const oldFunctions = isLong ? ['0022_talk_pages.sql', '0046_suspension.sql'] : ['0046_suspension.sql']
test.each(isWhole ? oldFunctions : [])(
  'a database from before %s, whose talk_doc() has the body of 0007, gets the schema of a new one',
  async (name) => {
    const files = await migrationFiles()
    const foundation = files.find((file) => file.name === '0007_programme.sql')!.text
    const [landedFunction] = foundation.match(/function talk_doc[^;]+;/)!
    const functionsOf = (store: Store) =>
      rows(
        store.db,
        sql`select oid::regprocedure::text as name, pg_get_functiondef(oid) as text from pg_proc
          where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null order by 1`,
      )
    const [upgraded, fresh] = [await emptyStore(), await freshStore()]
    await migrate(
      upgraded,
      files.filter((file) => file.name < name),
    )
    await upgraded.execute(`create or replace ${landedFunction}`)
    await migrate(upgraded)
    expect(await functionsOf(upgraded)).toEqual(await functionsOf(fresh))
    for (const store of [upgraded, fresh]) await store.close()
  },
)

/** The topics that the later migration has labelled as it should, and the others. */
async function countLabels({ db }: Store) {
  const [count] = await rows<{ right: number; wrong: number }>(
    db,
    sql`
      select count(*) filter (where label = 'Topic ' || name)::integer as "right",
        count(*) filter (where label is distinct from 'Topic ' || name)::integer as "wrong"
      from topics`,
  )
  return count
}

async function withStore<Result>(
  settings: NodeJS.ProcessEnv,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(readEnv(settings))
  return use(store).finally(() => store.close())
}

async function start(cwd: string, settings: NodeJS.ProcessEnv): Promise<RunningSite> {
  const site = await startServer(settings, cwd)
  sites.push(site)
  return site
}

const hallway = (cwd: string, settings: NodeJS.ProcessEnv, ...words: string[]) =>
  runNode(cwd, settings, 'dist/host/cli.js', ...words)

async function runNode(cwd: string, settings: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(path.join(root, 'node_modules/.bin/node'), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...processEnv, ...settings },
  })
  const exit = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await exit)[0] as number, out, err }
}

async function fetchText(url: string): Promise<{ status: number; body: string }> {
  const answer = await fetch(url)
  return { status: answer.status, body: await answer.text() }
}

const signIn = (url: string) =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'member@example.com', password: 'hallway-demo' }),
  })
