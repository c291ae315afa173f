import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { freshStore, useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { readBackup, restore } from './backup.ts'
import {
  createBackupSchedule,
  dailyDumps,
  dailyFiles,
  lastDueAt,
  scheduledBackups,
} from './scheduled-backup.ts'

// The daily backup as the running site makes it, looked at once a minute.

const context = useStore()
const root = mkdtempSync(path.join(tmpdir(), 'hallway-scheduled-'))
const signal = new AbortController().signal
const log = pino({ enabled: false })
let folder = ''
let errors: string[]
beforeEach(() => {
  folder = path.join(root, crypto.randomUUID())
  errors = []
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T12:00:00Z') })
  vi.spyOn(log, 'error').mockImplementation((line: unknown) => void errors.push(String(line)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(() => rmSync(root, { recursive: true }))

const at = (moment: string) => vi.setSystemTime(Date.parse(moment))
const scheduleOf = (keep = 14, into = folder) =>
  createBackupSchedule(context.store, log, { folder: into, keep })
const names = () => readdirSync(folder).sort()
const older = (day: string) => `hallway-2026-11-${day}T040000Z.backup`

test('one is due each day since 04:00 UTC', () => {
  const dueAt = (moment: string) => new Date(lastDueAt(Date.parse(moment))).toISOString().slice(0, 16)
  expect(['2026-11-24T03:59:59Z', '2026-11-24T04:00:00Z', '2026-11-24T23:00:00Z'].map(dueAt)).toEqual([
    '2026-11-23T04:00',
    '2026-11-24T04:00',
    '2026-11-24T04:00',
  ])
})

test('the first is made at once, the next after 04:00, each whole and for its owner alone', async () => {
  await makeEvent(context.store.db, { name: 'Scheduled Days' })
  const tick = scheduleOf()
  await tick(signal)
  at('2026-11-25T03:59:00Z')
  await tick(signal)
  expect(names()).toEqual(['hallway-2026-11-24T120000Z.backup'])
  at('2026-11-25T04:00:30Z')
  for (let n = 0; n < 3; n++) await tick(signal)
  expect(names()).toEqual(['hallway-2026-11-24T120000Z.backup', 'hallway-2026-11-25T040030Z.backup'])
  const [newest] = await scheduledBackups(folder)
  expect(newest).toEqual({
    name: 'hallway-2026-11-25T040030Z.backup',
    file: path.join(folder, 'hallway-2026-11-25T040030Z.backup'),
    madeAt: new Date('2026-11-25T04:00:30Z'),
    sizeBytes: statSync(newest!.file).size,
  })
  expect([statSync(folder).mode & 0o777, statSync(newest!.file).mode & 0o777]).toEqual([0o700, 0o600])
  expect((await readBackup(newest!.file)).made_at.slice(0, 16)).toBe('2026-11-25T04:00')
  const copy = await freshStore()
  await copy.db.execute(sql`delete from invitation_codes`)
  await restore(copy, newest!.file)
  expect(await rows(copy.db, sql`select name from events`)).toEqual([{ name: 'Scheduled Days' }])
  await copy.close()
  expect(errors).toEqual([])
})

test('all but the newest go, and nothing else in the folder does', async () => {
  mkdirSync(folder)
  const otherFiles = [
    '2026-11-01',
    'before-1.2',
    'hallway-2026-11-01.backup',
    'hallway-2030-01-01T040000Z.backup',
  ]
  for (const name of [...otherFiles, older('20'), older('21'), older('22')])
    writeFileSync(path.join(folder, name), '')
  await scheduleOf(2)(signal)
  expect(names()).toEqual([...otherFiles, older('22'), 'hallway-2026-11-24T120000Z.backup'].sort())
})

test('one that fails deletes nothing, leaves nothing, says what to do, and is tried again in an hour', async () => {
  mkdirSync(folder)
  for (const day of ['20', '21', '22']) writeFileSync(path.join(folder, older(day)), '')
  await context.store.db.execute(sql`alter table migrations rename to migrations_away`)
  const tick = scheduleOf(1)
  await tick(signal)
  await context.store.db.execute(sql`alter table migrations_away rename to migrations`)
  expect(errors).toEqual([
    'the daily backup failed, and is tried again in an hour: This database has no Hallway tables. What `hallway doctor` says may tell more.',
  ])
  at('2026-11-24T12:59:00Z')
  await tick(signal)
  expect(names()).toEqual([older('20'), older('21'), older('22')])
  at('2026-11-24T13:00:00Z')
  await tick(signal)
  expect(names()).toEqual(['hallway-2026-11-24T130000Z.backup'])
})

test('a dump has the name of its day, one is made each day, and the oldest go', async () => {
  mkdirSync(folder)
  const otherFiles = [older('23'), 'hallway-2026-11-20.jsonl.gz.part', 'hallway-2030-01-01.jsonl.gz']
  for (const name of [
    ...otherFiles,
    'hallway-2026-11-20.jsonl.gz',
    'hallway-2026-11-20.csv.gz',
    'hallway-2026-11-21.jsonl.gz',
  ])
    writeFileSync(path.join(folder, name), '')
  const tick = createBackupSchedule(context.store, log, { folder, keep: 2, series: dailyDumps })
  at('2026-11-24T02:00:00Z')
  for (let n = 0; n < 2; n++) await tick(signal)
  expect(names()).toEqual(
    [
      ...[...otherFiles, 'hallway-2026-11-21.jsonl.gz', 'hallway-2026-11-23.jsonl.gz'],
      ...['hallway-2026-11-23.csv.gz', 'hallway-2026-11-23.sqlite.gz'],
    ].sort(),
  )
  at('2026-11-24T04:00:00Z')
  for (let n = 0; n < 2; n++) await tick(signal)
  expect(names().filter((name) => /csv|sqlite/.test(name))).toEqual(
    ['23', '24'].flatMap((day) => [`hallway-2026-11-${day}.csv.gz`, `hallway-2026-11-${day}.sqlite.gz`]),
  )
  const days = (await dailyFiles(dailyDumps, folder)).map(({ name }) => name)
  expect(days).toEqual(['hallway-2026-11-24.jsonl.gz', 'hallway-2026-11-23.jsonl.gz'])
  expect(errors).toEqual([])
})

test('a folder that can’t be used is named with what to do', async () => {
  writeFileSync(folder, '')
  await scheduleOf()(signal)
  await scheduleOf(14, '/proc/backups')(signal)
  expect(errors).toEqual([
    expect.stringMatching(
      /^the daily backup failed.*The folder of BACKUP_DIR .* can't be used.*must be a folder\.$/,
    ),
    expect.stringMatching(/^the daily backup failed.*The folder of BACKUP_DIR \/proc\/backups can't be used/),
  ])
})

test('a stop is no failure, and leaves no file', async () => {
  const stop = new AbortController()
  stop.abort()
  await scheduleOf()(stop.signal)
  expect([names(), errors]).toEqual([[], []])
})

test.runIf(inject('engine').kind === 'postgres')(
  'of five processes on one folder one makes it; each with a folder of its own has all',
  async () => {
    const ticks = Array.from({ length: 5 }, () => scheduleOf())
    await Promise.all(ticks.map((tick) => tick(signal)))
    at('2026-11-24T12:01:00Z')
    await Promise.all(ticks.map((tick) => tick(signal)))
    expect(names()).toEqual(['hallway-2026-11-24T120000Z.backup'])

    const elsewhere = `${folder} elsewhere`
    const ofAnotherDisk = scheduleOf(14, elsewhere)
    at('2026-11-25T04:00:00Z')
    await Promise.all([...ticks, ofAnotherDisk].map((tick) => tick(signal)))
    // Whoever found the lock taken looks again in a minute.
    at('2026-11-25T04:01:00Z')
    await Promise.all([...ticks, ofAnotherDisk].map((tick) => tick(signal)))
    expect([names().length, readdirSync(elsewhere).length]).toEqual([2, 1])
    expect(errors).toEqual([])
  },
)
