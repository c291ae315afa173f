// Covers: events, topics, speakers, people
import { asSent, expect, test } from '#tests/support/journey.ts'
import { conferencePath, sampleEvent } from '#tests/support/sample-facts.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

const missing = [
  ['/nothing/here', 'Page not found', 'Return to Home', '/'],
  ['/guides/nothing', 'Page not found', 'Return to Home', '/'],
  ['/conferences/nothing', 'Conference not found', 'Back to Conferences', '/conferences'],
  [`/conferences/${nobody}`, 'Conference not found', 'Back to Conferences', '/conferences'],
  [`/speakers/${nobody}`, 'Speaker not found', 'Back to Speakers', '/speakers'],
  ['/speakers/nobody', 'Speaker not found', 'Back to Speakers', '/speakers'],
  [`/u/${nobody}`, 'User not found', 'Return to Home', '/'],
  ['/u/nobody', 'User not found', 'Return to Home', '/'],
  ['/topics/Nothing', 'Conferences about Nothing', 'View all topics', '/topics'],
  ['/cities/Nowhere', 'Conferences in Nowhere', 'Browse Conferences', '/conferences'],
  ['/countries/Nowhere', 'Conferences in Nowhere', 'Browse Conferences', '/conferences'],
  ['/cities/TBA', 'Conferences in TBA', 'Browse Conferences', '/conferences'],
  ['/countries/tbd', 'Conferences in tbd', 'Browse Conferences', '/conferences'],
] as const

test.use(asSent)

test('what does not exist has status 404, says so, and offers a way on', { tag: '@once' }, async ({
  page,
}) => {
  for (const [path, heading, link, target] of missing) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404])
    // Of a topic or place without conferences the heading is that of the page.
    const title = heading.startsWith('Conferences') ? 'Page not found' : heading
    await expect(page).toHaveTitle(`${title} | Hallway`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main').getByRole('link', { name: link, exact: true })).toHaveAttribute(
      'href',
      target,
    )
  }
  await page.getByRole('main').getByRole('link', { name: 'Browse Conferences', exact: true }).click()
  await expect(page).toHaveURL('/conferences')
  await expect(page).not.toHaveTitle('Page not found | Hallway')
})

test('a topic, a city and a country without events say so', { tag: '@once' }, async ({ page }) => {
  for (const [path, text] of [
    ['/topics/Nothing', 'No conferences found for the topic “Nothing”.'],
    ['/cities/Nowhere', 'No conferences found in Nowhere.'],
    ['/countries/Nowhere', 'No conferences found in Nowhere.'],
    [
      '/cities/To%20be%20announced',
      '“To be announced” is used for conferences whose place is not known yet.',
    ],
    ['/countries/Unknown', '“Unknown” is used for conferences whose place is not known yet.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
  }
})

test('the address with the id of an event leads to the one with its slug', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const { id } = sampleEvent('Northern Query Days')
  const path = conferencePath('Northern Query Days')
  const answer = await request.get(`/conferences/${id}`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, path])
  await page.goto(`/conferences/${id}?tab=attendees`)
  await expect(page).toHaveURL(`${path}?tab=attendees`)
})

test('a link to a talk or a speaker that is gone still shows the event', { tag: '@once' }, async ({
  page,
}) => {
  for (const search of [`talk=${nobody}`, `speaker=${nobody}`]) {
    expect((await page.goto(`${conferencePath('Northern Query Days')}?${search}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Query Days')
  }
})

test('what no address has is not found, and nothing breaks', { tag: '@once' }, async ({ request }) => {
  for (const path of [
    '/conferences?later=x',
    '/speakers?after=x',
    '/cities/Bergen?after=x',
    '/assets/x.js',
    '/%',
  ]) {
    const answer = await request.get(path)
    expect([path, answer.status() < 500]).toEqual([path, true])
  }
})
