// Covers: events, directory
import { monthName } from '#lib/dates.ts'
import type { Store } from '#platform/database/db.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { checkAccessibility, expect, type Page, test, visit } from '#tests/support/journey.ts'
import { isPast, isRunning, isUpcoming, sample, today } from '#tests/support/sample-facts.ts'

const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const online = { start_date: inDays(40), location_name: 'Online', country_name: 'Online' }

async function prepare({ db }: Store) {
  await makeEvent(db, { ...online, name: 'Far Away Day', slug: 'far-away-day', tags: ['Rust'] })
  await makeEvent(db, { ...online, name: 'Far Away Day', slug: 'far-away-before', start_date: inDays(-400) })
}
test.use({ siteOptions: { prepare } })

const coming = [...sample.filter(isRunning), ...sample.filter(isUpcoming)]
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming Events' })
const headings = (page: Page) => upcoming(page).getByRole('article').getByRole('heading')
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('link')

/** The filters: a panel that is opened here. */
async function filters(page: Page) {
  await page.getByRole('link', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

test('words in any order find a conference by name and city', async ({ page }) => {
  const event = coming[3]!
  const [word] = event.name.split(' ')
  await visit(page, `/conferences?search=${encodeURIComponent(`${event.location_name}, ${word}`)}`)
  await expect(headings(page).getByText(event.name)).toBeVisible()
})

test('a search says how it was understood, and each part of it can be taken away', async ({ page }) => {
  await visit(page, `/conferences?search=${encodeURIComponent('nordic conferences next year')}`)
  const nextYear = String(Number(today.slice(0, 4)) + 1)
  await expect(chips(page)).toHaveText([
    '“nordic” or in the Nordicsremove this filter',
    `“next year” or ${nextYear}remove this filter`,
  ])
  const nordic = ['Denmark', 'Finland', 'Iceland', 'Norway', 'Sweden']
  const isNordic = (event: (typeof coming)[number]) => nordic.includes(event.country_name)
  const matches = sample.filter(isUpcoming).filter(isNordic)
  await expect(headings(page)).toHaveText(
    matches.filter((event) => event.start_date.startsWith(nextYear)).map(({ name }) => name),
  )
  await checkAccessibility(page)
  await chips(page).last().click()
  await expect(page).toHaveURL('/conferences?search=nordic+conferences')
  await expect(headings(page)).toHaveText(coming.filter(isNordic).map(({ name }) => name))
})

test('a visitor narrows the directory by country, month and how, sees what is left, and clears it', async ({
  page,
}) => {
  const norwegian = coming.filter((event) => event.country_name === 'Norway')
  await visit(page, '/conferences')
  await expect(upcoming(page)).toContainText(`${coming.length + 1} to come`)
  const panel = await filters(page)
  const choose = (name: string) => panel.getByRole('link', { name, exact: false }).first()
  await expect(choose('In person')).toContainText(String(coming.length))
  await expect(choose('Online')).toContainText('1')
  await expect(choose('Norway')).toContainText(String(norwegian.length))
  await choose('Norway').click()
  await expect(page).toHaveURL(/country=Norway/)
  await expect(choose('Norway')).toHaveAttribute('aria-current', 'true')
  await expect(choose('In person')).toContainText(String(norwegian.length))
  await expect(choose('Online')).toHaveCount(0)
  const month = norwegian.at(-1)!.start_date.slice(0, 7)
  await choose(monthName(month)).click()
  await expect(page).toHaveURL(new RegExp(`month=${month}`))
  await checkAccessibility(page)
  const eventsOfMonth = norwegian.filter((event) => event.start_date.startsWith(month))
  await panel.getByRole('link', { name: /^Show \d+ conferences?$/ }).click()
  await expect(panel.and(page.getByRole('dialog'))).toBeHidden()
  await expect(headings(page)).toHaveText(eventsOfMonth.map(({ name }) => name))
  await expect(upcoming(page)).toContainText(`${eventsOfMonth.length} of ${coming.length + 1} to come`)
  await expect(upcoming(page).getByRole('heading', { level: 3 })).toHaveText([
    `${monthName(month)} ${eventsOfMonth.length}`,
  ])

  await expect(chips(page)).toHaveText([`${monthName(month)}remove this filter`, 'Norwayremove this filter'])
  await chips(page).first().click()
  await expect(headings(page)).toHaveText(norwegian.map(({ name }) => name))
  await page.goBack()
  await expect(chips(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Clear all', exact: true }).click()
  await expect(page).toHaveURL('/conferences')
})

test('months part the lists, each with how many it has', { tag: '@nightly' }, async ({ page }) => {
  const year = sample.find(isPast)!.start_date.slice(0, 4)
  await visit(page, `/conferences?year=${year}`)
  const ofYear = sample.filter((event) => event.start_date.startsWith(year) && isPast(event))
  const months = [...Map.groupBy(ofYear, (event) => event.start_date.slice(0, 7))].reverse()
  await expect(
    page.getByRole('region', { name: 'Past Events' }).getByRole('heading', { level: 3 }),
  ).toHaveText(months.map(([month, events]) => `${monthName(month)} ${events.length}`))
})

test('online conferences have a page of their own, where the old addresses lead', async ({ page }) => {
  for (const old of ['/cities/Online', '/countries/online']) {
    await visit(page, old)
    await expect(page).toHaveURL('/online')
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Online conferences')
  for (const name of ['Upcoming', 'Past'])
    await expect(page.getByRole('region', { name }).getByRole('article').getByRole('heading')).toHaveText([
      'Far Away Day',
    ])
  await visit(page, '/conferences?search=far+away')
  await page.getByRole('article').first().getByRole('link', { name: 'Online' }).click()
  await expect(page).toHaveURL('/online')
})

test('what finds nothing offers less, other kinds and everything', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, '/conferences?search=zeppelin+norway&how=in-person')
  const nothing = page.getByRole('region', { name: 'No matches for all of these' })
  await expect(nothing).toContainText('No upcoming events found. Try adjusting your search or filters.')
  await checkAccessibility(page)
  await nothing.getByRole('button', { name: 'Search everything for “zeppelin norway”' }).click()
  const menu = page.getByRole('dialog', { name: 'Search everything' })
  await expect(menu.getByRole('combobox')).toHaveValue('zeppelin norway')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  const all = sample.filter((event) => event.country_name === 'Norway').length
  const without = nothing.getByRole('listitem').filter({ hasText: 'Without “zeppelin”' })
  await expect(without).toHaveText(`Without “zeppelin”: ${all} conferences`)
  await without.getByRole('link').click()
  await expect(page).toHaveURL('/conferences?search=norway&how=in-person')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('norway')
  await page.goBack()
  await nothing.getByRole('link', { name: 'Show all conferences' }).click()
  await expect(page).toHaveURL('/conferences')
  await expect(page.getByRole('link', { name: 'Filters', exact: true })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the filters are links, also in the panel', async ({ page }) => {
    await page.goto('/conferences?search=day')
    const panel = await filters(page)
    await panel.getByRole('link', { name: 'Online' }).click()
    await expect(page).toHaveURL(/search=day&how=online/)
    await panel.getByRole('link', { name: /^Show/ }).click()
    await expect(headings(page)).toHaveText(['Far Away Day'])
    await expect(chips(page)).toHaveText(['“day”remove this filter', 'Onlineremove this filter'])
  })
})

test('a click on the day opens the conference', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, '/conferences?search=far+away')
  const card = page.getByRole('article').first()
  const box = (await card.boundingBox())!
  await page.mouse.click(box.x + 20, box.y + 30)
  await expect(page).toHaveURL('/conferences/far-away-day')
})
