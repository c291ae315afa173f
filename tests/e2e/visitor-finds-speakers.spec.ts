// Covers: speakers
import { fold } from '#lib/text.ts'
import { sampleSpeakers } from '#sample/speakers.ts'
import { asSent, expect, type Page, test, visit } from '#tests/support/journey.ts'
import { conferencePath, speakerPath } from '#tests/support/sample-facts.ts'

const key = ({ name, id }: { name: string; id: string }) => `${fold(name)} ${id}`
const everybody = [...sampleSpeakers].sort((one, other) => (key(one) < key(other) ? -1 : 1))
const names = (speakers: typeof everybody) => speakers.map(({ name }) => name)
const headings = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

test.use(asSent)

test('the list of speakers says how many there are, who speaks soon, and jumps to a letter', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/speakers')
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'speakers' })).toHaveText(
    `${everybody.length} speakers`,
  )
  const soon = page.getByRole('region', { name: 'Speaking soon' })
  await expect(soon.getByRole('heading', { level: 3 })).toHaveCount(6)
  await expect(soon.getByRole('listitem').first().getByRole('link').last()).toHaveAttribute(
    'href',
    /^\/conferences\/.*\/talks\//,
  )
  const letters = page.getByRole('navigation', { name: 'By name' }).getByRole('link')
  const begun = [...new Set(everybody.map(({ name }) => fold(name)[0]!))].filter((letter) =>
    /\p{L}/u.test(letter),
  )
  await expect(letters).toHaveText(begun.map((letter) => letter.toUpperCase()))
  await letters.filter({ hasText: 'M' }).click()
  await expect(page).toHaveURL('/speakers?from=m')
  const fromM = everybody.filter(({ name }) => fold(name) >= 'm')
  await expect(headings(page)).toHaveText(names(fromM.slice(0, 48)))
  await letters.last().click()
  await expect(headings(page)).toHaveText(names(everybody.filter(({ name }) => fold(name) >= begun.at(-1)!)))
})

test('a search that finds nobody offers the whole list', { tag: '@once' }, async ({ page }) => {
  await page.goto('/speakers?search=nobody+at+all')
  await expect(page.getByText('No speakers found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search everything for “nobody at all”' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all speakers' }).click()
  await expect(page).toHaveURL('/speakers')
  await expect(page.getByRole('searchbox', { name: 'Search by name, location or country' })).toHaveValue('')
})

test('a visitor reads where somebody speaks, spoke, and what about', { tag: '@once' }, async ({ page }) => {
  await page.goto(speakerPath('Noor Specimen'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Specimen')
  await expect(page.getByText('Utrecht, Netherlands', { exact: true })).toBeVisible()
  const figures = page.getByRole('list', { name: 'In figures' }).getByRole('listitem')
  await expect(figures.nth(0)).toHaveText(/^\d+events$/)
  await expect(figures.nth(1)).toHaveText(/^\d+conferences$/)
  for (const [name, address] of [
    ['GitHub', 'https://github.com/noor-specimen-hallway-sample'],
    ['Twitter', 'https://x.com/noor-specimen-hallway-sample'],
    ['Website', 'https://example.com/noor-specimen'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address)
  }
  const upcoming = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(upcoming.getByRole('heading', { name: 'Northern Query Days' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Past Events' })).toBeVisible()
  const topics = page.getByRole('region', { name: 'Topics' })
  await expect(topics.getByRole('link', { name: 'Databases' })).toHaveAttribute('href', '/topics/Databases')
  await upcoming.getByRole('link', { name: 'Write a tiny planner', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${conferencePath('Northern Query Days')}/talks/\\d+$`))
  await expect(page.getByRole('article')).toContainText('Bring a laptop. Two hours.')

  // With one edition of each conference there is one number.
  await page.goto(speakerPath('Eirik Fossmo'))
  await expect(figures.nth(0)).toHaveText(/^\d+events?$/)
  await expect(figures.filter({ hasText: 'conference' })).toHaveCount(0)
})

test('a speaker without talks has a page that says so', { tag: '@once' }, async ({ page }) => {
  await page.goto(speakerPath('Faris Nabulan'))
  await expect(page.getByText('No talks of Faris Nabulan are listed yet.')).toBeVisible()
  for (const name of ['Upcoming Events', 'Past Events', 'Topics'])
    await expect(page.getByRole('region', { name })).toHaveCount(0)
})

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })

  test('a visitor pages through the speakers by name', { tag: ['@once', '@nightly'] }, async ({ page }) => {
    await visit(page, '/speakers')
    await expect(headings(page)).toHaveText(names(everybody.slice(0, 48)))
    await page.getByRole('link', { name: 'More speakers' }).click()
    await expect(headings(page)).toHaveText(names(everybody.slice(48)))
    await page.getByRole('link', { name: 'Back to the first speakers' }).click()
    await expect(headings(page)).toHaveText(names(everybody.slice(0, 48)))
  })

  test('the list of speakers follows the typing, after a pause', { tag: ['@once', '@nightly'] }, async ({
    page,
  }) => {
    await visit(page, '/speakers')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/rpc/speakers/list')) requests.push(request.url())
    })
    const box = page.getByRole('searchbox', { name: 'Search by name, location or country' })
    await box.pressSequentially('norway', { delay: 30 })
    await expect(page).toHaveURL('/speakers?search=norway')
    await expect(headings(page)).toHaveText(
      names(everybody.filter((speaker) => speaker.country_name === 'Norway')),
    )
    expect(requests.length).toBe(1)
    await expect(box).toBeFocused()
    await box.fill('')
    await expect(page).toHaveURL('/speakers')
    await expect(headings(page)).toHaveText(names(everybody.slice(0, 48)))
  })

  test('a misspelled name is offered as it may have been meant', { tag: ['@once', '@nightly'] }, async ({
    page,
  }) => {
    await visit(page, '/speakers?search=exampel')
    await page.getByText('Did you mean example?').getByRole('link').click()
    await expect(page).toHaveURL('/speakers?search=example')
    await expect(headings(page)).toHaveText(names(everybody.filter(({ name }) => /example/i.test(name))))
  })

  test('a visitor finds speakers by topic', { tag: '@once' }, async ({ page }) => {
    await visit(page, '/speakers')
    await page.getByRole('link', { name: 'Browse Topics' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter by Topics' })
    await dialog.getByRole('checkbox', { name: 'Compilers' }).check()
    await dialog.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL('/speakers?topics=Compilers')
    await expect(headings(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'List' }).click()
    for (const speaker of await page.getByRole('article').all()) {
      await expect(speaker.getByRole('listitem').filter({ hasText: /^Compilers$/ })).toHaveCount(1)
    }
    await page.getByRole('link', { name: 'Browse Topics' }).click()
    await dialog.getByRole('link', { name: 'Clear all (1)' }).click()
    await expect(page).toHaveURL('/speakers?view=list')
  })

  test('the list view tells more of each speaker than the grid', { tag: ['@once', '@nightly'] }, async ({
    page,
  }) => {
    await visit(page, '/speakers?search=mira+example')
    const card = page.getByRole('article')
    await expect(card.getByText('Bergen, Norway · ')).toBeVisible()
    await expect(card.getByText('Reads query plans')).toHaveCount(0)
    await page.getByRole('link', { name: 'List' }).click()
    await expect(card.getByText(/^Reads query plans.{170,190}\.\.\.$/)).toBeVisible()
    await card.getByRole('link', { name: 'Mira Example' }).click()
    await expect(page).toHaveURL(speakerPath('Mira Example'))
  })
})
