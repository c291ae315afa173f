// Covers: site, programme
import { expect, type Page, test } from '#tests/support/journey.ts'
import { sampleAccount, signInByApi } from '#tests/support/members.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'

// Text of twice the size on a phone, and on a laptop the header and the title: no word is parted, and the header leaves
// two thirds of the screen.

const widths = [375, 1280]

/** Words of headings, links and buttons that stand in two lines. Chinese and Japanese go on in the next line anywhere. */
const partedWords = (page: Page, width: number) =>
  page.evaluate((isPhone) => {
    const parted: string[] = []
    const selector = isPhone ? ':is(h1, h2, h3, h4, header a, button)' : ':is(h1, header a, header button)'
    for (const element of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only')) continue
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) continue
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) parted.push(word)
        }
      }
    }
    return parted
  }, width < 768)

async function expectReadable(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 812 })
    const header = await page.getByRole('banner').boundingBox()
    const isHeaderSmall = header!.height <= 812 / 3
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect
      .soft({ path, parted: await partedWords(page, width), isHeaderSmall, scrollWidth })
      .toEqual({ path, parted: [], isHeaderSmall: true, scrollWidth: width })
  }
}

test('a visitor reads text of twice the size', { tag: '@once' }, async ({ page }) => {
  for (const path of ['/', '/conferences', '/speakers', '/topics', conferencePath('Northern Query Days')])
    await expectReadable(page, path)
})

test('a member reads text of twice the size', { tag: '@once' }, async ({ page }) => {
  await signInByApi(page.request, sampleAccount('member'))
  for (const path of ['/dashboard', conferencePath('Northern Query Days')]) await expectReadable(page, path)
})
