// Covers: events, directory
import { expect, test, visit } from '#tests/support/journey.ts'
import { sample } from '#tests/support/sample-facts.ts'

test('the list view tells more of each event than the grid', async ({ page }) => {
  const event = sample.find(
    ({ tags, description }) => tags.length > 4 && description && description.length > 150,
  )!
  await visit(page, `/conferences?search=${encodeURIComponent(event.name)}`)
  const card = page.getByRole('article').first()
  const tags = card.getByRole('list', { name: 'Topics' }).getByRole('listitem')
  const counters = (count: number) => [
    ...event.tags.slice(0, count).map((tag) => (tag === 'Go' ? 'Go conferences' : tag)),
    `+${event.tags.length - count}`,
  ]
  await expect(tags).toHaveText(counters(2))
  await expect(card.getByText(event.description!.slice(0, 40))).toBeHidden()
  await page.getByRole('link', { name: 'List' }).click()
  await expect(tags).toHaveText(counters(4))
  await expect(card.getByText(`${event.description!.slice(0, 150).trimEnd()}...`)).toBeVisible()
  await page.getByRole('link', { name: 'Grid' }).click()
  await expect(tags).toHaveText(counters(2))
})

test('the back button brings the view back', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, '/conferences?search=norway&view=list')
  const first = page.getByRole('article').first()
  await first.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/conferences\/[\w-]+$/)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'List' })).toHaveAttribute('aria-current')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('norway')
  const norwegian = sample.filter((event) => event.country_name === 'Norway')
  await expect(page.getByRole('article')).toHaveCount(norwegian.length)
})

test('a search for nothing that exists says what to do', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, '/conferences?search=nothing+at+all')
  await expect(page.getByRole('region', { name: 'No matches for all of these' })).toContainText(
    'No upcoming events found. Try adjusting your search or filters. No past events found for these filters.',
  )
})

test('a visitor keeps exploring by topics, guides, about and a feed', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/conferences?country=Norway')
  const links = page.getByRole('region', { name: 'Keep Exploring' }).getByRole('link')
  await expect(links).toHaveCount(10 + 4)
  await expect(links.last()).toHaveAttribute('href', '/conferences/feed.atom?country=Norway')
  await links.filter({ hasText: 'Read our guides' }).click()
  await expect(page).toHaveURL('/guides')
})
