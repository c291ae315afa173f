// Covers: site, directory, event-page, calls, series, places, topics, speakers
import { expect, type Page, test } from '#tests/support/journey.ts'
import { sampleAccount, signInByApi } from '#tests/support/members.ts'
import { conferencePath, seriesPath } from '#tests/support/sample-facts.ts'

// The first screen of twelve pages, in figures: results come first, and no page collects frames again.

/** What a list has first; on the page of a series a link to an edition, on the dashboard what comes next. */
const firstResult =
  'main :is(article, li:has(> div > a[href^="/series/"]), [aria-labelledby="next"]), main:not(:has(article)) [href^="/conferences/"]:not([href$="/new"])'

/** Where the first result begins, in pixels; the links, the controls and the words in sight; the height of the header. */
const measure = (page: Page) =>
  page.evaluate((selector) => {
    const isInSight = ({ width, height, top, bottom, left }: DOMRect) =>
      width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth
    const countOf = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && isInSight(element.getBoundingClientRect()),
      ).length
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let words = 0
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!
      range.selectNodeContents(node)
      if (
        parent.checkVisibility({ visibilityProperty: true }) &&
        !parent.closest('script, style, option, .sr-only') &&
        isInSight(range.getBoundingClientRect())
      )
        words += node.textContent!.split(/\s+/).filter(Boolean).length
    }
    const first = [...document.querySelectorAll(selector)].find(
      (element) => element.getClientRects().length > 0,
    )
    return {
      y: Math.round(first?.getBoundingClientRect().top ?? 0),
      links: countOf('a[href]'),
      controls: countOf('button, input, select, summary'),
      words,
      header: Math.round(document.querySelector('header')!.getBoundingClientRect().height),
    }
  }, firstResult)

const pages = {
  home: '/',
  directory: '/conferences',
  search: '/conferences?search=days',
  topic: '/topics/Databases',
  city: '/cities/Bergen',
  country: '/countries/Norway',
  'list of series': '/series',
  series: seriesPath('Script & Serif'),
  calls: '/cfp',
  speakers: '/speakers',
  'with a programme': conferencePath('Northern Query Days'),
  'without one': conferencePath('Small Screens'),
}
const sizes = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
] as const

/**
 * Of the sample, before results came first (without the posters of the directory) and now: where the first result begins, links, controls, words. A page may grow
 * by what a longer name needs, and no further.
 */
const figures = `
  home             | 337 36 5 150 > 298 37 2 143 | 778 12 4 58 > 250 25 1 76   | 441 26 2 186 > 397 27 2 148  | 651 19 1 76 > 491 25 1 81
  directory        | 557 34 8 121 > 307 50 5 111 | 654 25 5 66 > 274 43 4 86   | 605 34 8 121 > 307 52 5 114  | 706 27 5 71 > 279 47 4 92
  search           | 406 18 8 76 > 269 19 5 44   | 563 14 5 53 > 274 24 4 57   | 454 20 8 79 > 269 26 5 55    | 615 16 5 58 > 279 28 4 63
  topic            | 603 53 3 209 > 273 47 3 161 | 742 32 2 89 > 235 34 2 101  | 620 48 4 193 > 273 48 4 162  | 733 29 3 81 > 271 36 3 86
  city             | 503 32 3 110 > 249 16 3 48  | 618 29 2 75 > 186 16 2 47   | 464 29 4 102 > 249 17 4 49   | 553 26 3 67 > 215 19 3 49
  country          | 567 41 3 141 > 249 27 3 67  | 682 33 2 88 > 215 25 2 55   | 528 38 4 133 > 249 28 4 68   | 673 30 3 80 > 222 28 3 58
  list of series   | 250 23 4 104 > 218 20 4 87  | 321 12 3 70 > 165 14 3 76   | 250 24 4 106 > 218 21 4 87   | 317 13 3 72 > 165 17 3 78
  series           | 751 18 3 132 > 325 15 3 133 | 958 14 2 68 > 282 13 2 94   | 713 15 4 137 > 325 16 4 134  | 893 12 3 66 > 282 16 3 97
  calls            | 281 28 6 234 > 265 16 3 231 | 438 13 3 117 > 198 13 2 120 | 281 30 10 270 > 265 18 9 239 | 484 15 4 112 > 198 17 4 126
  speakers         | 325 59 4 185 > 293 56 3 249 | 392 21 3 73 > 268 23 2 77   | 325 61 4 189 > 293 58 3 251  | 444 23 3 77 > 268 27 2 81
  with a programme | - 20 5 152 > - 27 9 242     | - 20 4 150 > - 15 4 125     | - 21 7 156 > - 29 9 238      | - 21 6 154 > - 19 6 130
  without one      | - 24 5 134 > - 32 5 156     | - 18 4 94 > - 19 4 92       | - 26 8 144 > - 34 7 163      | - 20 6 105 > - 22 6 97
`
const [maxY, maxHeader] = [
  { 1280: 330, 375: 280 },
  { 1280: 66, 375: 52 },
]

test('results come first, and no page collects frames again', { tag: '@once' }, async ({ page }) => {
  test.slow()
  const now = new Map(
    figures
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.split('>').at(-1)!.trim()))
      .map(([name, ...cells]) => [name, cells.map((cell) => cell.split(' ').map(Number))]),
  )
  const misfits: string[] = []
  for (const [index, who] of ['visitor', 'member'].entries()) {
    if (who === 'member') await signInByApi(page.request, sampleAccount('member'))
    for (const [column, size] of sizes.entries()) {
      await page.setViewportSize(size)
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path)
        // Posters are laid out after the first paint.
        await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
        const { y, header, ...counts } = await measure(page)
        const [listedY = 0, ...most] = now.get(name)![2 * index + column]!
        const isTooMuch = Object.values(counts).some((count, part) => count > most[part]! * 1.25 + 4)
        const isTooLow = listedY > 0 && y > maxY[size.width]
        if (isTooMuch || isTooLow || header > maxHeader[size.width])
          misfits.push(`${name}, ${who}, ${size.width}: ${[y, ...Object.values(counts), header].join(' ')}`)
      }
    }
  }
  expect(misfits).toEqual([])
})
