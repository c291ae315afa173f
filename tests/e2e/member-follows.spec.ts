// Covers: follows, feeds
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { sampleAccount, signInFor } from '#tests/support/members.ts'
import { speakerPath } from '#tests/support/sample-facts.ts'

// A site of its own: the others only read theirs.
test.use({ siteOptions: { sample: true } })

test('a member follows a topic, a city, a country and a speaker, and stops', async ({ page, isNarrow }) => {
  await signInFor(page, sampleAccount(isNarrow ? 'gus.guest' : 'kim.keys'), '/following')
  await expect(page.getByText('You are not following anything yet.')).toBeVisible()
  const pages = [
    ['/topics/Go', 'Go'],
    ['/cities/Bergen', 'Bergen'],
    ['/countries/Norway', 'Norway'],
    [speakerPath('Noor Specimen'), 'Noor Specimen'],
  ] as const
  for (const [path, name] of pages) {
    await visit(page, path)
    await page.getByRole('button', { name: `Follow ${name}` }).click()
    await expect(page.getByRole('button', { name: `Following ${name}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  }
  await checkAccessibility(page)
  await visit(page, '/following')
  for (const [path, name] of pages)
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      path,
    )
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  await page.getByRole('button', { name: 'Following Bergen' }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('You no longer follow Bergen.'),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Norway' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Following Bergen' })).toHaveCount(0)
})

test('a visitor is told of the feeds of what can be followed', { tag: '@nightly' }, async ({
  page,
  request,
}) => {
  for (const path of ['/topics/Go', '/cities/Bergen', '/countries/Norway', speakerPath('Noor Specimen')]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: 'sign in' })).toBeVisible()
    for (const name of ['Download the file', 'Atom', 'JSON']) {
      const href = await sheet.getByRole('link', { name }).getAttribute('href')
      expect((await request.get(href!)).status()).toBe(200)
    }
    expect(await tooWideAt(page, [320, 375])).toEqual([])
  }
  await checkAccessibility(page)
})
