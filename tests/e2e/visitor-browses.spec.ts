// Covers: events, directory, site, topics, find
import { rangeNear } from '#lib/dates.ts'
import { asSent, expect, test, visit } from '#tests/support/journey.ts'
import { isRunning, isUpcoming, sample, sampleTopics, today } from '#tests/support/sample-facts.ts'

const day = 86_400_000
const inThirtyDays = new Date(Date.parse(today) + 30 * day).toISOString().slice(0, 10)
const soon = sample.filter((event) => isUpcoming(event) && event.start_date <= inThirtyDays).slice(0, 3)

test.describe('on the home page', () => {
  test.use(asSent)

  test('a visitor sees the three events that start next', async ({ page }) => {
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Happening Soon' })
    await expect(section.getByRole('heading', { level: 3 })).toHaveText(soon.map(({ name }) => name))
  })

  test('a visitor sees the five most popular topics with their events', async ({ page }) => {
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Popular Topics' })
    await expect(section.getByRole('listitem')).toHaveText(
      sampleTopics.slice(0, 5).map(({ name, events }) => `${name}${events} events`),
    )
    await section.getByRole('link', { name: 'View all topics' }).click()
    await expect(page).toHaveURL('/topics')
  })

  test('a visitor sees the next six conferences with place, dates and a way to each', async ({ page }) => {
    await page.goto('/')
    const next = [...sample.filter(isRunning), ...sample.filter(isUpcoming)].slice(0, 6)
    const cards = page.getByRole('region', { name: 'Upcoming Conferences' }).getByRole('article')
    await expect(cards.getByRole('heading')).toHaveText(next.map(({ name }) => name))
    for (const [index, event] of next.entries()) {
      const card = cards.nth(index)
      await expect(card.getByText(rangeNear(event.start_date, event.end_date, today))).toBeVisible()
      await expect(card.getByRole('link', { name: event.location_name, exact: true })).toHaveAttribute(
        'href',
        `/cities/${encodeURIComponent(event.location_name)}`,
      )
      await expect(card.getByRole('link', { name: event.country_name, exact: true })).toHaveAttribute(
        'href',
        `/countries/${encodeURIComponent(event.country_name)}`,
      )
      await expect(card.getByRole('link', { name: `View Details of ${event.name}` })).toHaveAttribute(
        'href',
        `/conferences/${event.slug}`,
      )
    }
    await cards.first().getByRole('link', { name: 'View Details' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(next[0]!.name)
    await page.goBack()
    await page.getByRole('link', { name: 'All conferences' }).click()
    await expect(page).toHaveURL('/conferences')
  })

  test('a month below the coming year leads to its conferences', async ({ page }) => {
    await page.goto('/')
    const months = page.getByRole('region', { name: 'The year to come' }).getByRole('listitem')
    await months
      .getByRole('link', { name: / \d{4}$/ })
      .nth(2)
      .click()
    const date = new Date(`${today.slice(0, 7)}-01`)
    date.setUTCMonth(date.getUTCMonth() + 2)
    await expect(page).toHaveURL(`/conferences?month=${date.toISOString().slice(0, 7)}`)
  })

  test('a visitor is asked to explore, to sign up and to sign in', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Sign Up Free' })).toHaveAttribute(
      'href',
      '/auth?tab=register',
    )
    await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
    await main.getByRole('link', { name: 'Explore Conferences' }).click()
    await expect(page).toHaveURL('/conferences')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences and events worldwide')
  })
})

test.describe('around every page', () => {
  test('the header leads to the three lists, to sign in, and home', async ({ page }) => {
    await visit(page, '/about')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
    for (const [name, address] of [
      ['Conferences', '/conferences'],
      ['Speakers', '/speakers'],
      ['Topics', '/topics'],
      ['Hallway', '/'],
    ] as const) {
      await header.getByRole('link', { name }).click()
      await expect(page).toHaveURL(address)
      await expect(header.locator('[aria-current=page]')).toHaveText(name)
    }
  })

  test('no word of the navigation breaks at 320 pixels', { tag: '@once' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 600 })
    await visit(page, '/')
    const lines = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => {
          const text = document.createRange()
          text.selectNodeContents(link)
          return [link.textContent, text.getClientRects().length]
        }),
      )
    expect(lines).toEqual([
      ['Conferences', 1],
      ['Speakers', 1],
      ['Topics', 1],
      ['Places', 1],
      ['Calls', 1],
    ])
  })

  test('the footer says what Hallway is and leads on', async ({ page }) => {
    await visit(page, '/')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('heading')).toHaveText(['About', 'Quick Links', 'Legal'])
    await expect(footer.getByText(`© ${today.slice(0, 4)} Hallway`)).toBeVisible()
    for (const [name, address] of [
      ['Browse Conferences', '/conferences'],
      ['Find Speakers', '/speakers'],
      ['Explore Topics', '/topics'],
      ['About Us', '/about'],
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
    ] as const) {
      await footer.getByRole('link', { name }).click()
      await expect(page).toHaveURL(address)
    }
  })

  test('the header searches conferences, and its box is empty again', async ({ page, isNarrow }) => {
    await visit(page, '/speakers')
    const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search conferences' })
    if (isNarrow) return expect(box).toBeHidden()
    await box.fill('  bergen ')
    await box.press('Enter')
    await expect(page).toHaveURL('/conferences?search=bergen')
    await expect(box).toHaveValue('')
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('bergen')
  })

  test('the header ignores a search for nothing', { tag: ['@once', '@nightly'] }, async ({ page }) => {
    await visit(page, '/')
    const box = page.getByRole('searchbox', { name: 'Search conferences' })
    for (const blank of ['', '   ']) {
      await box.fill(blank)
      await box.press('Enter')
      await expect(page).toHaveURL('/')
    }
  })
})
