// Covers: events, directory, topics
import type { Request } from '@playwright/test'
import { count } from '#lib/text.ts'
import { expect, nextPaint, type Page, test, visit } from '#tests/support/journey.ts'
import { isPast, isRunning, isUpcoming, sample } from '#tests/support/sample-facts.ts'

const names = (events: typeof sample) => events.map(({ name }) => name)
const coming = [...sample.filter(isRunning), ...sample.filter(isUpcoming)]
const past = sample.filter(isPast).reverse()
/** An event that still runs has its place among the coming ones, so a page of past ones may be a few shorter. */
const pageOfPast = (page: number) =>
  sample
    .filter((event) => !isUpcoming(event))
    .reverse()
    .slice(24 * (page - 1), 24 * page)
    .filter(isPast)

const cards = (page: Page, section: 'Upcoming Events' | 'Past Events') =>
  page.getByRole('region', { name: section }).getByRole('article')
const headings = (page: Page, section: 'Upcoming Events' | 'Past Events') =>
  cards(page, section).getByRole('heading')

async function expectEvents(page: Page, filter: (event: (typeof sample)[number]) => boolean) {
  await expect(headings(page, 'Upcoming Events')).toHaveText(names(coming.filter(filter)))
  await expect(headings(page, 'Past Events')).toHaveText(names(past.filter(filter)))
}

test('a visitor pages through upcoming and past events, each on its own', async ({ page }) => {
  await visit(page, '/conferences')
  const [running] = sample.filter(isRunning)
  const pageOfComing = names(coming).slice(0, 24 + 1)
  await expect(headings(page, 'Upcoming Events')).toHaveText(pageOfComing)
  await expect(headings(page, 'Past Events')).toHaveText(names(pageOfPast(1)))
  await expect(cards(page, 'Upcoming Events').filter({ hasText: 'Happening now' })).toHaveCount(1)
  await expect(cards(page, 'Upcoming Events').first()).toContainText(`${running!.name}`)

  await page.getByRole('link', { name: 'Later events' }).click()
  await expect(headings(page, 'Upcoming Events')).toHaveText(names(coming).slice(25))
  await expect(page.getByRole('heading', { name: 'Past Events' })).toBeHidden()
  await page.getByRole('link', { name: 'Back to the next events' }).click()
  await expect(headings(page, 'Upcoming Events')).toHaveText(pageOfComing)

  await page.getByRole('link', { name: 'Earlier events' }).click()
  await expect(headings(page, 'Past Events')).toHaveText(names(pageOfPast(2)))
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeHidden()
  await page.getByRole('link', { name: 'Back to the latest events' }).click()
  await expect(headings(page, 'Past Events')).toHaveText(names(pageOfPast(1)))
})

for (const [what, words, matches] of [
  ['name', 'query', (event) => /query/i.test(event.name)],
  ['city', 'cordoba', (event) => event.location_name === 'Córdoba'],
  ['country', 'norway', (event) => event.country_name === 'Norway'],
  [
    'topic',
    'Observability',
    (event) => event.tags.includes('Observability') || /observability/i.test(event.name),
  ],
] satisfies [string, string, (event: (typeof sample)[number]) => boolean][]) {
  test(`a visitor finds a conference by its ${what}`, {
    tag: what === 'name' ? '@once' : ['@once', '@nightly'],
  }, async ({ page }) => {
    await visit(page, '/conferences')
    const box = page.getByRole('main').getByRole('searchbox')
    await box.fill(words)
    await box.press('Enter')
    await expect(page).toHaveURL(`/conferences?search=${words}`)
    await expectEvents(page, matches)
    const chip = page.getByRole('list', { name: 'Filters' }).getByRole('link')
    await expect(chip).toHaveText([`“${words}”remove this filter`])
    await chip.click()
    await expect(page).toHaveURL('/conferences')
    await expect(box).toHaveValue('')
  })
}

test('the directory follows the typing, in one entry of the history', async ({ page, isNarrow }) => {
  await visit(page, '/topics')
  const navigation = page.getByRole('navigation', { name: isNarrow ? 'Main places' : 'Main', exact: true })
  await navigation.getByRole('link', { name: isNarrow ? 'Directory' : 'Conferences' }).click()
  await expect(page).toHaveURL('/conferences')
  const box = page.getByRole('main').getByRole('searchbox')
  await box.pressSequentially('nor', { delay: 300 })
  await box.pressSequentially('way')
  await expect(page).toHaveURL('/conferences?search=norway')
  await expectEvents(page, (event) => event.country_name === 'Norway')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('norway')
  const norwegianCount = (list: typeof sample) =>
    list.filter((event) => event.country_name === 'Norway').length
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `${norwegianCount(coming)} upcoming and ${count(norwegianCount(past), 'past event', 'past events')} found`,
  )
  await box.fill('')
  await expect(page).toHaveURL('/conferences')
  await page.goBack()
  await expect(page).toHaveURL('/topics')
})

/** Whether a request asks for the events with these words. */
const asksFor = (search: string) => (request: Request) =>
  request.url().includes('rpc/events/list') && `${request.url()} ${request.postData()}`.includes(search)

test('what was found stays while the next letters are asked for, and no older answer comes after', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await visit(page, '/conferences?search=norway')
  const norwegian = sample.filter((event) => event.country_name === 'Norway')
  const newest = Promise.withResolvers<void>()
  const older = Promise.withResolvers<void>()
  const olderRequests: Request[] = []
  await page.route(/rpc\/events\/list/, async (route) => {
    const isNewest = asksFor('query')(route.request())
    if (!isNewest) olderRequests.push(route.request())
    await (isNewest ? newest : older).promise
    await route.continue().catch(() => {})
  })
  const box = page.getByRole('main').getByRole('searchbox')
  for (const [typed, type] of [
    ['spain', () => box.fill('spain')],
    ['quer', () => box.fill('quer')],
    ['query', () => box.press('y')],
  ] as const) {
    const request = page.waitForRequest(asksFor(typed))
    await type()
    await request
  }
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(norwegian.length)
  newest.resolve()
  await expectEvents(page, (event) => /query/i.test(event.name))
  await expect(box).toHaveValue('query')
  older.resolve()
  await Promise.all(olderRequests.map((request) => request.response()))
  await nextPaint(page)
  await expect(page).toHaveURL('/conferences?search=query')
  await expectEvents(page, (event) => /query/i.test(event.name))
})

test('cities that have conferences are offered while one is typed', { tag: '@once' }, async ({ page }) => {
  await page.goto('/places')
  const city = page.getByRole('combobox', { name: 'Near a city' })
  await city.pressSequentially('berg')
  await expect(page.locator('datalist option')).toHaveCount(1)
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'Bergen, Norway')
  await city.fill('Bergen, Norway')
  await city.press('Enter')
  await expect(page).toHaveURL('/conferences?near=Bergen%2C+Norway')
  await expect(page.getByRole('region', { name: 'Upcoming Events' }).getByRole('article')).not.toHaveCount(0)
})

test('a search that finds nothing offers what may have been meant', async ({ page }) => {
  await page.goto('/conferences?search=Noway')
  await page.getByText('Did you mean norway?').getByRole('link').click()
  await expect(page).toHaveURL('/conferences?search=norway')
  await expectEvents(page, (event) => event.country_name === 'Norway')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('norway')
  await expect(page.getByText('Did you mean')).toBeHidden()
})

test('a visitor chooses a year', { tag: '@nightly' }, async ({ page }) => {
  const year = past[0]!.start_date.slice(0, 4)
  await visit(page, '/conferences')
  const select = page.getByRole('combobox', { name: 'Year' })
  const years = [...new Set(sample.map((event) => event.start_date.slice(0, 4)))].sort().reverse()
  await expect(select.getByRole('option')).toHaveText(['All years', ...years])
  await select.selectOption(year)
  await expect(page).toHaveURL(`/conferences?year=${year}`)
  await expectEvents(page, (event) => event.start_date.startsWith(year))
  await expect(page.getByText('Filtering by:')).toBeVisible()
  // Both parts stand there, also where one has nothing.
  await visit(page, `/conferences?year=${years.at(-1)}`)
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByText('No upcoming events found. Try adjusting')).toBeVisible()
  await select.selectOption('All years')
  await expect(page).toHaveURL('/conferences')
})

test('a visitor chooses topics, takes one away, and clears them', async ({ page }) => {
  await visit(page, '/conferences')
  await page.getByRole('link', { name: 'Browse Topics' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by Topics' })
  await dialog.getByRole('checkbox', { name: 'Rust' }).check()
  await dialog.getByRole('checkbox', { name: 'Postgres' }).check()
  await expect(dialog.getByText('Clear all (2)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/conferences?topics=Rust&topics=Postgres')
  await expectEvents(page, ({ tags }) => tags.includes('Rust') || tags.includes('Postgres'))
  const browse = page.getByRole('link', { name: 'Browse Topics' })
  await expect(browse).toHaveText('Browse Topics2 chosen')
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('link')
  await expect(chips).toHaveText(['Rustremove this filter', 'Postgresremove this filter'])

  await chips.first().click()
  await expect(page).toHaveURL('/conferences?topics=Postgres')
  await expectEvents(page, ({ tags }) => tags.includes('Postgres'))

  await browse.click()
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await dialog.getByRole('link', { name: 'Clear all (1)' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/conferences')
  await expect(browse).toHaveText('Browse Topics')
})

test('topics that are ticked hold, however their dialog is closed', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, '/conferences?topics=Rust')
  await page.getByRole('link', { name: 'Browse Topics' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by Topics' })
  await dialog.getByRole('checkbox', { name: /^Go / }).check()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/conferences?topics=Rust&topics=Go')
})
