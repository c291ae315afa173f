import { expect, test } from 'vitest'
import { webAddress } from '#features/reading/plain-text.ts'
import { frabXml, read } from '#tests/support/read-programme.ts'

// What is no programme, what would take long to read, and what people paste as an address.

test.each([
  ['PK\u0003\u0004\u0014\u0000', 'a packed file, such as an Excel workbook: save the table as CSV'],
  ['%PDF-1.7', 'This is a PDF'],
  [Buffer.from([0x1f, 0x8b, 8, 0, 0x9c]), 'packed with gzip: unpack it first'],
  [Buffer.from([0, 1, 2, 3, 255]), 'This is none of them'],
])('%j is refused by what it is', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message)
})

const brackets = '('.repeat(1_000_000)
test.each([
  ['CDATA that never ends', `<schedule><conference><title>${'<![CDATA['.repeat(200_000)}`],
  ['a cell of many names', `title,date,speakers\nA,2026-05-01,"${'Ada Bo, '.repeat(200_000)}"`],
  ['a cell of spaces', `title,date,start\nA,2026-05-01,"9${' '.repeat(500_000)}x"`],
  ['broken markup', frabXml({ A: `<abstract>${'&lt;p&gt;x &lt;a href=&quot;'.repeat(300_000)}</abstract>` })],
  ['a language of brackets', frabXml({ A: `<language>${brackets}</language>` })],
  ['a column of brackets', `title,date,${brackets}\nA,2026-05-01,B`],
])('%s is read in no more time than it is long', async (_, content) => {
  const started = performance.now()
  await read(content).catch(() => {})
  expect(performance.now() - started).toBeLessThan(30_000)
})

test('a property of a calendar has five hundred parameters at most, however its line is folded', async () => {
  const calendarWith = (parameters: number) =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260501T090000Z\nSUMMARY${';\n a=b'.repeat(parameters)}:A; title\nEND:VEVENT\nEND:VCALENDAR`
  expect((await read(calendarWith(499))).talks.map(({ title }) => title)).toEqual(['A; title'])
  for (const many of [500, 1_300_000])
    await expect(read(calendarWith(many))).rejects.toThrow('a property has more than 500 parameters')
})

test('a list of objects is a table of a thousand columns at most', async () => {
  const listWith = (columns: number) =>
    JSON.stringify([
      { title: 'A', date: '2026-05-01' },
      Object.fromEntries([['title', 'B'], ...Array.from({ length: columns - 2 }, (_, n) => [`key${n}`, n])]),
    ])
  expect((await read(listWith(1000))).talks.map(({ title }) => title)).toContain('A')
  await expect(read(listWith(1001))).rejects.toThrow('This JSON has neither "schedule" nor "sessions"')
})

test.each([
  ['webcal://example.org/a.ics', 'https://example.org/a.ics'],
  ['example.org/a.xml', 'https://example.org/a.xml'],
  ['http://example.org/a.xml', 'http://example.org/a.xml'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
])('the pasted address %j', (pasted, address) => {
  expect(webAddress(pasted)).toBe(address)
})
