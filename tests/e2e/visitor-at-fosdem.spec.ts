import { expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { hasRealData, loadRealProgramme } from '#tests/support/real-data.ts'

test.use({
  siteOptions: {
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

/** Whether an element's beginning is on the screen and nothing covers it, as the tracks' names could. */
function isInSight(element: Element): boolean {
  const { left, top } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 4, top + 4))
}

test('a person finds a talk among 883 by words and lands on it opened', async ({ page }) => {
  await visit(page, path)
  const box = page.getByRole('searchbox', { name: 'Find a talk or speaker' })
  await box.fill('sql parsing')
  await box.press('Enter')
  await expect(page.getByText('1 talk found')).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  const talk = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await expect.poll(() => talk.getByRole('heading').evaluate(isInSight)).toBe(true)
  await expect(talk.getByText(lastWords)).toBeVisible()
  await expect(page).toHaveURL(/\?day=2026-01-31&track=Databases&talk=/)
})

test('a person finds a talk by its speaker and meets them where the talk is', { tag: '@wide' }, async ({
  page,
}) => {
  await visit(page, `${path}?find=claire+giordano`)
  await page.getByRole('link', { name: 'Building the next generation of open source contributors' }).click()
  await page.getByRole('button', { name: 'Claire Giordano' }).first().click()
  const popup = page.getByRole('dialog', { name: 'Claire Giordano' })
  await expect(popup).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(page.getByRole('button', { name: 'Claire Giordano' }).first()).toBeFocused()
})

test('33 tracks are chosen one at a time on a narrow screen, and scroll in a frame on a wide one', async ({
  page,
  isNarrow,
}) => {
  await visit(page, path)
  if (isNarrow) {
    const track = page.getByRole('combobox', { name: 'Track' })
    await expect(track.getByRole('option')).toHaveCount(33)
    await track.selectOption('Databases')
    await expect(page).toHaveURL(`${path}?track=Databases`)
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
    return
  }
  const frame = page.getByRole('group', { name: 'Schedule, scrolls horizontally' })
  await expect(frame.getByRole('columnheader')).toHaveCount(1 + 33)
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await expect(frame.getByRole('rowheader').first()).toBeInViewport()
})

test('the page of a large programme weighs less than 150 kB', { tag: '@once' }, async ({ request }) => {
  for (const day of ['', '?day=2026-02-01']) {
    const get = () => request.get(path + day, { headers: { 'accept-encoding': 'br' } })
    await get()
    const headers = (await get()).headers()
    expect(headers['content-encoding']).toBe('br')
    expect(Number(headers['content-length'])).toBeGreaterThan(10_000)
    expect(Number(headers['content-length'])).toBeLessThan(150_000)
  }
})

test('a large programme scrolls sideways in its frame alone', { tag: '@once' }, async ({ page }) => {
  await page.goto(path)
  expect(await tooWideAt(page, [320, 375, 1280, 2560])).toEqual([])
})
