import { readFile } from 'node:fs/promises'
import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { hasRealData, readRealEvents } from '#tests/support/real-data.ts'
import { type Conference, compare, type Verdict } from './compare.ts'
import { findPairs, identify } from './identify.server.ts'
import { readName } from './read-name.ts'

test.each([
  ['OtterConf Oslo 2027', { words: ['otter', 'oslo'], year: 2027, kind: 'conference' }],
  ["Otter Days '27 (June)", { words: ['otter'], year: 2027, season: 'june', kind: 'days' }],
  ['The 3rd Annual Otter Summit', { words: ['otter'], number: '3', kind: 'summit' }],
  ['Otter Galaxy v0.4', { words: ['otter', 'galaxy'], number: '0.4' }],
  ['Otterfest VII', { words: ['otter'], number: '7', kind: 'festival' }],
  ['DevConf', { words: ['devconf'], allWords: ['devconf'] }],
  ['C++ Day', { words: ['c++'] }],
  ['Otter DevRoom @ Riverside', { isSatellite: true }],
])('%s', (name, part) => {
  expect(readName(name)).toMatchObject(part)
})

const otter: Conference = {
  name: 'Otter Days 2027',
  start_date: '2027-06-03',
  end_date: '2027-06-05',
  location_name: 'Oslo',
  country_name: 'Norway',
  website: 'https://otter.example/',
}
const online = { location_name: 'Online', country_name: 'Online' }
const from = (start_date: string, end_date = start_date) => ({ start_date, end_date })
const site = (website: string | null) => ({ website })
const withName = (name: string, part: Partial<Conference> = {}) => ({ name, ...part })

test.each<[Verdict, string, Partial<Conference>, Partial<Conference>?]>([
  ['same', 'nothing differs', {}],
  ['same', 'without year, on another site', withName('OtterDays', site('https://days.example'))],
  ['perhaps', 'the same name and page half a year later', from('2027-12-01')],
  ['different', 'the same name half a year later', { ...from('2027-12-01'), ...site(null) }],
  ['same', 'spaces and signs', withName('wroc_otter.rb'), withName('WrocOtter.rb')],
  [
    'same',
    'the city in two spellings',
    withName('Otter Clear Water', { location_name: 'Clear Water', country_name: 'United States' }),
    withName('Otter Clearwater', { location_name: 'Clearwater, FL', country_name: 'United States' }),
  ],
  [
    'same',
    'a district',
    { ...withName('Otter NYC'), location_name: 'Brooklyn, NY', country_name: 'United States' },
    { ...withName('Otter New York 2027'), location_name: 'New York, NY', country_name: 'United States' },
  ],
  [
    'same',
    'the initials of its city',
    withName('DevOtters LA', { location_name: 'Los Angeles, CA', country_name: 'United States' }),
    withName('DevOtters Los Angeles', { location_name: 'Pasadena, CA', country_name: 'United States' }),
  ],
  ['same', 'an abbreviation', withName('RVRMGMTCAMP'), withName('RiverManagementCamp')],
  [
    'same',
    'initials before the name',
    withName('ORSC - Otter River Swimming Conference'),
    withName('Otter River Swimming'),
  ],
  ['same', 'a longer name at the same address', withName('Otter Riverside Days')],
  [
    'same',
    'days of the next month at the same address',
    from('2027-07-03', '2027-07-05'),
    withName('Otter Days'),
  ],
  ['same', 'online, on the same days and page', online],
  [
    'same',
    'a copy in the web archive',
    withName('Otter', site('https://web.archive.org/web/2027/http://www.otter.example/2027')),
    from('2027-06-06'),
  ],
  ['perhaps', 'a longer name elsewhere on the web', withName('Otter Riverside Days', site(null))],
  ['perhaps', 'days two months apart', withName('Otter', { ...from('2027-07-20'), ...site(null) })],
  ['perhaps', 'other days, without website', withName('Otter', { ...from('2027-06-20'), ...site(null) })],
  ['perhaps', 'another city on the same days and page', { location_name: 'Bergen' }],
  ['perhaps', 'online on the same days, without website', withName('Otter', { ...online, ...site(null) })],
  [
    'perhaps',
    'another kind on the same days, each on its site',
    withName('Otter Summit', site('https://summit.example')),
  ],
  [
    'different',
    'another city on other pages',
    withName('Otter Bergen', { location_name: 'Bergen', ...site('https://otter.example/bergen') }),
  ],
  ['different', 'years', withName('Otter Days 2026')],
  ['different', 'numbers', withName('Otter Galaxy v0.1'), withName('Otter Galaxy v0.2')],
  ['different', 'seasons', withName('Otter Spring'), withName('Otter Autumn')],
  [
    'different',
    'the next year',
    withName('Otter Days', from('2028-06-03', '2028-06-05')),
    withName('Otter Days'),
  ],
  ['different', 'a word of each', withName('CSSOtter'), withName('JSOtter')],
  [
    'different',
    'a word of each at the same address',
    withName('Seal Mini Summit'),
    withName('Zephyr Mini Summit'),
  ],
  [
    'different',
    'one letter more',
    withName('XtremeO Online Conference', online),
    withName('XtremeOT Online Conference', online),
  ],
  [
    'different',
    'common words alone',
    withName('Tech Conference Oslo', site(null)),
    withName('Developer Summit Oslo', site(null)),
  ],
  [
    'different',
    'the season and the city alone',
    withName('Otter Spring Oslo', site(null)),
    withName('Seal Spring Oslo', site(null)),
  ],
  ['different', 'a satellite', withName('Otter – Seal DevRoom', site('https://otter.example/2027/seal'))],
  [
    'different',
    'a page of its own on the same site',
    withName('sealcon@Otter Days', site('https://otter.example/sealcon')),
  ],
  ['different', 'the day before', withName('Otter Seal', from('2027-06-02'))],
  [
    'different',
    'online twins of other regions',
    withName('Otter EMEA', { ...online, ...site('https://otter.example/emea') }),
    withName('Otter Latin America', { ...online, ...site('https://otter.example/latin') }),
  ],
  [
    'different',
    'two cities of one name',
    { location_name: 'Portland, ME', country_name: 'United States', ...site(null) },
    { location_name: 'Portland, OR', country_name: 'United States', ...site(null), name: 'Otter' },
  ],
])('%s: %s', async (verdict, _, part, otherPart = {}) => {
  const [one, other] = [await identify({ ...otter, ...part }), await identify({ ...otter, ...otherPart })]
  expect(compare(one, other)).toMatchObject({ verdict })
  expect(compare(other, one)).toEqual(compare(one, other))
})

type Counts = Record<Verdict, { yes: number; no: number }>

const figuresOf = ({ same, perhaps, different }: Counts) => {
  const all = same.yes + perhaps.yes + different.yes
  const matches = { yes: same.yes + perhaps.yes, no: same.no + perhaps.no }
  return {
    same: { precision: same.yes / (same.yes + same.no), recall: same.yes / all },
    either: { precision: matches.yes / (matches.yes + matches.no), recall: matches.yes / all },
  }
}

/** The labelled pairs, of those of one conference all in one part of five. */
async function readPairs() {
  const lines = await readFile(
    new URL('../../../../shared/data/duplicate_pairs.csv', import.meta.url),
    'utf8',
  )
  const events = new Map((await readRealEvents()).map((event) => [event.slug, event]))
  const conferenceOf = (slug: string): Conference => {
    const { city, country, ...event } = events.get(slug)!
    const location_name = city ?? (country ? 'TBA' : 'Online')
    return { ...event, location_name, country_name: country ?? (city ? 'Unknown' : 'Online') }
  }
  return lines
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',') as [string, string, 'yes' | 'no' | 'unsure'])
    .map(([one, other, label]) => ({ one: conferenceOf(one), other: conferenceOf(other), label }))
}

test.skipIf(!hasRealData)('labelled pairs: what is the same, and what perhaps', async () => {
  const counts: Counts = { same: { yes: 0, no: 0 }, perhaps: { yes: 0, no: 0 }, different: { yes: 0, no: 0 } }
  for (const { one, other, label } of await readPairs())
    if (label !== 'unsure') counts[compare(await identify(one), await identify(other)).verdict][label]++
  const { same, either } = figuresOf(counts)
  expect(same.precision).toBeGreaterThanOrEqual(0.97)
  expect(same.recall).toBeGreaterThanOrEqual(0.8)
  expect(either.precision).toBeGreaterThanOrEqual(0.95)
  expect(either.recall).toBeGreaterThanOrEqual(0.95)
})

test.skipIf(!hasRealData)('9,604 conferences are compared in steps', async () => {
  const events = (await readRealEvents()).map((event) => ({
    ...event,
    location_name: event.city ?? 'Online',
    country_name: event.country ?? 'Online',
  }))
  // How often others had their turn meanwhile; how long they waited depends on what else the machine does.
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const before = cpuUsage()
  const pairs = await findPairs(events)
  clearImmediate(next)
  const milliseconds = cpuUsage(before).user / 1000
  expect(milliseconds).toBeLessThan(5000)
  expect(milliseconds / turns).toBeLessThan(100)
  expect(pairs.length).toBeGreaterThan(100)
  expect(pairs.length).toBeLessThan(300)
})
