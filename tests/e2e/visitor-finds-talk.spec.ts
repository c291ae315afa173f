import { expect, test, visit } from '#tests/support/journey.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'

const path = conferencePath('Northern Query Days')

test('a visitor finds a talk by a word of its title and lands on it', async ({ page }) => {
  await visit(page, path)
  const box = page.getByRole('searchbox', { name: 'Find a talk or speaker' })
  await box.fill('flame graph')
  await box.press('Enter')
  await expect(page.getByText('1 talk found')).toBeVisible()
  await page.getByRole('link', { name: 'The flame graph is not the territory' }).click()
  const talk = page.getByRole('article').filter({ hasText: 'The flame graph is not the territory' })
  await expect(talk).toBeInViewport()
  await expect(page).toHaveURL(
    /\?day=\d{4}-\d\d-\d\d&track=Main\+Track&talk=[0-9a-f-]{36}#talk-[0-9a-f-]{36}$/,
  )
  await expect(page.getByRole('navigation', { name: 'Days' }).getByRole('link').nth(1)).toHaveAttribute(
    'aria-current',
  )
})

test('a visitor finds the talks of a speaker', { tag: '@once' }, async ({ page }) => {
  await visit(page, `${path}?find=noor`)
  await expect(page.getByText('4 talks found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the schedule' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('searchbox', { name: 'Find a talk or speaker' })).toHaveValue('')
})

test('words that no talk has find none, and say what to try', { tag: '@once' }, async ({ page }) => {
  await visit(page, `${path}?find=zeppelin`)
  await expect(page.getByText("No talks found. Try part of the title or a speaker's name.")).toBeVisible()
})
