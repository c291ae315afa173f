// Covers: topics, places, events
import { asSent, expect, type Page, test, visit } from '#tests/support/journey.ts'
import { isPast, sample, sampleTopics } from '#tests/support/sample-facts.ts'

const headings = (page: Page) => page.getByRole('article').getByRole('heading')
/** What runs or is to come, soonest first, then the past, newest first. */
const comingFirst = (filter: (event: (typeof sample)[number]) => boolean) => {
  const all = sample.filter(filter)
  return [...all.filter((event) => !isPast(event)), ...all.filter(isPast).reverse()].map(({ name }) => name)
}

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

test('a visitor finds a conference by topic', { tag: '@once' }, async ({ page }) => {
  const { name, events } = sampleTopics[0]!
  await page.goto('/topics')
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/topics/${name}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Conferences about ${name}`)
  const results = page.getByRole('region', { name: `${events} conferences found` })
  await expect(results.getByRole('heading', { level: 3 })).toHaveText(['Upcoming', 'Past'])
  await expect(headings(page)).toHaveText(comingFirst(({ tags }) => tags.includes(name)))
  await page.getByRole('link', { name: 'Back to Conferences' }).click()
  await expect(page).toHaveURL('/conferences')
})

test('a topic with a stroke in its name has a page, and one spelled differently leads there', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/topics/ci%2Fcd')
  await expect(page).toHaveURL('/topics/CI%2FCD')
  await expect(page.getByRole('region', { name: '1 conference found' })).toBeVisible()
})

test('a topic that no conference has yet says so', { tag: '@once' }, async ({ page }) => {
  expect((await page.goto('/topics/Quantum%20Computing'))?.status()).toBe(200)
  await expect(page.getByText('No conferences found for the topic “Quantum Computing”.')).toBeVisible()
})

test('a visitor goes from an event to its city and to its country', { tag: '@once' }, async ({ page }) => {
  await page.goto('/conferences?search=northern+query')
  await page.getByRole('article').first().getByRole('link', { name: 'Bergen' }).click()
  await expect(page).toHaveURL('/cities/Bergen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences in Bergen')
  await expect(headings(page)).toHaveText(comingFirst((event) => event.location_name === 'Bergen'))
  await page.getByRole('main').getByRole('link', { name: 'Norway', exact: true }).first().click()
  await expect(page).toHaveURL('/countries/Norway')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences in Norway')
  await expect(headings(page)).toHaveText(comingFirst((event) => event.country_name === 'Norway'))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Places' }).click()
  await expect(page).toHaveURL('/places')
})

test('a city name that lies in two countries shows the events of both, by country', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/cities/C%C3%B3rdoba')
  for (const country of ['Argentina', 'Spain']) {
    const events = page.getByRole('region', { name: country }).getByRole('heading', { level: 4 })
    await expect(events).toHaveText(
      comingFirst((event) => event.location_name === 'Córdoba' && event.country_name === country),
    )
  }
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'The year to come',
    ...(sample.some((event) => event.location_name === 'Córdoba' && !isPast(event)) ? ['Upcoming'] : []),
    'Near Córdoba',
    'Past',
    'About',
    'Quick Links',
    'Legal',
  ])
})

test('a city without its accents is the same city', { tag: '@once' }, async ({ page }) => {
  await page.goto('/cities/cordoba')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences in Córdoba')
})

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })

  test('a visitor narrows the topics while typing, and without script', { tag: '@once' }, async ({
    page,
  }) => {
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
})
