// Covers: events, directory, site, topics, find
import { rangeNear } from '#lib/dates.ts'
import { expect, test, testOfRequests, visit } from '#tests/support/journey.ts'
import { readPage } from '#tests/support/read-page.ts'
import { isRunning, isUpcoming, sample, sampleTopics, today } from '#tests/support/sample-facts.ts'

const day = 86_400_000
const inThirtyDays = new Date(Date.parse(today) + 30 * day).toISOString().slice(0, 10)
const soon = sample.filter((event) => isUpcoming(event) && event.start_date <= inThirtyDays).slice(0, 3)

testOfRequests('a visitor sees the three events that start next', { tag: '@once' }, async ({ request }) => {
  const [section] = (await readPage(request, '/')).named('section', 'Happening Soon')
  expect(section!.texts('h3')).toEqual(soon.map(({ name }) => name))
})

testOfRequests(
  'a visitor sees the five most popular topics with their events',
  { tag: '@once' },
  async ({ request }) => {
    const [section] = (await readPage(request, '/')).named('section', 'Popular Topics')
    expect(section!.texts('li')).toEqual(
      sampleTopics.slice(0, 5).map(({ name, events }) => `${name}${events} events`),
    )
    expect(section!.hrefOf('View all topics')).toBe('/topics')
  },
)

testOfRequests(
  'a visitor sees the next six conferences with place, dates and a way to each',
  {
    tag: '@once',
  },
  async ({ request }) => {
    const next = [...sample.filter(isRunning), ...sample.filter(isUpcoming)].slice(0, 6)
    const [section] = (await readPage(request, '/')).named('section', 'Upcoming Conferences')
    const cards = section!.parts('article')
    expect(cards.map((card) => card.texts('h3')[0])).toEqual(next.map(({ name }) => name))
    for (const [index, event] of next.entries()) {
      const card = cards[index]!
      expect(card.text).toContain(rangeNear(event.start_date, event.end_date, today))
      expect(card.hrefOf(event.location_name)).toBe(`/cities/${encodeURIComponent(event.location_name)}`)
      expect(card.hrefOf(event.country_name)).toBe(`/countries/${encodeURIComponent(event.country_name)}`)
      expect(card.hrefOf(`View Details of ${event.name}`)).toBe(`/conferences/${event.slug}`)
    }
    const first = await readPage(request, cards[0]!.hrefOf(`View Details of ${next[0]!.name}`))
    expect(first.main.texts('h1')).toEqual([next[0]!.name])
    expect(section!.hrefOf('All conferences')).toBe('/conferences')
  },
)

testOfRequests(
  'a month below the coming year leads to its conferences',
  { tag: '@once' },
  async ({ request }) => {
    const [section] = (await readPage(request, '/')).named('section', 'The year to come')
    const months = section!.links.filter(([name]) => / \d{4}$/.test(name))
    const date = new Date(`${today.slice(0, 7)}-01`)
    date.setUTCMonth(date.getUTCMonth() + 2)
    expect(months[2]![1]).toBe(`/conferences?month=${date.toISOString().slice(0, 7)}`)
    expect((await readPage(request, months[2]![1])).status).toBe(200)
  },
)

testOfRequests(
  'a visitor is asked to explore, to sign up and to sign in',
  { tag: '@once' },
  async ({ request }) => {
    const { main } = await readPage(request, '/')
    expect(main.hrefOf('Sign Up Free')).toBe('/auth?tab=register')
    expect(main.hrefOf('Sign in')).toBe('/auth')
    const directory = await readPage(request, main.hrefOf('Explore Conferences'))
    expect([directory.path, directory.main.texts('h1')]).toEqual([
      '/conferences',
      ['Conferences and events worldwide'],
    ])
  },
)

test.describe('around every page', () => {
  test('the header leads to the three lists, to sign in, and home', async ({ page, isNarrow }) => {
    await visit(page, '/about')
    // On a phone a part of them is at the thumb.
    const header = isNarrow ? page.locator('header, .thumb-bar') : page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
    for (const [name, address] of [
      [isNarrow ? 'Directory' : 'Conferences', '/conferences'],
      ['Speakers', '/speakers'],
      ['Topics', '/topics'],
      ['Hallway', '/'],
    ] as const) {
      await header.getByRole('link', { name }).click()
      await expect(page).toHaveURL(address)
      await expect(header.locator('[aria-current=page]').filter({ visible: true })).toHaveText(name)
    }
  })

  test('no word of the navigation breaks at 320 pixels', { tag: '@once' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 600 })
    await visit(page, '/')
    const lines = await page
      .getByRole('navigation', { name: /^Main/ })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => {
          const text = document.createRange()
          text.selectNodeContents(link)
          return [link.textContent, text.getClientRects().length]
        }),
      )
    expect(lines).toEqual([
      ['Speakers', 1],
      ['Topics', 1],
      ['Directory', 1],
      ['Calls', 1],
      ['Places', 1],
      ['Sign in', 1],
    ])
  })

  test('the footer says what Hallway is and leads on', async ({ page }) => {
    await visit(page, '/')
    const footer = page.getByRole('contentinfo')
    for (const name of ['Quick Links', 'Legal'])
      await expect(footer.getByRole('navigation', { name })).toBeVisible()
    await expect(footer).toContainText('Hallway is the conference directory.')
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
