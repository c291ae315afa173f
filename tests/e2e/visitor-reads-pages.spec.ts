// Covers: site, people
import { expect, nextPaint, test, testOfRequests, waitForHydration } from '#tests/support/journey.ts'
import { readPage } from '#tests/support/read-page.ts'
import { conferencePath, profilePath, sample } from '#tests/support/sample-facts.ts'

testOfRequests('a visitor reads what Hallway is and its rules', { tag: '@once' }, async ({ request }) => {
  for (const [path, heading] of [
    ['/about', 'About'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ] as const) {
    const { status, main } = await readPage(request, path)
    expect([path, status, main.texts('h1')]).toEqual([path, 200, [heading]])
    expect(main.texts('p')[0]).toBeTruthy()
  }
})

testOfRequests(
  'a visitor reads a guide and comes back to all of them',
  { tag: '@once' },
  async ({ request }) => {
    const { main } = await readPage(request, '/guides')
    const names = ['Your first conference', 'List your conference', 'Keep your speaker record']
    expect(main.parts('li').flatMap((item) => [...item.texts('h2'), ...item.texts('h3')])).toEqual(names)
    expect(main.hrefOf(names[0]!)).toBe('/guides/first-conference')
    const guide = await readPage(request, '/guides/first-conference')
    expect(guide.main.texts('h1')).toEqual([names[0]])
    expect(guide.hrefOf('All guides')).toBe('/guides')
  },
)

testOfRequests(
  'a visitor reads what the API can do, and fetches its description',
  { tag: '@once' },
  async ({ request }) => {
    const { main } = await readPage(request, '/developers')
    expect(main.texts('h1')).toEqual(['API'])
    const description = await (await request.get(main.hrefOf('Full OpenAPI 3.1 document')!)).json()
    expect(description.openapi).toMatch(/^3\.1\./)
    const operations = Object.values<object>(description.paths).flatMap((path) => Object.keys(path))
    const calls = main.texts('li').filter((text) => /^(GET|POST|PUT|PATCH|DELETE)/.test(text))
    expect(calls).toHaveLength(operations.length)
  },
)

testOfRequests(
  'a profile shows who somebody is and the events they list',
  { tag: '@once' },
  async ({ request }) => {
    const path = profilePath('Ada Sample')
    const profile = await readPage(request, path)
    expect(profile.main.texts('h1')).toEqual(['Ada Sample'])
    expect(profile.main.text).toContain('I organise conferences that have long breaks.')
    for (const address of [
      'https://example.com/ada',
      'https://github.com/ada-hallway-sample',
      'https://social.example/@ada',
    ])
      expect(profile.main.links.map(([, href]) => href)).toContain(address)
    expect(profile.text).not.toContain('Edit Profile')
    const own = sample.filter(({ owner }) => owner === 'Ada Sample').reverse()
    const tabs = profile.named('nav', 'Sections')[0]!.links
    expect(tabs.map(([name]) => name)).toEqual([`Events (${own.length})`, 'Talks (0)', 'Going and been'])
    const events = await readPage(request, tabs[0]![1])
    const articles = events.main.parts('article')
    expect(articles.map((article) => [...article.texts('h2'), ...article.texts('h3')][0])).toEqual(
      own.map(({ name }) => name),
    )
    expect(tabs[1]![1]).toBe(`${path}?tab=talks`)
    expect((await readPage(request, tabs[1]![1])).main.text).toContain('No talks yet.')
  },
)

testOfRequests(
  'a profile of somebody who speaks leads to the talks',
  { tag: '@once' },
  async ({ request }) => {
    const { main } = await readPage(request, `${profilePath('Noor Specimen')}?tab=talks`)
    expect(main.text).not.toContain('No talks yet.')
    expect(main.texts('p')).toContainEqual(
      expect.stringMatching(/^(?=.{98,103}$)At a railway, a slow query is not a line in a report\..*\.\.\.$/),
    )
    const talk = await readPage(request, main.hrefOf('Write a tiny planner'))
    expect(talk.path).toMatch(new RegExp(`^${conferencePath('Northern Query Days')}/talks/\\d+$`))
    expect(talk.main.text).toContain('Bring a laptop. Two hours.')
  },
)

testOfRequests('somebody without a name is an anonymous user', { tag: '@once' }, async ({ request }) => {
  const { main, title } = await readPage(request, profilePath(''))
  expect([main.texts('h1'), title]).toEqual([['Anonymous User'], 'Anonymous User | Hallway'])
})

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
  await page
    .locator('header, .thumb-bar')
    .getByRole('link', { name: /^(Conferences|Directory)$/ })
    .hover()
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
