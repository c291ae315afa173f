// Covers: events, programme
import { expect, type Page, tabTo, test, visit } from '#tests/support/journey.ts'
import { sampleAccount, signInFor } from '#tests/support/members.ts'
import { conferencePath, isUpcoming, sample } from '#tests/support/sample-facts.ts'

const focused = (page: Page) => page.locator(':focus')

/** What the tab key comes by, in order: each thing's name, as far as `until`. */
async function tabbedThrough(page: Page, until: string): Promise<string[]> {
  const names: string[] = []
  while (names.at(-1) !== until && names.length < 60) {
    await page.keyboard.press('Tab')
    names.push(
      await focused(page).evaluate(
        (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
      ),
    )
  }
  return names
}

/** Presses tab until what has the focus is `name`. */
const tabToFirst = (page: Page, role: 'link' | 'button' | 'checkbox' | 'searchbox', name: string | RegExp) =>
  tabTo(page, page.getByRole(role, { name, exact: true }).first())

test('the first tab leads past the header', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/conferences')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Subscribe' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
})

test('the tab key goes through a page in the order in which it is read', { tag: '@nightly' }, async ({
  page,
  isNarrow,
}) => {
  await visit(page, '/')
  const header = isNarrow
    ? ['Hallway', 'Speakers', 'Topics']
    : [
        'Hallway',
        'Conferences',
        'Speakers',
        'Topics',
        'Places',
        'Calls',
        'Search conferences',
        'Search everything Ctrl K',
        'Sign in',
      ]
  const first = sample.find(isUpcoming)!.name
  expect(await tabbedThrough(page, first)).toEqual(['Skip to content', ...header, first])
})

test('whatever has the focus shows it', { tag: '@once' }, async ({ page }) => {
  await visit(page, conferencePath('Northern Query Days'))
  const unmarked: string[] = []
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const { name, outline } = await focused(page).evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return { name: element.textContent, outline: `${outlineStyle} ${outlineWidth}` }
    })
    if (outline !== 'solid 2px') unmarked.push(`${name}: ${outline}`)
  }
  expect(unmarked).toEqual([])
})

test('the topics are chosen by keyboard, and the focus comes back', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/conferences')
  await tabToFirst(page, 'link', 'Browse Topics')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter by Topics' })
  await expect(dialog).toBeVisible()
  await tabToFirst(page, 'checkbox', /^Compilers/)
  await page.keyboard.press('Space')
  await expect(dialog.getByText('Clear all (1)')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/conferences?topics=Compilers')
  await expect(page.getByRole('link', { name: 'Browse Topics' })).toBeFocused()
})

test('the focus stays in a dialog until Escape', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, conferencePath('Northern Query Days'))
  await tabToFirst(page, 'button', 'Mira Example')
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'Mira Example' })
  await expect(popup).toBeVisible()
  const inside = popup.locator(':focus')
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    // Between its last and its first element the focus may pass the browser's own bar, never the page behind.
    const isBehind = await page.evaluate(() => {
      const { activeElement, body } = document
      return activeElement !== body && !activeElement?.closest('dialog')
    })
    expect(isBehind).toBe(false)
  }
  await popup.getByRole('button', { name: 'Close' }).focus()
  await expect(inside).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mira Example' }).first()).toBeFocused()
})

test('a visitor finds a talk with the keyboard alone', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, '/')
  await tabToFirst(page, 'link', 'Northern Query Days')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Query Days')
  await tabToFirst(page, 'searchbox', 'Find a talk or speaker')
  await page.keyboard.type('flame graph')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 talk found')).toBeVisible()
  await tabToFirst(page, 'link', 'The flame graph is not the territory')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The flame graph is not the territory')
})

test('a new page begins at its top, for a member in the page itself', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  const explore = async () => {
    await page.getByRole('link', { name: 'Conferences', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences and events worldwide')
  }
  await visit(page, '/')
  await explore()
  await page.keyboard.press('Tab')
  await expect(focused(page)).toHaveText('Skip to content')
  await signInFor(page, sampleAccount('member'), '/notifications')
  await explore()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the page of a talk that was looked for begins at its top', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await visit(page, `${conferencePath('Northern Query Days')}?find=flame`)
  await page.getByRole('link', { name: 'The flame graph is not the territory' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The flame graph is not the territory')
  await page.keyboard.press('Tab')
  await expect(focused(page)).toHaveText('Skip to content')
})

test('what the tab key reaches is not covered by what stays at the top', { tag: '@once' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 500 })
  await visit(page, '/conferences')
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Shift+Tab')
    const [name, isSeen] = await page.evaluate(() => {
      const focused = document.activeElement!
      const { left, top, width, height } = focused.getBoundingClientRect()
      const hitElement = document.elementFromPoint(
        left + Math.min(width, 20) / 2,
        top + Math.min(height, 20) / 2,
      )
      return [focused.outerHTML, focused.contains(hitElement)]
    })
    expect([name, isSeen]).toEqual([name, true])
  }
})
