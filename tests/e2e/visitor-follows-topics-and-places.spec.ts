// Covers: topics, places, events
import { asSent, expect, test, testOfRequests, visit } from '#tests/support/journey.ts'
import { readPage } from '#tests/support/read-page.ts'
import { isPast, sample, sampleTopics } from '#tests/support/sample-facts.ts'

type Part = Awaited<ReturnType<typeof readPage>>['main']

const namesOf = (part: Part) =>
  part.parts('article').map((article) => [...article.texts('h3'), ...article.texts('h4')][0])
/** What runs or is to come, soonest first, then the past, newest first. */
const comingFirst = (filter: (event: (typeof sample)[number]) => boolean) => {
  const all = sample.filter(filter)
  return [...all.filter((event) => !isPast(event)), ...all.filter(isPast).reverse()].map(({ name }) => name)
}

test.describe('as sent', () => {
  test.use(asSent)

  test('the cloud of topics grows and colours with their events', { tag: '@once' }, async ({ page }) => {
    await page.goto('/topics')
    const cloud = page.getByRole('main').getByRole('list')
    // Not 'Quantum Computing', which no conference is about.
    const names = sampleTopics
      .map(({ name }) => name)
      .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    await expect(cloud.getByRole('link')).toHaveText(names)
    const look = (name: string) =>
      cloud.getByRole('link', { name, exact: true }).evaluate((link) => {
        const { fontSize, color } = getComputedStyle(link)
        return { size: Number.parseFloat(fontSize), color }
      })
    const [most, least] = [await look(sampleTopics[0]!.name), await look(sampleTopics.at(-1)!.name)]
    expect(most.size).toBeGreaterThan(least.size)
    expect(most.color).not.toBe(least.color)
    await page.getByRole('main').getByRole('link', { name: 'Browse Conferences' }).click()
    await expect(page).toHaveURL('/conferences')
  })
})

testOfRequests('a visitor finds a conference by topic', { tag: '@once' }, async ({ request }) => {
  const { name, events } = sampleTopics[0]!
  const topics = await readPage(request, '/topics')
  expect(topics.main.links.filter(([, href]) => href === `/topics/${name}`)).toHaveLength(1)
  const { main } = await readPage(request, `/topics/${name}`)
  expect(main.texts('h1')).toEqual([`Conferences about ${name}`])
  const [results] = main.named('section', `${events} conferences found`)
  expect(results!.texts('h3').filter((text) => /^(Upcoming|Past)$/.test(text))).toEqual(['Upcoming', 'Past'])
  expect(namesOf(main)).toEqual(comingFirst(({ tags }) => tags.includes(name)))
  expect(main.hrefOf('Back to Conferences')).toBe('/conferences')
})

testOfRequests(
  'a topic with a stroke in its name has a page, and one spelled differently leads there',
  {
    tag: '@once',
  },
  async ({ request }) => {
    const { path, main } = await readPage(request, '/topics/ci%2Fcd')
    expect([path, main.named('section', '1 conference found').length]).toEqual(['/topics/CI%2FCD', 1])
  },
)

testOfRequests('a topic that no conference has yet says so', { tag: '@once' }, async ({ request }) => {
  const { status, main } = await readPage(request, '/topics/Quantum%20Computing')
  expect(status).toBe(200)
  expect(main.text).toContain('No conferences found for the topic “Quantum Computing”.')
})

testOfRequests(
  'a visitor goes from an event to its city and to its country',
  { tag: '@once' },
  async ({ request }) => {
    const search = await readPage(request, '/conferences?search=northern+query')
    const city = await readPage(request, search.main.parts('article')[0]!.hrefOf('Bergen'))
    expect([city.path, city.main.texts('h1')]).toEqual(['/cities/Bergen', ['Conferences in Bergen']])
    expect(namesOf(city.main)).toEqual(comingFirst((event) => event.location_name === 'Bergen'))
    const country = await readPage(request, city.main.hrefOf('Norway'))
    expect([country.path, country.main.texts('h1')]).toEqual(['/countries/Norway', ['Conferences in Norway']])
    expect(namesOf(country.main)).toEqual(comingFirst((event) => event.country_name === 'Norway'))
    expect(country.named('nav', 'Breadcrumb')[0]!.hrefOf('Places')).toBe('/places')
  },
)

testOfRequests(
  'a city name that lies in two countries shows the events of both, by country',
  {
    tag: '@once',
  },
  async ({ request }) => {
    const { main } = await readPage(request, '/cities/C%C3%B3rdoba')
    for (const country of ['Argentina', 'Spain'])
      expect(main.named('section', country).flatMap((section) => section.texts('h4'))).toEqual(
        comingFirst((event) => event.location_name === 'Córdoba' && event.country_name === country),
      )
    // Without that of the closed sheet of calendars.
    expect(main.texts('h2').filter((text) => !/ in your calendar$/.test(text))).toEqual([
      ...(sample.some((event) => event.location_name === 'Córdoba' && !isPast(event)) ? ['Upcoming'] : []),
      'Near Córdoba',
      'Past',
    ])
  },
)

testOfRequests('a city without its accents is the same city', { tag: '@once' }, async ({ request }) => {
  expect((await readPage(request, '/cities/cordoba')).main.texts('h1')).toEqual(['Conferences in Córdoba'])
})

test('a visitor narrows the topics while typing, and without script', { tag: '@once' }, async ({ page }) => {
  const matches = sampleTopics.map(({ name }) => name).filter((name) => /data/i.test(name))
  await visit(page, '/topics')
  const cloud = page.getByRole('main').getByRole('list').getByRole('link')
  await page.getByRole('searchbox', { name: 'Find a topic' }).fill('DATA')
  await expect(cloud).toHaveText(matches.sort())
  await page.getByRole('searchbox', { name: 'Find a topic' }).fill('nothing at all')
  await page.getByRole('link', { name: 'View all topics' }).click()
  await expect(cloud).toHaveCount(sampleTopics.length)
  await visit(page, '/topics?find=data')
  await expect(cloud).toHaveText(matches.sort())
})
