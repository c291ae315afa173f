// Covers: site
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'
import { pages, states } from './every-page.ts'

const paths = pages.map(({ path }) => path)
const widths = [320, 375, 1280, 2560]

async function checkAll(page: Page, list: string[]) {
  test.slow()
  const tooWide: string[] = []
  const replaced: string[] = []
  await page.addInitScript(keepFields)
  for (const path of list) {
    await visit(page, path)
    await checkAccessibility(page, { inBoth: true })
    replaced.push(...(await page.evaluate(() => missingFields())).map((field) => `${path}: ${field}`))
    tooWide.push(...(await tooWideAt(page, widths)).map((width) => `${path} at ${width}`))
  }
  expect(tooWide).toEqual([])
  expect(replaced).toEqual([])
}

declare function missingFields(): string[]

/** A field of the answer that hydration replaced has lost what a person typed into it meanwhile. */
function keepFields() {
  let fields: Element[] = []
  // Interactive: before the deferred scripts run.
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive')
      fields = [...document.querySelectorAll('main :is(input, select, textarea)')]
  })
  Object.assign(window, {
    missingFields: () => fields.filter((field) => !field.isConnected).map((field) => field.outerHTML),
  })
}

test('axe finds nothing on any page, and none scrolls sideways from 320 to 2560 pixels', async ({ page }) => {
  await checkAll(page, paths)
})

test('the same in states that look different', { tag: ['@once', '@nightly'] }, async ({ page }) => {
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

test('nothing scrolls sideways where text is twice as large', { tag: '@once' }, async ({ page }) => {
  const tooWide: string[] = []
  for (const path of [...paths, ...states]) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    tooWide.push(...(await tooWideAt(page, [375, 1280])).map((width) => `${path} at ${width}`))
  }
  expect(tooWide).toEqual([])
})

test('no state scrolls sideways', { tag: '@once' }, async ({ page }) => {
  const tooWide: string[] = []
  for (const path of states) {
    await page.goto(path)
    if ((await tooWideAt(page, [320])).length > 0) tooWide.push(path)
  }
  expect(tooWide).toEqual([])
})
