import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'
import { pages, states } from './every-page.ts'

const paths = pages.map(({ path }) => path)
const widths = [320, 375, 1280, 2560]

async function checkAll(page: Page, list: string[]) {
  test.slow()
  for (const path of list) {
    await visit(page, path)
    await checkAccessibility(page, { inBoth: true })
  }
}

test('axe finds nothing on any page', async ({ page }) => {
  await checkAll(page, paths)
})

test('axe finds nothing on pages that show something else than usual', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await checkAll(page, states)
})

test('axe finds nothing in a dialog', async ({ page }) => {
  await visit(page, '/conferences?browse=topics&topics=Go')
  await checkAccessibility(page, { inBoth: true })
  await visit(page, conferencePath('Northern Query Days'))
  await page.getByRole('button', { name: 'Mira Example' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAccessibility(page, { inBoth: true })
})

test('no page scrolls sideways, from 320 to 2560 pixels', { tag: '@once' }, async ({ page }) => {
  const tooWide: string[] = []
  for (const path of [...paths, ...states]) {
    await page.goto(path)
    tooWide.push(...(await tooWideAt(page, widths)).map((width) => `${path} at ${width}`))
  }
  expect(tooWide).toEqual([])
})
