import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readProgramme } from '#features/programme-import/reading/read-programme.ts'
import { readList } from './read-list.server.ts'

/** What each reader has of a calendar. Both read what they need, at one place: a talk needs none, a conference has a city. */
async function readByBoth(file: string) {
  const text = readFileSync(file, 'utf8')
    .replace(/^LOCATION[;:].*(\r?\n[ \t].*)*\r?\n/gm, '')
    .replace(/^SUMMARY/gm, 'LOCATION:Oslo\\, Norway\r\nSUMMARY')
  const content = Buffer.from(text)
  const { entries } = await readList('ical', [{ name: file, content }], {})
  const { document } = readProgramme(content, { time_zone: 'Europe/Oslo' })
  return {
    list: entries.map(({ values }) => `${values.start_date} ${values.name}`).sort(),
    programme: document.talks.map(({ title, date }) => `${date} ${title}`).sort(),
  }
}

// Days in Oslo.
test.each([
  ['utc', ['2027-05-02 After midnight', '2027-05-02 Morning', '2027-05-02 Until midnight']],
  ['zones', ['2027-05-01 Late', '2027-05-01 Zone of the file', '2027-05-02 Evening in New York']],
  ['floating', ['2027-05-01 Late', '2027-05-02 Midnight']],
  ['days', ['2027-05-01 Two days', '2027-05-10 Without VALUE']],
  ['excluded', ['2027-05-03 Weekly', '2027-05-24 Weekly']],
  ['moved', ['2027-05-03 Daily', '2027-05-05 Daily', '2027-05-09 Daily, moved']],
  ['until', ['2027-05-03 Until UTC', '2027-05-04 Until UTC', '2027-05-05 Until UTC', '2027-06-01 Until UTC']],
  ['versions', ['2027-05-03 Newer']],
])('both importers read the days of the calendar %s', async (name, days) => {
  const file = new URL(`../../../../tests/fixtures/calendars/${name}.ics`, import.meta.url).pathname
  expect(await readByBoth(file)).toEqual({ list: days, programme: days })
})

const folder = new URL('../../../../../shared/data/', import.meta.url).pathname
const files = globSync('**/*.ics', { cwd: folder }).sort()

test.skipIf(files.length === 0)('both read the same from each calendar of ../shared/data', async () => {
  for (const file of files) {
    const { list, programme } = await readByBoth(folder + file)
    expect([file, ...list]).toEqual([file, ...programme])
  }
})
