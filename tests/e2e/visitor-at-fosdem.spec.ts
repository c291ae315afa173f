// Covers: programme
import {
  checkAccessibility,
  expect,
  nextPaint,
  type Page,
  test,
  tooWideAt,
  visit,
  waitForHydration,
} from '#tests/support/journey.ts'
import { sampleAccount, signInFor } from '#tests/support/members.ts'
import { hasRealData, loadRealProgramme } from '#tests/support/real-data.ts'

test.use({
  siteOptions: {
    clock: '2026-01-31T13:12:00Z',
    prepare: async ({ db }) => {
      await loadRealProgramme(db, 'fosdem-2026')
    },
  },
})
// One site for all of the file: it is the largest.
test.skip(!hasRealData, 'the real programme of FOSDEM 2026 is not beside the project')

const path = '/conferences/fosdem-2026'
const title = 'Delegating SQL Parsing to PostgreSQL'
const lastWords = 'and they let you build on Postgres’s own knowledge instead of reinventing it.'

const hour = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

/** Elements that scroll by themselves, other than the page. */
const scrollersOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        return (
          (scrolls(overflowX) && element.scrollWidth > element.clientWidth) ||
          (scrolls(overflowY) && element.scrollHeight > element.clientHeight)
        )
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  )

test('a person opens the page at 14:12 and sees the first talk of the hour', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await page.goto(path)
  const current = hour(page, '14:00')
  const board = page.getByRole('region', { name: 'Now and next' })
  await expect(board.getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })
  await expect(current.getByText('Now ·').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Hours' }).locator('[aria-current]')).toContainText('14')
  await expect(page.getByText(/^\d+ talks ended$/)).toBeVisible()
  expect(await scrollersOf(page)).toEqual([])
  await checkAccessibility(page)
})

test('on a phone the first talk is on the first screen, and one press leads to what is on now', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(path)
  const board = page.getByRole('region', { name: 'Now and next' })
  const first = board.getByRole('link').first()
  expect((await first.boundingBox())!.y).toBeLessThanOrEqual(620)
  await page.getByRole('link', { name: 'On now' }).click()
  await expect(first).toBeInViewport({ ratio: 1 })
  expect((await first.boundingBox())!.y).toBeLessThan(250)
  await page.goto(`${path}?day=2026-02-01`)
  await expect(page.getByRole('link', { name: 'On now' })).toHaveCount(0)
})

test('earlier hours are folded, a link of the ruler opens them, and its hour stays below it', {
  tag: '@nightly',
}, async ({ page }) => {
  await visit(page, path)
  // A workshop of 10:30 still runs; of this hour all have ended.
  const eleven = hour(page, '11:00')
  await expect(eleven.getByRole('heading', { level: 3 })).toBeHidden()
  await page.getByRole('navigation', { name: 'Hours' }).getByRole('link', { name: /^11/ }).click()
  await expect(eleven.getByRole('heading', { level: 3 })).toBeInViewport()
  await expect(eleven.getByRole('heading', { level: 4 }).first()).toBeInViewport()
})

test('talks far below have their room before they are laid out, and an address or a reload finds its place', {
  tag: '@nightly',
}, async ({ page }) => {
  const day = `${path}?day=2026-02-01`
  const state = () =>
    page.evaluate(() => {
      const lines = [...document.querySelectorAll('.line')]
      const isLaidOut = (line?: Element) =>
        line?.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })
      return {
        height: document.documentElement.scrollHeight,
        isFirstLaidOut: isLaidOut(lines[0]),
        isLastLaidOut: isLaidOut(lines.at(-1)),
      }
    })
  await page.goto(day)
  await nextPaint(page)
  const untouched = await state()
  expect(untouched).toMatchObject({ isFirstLaidOut: true, isLastLaidOut: false })
  expect(
    await page.evaluate(() => (window as unknown as { find: (text: string) => boolean }).find('Closing')),
  ).toBe(true)
  await waitForHydration(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-untouched')
  const touched = await state()
  expect(touched.isLastLaidOut).toBe(true)
  expect(Math.abs(untouched.height / touched.height - 1)).toBeLessThan(0.05)

  const top = () =>
    page.evaluate(() => document.querySelector('#hour-15 + .line')!.getBoundingClientRect().top)
  await page.goto('about:blank')
  await page.goto(`${day}#hour-15`)
  await waitForHydration(page)
  await nextPaint(page)
  expect(await top()).toBeGreaterThan(0)
  await expect(hour(page, '15:00').getByRole('article').first()).toBeInViewport()
  const place = await top()
  await page.reload()
  await nextPaint(page)
  // Heights of what is not laid out yet are estimates, a few pixels off on a touch screen.
  await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(16)
})

test('what runs now and next is listed by room', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, path)
  const board = page.getByRole('region', { name: 'Now and next' })
  await board.getByText('23 more rooms').click()
  const row = board.getByRole('row').filter({ hasText: 'Janson' })
  await expect(row).toContainText('until 14:50')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('complementary', { name: 'When and where' })).toContainText('Janson')
})

test('a person finds a talk among 883 by words and reads it', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, path)
  const box = page.getByRole('searchbox', { name: 'Find a talk or speaker' })
  await box.fill('sql parsing')
  await box.press('Enter')
  await expect(page.getByText('1 talk found')).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(lastWords)).toBeVisible()
})

test('a person finds a talk by its speaker and meets them where the talk is', { tag: '@nightly' }, async ({
  page,
}) => {
  await visit(page, `${path}?day=2026-02-01&tracks=Main+Track`)
  await page.getByRole('button', { name: 'Claire Giordano' }).first().click()
  const popup = page.getByRole('dialog', { name: 'Claire Giordano' })
  await expect(popup).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(page.getByRole('button', { name: 'Claire Giordano' }).first()).toBeFocused()
})

test('a person chooses tracks, shares that, sees them as columns and takes one away', {
  tag: '@nightly',
}, async ({ page, isNarrow }) => {
  await visit(page, path)
  await page.getByRole('link', { name: 'Choose tracks and rooms' }).click()
  const index = page.getByRole('form', { name: 'Tracks and rooms' })
  await expect(index.getByRole('group', { name: /^Tracks/ }).getByRole('checkbox')).toHaveCount(33)
  for (const track of ['Databases', 'Security'])
    await index.getByLabel(track, { exact: false }).first().check()
  // At the end, where the bar with the button covers no checkbox.
  await page.getByRole('contentinfo').getByText('All rights reserved').scrollIntoViewIfNeeded()
  await checkAccessibility(page)
  await index.getByRole('button', { name: /^Show \d+ talks$/ }).click()
  await expect(page).toHaveURL(`${path}?tracks=Databases&tracks=Security`)
  await expect(page.getByText('2 of 33 tracks')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 of 33 tracks')).toBeVisible()
  if (!isNarrow) {
    await page.getByRole('list', { name: 'View' }).getByRole('link', { name: 'Columns' }).click()
    await expect(page.getByRole('columnheader')).toHaveText(['Time', 'Databases', 'Security'])
    expect(await scrollersOf(page)).toEqual([])
    await page.getByRole('list', { name: 'View' }).getByRole('link', { name: 'List' }).click()
  }
  await page
    .getByRole('link', { name: 'Databases : remove' })
    .or(page.getByRole('link', { name: 'Databases: remove' }))
    .click()
  await expect(page.getByText('1 of 33 tracks')).toBeVisible()
  await page.getByRole('link', { name: 'All talks' }).click()
  await expect(page.getByText('484 talks in 33 tracks')).toBeVisible()
})

test('a talk is found within the chosen tracks, and then in all', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, `${path}?tracks=Databases`)
  const box = page.getByRole('searchbox', { name: 'Find a talk or speaker' })
  await box.fill('postgres')
  await box.press('Enter')
  const summary = page.getByText(/^\d+ talks? found in Databases$/)
  await expect(summary).toBeVisible()
  await page.getByRole('link', { name: 'Find in all tracks and rooms' }).click()
  await expect(summary).toHaveCount(0)
  await expect(page.getByText(/talks found$/)).toBeVisible()
})

test('a member sees the own day beside the list', { tag: '@nightly' }, async ({ page, isNarrow }) => {
  test.skip(isNarrow, 'there is no room beside the list')
  await signInFor(page, sampleAccount('member'), path)
  const day = page.getByRole('complementary', { name: 'My day' })
  await expect(day).toContainText('No talks yet.')
  const talk = hour(page, '15:00').getByRole('article').first()
  const name = (await talk.getByRole('link').first().textContent()) ?? ''
  await talk.getByRole('button', { name: /^Plan to attend/ }).click()
  await expect(day.getByRole('link', { name })).toBeVisible()
  await page.mouse.wheel(0, 3000)
  await expect(day).toBeInViewport()
  // At the top, where no heading that stays covers a part of a row.
  await page.evaluate(() => scrollTo(0, 0))
  await checkAccessibility(page)
})

test('a talk of the member that ended is counted, an overlap is a number, and the next one stays at the bottom', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInFor(page, sampleAccount('owner'), path)
  await expect(page.getByRole('complementary', { name: 'My next talk' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Hours' }).getByRole('link', { name: /^11/ }).click()
  const plan = async (name: string, n: number) => {
    const talk = hour(page, name).getByRole('article').nth(n)
    const button = talk.locator('[aria-pressed]')
    const title = await talk.getByRole('link').first().textContent()
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    return { talk, title: title! }
  }
  const { talk: ended } = await plan('11:00', 0)
  await expect(ended.getByRole('button', { name: /^You were there: / })).toBeVisible()
  await expect(page.getByText(/^\d+ talks ended, 1 of yours$/)).toBeVisible()
  const { talk, title } = await plan('15:00', 0)
  const bar = page.getByRole('complementary', { name: 'My next talk' })
  await expect(bar).toContainText(/In 4[5-8] minutes/)
  await expect(bar.getByRole('link', { name: title })).toBeInViewport()
  await plan('15:00', 1)
  await plan('15:00', 2)
  await expect(talk).toContainText('Overlaps with 2 of your talks.')
  // Nothing lies over the list: the button says it, and the message is read out.
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Talk added to your schedule')
  await expect(message).toHaveRole('status')
  expect((await message.boundingBox())!.height).toBeLessThanOrEqual(1)
  await checkAccessibility(page)
  await bar.getByRole('link', { name: /^My 4 talks/ }).click()
  await expect(
    page.getByRole('region', { name: 'My Schedule' }).getByRole('heading').first(),
  ).toBeInViewport()
})

test('a member plans in the results of a search', { tag: '@nightly' }, async ({ page }) => {
  await signInFor(page, sampleAccount('admin'), `${path}?find=rust`)
  const results = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  await expect(results.first()).toContainText(/Sat Jan 31, 1[4-8]:/)
  await results
    .first()
    .getByRole('button', { name: /^Plan to attend: / })
    .click()
  await expect(results.first().getByRole('button', { name: /^Going: / })).toBeFocused()
  await expect(page).toHaveURL(`${path}?find=rust`)
})

test('a member goes back to the same place of a day', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await signInFor(page, sampleAccount('member'), `${path}?day=2026-02-01`)
  await waitForHydration(page)
  const lines = page.locator('.line')
  const all = await lines.count()
  const talk = hour(page, '13:00').getByRole('article').nth(9).getByRole('link').first()
  await talk.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  await talk.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('FOSDEM 2026')
  await page.goBack()
  await expect(lines).toHaveCount(all)
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(2)
  await expect(talk).toBeInViewport()
})

test('the last choice of tracks is offered again', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, `${path}?tracks=Databases&tracks=Security`)
  await page.getByRole('link', { name: 'All talks' }).click()
  await expect(page.getByRole('link', { name: 'Your last choice: Databases, Security' })).toBeVisible()
})

test('an address with one track from before still shows it', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await page.goto(`${path}?track=Databases`)
  await expect(page.getByText('1 of 33 tracks')).toBeVisible()
  // Ten of them in earlier hours, which are folded.
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(22)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('tracks are chosen and hours reached', { tag: ['@once', '@nightly'] }, async ({ page }) => {
    await page.goto(`${path}?day=2026-02-01`)
    await page.getByRole('link', { name: 'Choose tracks and rooms' }).click()
    await page.getByRole('form', { name: 'Tracks and rooms' }).getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Show all talks' }).click()
    await expect(page).toHaveURL(/\?day=2026-02-01&tracks=/)
    await expect(page.getByText(/^1 of \d+ tracks/)).toBeVisible()
    await page.getByRole('navigation', { name: 'Hours' }).getByRole('link').last().click()
    await expect(page.getByRole('heading', { level: 3 }).last()).toBeInViewport()
  })
})

test('the page of a large programme weighs less than 150 kB', { tag: ['@once', '@nightly'] }, async ({
  request,
}) => {
  for (const day of ['', '?day=2026-02-01']) {
    const get = () => request.get(path + day, { headers: { 'accept-encoding': 'br' } })
    await get()
    const headers = (await get()).headers()
    expect(headers['content-encoding']).toBe('br')
    expect(Number(headers['content-length'])).toBeGreaterThan(10_000)
    expect(Number(headers['content-length'])).toBeLessThan(150_000)
  }
})

test('a large programme does not scroll sideways', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await page.goto(path)
  expect(await tooWideAt(page, [320, 375, 1280, 2560])).toEqual([])
})
