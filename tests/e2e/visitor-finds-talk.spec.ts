// Covers: programme
import { checkAccessibility, expect, test, visit } from '#tests/support/journey.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'

const path = conferencePath('Northern Query Days')

test('a visitor finds a talk by a word of its title, reads its page and goes on in its room', async ({
  page,
}) => {
  await visit(page, path)
  const box = page.getByRole('searchbox', { name: 'Find a talk or speaker' })
  await box.fill('flame graph')
  await box.press('Enter')
  await expect(page.getByText('1 talk found')).toBeVisible()
  await page.getByRole('link', { name: 'The flame graph is not the territory' }).click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*${path}/talks/\\d+$`))
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('The flame graph is not the territory')
  await expect(page.getByRole('complementary', { name: 'When and where' })).toContainText(
    'Times in Oslo (UTC+',
  )
  await checkAccessibility(page)
  const neighbours = page.getByRole('region', { name: 'Before and after in this room' }).getByRole('link')
  const other = await neighbours.first().textContent()
  await neighbours.first().click()
  await expect(title).toHaveText(other!)
  await page
    .getByRole('navigation', { name: 'Where this talk is' })
    .getByRole('link', { name: 'Northern Query Days' })
    .click()
  await expect(page).toHaveURL(path)
})

test('a talk is opened from the schedule, by its speaker and by an address from before', async ({ page }) => {
  await visit(page, `${path}?track=Storage`)
  await page.getByRole('link', { name: 'A log is enough' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('A log is enough')
  const address = page.url()
  await expect(page.getByRole('link', { name: 'Sign in to plan' })).toHaveAttribute(
    'href',
    `/auth?next=${encodeURIComponent(new URL(address).pathname)}`,
  )
  await page.getByRole('list', { name: 'Speakers' }).getByRole('link').click()
  await page.getByRole('link', { name: 'A log is enough' }).first().click()
  await expect(page).toHaveURL(address)

  const id = (await page.request.get(`/api/v1/talks/by-number/${address.split('/').at(-1)}`)).json()
  await page.goto(`${path}?day=2026-01-01&talk=${(await id).id}#talk-${(await id).id}`)
  await expect(title).toHaveText('A log is enough')
  await expect(page).toHaveURL(new RegExp(`^${address}`))
})

test('the page of a talk is described for search engines, and wrong addresses lead to it or nowhere', {
  tag: '@once',
}, async ({ page, request }) => {
  await page.goto(`${path}?find=flame`)
  const link = await page.getByRole('link', { name: 'The flame graph' }).getAttribute('href')
  const html = await (await request.get(link!)).text()
  expect(html).toContain(`rel="canonical" href="${new URL(link!, page.url())}"`)
  expect(html).not.toContain('noindex')
  const jsonLd = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!),
  )
  expect(jsonLd.map((thing) => thing['@type'])).toEqual(['Event', 'BreadcrumbList'])
  expect(jsonLd[0]).toMatchObject({
    name: 'The flame graph is not the territory',
    startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+0[12]:00$/),
    superEvent: { name: 'Northern Query Days' },
  })
  const sitemap = await (await request.get('/sitemap/talks.xml')).text()
  expect(sitemap).toContain(`${link}</loc><lastmod>`)

  const number = link!.split('/').at(-1)
  const moved = await request.get(`/conferences/nothing/talks/${number}`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, link])
  for (const wrong of ['0', '999999', 'x', '1e3', '99999999999999999999', `${number}x`])
    expect([wrong, (await request.get(`${path}/talks/${wrong}`)).status()]).toEqual([wrong, 404])
  await page.goto(`${path}/talks/999999`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Talk not found')
  await page.getByRole('main').getByRole('link', { name: 'To the conference' }).click()
  await expect(page).toHaveURL(path)
})

test('a visitor finds the talks of a speaker', { tag: '@once' }, async ({ page }) => {
  await visit(page, `${path}?find=noor`)
  await expect(page.getByText('4 talks found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the schedule' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('searchbox', { name: 'Find a talk or speaker' })).toHaveValue('')
})

test('words that no talk has find none, and say what to try', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await visit(page, `${path}?find=zeppelin`)
  await expect(page.getByText("No talks found. Try part of the title or a speaker's name.")).toBeVisible()
})
