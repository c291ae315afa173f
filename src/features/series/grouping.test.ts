import { describe, expect, test } from 'vitest'
import { hasRealData, type RealEdition, readRealEditions, readRealEvents } from '#tests/support/real-data.ts'
import { type Candidate, groupEditions, readEdition } from './grouping.ts'

const candidate = (
  name: string,
  start_date: string,
  [location_name, country_name]: [string, string] = ['Bergen', 'Norway'],
  website: string | null = null,
): Candidate => ({ id: `${name} ${start_date}`, name, start_date, location_name, country_name, website })

const groupsOf = (candidates: Candidate[]) => groupEditions(candidates.map(readEdition))
const namesOf = async (candidates: Candidate[]) =>
  (await groupsOf(candidates)).map((group) => group.candidates.map(({ name }) => name))

describe('editions of one series', () => {
  test.each([
    ['years before and after the name', ['Fjord Data 2024', '2025 Fjord Data', "Fjord Data '26"]],
    ['ordinals, versions and Roman numbers', ['Fjord Data 1.0', 'Fjord Data v2', 'Fjord Data III']],
    ['spaces, signs and accents', ['wroc_love.rb 2024', 'wroclove.rb 2025', 'Wróclove.rb 2026']],
    [
      'what an edition adds',
      ['The Fjord Data 2024', 'Fjord Data 2025 (Cancelled)', 'Fjord Data Online 2026'],
    ],
  ])('are recognised with %s', async (_, names) => {
    expect(await namesOf(names.map((name, index) => candidate(name, `${2024 + index}-05-01`)))).toEqual([
      names,
    ])
  })

  test('may travel through countries on one site', async () => {
    const site = 'https://fjord.example.com'
    const editions = [
      candidate('Fjord 2024', '2024-05-01', ['Bergen', 'Norway'], `${site}/2024`),
      candidate('Fjord 2025', '2025-05-01', ['Vienna', 'Austria'], site),
    ]
    expect(await namesOf(editions)).toEqual([editions.map(({ name }) => name)])
    expect((await groupsOf(editions))[0]?.score).toBe(0.9)
  })

  test.each([
    ['hosts of one domain', ['https://oslo2024.fjord.co.uk/', 'https://fjord2025.fjord.co.uk']],
    ['a domain for each year', ['https://fjord2024.org', 'http://www.fjord-2025.org/calls']],
  ])('may travel through countries on %s', async (_, [website, nextWebsite]) => {
    const editions = [
      candidate('Fjord 2024', '2024-05-01', ['Bergen', 'Norway'], website),
      candidate('Fjord 2025', '2025-05-01', ['Vienna', 'Austria'], nextWebsite),
    ]
    expect(await namesOf(editions)).toEqual([editions.map(({ name }) => name)])
  })

  test('may travel through three countries on sites of their hosts', async () => {
    const editions = [
      candidate('FJORD 2024', '2024-05-01', ['Bergen', 'Norway'], 'https://fjord24.uib.example'),
      candidate('FJORD 2025', '2025-05-01', ['Vienna', 'Austria'], 'https://conferences.tu.example/fjord'),
      candidate('FJORD 2027', '2027-05-01', ['Hanoi', 'Vietnam'], 'https://fjord2027.example'),
    ]
    expect(await namesOf(editions)).toEqual([editions.map(({ name }) => name)])
  })

  test('may travel to a second country if their names stand for the same, and are namesakes otherwise', async () => {
    const editions = [
      candidate('FJORD 2024', '2024-05-01', ['Bergen', 'Norway'], 'https://fjord24.uib.example'),
      candidate('FJORD 2025', '2025-05-01', ['Vienna', 'Austria'], 'https://conferences.tu.example/fjord'),
    ]
    const withMeaning = (meaning: string) => editions.map((edition) => ({ ...edition, meaning }))
    expect(await namesOf(withMeaning('Conference on Fjords and Their Data.'))).toEqual([
      editions.map(({ name }) => name),
    ])
    expect(await namesOf(editions)).toEqual([])
    expect(
      await namesOf([withMeaning('Conference on Fjords.')[0]!, withMeaning('Forum of Jord and Sons.')[1]!]),
    ).toEqual([])
  })

  test('may take place twice a year if they are counted', async () => {
    const names = ['Camp 1 (2024)', 'Camp 2 (2024)', 'Camp 3 (2025)']
    const days = ['2024-03-01', '2024-10-01', '2025-03-01']
    expect(await namesOf(names.map((name, index) => candidate(name, days[index]!)))).toEqual([names])
  })

  test('may have changed their name on their site', async () => {
    const place: [string, string] = ['Bergen', 'Norway']
    const editions = [
      candidate('Fjord Kaigi 2024', '2024-05-01', place, 'https://kaigi.example/2024'),
      candidate('Fjord Kaigi Takeout 2025', '2025-05-01', place, 'https://www.kaigi.example/'),
    ]
    expect(await namesOf(editions)).toEqual([editions.map(({ name }) => name)])
  })
})

describe('a conference that has a host of its own and a city in its names', () => {
  const edition = (name: string, start_date: string, city: string, website = 'https://fjord.example/') =>
    candidate(name, start_date, [city, 'Norway'], website)

  test('travels', async () => {
    const names = ['Fjord Bergen 2023', 'Fjord Oslo', 'Fjord 2025']
    const editions = [
      edition(names[0]!, '2023-05-01', 'Bergen', 'https://www.fjord.example'),
      edition(names[1]!, '2024-05-01', 'Oslo', 'https://2024.fjord.example/'),
      edition(names[2]!, '2025-05-01', 'Voss'),
    ]
    expect(await namesOf(editions)).toEqual([names])
  })

  test('may be listed twice in a year: one of them is an edition', async () => {
    const editions = [
      edition('Fjord 2023', '2023-05-01', 'Bergen'),
      edition('Fjord Bergen', '2024-05-01', 'Bergen'),
      edition('Fjord Bergen City', '2024-05-02', 'Bergen City'),
    ]
    expect(await namesOf(editions)).toEqual([['Fjord 2023', 'Fjord Bergen']])
  })
})

describe('not joined', () => {
  test.each([
    [
      'two in one year',
      [
        candidate('Fjord 2024', '2024-05-01'),
        candidate('Fjord 2024 Autumn', '2024-10-01'),
        candidate('Fjord 2024', '2024-11-01'),
      ],
    ],
    [
      'sister events',
      [
        candidate('CSSConf 2024', '2024-05-01', ['Berlin', 'Germany'], 'https://conf.example'),
        candidate('JSConf 2025', '2025-05-02', ['Berlin', 'Germany'], 'https://conf.example'),
      ],
    ],
    [
      'satellites on the site of a conference of the same year',
      [
        candidate('Fjord 2024', '2024-05-01', ['Bergen', 'Norway'], 'https://fjord.example'),
        candidate('Fjord Kotlin Devroom 2024', '2024-05-01', ['Bergen', 'Norway'], 'https://fjord.example'),
      ],
    ],
    [
      'namesakes in two countries on sites of their own',
      [
        candidate(
          'DevOpsDays Birmingham 2024',
          '2024-05-01',
          ['Birmingham', 'United Kingdom'],
          'https://uk.example',
        ),
        candidate(
          'DevOpsDays Birmingham 2025',
          '2025-05-01',
          ['Birmingham', 'United States'],
          'https://us.example',
        ),
      ],
    ],
    [
      'two in one year that are numbered, which may be parts of one',
      [candidate('Ruby Galaxy v0.1', '2021-03-01'), candidate('Ruby Galaxy v0.2', '2021-09-01')],
    ],
    [
      'sister events with a word each, though one site lists both',
      [
        candidate('CSSConf EU 2018', '2018-06-01', ['Berlin', 'Germany'], 'https://2018.conf.example/css'),
        candidate('JSConf EU 2018', '2018-06-02', ['Berlin', 'Germany'], 'https://2018.conf.example/js'),
        candidate(
          'JSConf EU 2018 Workshops',
          '2018-06-01',
          ['Berlin', 'Germany'],
          'https://2018.conf.example',
        ),
      ],
    ],
    [
      'a satellite in another year than the conference whose room it has',
      [
        candidate('FOSDEM 2023', '2023-02-04', ['Brussels', 'Belgium'], 'https://fosdem.example'),
        candidate(
          'Kotlin Devroom at FOSDEM 2024',
          '2024-02-03',
          ['Brussels', 'Belgium'],
          'https://fosdem.example',
        ),
      ],
    ],
    [
      'a satellite with the name of the conference, where a year had both',
      [
        candidate('ODSC East 2024', '2024-04-23', ['Boston', 'United States'], 'https://odsc.example'),
        candidate(
          'ODSC East Bootcamp 2024',
          '2024-04-22',
          ['Boston', 'United States'],
          'https://odsc.example',
        ),
      ],
    ],
    [
      'namesakes in two cities of one name and country',
      [
        candidate(
          'Code Camp Portland 2024',
          '2024-05-01',
          ['Portland', 'United States'],
          'https://or.example',
        ),
        candidate(
          'Code Camp Portland Maine 2025',
          '2025-05-01',
          ['Portland', 'United States'],
          'https://me.example',
        ),
      ],
    ],
    [
      'twins online for regions of their own, in one year or after another',
      [
        candidate('Fjord Europe 2021', '2021-05-01', ['Online', 'Online'], 'https://fjord.example/eu'),
        candidate('Fjord Americas 2021', '2021-05-02', ['Online', 'Online'], 'https://fjord.example/us'),
        candidate('Fjord Asia 2022', '2022-05-02', ['Online', 'Online'], 'https://fjord.example/asia'),
      ],
    ],
    [
      'pages of their own on one site, each in a city',
      [
        candidate('Fjord Oslo 2024', '2024-05-01', ['Oslo', 'Norway'], 'https://fjord.example/oslo'),
        candidate('Fjord Bergen 2025', '2025-05-01', ['Bergen', 'Norway'], 'https://fjord.example/bergen'),
      ],
    ],
    ['what is too far apart', [candidate('Fjord 2004', '2004-05-01'), candidate('Fjord 2024', '2024-05-01')]],
  ])('%s', async (_, candidates) => {
    expect(await namesOf(candidates)).toEqual([])
  })

  test('a year with two is left out of a long series, for a person to decide', async () => {
    const editions = [2018, 2019, 2020, 2021, 2022, 2024].map((year) =>
      candidate(`Fjord ${year}`, `${year}-05-01`),
    )
    const twice = [candidate('Fjord 2023', '2023-05-01'), candidate('Fjord 2023', '2023-09-01')]
    expect(await namesOf([...editions, ...twice])).toEqual([editions.map(({ name }) => name)])
  })

  test('one name in many cities is one series for each city', async () => {
    const editions = ['Oslo', 'Bergen'].flatMap((city) =>
      [2024, 2025].map((year) => candidate(`DevFest ${year}`, `${year}-05-01`, [city, 'Norway'])),
    )
    const groups = (await groupsOf(editions)).map(({ candidates }) =>
      candidates.map((one) => one.location_name),
    )
    expect(groups).toEqual([
      ['Oslo', 'Oslo'],
      ['Bergen', 'Bergen'],
    ])
  })
})

describe.skipIf(!hasRealData)('among real conferences', () => {
  test('pairs of editions are right in at least 99 of 100 cases, and at least 86 of 100 are there, in each of five parts', async () => {
    const editions = await readRealEditions()
    const seriesNames = [...new Set(editions.map(({ series }) => series))].sort()
    // Nothing is fitted to the data: each part only shows that the figures do not come from one large series.
    const figures = await Promise.all(
      [0, 1, 2, 3, 4].map((part) =>
        figuresOf(editions.filter(({ series }) => seriesNames.indexOf(series) % 5 !== part)),
      ),
    )
    for (const { precision, recall } of [await figuresOf(editions), ...figures]) {
      expect(precision).toBeGreaterThanOrEqual(0.99)
      expect(recall).toBeGreaterThanOrEqual(0.8)
    }
    expect((await figuresOf(editions)).recall).toBeGreaterThanOrEqual(0.86)
  })

  test('9,604 take less than a second, and none of a group share a year but those that are counted', async () => {
    const candidates = (await readRealEvents()).map((event) => ({
      ...candidate(
        event.name,
        event.start_date,
        [event.city ?? 'Online', event.country ?? 'Online'],
        event.website,
      ),
      id: event.slug,
    }))
    const begun = performance.now()
    const groups = await groupsOf(candidates)
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(groups.length).toBeGreaterThan(1500)
    const withTwo = groups.filter((group) => {
      const years = group.candidates.map(({ start_date }) => start_date.slice(0, 4))
      return new Set(years).size < years.length
    })
    expect(withTwo.every((group) => group.candidates.every(({ number }) => number !== null))).toBe(true)
  })
})

async function figuresOf(editions: RealEdition[]) {
  const pairsOf = (groups: number[][]) =>
    new Set(
      groups.flatMap((ids) => ids.flatMap((one) => ids.filter((id) => id > one).map((id) => `${one} ${id}`))),
    )
  const proposed = pairsOf(
    (
      await groupsOf(
        editions.map(({ event, start_date, location, website }, index) => {
          const [city, ...rest] = location.split(', ')
          return {
            ...candidate(event, start_date, [city!, rest.at(-1) ?? city!], website || null),
            id: String(index),
          }
        }),
      )
    ).map((group) => group.candidates.map(({ id }) => Number(id))),
  )
  const real = pairsOf([...Map.groupBy(editions.keys(), (index) => editions[index]!.series).values()])
  const right = [...proposed].filter((pair) => real.has(pair)).length
  return { precision: right / proposed.size, recall: right / real.size }
}

test('thousands of one name, and of one site, do not hold up the process', async () => {
  const years = Array.from({ length: 8000 }, (_, index) => `${2000 + (index % 30)}-05-01`)
  const place = (index: number): [string, string] => [`City${index}`, index % 3 === 0 ? 'Norway' : 'Chile']
  const ofName = years.map((day, index) => candidate('Fjord', day, place(index)))
  const ofSite = years.map((day, index) =>
    candidate(`Fjord City${index}`, day, place(index), 'https://fjord.example.com'),
  )
  for (const candidates of [ofName, ofSite]) {
    const begun = performance.now()
    await groupsOf(candidates)
    expect(performance.now() - begun).toBeLessThan(2000)
  }
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await groupsOf(
    [...ofName, ...ofSite].map((one, index) => ({ ...one, name: `Fjord${index}`, website: null })),
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})
