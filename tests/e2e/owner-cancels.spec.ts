// Covers: events, event-page, notifications
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, sampleAccount, signInByApi } from '#tests/support/members.ts'

// A site of its own: the others only read theirs.
test.use({ siteOptions: { sample: true } })

test('an owner postpones a conference, cancels it instead of deleting it, and deletes it at last', async ({
  page,
  browser,
  baseURL,
  isNarrow,
}) => {
  const name = `Quiet Systems ${isNarrow ? 'Narrow' : 'Wide'} 2031`
  await signInByApi(page.request, sampleAccount('lina.lister'))
  const created = await page.request.post('/api/v1/events', {
    data: {
      name,
      location_name: 'Bergen',
      country_name: 'Norway',
      start_date: '2031-05-06',
      end_date: '2031-05-07',
    },
  })
  const { id, slug } = await created.json()
  const path = `/conferences/${slug}`

  const attendee = await browser.newContext({ baseURL })
  const attendeePage = await attendee.newPage()
  await signInByApi(attendeePage.request, sampleAccount('gus.guest'))
  const attended = await attendeePage.request.put(`/api/v1/events/${id}/attendance`, {
    data: { is_attending: true },
  })
  expect(attended.ok()).toBe(true)

  await visit(page, `${path}/edit`)
  await page.getByLabel('Status').first().selectOption('Postponed')
  await page.getByLabel('What visitors should know').fill('The hall burnt down. Tickets stay valid.')
  await page.getByLabel('Start date').fill('2031-09-01')
  await page.getByLabel('End date').fill('2031-09-02')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectMessage(page, 'Event updated successfully')
  const main = page.getByRole('main')
  const sentence = 'This conference is postponed to Sep 1 to 2, 2031 (it was May 6 to 7, 2031).'
  await expect(main.getByText(sentence)).toBeVisible()
  await expect(main.getByText('The hall burnt down. Tickets stay valid.')).toBeVisible()
  await expect(main.locator('s')).toHaveText(['May 6 to 7, 2031'])
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  await page.setViewportSize(isNarrow ? { width: 375, height: 800 } : { width: 1280, height: 800 })

  await visit(page, `${path}/edit`)
  await page.getByRole('button', { name: 'Delete Event' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 person attends.')).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Cancel it instead' }).click()
  await expectMessage(page, 'Conference cancelled.')
  await expect(main.getByText('This conference is cancelled.')).toBeVisible()

  await visit(attendeePage, '/dashboard')
  const row = attendeePage.getByRole('article').filter({ hasText: name })
  await expect(row.getByText('Cancelled')).toBeVisible()
  await checkAccessibility(attendeePage)
  await visit(attendeePage, '/notifications')
  await expect(attendeePage.getByText(`${name}: cancelled, new date Sep 1 to 2, 2031`)).toBeVisible()

  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const visitorPage = await visitor.newPage()
  await visitorPage.goto(path)
  await expect(visitorPage.getByText('This conference is cancelled.')).toBeVisible()

  await visit(page, `${path}/edit`)
  await page.getByRole('button', { name: 'Delete Event' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel it instead' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Delete conference' }).click()
  await expectMessage(page, 'Conference deleted successfully')
  const response = await visitorPage.goto(path)
  expect(response?.status()).toBe(410)
  await expect(visitorPage.getByText('This conference was removed from the directory.')).toBeVisible()
  await attendee.close()
  await visitor.close()
})
