import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'
import { pages, states } from './every-page.ts'

const everywhere = [...pages.map(({ path }) => path), ...states]

for (const path of everywhere) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await visit(page, path)
    await checkAccessibility(page)
  })
}

test('axe finds nothing in a speaker popup', async ({ page }) => {
  await visit(page, conferencePath('Northern Query Days'))
  await page.getByRole('button', { name: 'Mira Example' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAccessibility(page)
})

const widths = [320, 375, 1280, 2560]

test('no page scrolls sideways, from 320 to 2560 pixels', { tag: '@once' }, async ({ page }) => {
  const tooWide: string[] = []
  for (const path of everywhere) {
    await page.goto(path)
    tooWide.push(...(await tooWideAt(page, widths)).map((width) => `${path} at ${width}`))
  }
  expect(tooWide).toEqual([])
})
