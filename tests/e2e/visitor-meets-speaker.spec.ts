// Covers: speakers
import { expect, type Page, test, visit } from '#tests/support/journey.ts'
import { conferencePath, speakerPath } from '#tests/support/sample-facts.ts'

const path = conferencePath('Northern Query Days')

const talk = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('a visitor meets a speaker in a popup, and goes on to the profile', async ({ page }) => {
  await visit(page, path)
  const name = talk(page, 'Indexes you can read').getByRole('button', { name: 'Mira Example' })
  await name.click()
  const popup = page.getByRole('dialog', { name: 'Mira Example' })
  await expect(popup.getByText('Bergen, Norway')).toBeVisible()
  await expect(popup.getByText(/^\d+ events · \d+ conferences?$/)).toBeVisible()
  await expect(popup.getByText(/^Reads query plans for a living.*\.\.\.$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(name).toBeFocused()
  await name.click()
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await expect(name).toBeFocused()
  await name.click()
  await popup.getByRole('link', { name: 'View Full Profile' }).click()
  await expect(page).toHaveURL(speakerPath('Mira Example'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mira Example')
})

test('a speaker popup leaves an open description open', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, path)
  const long = talk(page, 'The night desk: eight years of slow queries with platform numbers')
  await long.getByRole('button', { name: 'Show more' }).click()
  await expect(long.getByText('No knowledge of railways is needed.')).toBeVisible()
  await long.getByRole('button', { name: 'Noor Specimen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(long.getByText('No knowledge of railways is needed.')).toBeVisible()
})
