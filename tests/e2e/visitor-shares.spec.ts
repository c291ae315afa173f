// Covers: sharing
import { expect, test, visit } from '#tests/support/journey.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'

const name = 'Northern Query Days'
const path = conferencePath(name)

test('a conference is passed on: copied, sent with the system, scanned from a code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (what: ShareData) => {
        document.title = `shared ${what.title} ${what.url}`
      },
    })
  })
  await visit(page, path)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Share this conference' })
  await expect(sheet).toContainText(name)
  await sheet.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Address copied to clipboard!')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(address).pathname).toBe(path)
  await sheet.getByRole('button', { name: 'Send with an app' }).click()
  await expect(page).toHaveTitle(`shared ${name} ${address}`)
  const code = sheet.getByRole('img', { name: 'QR code' })
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
})

test('what a link to a conference shows elsewhere is a picture of it', { tag: '@once' }, async ({ page }) => {
  await visit(page, path)
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
  const image = await page.request.get(new URL(address!).pathname, { maxRedirects: 0 })
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
})
