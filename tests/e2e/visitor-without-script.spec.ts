// Covers: events, speakers, programme, find
import { expect, test } from '#tests/support/journey.ts'
import { conferencePath, isPast, sample, speakerPath } from '#tests/support/sample-facts.ts'

test.use({ javaScriptEnabled: false })

const path = conferencePath('Northern Query Days')
const night = 'The night desk: eight years of slow queries with platform numbers'

test('a visitor without script follows links from home to a speaker', { tag: '@once' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore Conferences' }).click()
  await expect(page).toHaveURL('/conferences')
  await page.getByRole('main').getByRole('link', { name: 'Northern Query Days' }).first().click()
  await expect(page).toHaveURL(path)
  await expect(page.getByText(/^Last changed on /)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Bergen' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences in Bergen')
})

test('a visitor without script searches from the header, and on a phone at the thumb', {
  tag: '@once',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const box = page.getByRole('searchbox', { name: 'Search conferences' })
  await box.fill('bergen')
  await box.press('Enter')
  await expect(page).toHaveURL('/conferences?search=bergen')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main places' }).getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/conferences\??$/)
})

test('a visitor without script filters the directory by words, year and topics', async ({ page }) => {
  const year = sample.find(isPast)!.start_date.slice(0, 4)
  await page.goto('/conferences?view=list')
  const main = page.getByRole('main')
  await main.getByRole('searchbox').fill('query')
  await main.getByRole('combobox', { name: 'Year' }).selectOption(year)
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(`/conferences?search=query&year=${year}&view=list`)
  await expect(main.getByRole('article').getByRole('heading')).toHaveText(
    sample
      .filter((event) => event.start_date.startsWith(year) && /query/i.test(event.name))
      .map(({ name }) => name),
  )
  await page.getByRole('link', { name: 'Browse Topics' }).click()
  const topics = page.getByRole('dialog', { name: 'Filter by Topics' })
  await topics.getByRole('checkbox', { name: 'Rust' }).check()
  await topics.getByRole('checkbox', { name: 'Postgres' }).check()
  await topics.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(`/conferences?search=query&view=list&year=${year}&topics=Postgres&topics=Rust`)
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('link')
  await expect(chips).toHaveCount(4)
  await chips.filter({ hasText: 'Rust' }).click()
  await expect(chips).toHaveCount(3)
})

test('a visitor without script closes the topics, and clears them', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/conferences?topics=Rust&browse=topics')
  const topics = page.getByRole('dialog', { name: 'Filter by Topics' })
  await topics.getByRole('button', { name: 'Close' }).click()
  await expect(topics).toBeHidden()
  await page.goto('/conferences?topics=Rust&browse=topics')
  await topics.getByRole('link', { name: 'Clear all (1)' }).click()
  await expect(page).toHaveURL('/conferences')
})

test('a visitor without script pages through events and speakers', { tag: '@once' }, async ({ page }) => {
  await page.goto('/conferences')
  await page.getByRole('link', { name: 'Earlier events' }).click()
  await expect(page.getByRole('link', { name: 'Back to the latest events' })).toBeVisible()
  await page.goto('/speakers')
  await page.getByRole('link', { name: 'More speakers' }).click()
  await expect(page.getByRole('link', { name: 'Back to the first speakers' })).toBeVisible()
})

test('a visitor without script searches for a speaker', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await page.goto('/speakers')
  const box = page.getByRole('searchbox', { name: 'Search by name, location or country' })
  await box.fill('noor')
  await box.press('Enter')
  await expect(page).toHaveURL('/speakers?search=noor')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Noor Specimen')
})

test('a visitor without script goes through tabs, days and tracks', async ({ page, isNarrow }) => {
  await page.goto(path)
  if (isNarrow) {
    await page.getByRole('navigation', { name: 'Tracks' }).getByRole('link', { name: 'Storage' }).click()
    await expect(page.getByRole('article').getByRole('heading').first()).toHaveText('A log is enough')
  }
  await page.getByRole('navigation', { name: 'Days' }).getByRole('link').nth(1).click()
  await expect(page.getByRole('article').filter({ hasText: 'A buffer pool for a buoy.' })).toBeVisible()
  await page.getByRole('link', { name: 'Attendees' }).click()
  await expect(page.getByText('25 people attending')).toBeVisible()
})

test('a visitor without script unfolds a description and stays at it', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto(path)
  const talk = page.getByRole('article').filter({ has: page.getByRole('heading', { name: night }) })
  await talk.getByRole('button', { name: 'Show more' }).click()
  await expect(talk.getByText('No knowledge of railways is needed.')).toBeVisible()
  await expect(talk.getByRole('heading')).toBeInViewport()
  await talk.getByRole('button', { name: 'Show less' }).click()
  await expect(talk.getByText('No knowledge of railways is needed.')).toBeHidden()
  await expect(talk.getByRole('heading')).toBeInViewport()
})

test('a visitor without script meets a speaker where the talk is', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(path)
  const talk = page.getByRole('article').filter({ has: page.getByRole('heading', { name: night }) })
  await talk.getByRole('button', { name: 'Noor Specimen' }).click()
  const popup = page.getByRole('dialog', { name: 'Noor Specimen' })
  await expect(popup).toBeInViewport({ ratio: 1 })
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await expect(talk.getByRole('heading')).toBeInViewport()
  await page.reload()
  await popup.getByRole('link', { name: 'View Full Profile' }).click()
  await expect(page).toHaveURL(speakerPath('Noor Specimen'))
})

test('a visitor without script finds a talk', { tag: '@once' }, async ({ page }) => {
  await page.goto(path)
  const box = page.getByRole('searchbox', { name: 'Find a talk or speaker' })
  await box.fill('flame graph')
  await box.press('Enter')
  await page.getByRole('link', { name: 'The flame graph is not the territory' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The flame graph is not the territory')
})
