// Covers: places, events, series
import { expect, test } from '#tests/support/journey.ts'
import { isRunning, isUpcoming, sample } from '#tests/support/sample-facts.ts'

test.use({ javaScriptEnabled: false })

const coming = [...sample.filter(isRunning), ...sample.filter(isUpcoming)]

test('without script the world has a dot for each city to come, and the list says the same', async ({
  page,
}) => {
  const failures: string[] = []
  const hosts = new Set<string>()
  page.on('response', (response) => {
    hosts.add(new URL(response.url()).host)
    if (response.status() >= 400) failures.push(response.url())
  })
  await page.goto('/places')
  await expect(page.locator('svg.map image').first()).toHaveAttribute('href', '/maps/world.svg')
  const bergen = page.locator('svg.map a[href="/cities/Bergen"]').first()
  await expect(bergen).toHaveAttribute('tabindex', '-1')
  const norwegian = coming.filter((event) => event.country_name === 'Norway')
  const norway = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Norway' }) })
  await expect(norway).toContainText(`${norwegian.length} to come`)
  await page
    .getByRole('navigation', { name: 'Regions' })
    .getByRole('link', { name: /^Europe/ })
    .click()
  await expect(page).toHaveURL('/places/europe')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Europe')
  const countries = page.getByRole('region', { name: 'Europe', exact: true })
  await countries.getByRole('link', { name: 'Bergen', exact: true }).click()
  await expect(page).toHaveURL('/cities/Bergen')
  await expect(page.getByRole('region', { name: 'Near Bergen' })).toBeVisible()
  expect(failures).toEqual([])
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

test('without script the directory is narrowed to what is near a city, as a list and as a map', async ({
  page,
}) => {
  await page.goto('/conferences')
  await page.getByRole('link', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Near a city').fill('Bergen')
  await filters.getByRole('button', { name: 'Go' }).click()
  await expect(page).toHaveURL('/conferences?near=Bergen')
  const bergen = coming.filter((event) => event.location_name === 'Bergen').map(({ name }) => name)
  const upcoming = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(upcoming.getByRole('article').getByRole('heading')).toHaveText(bergen)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/view=map/)
  await expect(page.getByRole('region', { name: 'By city' }).getByRole('listitem')).toHaveText([
    /^Bergen, Norway/,
  ])
})

test('a city that is not known is told of, and nothing else is lost', async ({ page }) => {
  await page.goto('/conferences?near=Nowhere&country=Norway')
  await expect(page.getByText('“Nowhere” is not a city that is known here.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Within 100 km of Nowhere')
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Norway')
  await page.goto('/conferences?near=Bergn&country=Norway')
  await page.getByText('Did you mean').getByRole('link', { name: 'Bergen' }).click()
  await expect(page).toHaveURL(/near=Bergen&country=Norway|country=Norway&near=Bergen/)
  await expect(page.getByRole('region', { name: 'Upcoming Events' }).getByRole('article')).not.toHaveCount(0)
})

test('a country and “online” are no cities: they narrow the list all the same', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/places')
  await page.getByLabel('Near a city').fill('Norway')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/conferences?country=Norway')
  await page.goto('/cfp?near=Online&paid=travel')
  await expect(page).toHaveURL('/cfp?how=online&paid=travel')
})

test('a city without conferences to come lists those near it, the nearest first', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/cities/Hamburg')
  const near = page.getByRole('region', { name: 'Upcoming Near Hamburg' })
  await expect(near).toContainText('No upcoming conference is listed in Hamburg itself.')
  await expect(near.getByRole('heading', { level: 3 })).toHaveText([/^Canal Web Week/, /^RustHarbour/])
  await expect(near.getByRole('article').first()).toContainText('365 km')
})

test('where nothing is near, the directory looks farther away by itself', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/conferences?near=Hamburg')
  const upcoming = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(
    page.getByText('Nothing is to come within 100 km of Hamburg. This is within 500 km:'),
  ).toBeVisible()
  await expect(upcoming.getByRole('article')).toHaveCount(2)
  await page.getByRole('link', { name: /^Filters/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByRole('link', { name: '250 km 0' }).click()
  await panel.getByRole('link', { name: /^Show/ }).click()
  await expect(page).toHaveURL('/conferences?near=Hamburg&within=250')
  await page.getByRole('link', { name: 'within 500 km 2' }).click()
  await expect(page).toHaveURL('/conferences?near=Hamburg&within=500')
  await expect(upcoming.getByRole('article')).toHaveCount(2)
})

test('a search without anything to come names the series, and who missed it takes its calendar', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/conferences?search=serif')
  await page.getByRole('region', { name: 'Series' }).getByRole('link', { name: 'Script & Serif' }).click()
  await expect(page).toHaveURL('/series/script-serif')
  await page.goto('/conferences?search=hamburg')
  await page
    .getByRole('region', { name: 'Past Events' })
    .getByRole('article')
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: 'Notify me about the next one' }).click()
  const address = await page
    .getByRole('dialog')
    .getByRole('link', { name: 'feed', exact: true })
    .getAttribute('href')
  expect((await page.request.get(address!)).headers()['content-type']).toContain('atom')
})
