// Covers: site, people
import { asSent, expect, nextPaint, test, waitForHydration } from '#tests/support/journey.ts'
import { conferencePath, profilePath, sample } from '#tests/support/sample-facts.ts'

test.use(asSent)

test('a visitor reads what Hallway is and its rules', { tag: '@once' }, async ({ page }) => {
  for (const [path, heading] of [
    ['/about', 'About'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ] as const) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 200])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main').getByRole('paragraph').first()).toBeVisible()
  }
})

test('a visitor reads a guide and comes back to all of them', { tag: '@once' }, async ({ page }) => {
  await page.goto('/guides')
  const guides = page.getByRole('main').getByRole('listitem').getByRole('heading')
  await expect(guides).toHaveText([
    'Your first conference',
    'List your conference',
    'Keep your speaker record',
  ])
  await guides.first().getByRole('link').click()
  await expect(page).toHaveURL('/guides/first-conference')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your first conference')
  await page.getByRole('link', { name: 'All guides' }).click()
  await expect(page).toHaveURL('/guides')
})

test('a visitor reads what the API can do, and fetches its description', { tag: '@once' }, async ({
  page,
  request,
}) => {
  await page.goto('/developers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  const link = page.getByRole('link', { name: 'Full OpenAPI 3.1 document' })
  const description = await (await request.get((await link.getAttribute('href'))!)).json()
  expect(description.openapi).toMatch(/^3\.1\./)
  const operations = Object.values<object>(description.paths).flatMap((path) => Object.keys(path))
  const calls = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^(GET|POST|PUT|PATCH|DELETE) / })
  await expect(calls).toHaveCount(operations.length)
})

test('a profile shows who somebody is and the events they list', { tag: '@once' }, async ({ page }) => {
  await page.goto(profilePath('Ada Sample'))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ada Sample')
  await expect(main.getByText('I organise conferences that have long breaks.')).toBeVisible()
  for (const [name, address] of [
    ['Website', 'https://example.com/ada'],
    ['GitHub', 'https://github.com/ada-hallway-sample'],
    ['Mastodon', 'https://social.example/@ada'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', address)
  }
  const own = sample.filter(({ owner }) => owner === 'Ada Sample').reverse()
  const tabs = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(tabs).toHaveText(['Going and been', `Events (${own.length})`, 'Talks (0)'])
  await tabs.nth(1).click()
  await expect(main.getByRole('article').getByRole('heading')).toHaveText(own.map(({ name }) => name))
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
  await tabs.nth(2).click()
  await expect(page).toHaveURL(`${profilePath('Ada Sample')}?tab=talks`)
  await expect(main.getByText('No talks yet.')).toBeVisible()
})

test('a profile of somebody who speaks leads to the talks', { tag: '@once' }, async ({ page }) => {
  await page.goto(`${profilePath('Noor Specimen')}?tab=talks`)
  const main = page.getByRole('main')
  await expect(main.getByText('No talks yet.')).toHaveCount(0)
  const excerpt = main.getByText(/^At a railway, a slow query is not a line in a report\..*\.\.\.$/)
  await expect(excerpt).toHaveText(/^.{98,103}$/)
  await main.getByRole('link', { name: 'Write a tiny planner', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${conferencePath('Northern Query Days')}/talks/\\d+$`))
  await expect(page.getByRole('article')).toContainText('Bring a laptop. Two hours.')
})

test('somebody without a name is an anonymous user', { tag: '@once' }, async ({ page }) => {
  await page.goto(profilePath(''))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anonymous User')
  await expect(page).toHaveTitle('Anonymous User | Hallway')
})

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })

  test('a page that is only read leaves its data alone until somebody stirs', { tag: '@once' }, async ({
    page,
  }) => {
    await page.goto('/conferences')
    // The pointer rests where the page came up.
    await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 0 })))
    expect(await page.evaluate(() => '$_TSR' in window)).toBe(false)
    await waitForHydration(page)
    await expect(page.locator('script[type="text/plain"]')).toHaveCount(0)
  })

  test('the page that a link leads to is fetched while the pointer rests on the link', {
    tag: '@once',
  }, async ({ page }) => {
    await page.goto('/speakers')
    const fetched = page.waitForRequest(
      (request) => new URL(request.url()).pathname === '/conferences' && request.method() === 'GET',
    )
    await page.getByRole('banner').getByRole('link', { name: 'Conferences' }).hover()
    // Before it is prerendered.
    expect((await fetched).headers()['sec-purpose']).toBe('prefetch')
  })

  test('who scrolls before the page is hydrated stays there', async ({ page }) => {
    await page.goto('/speakers')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    await waitForHydration(page)
    await nextPaint(page)
    expect(await page.evaluate(() => scrollY)).toBe(place)
  })
})
