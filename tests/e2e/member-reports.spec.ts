// Covers: reports, site
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInFor } from '#tests/support/members.ts'

const rita = member('Rita Reporting')
const adam = { ...member('Adam Admin'), isAdmin: true }
const path = '/conferences/too-good'
const form = '/report?path=%2Fconferences%2Ftoo-good'

test.use({
  siteOptions: {
    prepare: async ({ db }) => {
      await makePeople(db, [rita, adam])
      await makeEvent(db, { name: 'Too Good To Be True Conf', slug: 'too-good' })
    },
    env: { SITE_CONTACT: 'team@example.org' },
  },
})

test('a visitor finds the operator’s contact, with the address of the page', {
  tag: ['@once', '@nightly'],
}, async ({ page, baseURL }) => {
  await visit(page, path)
  await page.getByRole('link', { name: 'Report this page' }).click()
  await expect(page).toHaveURL(form)
  const href = await page.getByRole('link', { name: 'Write to the operator' }).getAttribute('href')
  expect(decodeURIComponent(href!)).toContain(
    `mailto:team@example.org?subject=Report: Too Good To Be True Conf`,
  )
  expect(decodeURIComponent(href!)).toContain(`body=${baseURL}${path}`)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  await visit(page, '/privacy')
  await expect(page.getByRole('main').getByRole('link', { name: 'team@example.org' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report this page' })).toHaveCount(0)
  expect((await page.goto('/report?path=/nothing'))?.status()).toBe(404)
})

test('a member reports a conference, an administrator looks at it, and the member is told', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow()
  await signInFor(page, rita, path)
  await page.getByRole('link', { name: 'Report this page' }).click()
  const main = page.getByRole('main')
  await main.getByLabel('What is wrong?').selectOption('It is spam or an advertisement')
  await main.getByLabel('In your words').fill('x'.repeat(1001))
  await main.getByRole('button', { name: 'Send report' }).click()
  await expect(main.getByRole('alert')).toHaveText('Text must be less than 1000 characters')
  await main.getByLabel('In your words').fill('It sells tickets to nothing.')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  await main.getByRole('button', { name: 'Send report' }).click()
  await expect(main.getByText('The administrators have received your report.')).toBeVisible()
  await page.reload()
  await expect(main.getByText('The administrators have received your report.')).toBeVisible()

  await page.context().clearCookies()
  await signInFor(page, adam, '/admin')
  await main
    .getByRole('link', { name: /Reports/ })
    .filter({ hasText: 'pending report' })
    .click()
  await expect(main.getByText('It sells tickets to nothing.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Too Good To Be True Conf' })).toHaveAttribute('href', path)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  await main.getByText('Note for administrators').click()
  await main.getByLabel('Note for administrators').fill('Removed the link.')
  await main.getByRole('button', { name: /^Settle/ }).click()
  await expectMessage(page, 'Settled Too Good To Be True Conf')
  await expect(main.getByText('No open reports.')).toBeVisible()
  await main.getByRole('link', { name: 'Settled' }).click()
  await expect(main.getByText('Removed the link.')).toBeVisible()
  await visit(page, '/admin')
  await expect(main.getByText('settled a report about')).toBeVisible()

  await page.context().clearCookies()
  await signInFor(page, rita, '/notifications')
  await expect(main.getByText(/^An administrator has reviewed your report about Too Good/)).toBeVisible()
})
