import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hasRealData, readRealEvents } from '#tests/support/real-data.ts'
import { type Comparable, compareEvents, prepare } from './match-events.server.ts'

const otter: Comparable = {
  name: 'Otter Days 2027',
  start_date: '2027-06-03',
  end_date: '2027-06-05',
  location_name: 'Oslo',
  country_name: 'Norway',
  website: 'https://otter.example/',
}
const compare = async (part: Partial<Comparable>) =>
  compareEvents(await prepare(otter), await prepare({ ...otter, ...part }))?.isCertain

test.each<[string, Partial<Comparable>, boolean | undefined]>([
  ['the same', {}, true],
  ['another name at the same address', { name: 'ODays' }, true],
  ['the name without its year, elsewhere on the web', { name: 'Otter Days', website: null }, true],
  ['a similar name', { name: 'Otter Days Scandinavia', website: null }, false],
  ['other days in the same place', { start_date: '2027-09-01', end_date: '2027-09-02' }, false],
  ['another city', { location_name: 'Bergen' }, undefined],
  ['the next year', { start_date: '2028-06-03', end_date: '2028-06-05' }, undefined],
  ['another name', { name: 'Seal Days', website: null }, undefined],
])('%s', async (_, part, isCertain) => {
  expect(await compare(part)).toBe(isCertain)
})

test.skipIf(!hasRealData)(
  'labelled pairs: what links by itself is right, and few are not asked about',
  async () => {
    const pairs = (
      await readFile(new URL('../../../../shared/data/duplicate_pairs.csv', import.meta.url), 'utf8')
    )
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','))
    const events = new Map((await readRealEvents()).map((event) => [event.slug, event]))
    const counts = { certain: { yes: 0, no: 0 }, perhaps: { yes: 0, no: 0 }, none: { yes: 0, no: 0 } }
    for (const [one, other, label] of pairs) {
      if (label === 'unsure') continue
      const [a, b] = [events.get(one!), events.get(other!)].map((event) => ({
        ...event!,
        location_name: event!.city ?? 'Online',
        country_name: event!.country ?? 'Online',
      })) as Comparable[]
      const match = compareEvents(await prepare(a!), await prepare(b!))
      counts[match ? (match.isCertain ? 'certain' : 'perhaps') : 'none'][label as 'yes' | 'no']++
    }
    const { certain, none } = counts
    const same = certain.yes + counts.perhaps.yes + none.yes
    expect(certain.yes / (certain.yes + certain.no)).toBeGreaterThanOrEqual(0.95)
    expect((same - none.yes) / same).toBeGreaterThanOrEqual(0.9)
  },
)
