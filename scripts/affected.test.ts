import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { affectedBy, coveredRooms } from './affected.ts'

const texts = new Map([
  ['src/lib/text.ts', ''],
  ['src/features/calls/calls.api.ts', ''],
  ['src/features/calls/open.ts', ''],
  ['src/features/calls/open.test.ts', `read('migrations/0001_base.sql')`],
  ['src/features/calls/calls.db.test.ts', 'await api.calls.list()'],
  ['src/features/series/series.api.ts', ''],
  ['src/features/series/series.db.test.ts', 'await api.series.list()'],
  ['src/routes/calls.tsx', ''],
  [
    'server/api.ts',
    `import { callsApi } from '#features/calls/calls.api.ts'
import { seriesApi } from '#features/series/series.api.ts'
export const router = {
  calls: tagged('Calls', callsApi),
  series: tagged('Series', seriesApi),
}`,
  ],
  ['tests/support/call.ts', ''],
  ['tests/support/inputs.ts', `'calls.list': {}, 'series.list': {}`],
  ['tests/documents.test.ts', `read('docs/api-map.md')`],
  ['tests/headers.db.test.ts', `import { startSite } from '#tests/support/site.ts'`],
  ['tests/rights.db.test.ts', ''],
  ['tests/upgrades.db.test.ts', `folder('migrations/')`],
  ['tests/e2e/every-page.spec.ts', '// Covers: site'],
  ['tests/e2e/member-tracks-calls.spec.ts', '// Covers: series, calls'],
  ['tests/e2e/visitor-shares.spec.ts', '// Covers: sharing'],
])

const imports = (
  [
    ['src/features/calls/calls.api.ts', 'src/features/calls/open.ts'],
    ['src/features/calls/open.ts', 'src/lib/text.ts'],
    ['src/features/calls/open.test.ts', 'src/features/calls/open.ts'],
    ['src/features/calls/calls.db.test.ts', 'tests/support/call.ts'],
    ['src/features/series/series.db.test.ts', 'tests/support/call.ts'],
    ['src/routes/calls.tsx', 'src/features/calls/open.ts'],
    ['tests/rights.db.test.ts', 'tests/support/call.ts'],
    ['tests/rights.db.test.ts', 'tests/support/inputs.ts'],
    ['tests/support/call.ts', 'server/api.ts'],
    ['server/api.ts', 'src/features/calls/calls.api.ts'],
    ['server/api.ts', 'src/features/series/series.api.ts'],
  ] as const
).map(([from, to]) => ({ from, to, isType: false }))

const affected = (...changed: string[]) => affectedBy(changed, imports, texts)

test('a file of a feature: what imports it, also through the procedures that a test names, and its journeys', () => {
  expect(affected('src/features/calls/open.ts')).toEqual({
    unit: ['src/features/calls/open.test.ts', 'tests/documents.test.ts'],
    database: ['src/features/calls/calls.db.test.ts', 'tests/headers.db.test.ts', 'tests/rights.db.test.ts'],
    journeys: ['tests/e2e/every-page.spec.ts', 'tests/e2e/member-tracks-calls.spec.ts'],
  })
})

test('a procedure of another feature leaves the first alone', () => {
  expect(affected('src/features/series/series.api.ts')?.database).toEqual([
    'src/features/series/series.db.test.ts',
    'tests/headers.db.test.ts',
    'tests/rights.db.test.ts',
  ])
})

test('a test: itself, and no page', () => {
  expect(affected('src/features/calls/calls.db.test.ts')).toEqual({
    unit: ['tests/documents.test.ts'],
    database: ['src/features/calls/calls.db.test.ts'],
    journeys: [],
  })
  expect(affected('tests/e2e/visitor-shares.spec.ts')?.journeys).toEqual(['tests/e2e/visitor-shares.spec.ts'])
})

test('a route: the journeys of the rooms that it is made of', () => {
  expect(affected('src/routes/calls.tsx')?.journeys).toEqual([
    'tests/e2e/every-page.spec.ts',
    'tests/e2e/member-tracks-calls.spec.ts',
  ])
})

test('a migration: what compares the database, and what names the folder', () => {
  expect(affected('migrations/0200_topic.sql')).toEqual({
    unit: ['src/features/calls/open.test.ts', 'tests/documents.test.ts'],
    database: ['tests/headers.db.test.ts', 'tests/rights.db.test.ts', 'tests/upgrades.db.test.ts'],
    journeys: [],
  })
})

test('an import of types alone affects nothing', () => {
  const ofTypes = imports.map((entry) => ({ ...entry, isType: true }))
  expect(affectedBy(['src/lib/text.ts'], ofTypes, texts)?.unit).toEqual(['tests/documents.test.ts'])
})

test('what decides how all is built and run: everything', () => {
  expect(affected('package-lock.json', 'src/lib/text.ts')).toBeUndefined()
})

test('each journey says which rooms it covers, and each room that has components is covered', () => {
  const folder = 'tests/e2e'
  const rooms = readdirSync('src/features')
  const covered = readdirSync(folder)
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => [file, coveredRooms(readFileSync(`${folder}/${file}`, 'utf8'))] as const)
  expect(covered.filter(([, names]) => names.length === 0)).toEqual([])
  const names = new Set(covered.flatMap(([, names]) => names))
  expect([...names].filter((name) => !rooms.includes(name))).toEqual([])
  const hasComponents = (room: string) => readdirSync(`src/features/${room}`).includes('components')
  expect(rooms.filter((room) => hasComponents(room) && !names.has(room))).toEqual([])
})
