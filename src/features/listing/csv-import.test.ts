import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportHeaders, importHeaders, optionalHeaders, parseImport, skippedLine } from './csv-import.ts'

const header = importHeaders.join(',')
const good = 'Good Conf,A plain row,2027-03-01,2027-03-02,Berlin,Germany'

/** What the lines after the header give: the names of the rows, and the report. */
async function read(...lines: string[]) {
  const parsed = await parseImport('file.csv', [header, ...lines].join('\n'))
  if (!parsed.ok) throw new Error(parsed.message)
  return { names: parsed.rows.map((row) => row.name), report: parsed.skipped.map(skippedLine) }
}

async function rowsOf(...lines: string[]) {
  const parsed = await parseImport('file.csv', lines.join('\n'))
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.rows
}

const refusal = async (fileName: string, content: string | Uint8Array) => {
  const parsed = await parseImport(fileName, content)
  return parsed.ok ? undefined : `${parsed.title}: ${parsed.message}`
}

describe('the file', () => {
  test.each(['file.csv', 'FILE.CSV', 'a b & ü (1).csv'])('%s is a CSV file by its name', async (fileName) => {
    expect(await refusal(fileName, header)).toBe(undefined)
  })

  test.each(['file.csv.xlsx', 'filecsv', 'csv', ''])('%s is not', async (fileName) => {
    expect(await refusal(fileName, header)).toBe('Invalid file type: Please upload a CSV file')
  })

  test.each([
    ['', importHeaders.join(', ')],
    ['name,start_date,country_name', 'description, end_date, location_name'],
    [header.replaceAll(',', ';'), importHeaders.join(', ')],
  ])('without its headers it is refused with their names: %s', async (content, missingHeaders) => {
    expect(await refusal('file.csv', content)).toBe(
      `Import failed: Missing required headers: ${missingHeaders}`,
    )
  })

  test('may have its headers in capitals, as spreadsheets write them', async () => {
    for (const capitals of [
      header.toUpperCase(),
      'Name,Description,Start_Date,End_Date,Location_Name,Country_Name',
    ]) {
      const parsed = await parseImport('file.csv', [capitals, good].join('\n'))
      expect(parsed).toMatchObject({ ok: true, rows: [{ name: 'Good Conf' }], unknownColumns: [] })
    }
  })

  test('several blanks in a name or place count as one', async () => {
    const parsed = await parseImport(
      'file.csv',
      [header, 'Okapi   Forum,,2027-03-01,2027-03-02,New  York,USA'].join('\n'),
    )
    expect(parsed).toMatchObject({ rows: [{ name: 'Okapi Forum', location_name: 'New York' }] })
  })

  test('a name may say that it is cancelled', async () => {
    const [, ...rest] = good.split(',')
    const line = (name: string) => [name, ...rest].join(',')
    const rows = await rowsOf(header, line('Fjord (Cancelled)'), line('Good Conf (canceled)'), good)
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', undefined])
  })

  test('topics, website and format are taken from descriptions if the file has no columns for them', async () => {
    const [, , ...rest] = good.split(',')
    const line = (words: string) => ['Good Conf', words, ...rest].join(',')
    const words = 'Topics: Rust; Go. Hybrid event. Website: https://good.example'
    const [row] = await rowsOf(header, line(words))
    expect(row).toMatchObject({
      description: words,
      tags: ['Rust', 'Go'],
      website: 'https://good.example',
      format: 'hybrid',
    })
    const [withColumns] = await rowsOf(`${header},website,topics`, `${line(words)},,Zig`)
    expect(withColumns).toMatchObject({ tags: ['Zig'], website: null })
    const [invalid] = await rowsOf(header, line('Website: https://'))
    expect(invalid?.website).toBe(undefined)
  })

  test.each(['utf16le', 'utf-16le with a mark'])('in UTF-16 it has no headers: %s', async (kind) => {
    const content = Buffer.from(`${kind === 'utf16le' ? '' : '\ufeff'}${header}\n${good}`, 'utf16le')
    expect(await refusal('file.csv', content)).toMatch(/Missing required headers: name, /)
  })

  test('may begin with the mark of UTF-8', async () => {
    expect(await refusal('file.csv', Buffer.from(`\ufeff${header}\n${good}`))).toBe(undefined)
    expect(await refusal('file.csv', `\ufeff${header}\n${good}`)).toBe(undefined)
  })

  test.each(['\n', '\r\n', '\r'])('may end its lines with %j', async (end) => {
    const parsed = await parseImport('file.csv', [header, good, '', 'x'].join(end))
    expect(parsed).toEqual({
      ok: true,
      rows: [
        {
          line: 2,
          name: 'Good Conf',
          description: 'A plain row',
          start_date: '2027-03-01',
          end_date: '2027-03-02',
          location_name: 'Berlin',
          country_name: 'Germany',
        },
      ],
      skipped: [{ line: 4, reason: 'Invalid number of columns' }],
      unknownColumns: [],
      isOwnExport: false,
    })
  })

  test('gives columns by name, in any order, and names those it does not know', async () => {
    const parsed = await parseImport(
      'file.csv',
      ' country_name,id,end_date , name,slug,location_name,start_date,description\nGermany,1,2027-03-02,Conf,x,Berlin,2027-03-01,',
    )
    const row = { name: 'Conf', description: null, start_date: '2027-03-01', end_date: '2027-03-02' }
    const place = { location_name: 'Berlin', country_name: 'Germany' }
    expect(parsed).toEqual({
      ok: true,
      rows: [{ line: 2, ...row, ...place }],
      skipped: [],
      unknownColumns: ['id', 'slug'],
      isOwnExport: false,
    })
  })
})

describe('the optional column code_of_conduct_url', () => {
  const parse = (value: string) =>
    parseImport('file.csv', `${header},code_of_conduct_url\n${good},${value}\n${good},`)

  test('is read, and may be blank', async () => {
    const parsed = await parse(' https://example.org/conduct ')
    expect(parsed.ok && parsed.rows.map((row) => row.code_of_conduct_url)).toEqual([
      'https://example.org/conduct',
      null,
    ])
  })

  test.each([
    ['example.org/conduct', 'Please enter a valid URL'],
    ['javascript:alert(1)', 'Please enter a valid URL'],
    [`https://example.org/${'x'.repeat(2000)}`, 'URL must be less than 2000 characters'],
  ])('with %s is reported by line, the other lines are listed', async (value, sentence) => {
    const parsed = await parse(value)
    if (!parsed.ok) throw new Error(parsed.message)
    expect(parsed.rows.map((row) => row.line)).toEqual([3])
    expect(parsed.skipped.map(skippedLine)).toEqual([`Line 2: code_of_conduct_url: ${sentence}`])
  })
})

test('facts are read as people write them', async () => {
  const columns = 'format,languages,price,captions'
  const parsed = await parseImport(
    'file.csv',
    `${header},${columns}\n${good},In Person,EN;de,€150,Yes\n${good},,,,maybe`,
  )
  expect(
    parsed.ok &&
      parsed.rows.map(({ format, languages, price, captions }) => [format, languages, price, captions]),
  ).toEqual([['in_person', 'en, de', '150 EUR', 'yes']])
  expect(parsed.ok && parsed.skipped.map(skippedLine)).toEqual([
    'Line 3: captions: Please enter yes or no, or leave it open',
  ])
})

test('the documents name the columns of a file: README those it needs, docs/operating.md all', async () => {
  const [readme, operating] = await Promise.all(
    ['README.md', 'docs/operating.md'].map((file) => readFile(file, 'utf8')),
  )
  for (const text of [readme, operating]) expect(text).toContain(`\`${importHeaders.join(',')}\``)
  for (const name of optionalHeaders) expect(operating).toContain(`\`${name}\``)
})

describe('the own export', () => {
  const read = async (...lines: string[]) =>
    parseImport('file.csv', [exportHeaders.join(','), ...lines].join('\r\n'))
  const end = `2027-03-01,2027-03-02,Berlin,Germany${optionalHeaders.map(() => ',').join('')},Go; Rust,conf,https://hallway.test/conferences/conf,Europe/Berlin,,postponed,Later`

  test('may quote its values, with line breaks; lines are counted from the beginning of each', async () => {
    const lines = [
      `"A, B","'=x\n""y""",${end}`,
      '',
      `C,,${end},`,
      `D,"1\n2",2027-02-30${end.slice(10)}`,
      `E,,${end}`,
    ]
    const parsed = await read(...lines)
    expect(parsed).toMatchObject({
      rows: [
        { line: 2, name: 'A, B', description: '=x\n"y"', tags: ['Go', 'Rust'] },
        {
          line: 8,
          name: 'E',
          description: null,
          time_zone: 'Europe/Berlin',
          status: 'postponed',
          status_note: 'Later',
        },
      ],
      skipped: [
        { line: 5, reason: 'Invalid number of columns' },
        { line: 6, reason: 'Invalid date in start_date: 2027-02-30. Dates should be YYYY-MM-DD' },
      ],
    })
  })

  test('may be from before a column was added', async () => {
    const header = [...importHeaders, 'tags', 'slug', 'url']
    const line =
      '"A, B","x\ny",2027-03-01,2027-03-02,Berlin,Germany,Go; Rust,a-b,https://hallway.test/conferences/a-b'
    expect(await parseImport('file.csv', [header.join(','), line].join('\r\n'))).toMatchObject({
      rows: [{ name: 'A, B', description: 'x\ny', tags: ['Go', 'Rust'] }],
      skipped: [],
      unknownColumns: [],
      isOwnExport: true,
    })
  })

  test('whose quote has no end is refused', async () => {
    expect(await read(`"A,${end}`)).toEqual({
      ok: false,
      title: 'Import failed',
      message: 'A quote is not closed: part of the file is missing',
    })
  })

  test('may have topics that the site would refuse: they are reported', async () => {
    const parsed = await read(`A,,${end.replace('Go', 'x'.repeat(101))}`)
    expect(parsed).toMatchObject({
      rows: [],
      skipped: [{ reason: expect.stringMatching(/^tags: Topic name/) }],
    })
  })
})

describe('a line', () => {
  test('with more or fewer values than headers is reported with its number, blank lines counted', async () => {
    expect(await read('', 'bad,row', good, '   ', `${good},`, ',,', good)).toEqual({
      names: ['Good Conf', 'Good Conf'],
      report: [3, 6, 7].map((line) => `Line ${line}: Invalid number of columns`),
    })
  })

  test.each([
    ['2027-13-01', 'Invalid date in start_date: 2027-13-01. Dates should be YYYY-MM-DD'],
    ['2027-02-29', 'Invalid date in start_date: 2027-02-29. Dates should be YYYY-MM-DD'],
    ['31/12/2027', 'Invalid date in start_date: 31/12/2027. Dates should be YYYY-MM-DD'],
    ['2027-3-5', 'Invalid date in start_date: 2027-3-5. Dates should be YYYY-MM-DD'],
    ['0000-00-00', 'Invalid date in start_date: 0000-00-00. Dates should be YYYY-MM-DD'],
    ['x'.repeat(99), `Invalid date in start_date: ${'x'.repeat(40)}.... Dates should be YYYY-MM-DD`],
    ['', 'Invalid date: start_date is empty'],
    ['1899-12-31', 'Invalid date in start_date: 1899-12-31. Years are 1900 to 2200'],
    ['0001-01-01', 'Invalid date in start_date: 0001-01-01. Years are 1900 to 2200'],
    ['2028-03-01', 'Invalid date: end_date is before start_date'],
  ])('that starts on %s is reported', async (start, reason) => {
    expect(await read(`Conf,,${start},2027-12-31,Berlin,Germany`)).toEqual({
      names: [],
      report: [`Line 2: ${reason}`],
    })
  })

  test.each(['1900-01-01', '2028-02-29', '2200-12-31'])('may start and end on %s', async (day) => {
    expect(await read(`Conf,,${day},${day},Berlin,Germany`)).toEqual({ names: ['Conf'], report: [] })
  })

  test.each([
    ['', 'name is empty'],
    ['\u200b\u3000', 'name is empty'],
    ['x'.repeat(201), 'name is longer than 200 characters'],
    ['safe\u202egpj.exe', 'name has characters that change the direction of text'],
    ['Line Conf"', 'name has a stray quote. Quoted values are not supported'],
    ['Caf\ufffd', 'The text is not valid UTF-8. Please save the file as UTF-8'],
  ])('with the name %j is reported', async (name, reason) => {
    const line = `${name},,2027-03-01,2027-03-01,Berlin,Germany`
    expect(await read(line, good)).toEqual({ names: ['Good Conf'], report: [`Line 2: ${reason}`] })
  })

  test.each([
    ['X', 'X'],
    ['"Line Conf', '"Line Conf'],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ['"Hello" and "World"', '"Hello" and "World"'],
    ['=HYPERLINK("http://evil.invalid")', '=HYPERLINK("http://evil.invalid")'],
    ['Bell\u0007 \u001b[31mRed\u001b[0m', 'Bell [31mRed[0m'],
    ['Two\u2028parts', 'Two parts'],
    ['\u200fعالم', 'عالم'],
    ['a\u0000b', 'ab'],
    ['\u00a0Conf\u3000', 'Conf'],
  ])('with the name %j is listed as %j', async (name, importedNames) => {
    expect(await read(`${name},,2027-03-01,2027-03-01,Berlin,Germany`)).toEqual({
      names: [importedNames],
      report: [],
    })
  })

  test('without a city or country, or with too long ones, is reported', async () => {
    const long = 'x'.repeat(101)
    const lines = [',Germany', 'Berlin,', `${long},Germany`, `Berlin,${long}`]
    expect(await read(...lines.map((place) => `Conf,,2027-03-01,2027-03-01,${place}`))).toEqual({
      names: [],
      report: [
        'Line 2: location_name is empty',
        'Line 3: country_name is empty',
        'Line 4: location_name is longer than 100 characters',
        'Line 5: country_name is longer than 100 characters',
      ],
    })
  })

  test('with a description of more than 20,000 characters is reported', async () => {
    const line = `Conf,${'x'.repeat(20_001)},2027-03-01,2027-03-01,Berlin,Germany`
    const reason = 'Line 2: description is longer than 20000 characters'
    expect(await read(line)).toEqual({ names: [], report: [reason] })
  })

  test('is a row, blank or reported, whatever is in the file', async () => {
    const cell = fc.oneof(fc.constantFrom('2027-03-01', 'Conf', '"', '', ','), fc.string({ unit: 'binary' }))
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(cell, { minLength: 6, maxLength: 6 }).map((cells) => cells.join(',')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const text = [header, ...lines].join('\n')
        const parsed = await parseImport('file.csv', text)
        if (!parsed.ok) throw new Error(parsed.message)
        const dealtWith = [...parsed.rows, ...parsed.skipped].map((line) => line.line).sort((a, b) => a - b)
        const csvText = text
          .toWellFormed()
          .split('\n')
          .flatMap((line, index) => (index > 0 && line.trim() ? [index + 1] : []))
        expect(dealtWith).toEqual(csvText)
      }),
    )
  })
})
