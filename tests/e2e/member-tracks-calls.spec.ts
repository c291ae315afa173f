// Covers: calls
import { addDays } from '#lib/dates.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInFor } from '#tests/support/members.ts'

const [tracker, suggesting, owner] = ['Tara Tracker', 'Sue Suggests', 'Olga Owner'].map(member)
const today = new Date().toISOString().slice(0, 10)
const inDays = (days: number) => addDays(today, days)

test.use({
  refusals: [400, 409],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const rows = await makePeople(db, [tracker!, suggesting!, owner!])
      const event = { owner: rows[2]!, start_date: inDays(200) }
      const open = await makeEvent(db, { ...event, name: 'Open Days', slug: 'open-days', tags: ['Rust'] })
      await makeEvent(db, { ...event, name: 'Quiet Days', slug: 'quiet-days' })
      const closed = await makeEvent(db, { ...event, name: 'Closed Days', slug: 'closed-days' })
      await makeCall(db, { event: open, closes_on: inDays(30), travel: 'case_by_case', hotel: 'no' })
      await makeCall(db, { event: closed, closes_on: inDays(-3) })
    },
  },
})

test('a speaker finds an open call without script, and narrows the board', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL!, javaScriptEnabled: false })
  await page.goto('/cfp')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls for papers')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Open Days')
  await expect(page.getByRole('article')).toContainText('Travel on request')
  await page.goto('/cfp?topics=Rust&paid=travel')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto('/cfp?paid=hotel')
  await expect(page.getByText('No open calls with these filters.')).toBeVisible()
  await page.close()
})

test('a member tracks a call, with a note that stays', { tag: '@once' }, async ({ page }) => {
  await signInFor(page, tracker!, '/cfp')
  await page.getByRole('button', { name: 'Interested' }).click()
  await expectMessage(page, /You will be reminded a week and a day before it closes/)
  await expect(page.getByRole('button', { name: 'Interested' })).toHaveAttribute('aria-pressed', 'true')
  await visit(page, '/dashboard/calls')
  await expect(page.getByText('Only you can see this page')).toBeVisible()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByLabel('My note').fill('Ask Leif')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Note saved')
  // "Saved" is also a part of the message before.
  const response = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('submitted') ?? false,
  )
  await page.getByLabel('How far you are with Open Days').selectOption('submitted')
  expect((await response).ok()).toBe(true)
  await expectMessage(page, 'Saved')
  await page.reload()
  await expect(page.getByText('Ask Leif')).toBeVisible()
  await expect(page.getByLabel('How far you are with Open Days')).toHaveValue('submitted')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768, 1280])).toEqual([])
})

test('a member suggests a call, the owner accepts it, and it is on the board', { tag: '@once' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signInFor(page, suggesting!, '/conferences/quiet-days')
  await page.getByRole('link', { name: 'Add its call for papers' }).click()
  await page.getByRole('button', { name: 'Suggest' }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Please enter the address of the call/)
  await page.getByLabel('Address').fill('quiet.example/cfp')
  await page.getByLabel('Closes').fill(inDays(230))
  await expect(page.getByText(/It closes after the conference begins/)).toBeVisible()
  await page.getByLabel('Closes').fill(inDays(20))
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Suggest' }).click()
  await expectMessage(page, /It is listed once the owner accepts it/)
  const ownersPage = await browser.newPage({ baseURL: baseURL! })
  await signInFor(ownersPage, owner!, '/decisions')
  // As notifications of 1.4.0 say.
  await visit(ownersPage, '/links')
  await expect(ownersPage).toHaveURL('/decisions')
  await ownersPage.getByRole('button', { name: 'Accept' }).click()
  await expectMessage(ownersPage, 'Accepted Quiet Days')
  await visit(page, '/cfp')
  await expect(page.getByRole('article').first()).toContainText('Quiet Days')
  await ownersPage.close()
})
