import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readProgramme } from '#features/programme-import/reading/read-programme.ts'
import { readList } from './read-list.server.ts'

const folder = new URL('../../../../../shared/data/', import.meta.url).pathname
const files = globSync('**/*.ics', { cwd: folder }).sort()

// Both read what they need, at one place: a talk needs none, a conference has a city.
test.skipIf(files.length === 0)(
  'both importers read the same from each calendar of ../shared/data',
  async () => {
    for (const file of files) {
      const text = readFileSync(folder + file, 'utf8')
        .replace(/^LOCATION[;:].*(\r?\n[ \t].*)*\r?\n/gm, '')
        .replace(/^SUMMARY/gm, 'LOCATION:Oslo\\, Norway\r\nSUMMARY')
      const content = Buffer.from(text)
      const { entries } = await readList('ical', [{ name: file, content }], {})
      const { document } = readProgramme(content, { time_zone: 'Europe/Oslo' })
      expect([file, ...entries.map(({ values }) => `${values.name} ${values.start_date}`).sort()]).toEqual([
        file,
        ...document.talks.map(({ title, date }) => `${title} ${date}`).sort(),
      ])
    }
  },
)
