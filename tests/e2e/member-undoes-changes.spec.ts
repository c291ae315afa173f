// Covers: history
import { event_organisers } from '#features/events/events.tables.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import {
  checkAccessibility,
  expect,
  type Page,
  tabTo,
  test,
  tooWideAt,
  visit,
} from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi } from '#tests/support/members.ts'

const owner = member('Olga Owner')
const vandal = member('Vic Vandal')
const eventId = '66666666-bbbb-4bbb-8bbb-bbbbbbbbbbbb'

test.use({
  refusals: [403],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const [olga, vic] = await makePeople(db, [owner, vandal])
      for (const [id, name, slug] of [
        [eventId, 'Quiet Days', 'quiet-days'],
        [eventId.replace('6', '7'), 'Plain Days', 'plain-days'],
        [eventId.replace('6', '8'), 'Narrow Days', 'narrow-days'],
        [eventId.replace('6', '9'), 'Wide Days', 'wide-days'],
      ] as const) {
        const event = await makeEvent(db, {
          id,
          name,
          slug,
          owner: olga,
          description: 'Two days by the water.',
        })
        await db.insert(event_organisers).values({ event_id: event.id, user_id: vic!.id })
      }
    },
  },
})

/** Edits a conference as somebody who is signed in on this page. */
async function edit(page: Page, slug: string, changes: object) {
  const { id, updated_at, ...event } = await (await page.request.get(`/api/v1/events/${slug}`)).json()
  const names = ['name', 'description', 'start_date', 'end_date', 'location_name', 'country_name', 'website']
  const fields = Object.fromEntries(names.map((name) => [name, event[name]]))
  const answer = await page.request.put(`/api/v1/events/${id}`, {
    data: { ...fields, updated_at, ...changes },
  })
  expect(answer.ok()).toBe(true)
}

test('an owner sees what a vandal did, undoes it and returns to a version', async ({ page, isNarrow }) => {
  await signInByApi(page.request, vandal)
  await edit(page, 'quiet-days', { name: 'BUY PILLS', description: 'Two days by the pills.' })
  await edit(page, 'quiet-days', { location_name: 'Nowhere', website: 'https://pills.example' })
  await signInByApi(page.request, owner)
  await edit(page, 'quiet-days', { website: 'https://quiet.example' })

  await visit(page, '/conferences/quiet-days')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of BUY PILLS')
  const changes = page.getByRole('region', { name: 'Changes' }).locator('ol > li')
  const second = changes.nth(1)
  await expect(second).toContainText('Vic Vandal edited')
  await expect(second.locator('del mark')).toHaveText(['Bergen'])
  await expect(changes.nth(2).locator('ins mark')).toHaveText(['BUY PILLS', 'pills'])
  await checkAccessibility(page, { inBoth: true })
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  await page.setViewportSize(isNarrow ? { width: 375, height: 800 } : { width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Compare the chosen versions' }).click()
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('https://quiet.example')
  await page.goBack()

  // By keyboard.
  const undo = second.getByRole('button', { name: /^Undo this change/ })
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expectMessage(page, 'Undone, as far as nobody has changed it since')
  await expect(page.getByRole('status').getByText('Website: https://quiet.example')).toBeVisible()
  await expect(changes.first()).toContainText('Olga Owner undid a change')
  await expect(changes.nth(2).getByText('Undone')).toBeVisible()

  await changes
    .last()
    .getByRole('button', { name: /^Return to this version/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Return to it' }).click()
  await expectMessage(page, /^Undone/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Quiet Days')
})

test('a message that something was saved or deleted offers to undo it', async ({ page, isNarrow }) => {
  await signInByApi(page.request, owner)
  const path = isNarrow ? '/conferences/narrow-days' : '/conferences/wide-days'
  await visit(page, `${path}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Misspelt Days')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectMessage(page, 'Event updated successfully')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Misspelt Days')
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' })
  await undo.click()
  await expectMessage(page, 'Undone')
  await expect(heading).toHaveText(isNarrow ? 'Narrow Days' : 'Wide Days')

  const remove = async () => {
    await visit(page, `${path}/edit`)
    await page.getByRole('button', { name: 'Delete Event' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete conference' }).click()
    await expectMessage(page, 'Conference deleted successfully')
  }
  await remove()
  await undo.click()
  await expectMessage(page, 'Undone')

  await remove()
  await visit(page, '/deleted')
  await checkAccessibility(page, { inBoth: true })
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  await page.getByRole('button', { name: /^Restore/ }).click()
  await expectMessage(page, 'Restored')
  await expect(page).toHaveURL(path)
  await expect(heading).toHaveText(isNarrow ? 'Narrow Days' : 'Wide Days')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('an owner undoes a change', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, vandal)
    await edit(page, 'plain-days', { name: 'BUY MORE PILLS', website: 'https://pills.example' })
    await signInByApi(page.request, owner)
    await edit(page, 'plain-days', { website: 'https://plain.example' })
    await page.goto('/conferences/plain-days/history')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of BUY MORE PILLS')
    await page
      .getByRole('button', { name: /^Undo this change/ })
      .nth(1)
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Plain Days')
    await expect(page.getByRole('alert')).toHaveText(
      'Undone. This stays, because it was changed since or is in use: Website: https://plain.example',
    )
    await page.getByRole('button', { name: 'Compare the chosen versions' }).click()
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
  })

  test('an owner restores a conference', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, owner)
    const { id } = await (await page.request.get('/api/v1/events/plain-days')).json()
    expect((await page.request.delete(`/api/v1/events/${id}`)).ok()).toBe(true)
    await page.goto('/deleted')
    await page.getByRole('button', { name: 'Restore Plain Days' }).click()
    await expect(page.getByText('Nothing that can be restored.')).toBeVisible()
    expect((await page.request.get('/conferences/plain-days')).status()).toBe(200)
  })
})
