import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { count, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#features/calls/calls.tables.ts'
import { event_imports, events } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { readFixtureEvents } from '#tests/support/real-data.ts'
import { beginImport, deleteImportedEvents, importEvents, runImport } from './csv-import.server.ts'
import { type ImportRow, importHeaders, optionalHeaders, parseImport, skippedLine } from './csv-import.ts'

const context = useStore()
const data = new URL('../../../../shared/data/', import.meta.url)
const missingDataNote = existsSync(data) ? '' : ' (not run: ../shared/data is absent)'

beforeEach(() => context.store.db.execute(sql`truncate all_events, event_imports cascade`))

const row = (fields: Partial<ImportRow> = {}): ImportRow => ({
  line: 2,
  name: 'Conf',
  description: null,
  start_date: '2027-03-01',
  end_date: '2027-03-02',
  location_name: 'Berlin',
  country_name: 'Germany',
  ...fields,
})

const list = (
  importRows: ImportRow[],
  importedBy: string | null = null,
  onProgress?: (done: number, total: number) => void,
) => importEvents(context.store.db, importRows, { fileName: 'file.csv', importedBy, onProgress })

/** The whole way of a file, as the person who imports it sees it. */
async function importFile(fileName: string, content: string | Uint8Array) {
  const parseResult = await parseImport(fileName, content)
  if (!parseResult.ok) return { message: parseResult.message, imported: 0, report: [] }
  const { imported, skipped } = await list(parseResult.rows)
  const all = [...parseResult.skipped, ...skipped].sort((a, b) => a.line - b.line)
  return { message: 'Import successful', imported, report: all.map(skippedLine) }
}

const readEvents = () =>
  rows<Record<string, string>>(context.store.db, sql`select * from events order by start_date, slug`)
const slugs = async () => (await readEvents()).map((event) => event.slug)

async function totals() {
  const [inEvents] = await context.store.db.select({ n: count() }).from(events)
  const [inImports] = await context.store.db.select({ n: count() }).from(event_imports)
  return { events: inEvents?.n, imports: inImports?.n }
}

describe('slugs', () => {
  const slugsOf = async (...fields: Partial<ImportRow>[]) => {
    await list(fields.map((fields, index) => row({ line: index + 2, ...fields })))
    return slugs()
  }

  test('other editions get the year, then the city', async () => {
    expect(
      await slugsOf(
        { start_date: '2026-03-01' },
        { start_date: '2027-03-01' },
        { start_date: '2027-03-01', location_name: 'Łódź' },
      ),
    ).toEqual(['conf', 'conf-2027', 'conf-2027-lodz'])
  })

  test('an edition that is listed already, by hand or by an import, counts', async () => {
    const { line, ...manualInsert } = row({ start_date: '2026-03-01', end_date: '2026-03-01' })
    await context.store.db.insert(events).values({ ...manualInsert, slug: 'conf-2027' })
    await list([row({ start_date: '2026-03-01', location_name: 'Rome' })])
    expect(await slugsOf({})).toEqual(['conf', 'conf-2027', 'conf-2027-berlin'])
  })

  test('a name that an earlier edition has become is not taken twice', async () => {
    expect(await slugsOf({ start_date: '2026-03-01' }, {}, { name: 'Conf 2027' })).toEqual([
      'conf',
      'conf-2027',
      'conf-2027-2027',
    ])
  })

  test('names that differ in signs alone all find one', async () => {
    const foundSlugs = await slugsOf(
      ...['C Days', 'C+Days', 'C#Days', 'C.Days', 'C?Days'].map((name) => ({ name })),
    )
    expect(foundSlugs.map((slug) => slug?.replace(/berlin-\w{8}$/, 'berlin-id'))).toEqual([
      'c-days',
      'c-days-2027',
      'c-days-2027-berlin',
      'c-days-2027-berlin-id',
      'c-days-2027-berlin-id',
    ])
  })

  test('somebody who makes the same conference by hand meanwhile does not lose the import', async () => {
    let isMade = () => {}
    const insertDone = new Promise<void>((resolve) => {
      isMade = resolve
    })
    const { line, ...fields } = row({ location_name: 'Rome' })
    const manualInsert = context.store.db.transaction(async (tx) => {
      await tx.insert(events).values({ ...fields, slug: 'conf' })
      isMade()
      await wait(300)
    })
    await insertDone
    expect(await list([row()])).toMatchObject({ imported: 1, skipped: [] })
    await manualInsert
    expect(await slugs()).toEqual(['conf', 'conf-2027'])
  })
})

describe('what is listed already', () => {
  test('the same name, year and city is reported, in the file as in the database', async () => {
    await list([row()])
    const repeatedRows = [
      row({ start_date: '2027-06-01', name: 'CONF' }),
      row({ line: 3, name: 'Other' }),
      row({ line: 4, name: 'Other' }),
    ]
    expect(await list(repeatedRows)).toMatchObject({
      imported: 1,
      skipped: [
        { line: 2, reason: 'Already listed: CONF, Berlin, 2027' },
        { line: 4, reason: 'Already listed: Other, Berlin, 2027' },
      ],
    })
    expect(await totals()).toEqual({ events: 2, imports: 2 })
  })

  test('under another spelling, if it was listed before the file', async () => {
    await list([row({ name: 'OtterConf Berlin' })])
    const spellings = [
      row({ name: 'Otter Conf 2027' }),
      row({ line: 3, name: 'Seal Days' }),
      row({ line: 4, name: 'SealDays' }),
    ]
    expect(await list(spellings)).toMatchObject({
      imported: 2,
      skipped: [{ line: 2, reason: 'Already listed as OtterConf Berlin: Otter Conf 2027, Berlin, 2027' }],
      // Those of one file are its word.
      warnings: [{ line: 4, reason: 'Perhaps the same as line 3, Seal Days, Berlin, 2027-03-01' }],
    })
  })

  test('what is perhaps listed is imported with a warning in the report', async () => {
    await list([row({ name: 'Otter Days', start_date: '2027-02-20', end_date: '2027-02-21' })])
    const { imported, warnings } = await list([
      row({ name: 'Otter Conf' }),
      row({ line: 3, name: 'Seal Days' }),
    ])
    expect(imported).toBe(2)
    expect(warnings).toEqual([
      { line: 2, reason: 'Perhaps already listed as Otter Days, Berlin, 2027-02-20' },
    ])
    const admin = callAs(context.store, viewerOf(await makePerson(context.store.db), true))
    const [{ id, warnings: count } = { id: '', warnings: 0 }] = await admin.imports.list()
    expect(count).toBe(1)
    expect((await admin.imports.skipped({ id, is_imported: true })).lines).toEqual(warnings)
    expect((await admin.imports.skipped({ id })).lines).toEqual([])
  })

  test('a file in which nothing is new leaves only its report', async () => {
    await list([row()])
    expect(await list([row()])).toMatchObject({
      imported: 0,
      skipped: [{ line: 2, reason: 'Already listed: Conf, Berlin, 2027' }],
    })
    expect(await totals()).toEqual({ events: 1, imports: 2 })
    const storedRows = await rows(
      context.store.db,
      sql`
        select status, total, done, imported, skipped, line, reason
        from event_imports join event_import_skips on import_id = id`,
    )
    expect(storedRows).toEqual([
      {
        ...{ status: 'done', total: 1, done: 1, imported: 0, skipped: 1 },
        ...{ line: 2, reason: 'Already listed: Conf, Berlin, 2027' },
      },
    ])
  })

  test.each(['東京', 'عالم التطبيقات', '🎉🎉'])('%s too, although its slug is a short id', async (name) => {
    await list([row({ name, location_name: '東京' })])
    const [first] = await slugs()
    expect(await list([row({ name, location_name: '東京' })])).toMatchObject({ imported: 0 })
    expect(await slugs()).toEqual([first])
  })
})

test('each event bears the import and who made it', async () => {
  const person = await makePerson(context.store.db, {})
  await list([row(), row({ name: 'XP' })], person.id)
  const [importRow] = await context.store.db.select().from(event_imports)
  expect(importRow).toMatchObject({ file_name: 'file.csv', created_by: person.id })
  expect((await readEvents()).map((event) => [event.name, event.created_by, event.import_id])).toEqual([
    ['Conf', person.id, importRow?.id],
    ['XP', person.id, importRow?.id],
  ])
})

test('progress goes up to all lines of the file, what was listed already included', async () => {
  const steps: [number, number][] = []
  const importRows = Array.from({ length: 300 }, (_, index) =>
    row({ line: index + 2, name: `Conf ${index % 299}` }),
  )
  await list(importRows, null, (...step) => steps.push(step))
  expect(steps).toEqual([
    [100, 300],
    [200, 300],
    [300, 300],
  ])
})

test('pages that show events are dropped once for a hundred events, not once for each', async () => {
  const answers: string[] = []
  await context.store.listen('hallway_changes', (payload) => answers.push(payload))
  await list(Array.from({ length: 600 }, (_, index) => row({ line: index + 2, name: `Conf ${index}` })))
  await expect.poll(() => answers.filter((tag) => tag === 'events')).toHaveLength(6)
  expect([...new Set(answers)]).toEqual(['events'])
})

test('a failure at the end leaves nothing of the whole file', async () => {
  const importRows = Array.from({ length: 600 }, (_, index) =>
    row({ line: index + 2, name: `Conf ${index}` }),
  )
  await expect(list([...importRows, row({ name: 'x'.repeat(201) })])).rejects.toThrow()
  expect(await context.store.db.select().from(event_imports)).toMatchObject([
    { status: 'failed', total: 601, done: 600, imported: 0 },
  ])
  expect(await totals()).toEqual({ events: 0, imports: 1 })
  expect(await list(importRows)).toMatchObject({ imported: 600, skipped: [] })
})

test('one that is interrupted with its process keeps what it has listed, and can be taken back', async () => {
  const { db } = context.store
  const importRows = Array.from({ length: 300 }, (_, index) =>
    row({ line: index + 2, name: `Conf ${index}` }),
  )
  const id = await beginImport(db, 300, { fileName: 'file.csv', importedBy: null })
  const stopping = new AbortController()
  const onProgress = (done: number) => done === 200 && stopping.abort()
  await expect(
    runImport(db, id, importRows, { importedBy: null, onProgress, signal: stopping.signal }),
  ).rejects.toThrow()
  expect(await db.select().from(event_imports)).toMatchObject([
    { status: 'failed', done: 200, imported: 200 },
  ])
  expect((await totals()).events).toBe(200)
  await deleteImportedEvents(db, id)
  expect(await db.select().from(event_imports)).toMatchObject([{ imported: 0 }])
  expect((await totals()).events).toBe(0)
})

test('between two steps others are answered', async () => {
  const importRows = Array.from({ length: 1000 }, (_, index) =>
    row({ line: index + 2, name: `Conf ${index}` }),
  )
  const progressValues = new Set<number | undefined>()
  await list(importRows, null, async () => {
    progressValues.add((await totals()).events)
  })
  expect(progressValues.size).toBeGreaterThan(3)
})

test('two imports of one file at once list each conference once', async () => {
  const importRows = Array.from({ length: 1000 }, (_, index) =>
    row({ line: index + 2, name: `Conf ${index}` }),
  )
  const [one, other] = await Promise.all([list(importRows), list(importRows)])
  expect(one.imported + other.imported).toBe(1000)
  expect(one.skipped.length + other.skipped.length).toBe(1000)
  expect(await totals()).toEqual({ events: 1000, imports: 2 })
})

test('an optional column is imported, and may be blank', async () => {
  const header = [...importHeaders, 'code_of_conduct_url'].join(',')
  const line = (name: string, url: string) => `${name},,2027-03-01,2027-03-02,Berlin,Germany,${url}`
  const url = 'https://example.org/conduct'
  const lines = [line('With', url), line('Without', ''), line('Wrong', 'conduct')]
  expect(await importFile('file.csv', [header, ...lines].join('\n'))).toEqual({
    message: 'Import successful',
    imported: 2,
    report: ['Line 4: code_of_conduct_url: Please enter a valid URL'],
  })
  const columns = { name: events.name, url: events.code_of_conduct_url }
  expect(await context.store.db.select(columns).from(events).orderBy(events.name)).toEqual([
    { name: 'With', url },
    { name: 'Without', url: null },
  ])
})

test('the columns of a call make one for talks, with an address, a day or both', async () => {
  const header = [...importHeaders, 'cfp_end_date', 'cfp_url'].join(',')
  const line = (name: string, cfp: string) => `${name},,2027-03-01,2027-03-02,Berlin,Germany,${cfp}`
  const url = 'https://example.org/cfp'
  const lines = [
    line('Both', `2026-12-31,${url}`),
    line('Day', '2026-12-30,'),
    line('None', ','),
    line('Url', `,${url}`),
  ]
  const wrongLines = [line('Wrong day', `31.12.2026,${url}`), line('Wrong URL', '2026-12-31,cfp')]
  expect(await importFile('file.csv', [header, ...lines, ...wrongLines].join('\n'))).toEqual({
    message: 'Import successful',
    imported: 4,
    report: ['Line 6: cfp_end_date: Please enter a valid date', 'Line 7: cfp_url: Please enter a valid URL'],
  })
  const { name } = events
  const { kind, status, closes_on } = calls
  expect(
    await context.store.db
      .select({ name, kind, status, closes_on, url: calls.url })
      .from(calls)
      .innerJoin(events, eq(events.id, calls.event_id))
      .orderBy(name),
  ).toEqual([
    { name: 'Both', kind: 'talks', status: 'live', closes_on: '2026-12-31', url },
    { name: 'Day', kind: 'talks', status: 'live', closes_on: '2026-12-30', url: null },
    { name: 'Url', kind: 'talks', status: 'live', closes_on: null, url },
  ])
})

test('the database takes every row that the parser lets through', async () => {
  const numRuns = process.env.HALLWAY_LONG === '1' ? 2200 : 500
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  )
  const day = fc.constantFrom('1900-01-01', '2200-12-31', '2028-02-29')
  const optionalValue = fc.oneof(
    { weight: 9, arbitrary: fc.constant('') },
    text.map((path) => `https://example.org/${path}`),
  )
  const line = fc.tuple(
    text,
    text,
    day,
    fc.constant('2200-12-31'),
    text,
    text,
    ...optionalHeaders.map((name) =>
      name === 'cfp_end_date'
        ? fc.constantFrom('', '2027-01-31')
        : /_url$|^website$/.test(name)
          ? optionalValue
          : // Of the facts each takes some, and all take nothing.
            fc.oneof(
              { weight: 40, arbitrary: fc.constant('') },
              fc.constantFrom('Yes', 'no', 'In person', 'EN;pt-br', '€150', 'english'),
            ),
    ),
  )
  const lines = fc
    .sample(line, { numRuns, seed: 7 })
    .map((cells) => cells.map((cell) => cell.replace(/[,\n]/g, '')).join(','))
  const parseResult = await parseImport(
    'file.csv',
    [[...importHeaders, ...optionalHeaders].join(','), ...lines].join('\n'),
  )
  if (!parseResult.ok) throw new Error(parseResult.message)
  expect(parseResult.rows.length).toBeGreaterThan(numRuns / 6)
  const { imported, skipped } = await list(parseResult.rows)
  expect(imported + skipped.length).toBe(parseResult.rows.length)
})

type Hostile = { file: string; outcome: string; message: string; imported: number; skipped_lines: string[] }

/** What the manifest leaves open, settled: what is imported and what is reported. */
const settled: Record<string, { imported: number; report: string[]; slugs?: string[] }> = {
  '04_headers_upper_case.csv': { imported: 1, report: [] },
  '08_headers_spaces_around.csv': { imported: 1, report: [] },
  '16_header_only.csv': { imported: 0, report: [] },
  '28_newline_inside_quotes.csv': {
    imported: 1,
    report: [
      'Line 2: Invalid number of columns',
      'Line 3: name has a stray quote. Quoted values are not supported',
    ],
  },
  '38_invalid_utf8_overlong.csv': {
    imported: 0,
    report: ['Line 2: The text is not valid UTF-8. Please save the file as UTF-8'],
  },
  '40_control_characters.csv': { imported: 1, report: [], slugs: ['bell-31mred-0m-conf'] },
  '42_invalid_dates.csv': {
    imported: 1,
    report: [
      ...['2027-13-01', '2027-02-30', '31/12/2027', '12-31-2027', 'tomorrow', '', '2027-3-5', '20270305'],
      ...['2027-03-01T10:00:00Z', '0000-00-00', '2027/03/01', '1 March 2027'],
    ].map((day, index) =>
      day === ''
        ? `Line ${index + 2}: Invalid date: start_date is empty`
        : `Line ${index + 2}: Invalid date in start_date: ${day}. Dates should be YYYY-MM-DD`,
    ),
    slugs: ['bad-set-conf-20'],
  },
  '44_date_edges.csv': {
    imported: 3,
    report: [
      'Line 3: Invalid date in start_date: 2027-02-29. Dates should be YYYY-MM-DD',
      'Line 4: Invalid date in start_date: 0001-01-01. Years are 1900 to 2200',
      'Line 5: Invalid date in start_date: 9999-12-31. Years are 1900 to 2200',
    ],
    slugs: ['new-year-conf', 'dst-conf', 'leap-ok-conf'],
  },
  '46_duplicate_rows.csv': {
    imported: 1,
    report: [
      'Line 3: Already listed: Twin Conf, Berlin, 2027',
      'Line 4: Already listed: Twin Conf, Berlin, 2027',
    ],
  },
  '48_slug_equal_after_folding.csv': {
    imported: 4,
    report: [],
    slugs: ['c-days', 'c-days-2027', 'c-days-', 'c-days-2027-rome'],
  },
  '50_reserved_slugs.csv': { imported: 4, report: [], slugs: ['new-2027', 'new-', 'edit', '-admin'] },
  // Descriptions have at most 20,000 characters, which the file does not know.
  '58_huge_line.csv': { imported: 1, report: ['Line 2: description is longer than 20000 characters'] },
  '64_upper_extension.CSV': { imported: 1, report: [] },
}

const folder = new URL('hostile-csv/', data)
const hostile: Hostile[] = missingDataNote
  ? []
  : JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))
const contentOf = (file: string) => readFileSync(new URL(encodeURIComponent(file), folder))

describe.skipIf(missingDataNote)(`broken and hostile files${missingDataNote}`, () => {
  test.each(
    hostile
      .filter((example) => example.imported !== 50_000)
      .map((example) => [example.file, example] as const),
  )('%s', async (file, { outcome, message, imported, skipped_lines }) => {
    const expected = settled[file] ?? { imported, report: skipped_lines }
    const isRefused = outcome === 'reject' || (!settled[file] && message?.startsWith('Missing'))
    const title = message?.replace('Invalid file type / ', '')
    const answer = await importFile(file, contentOf(file))
    expect(answer).toEqual({
      message: isRefused ? title : 'Import successful',
      imported: expected.imported,
      report: expected.report,
    })
    expect((await totals()).events).toBe(expected.imported)
    if (expected.slugs) expect(await slugs()).toEqual(expected.slugs)
  })

  test('countries get their name in the list', async () => {
    await list([row({ country_name: 'USA' }), row({ line: 3, name: 'Conf B', country_name: 'Online' })])
    expect((await readEvents()).map(({ country_name }) => country_name)).toEqual(['United States', 'Online'])
  })

  test('values come by their header, extra columns are ignored', async () => {
    const person = await makePerson(context.store.db, {})
    const parseResult = await parseImport('file.csv', contentOf('12_headers_mass_assignment.csv'))
    if (parseResult.ok) await list(parseResult.rows, person.id)
    expect(await readEvents()).toMatchObject([{ slug: 'owner-grab-conf', created_by: person.id }])
    await importFile('file.csv', contentOf('06_headers_reordered.csv'))
    const [, reordered] = await readEvents()
    expect(reordered).toMatchObject({
      name: 'Reordered Conf',
      country_name: 'Germany',
      location_name: 'Berlin',
    })
  })

  test.runIf(process.env.HALLWAY_LONG === '1')('50,000 lines', async () => {
    expect(await importFile('file.csv', contentOf('60_rows_50k.csv'))).toEqual({
      message: 'Import successful',
      imported: 50_000,
      report: [],
    })
  })
})

test('64 real conferences are listed; a second time each line is reported', async () => {
  const real = await readFixtureEvents()
  const lines = real.map(({ name, start_date, end_date, city, country }) =>
    [name, '', start_date, end_date, city ?? 'Online', country ?? 'Online']
      .map((value) => value.replaceAll(',', ' -'))
      .join(','),
  )
  const content = [importHeaders.join(','), ...lines].join('\n')
  expect(await importFile('events.csv', content)).toEqual({
    message: 'Import successful',
    imported: 64,
    report: [],
  })
  const before = await slugs()
  const secondImport = await importFile('events.csv', content)
  expect(secondImport).toMatchObject({ message: 'Import successful', imported: 0 })
  expect(secondImport.report).toHaveLength(64)
  expect(secondImport.report[0]).toBe('Line 2: Already listed: RubyConf 2001, Tampa - FL, 2001')
  expect(await slugs()).toEqual(before)
})

test.runIf(!missingDataNote && process.env.HALLWAY_LONG === '1')(
  `9,604 real conferences are listed but for one that is there twice; a second time each line is reported${missingDataNote}`,
  async () => {
    const content = readFileSync(new URL('events.csv', data))
    expect(await importFile('events.csv', content)).toEqual({
      message: 'Import successful',
      imported: 9603,
      report: ['Line 1786: Already listed: Mobilization Łódź, Łódź, 2017'],
    })
    const before = await slugs()
    const secondImport = await importFile('events.csv', content)
    expect(secondImport).toMatchObject({ message: 'Import successful', imported: 0 })
    expect(secondImport.report).toHaveLength(9604)
    expect(secondImport.report[0]).toBe('Line 2: Already listed: RubyConf 2001, Tampa - FL, 2001')
    expect(await slugs()).toEqual(before)
  },
  120_000,
)
