// Covers: find
import type { Request } from '@playwright/test'
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
import { conferencePath } from '#tests/support/sample-facts.ts'

const menu = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })
const field = (page: Page) => menu(page).getByRole('combobox', { name: 'Search everything' })
const option = (page: Page, name: string | RegExp) => menu(page).getByRole('option', { name })
const chosen = (page: Page) => menu(page).getByRole('option', { selected: true })

test('the keys open the menu, also when they are the first sign of somebody', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(menu(page).getByText('Small typos are fine')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await page.keyboard.press('Meta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Meta+k')
  await expect(menu(page)).toBeHidden()
})

for (const isThere of [false, true])
  test(`letters typed ${isThere ? 'before the menu' : 'before any script'} is there stand in its field`, {
    tag: ['@once', '@nightly'],
  }, async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await new Promise((wait) => setTimeout(wait, 300))
      await route.continue()
    })
    await (isThere ? visit(page, '/speakers') : page.goto('/speakers'))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Oslo b', { delay: 120 })
    await expect(field(page)).toHaveValue('Oslo b')
    await page.keyboard.type('ay')
    await expect(field(page)).toHaveValue('Oslo bay')
  })

test('the menu comes when it is asked for, not with the page', { tag: '@once' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await visit(page, '/')
  const scripts = () => requests.filter((url) => url.endsWith('.js')).length
  const ofPage = scripts()
  await page.keyboard.press('Control+k')
  await expect(menu(page)).toBeVisible()
  expect(scripts()).toBeGreaterThan(ofPage)
})

test('a visitor finds a city with one letter wrong, and goes there by keyboard', async ({ page }) => {
  await visit(page, '/speakers')
  const button = page.getByRole('button', { name: 'Search everything' })
  await button.click()
  await field(page).pressSequentially('bregen')
  await expect(menu(page).getByText('No exact matches for “bregen”.')).toBeVisible()
  const places = menu(page).getByRole('group', { name: 'Places' })
  await expect(places.getByRole('option')).toHaveText(['BergenNorway'])
  await expect(menu(page).getByRole('group', { name: 'Events' }).getByRole('option').first()).toContainText(
    'Northern Query Days',
  )
  await expect(menu(page).getByRole('status')).toHaveText(/^\d+ results$/)
  await expect(chosen(page)).toHaveCount(0)
  await checkAccessibility(page)

  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('Search conferences for “bregen”')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('BergenNorway')
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('Northern Query Days')

  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await field(page).fill('bergen')
  await expect(option(page, 'Bergen Norway')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cities/Bergen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferences in Bergen')
  await expect(menu(page)).toBeHidden()
})

test('a talk opens on its page', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, '/')
  await page.keyboard.press('Control+k')
  await field(page).fill('night desk platform')
  await option(page, /^The night desk/)
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`${conferencePath('Northern Query Days')}/talks/\\d+$`))
  await expect(menu(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The night desk')
})

test('Enter on nothing chosen searches the directory', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, '/')
  await page.keyboard.press('Control+k')
  await field(page).fill('   ')
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeVisible()
  await field(page).fill('query days')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/conferences?search=query+days')
  await expect(menu(page)).toBeHidden()
})

test('what nobody has leads on to the directory', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, '/')
  await page.keyboard.press('Control+k')
  await field(page).fill('xqzw%_')
  await expect(menu(page).getByText('No results for “xqzw%_”.')).toBeVisible()
  await expect(menu(page).getByRole('option')).toHaveText(['Search conferences for “xqzw%_”'])
})

test('an answer that comes late does not take the place of a newer one', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await visit(page, '/')
  const late: Request[] = []
  const newer = Promise.withResolvers<void>()
  await page.route('**/api/rpc/find/everything*', async (route) => {
    const request = `${route.request().url()} ${route.request().postData()}`
    if (request.includes('oslo')) {
      late.push(route.request())
      await newer.promise
    }
    await route.continue().catch(() => {})
  })
  await page.keyboard.press('Control+k')
  const request = page.waitForRequest(/rpc\/find\/everything/)
  await field(page).fill('oslo')
  await request
  await field(page).fill('bergen')
  await expect(option(page, 'Bergen Norway')).toBeVisible()
  newer.resolve()
  expect(late).toHaveLength(1)
  await late[0]!.response()
  await nextPaint(page)
  await expect(option(page, 'Bergen Norway')).toBeVisible()
})

test('the menu and its button fit the narrowest screens', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/')
  expect(await tooWideAt(page, [320, 375, 640, 768, 1024])).toEqual([])
  await page.setViewportSize({ width: 320, height: 600 })
  await page.keyboard.press('Control+k')
  await field(page).fill('far north')
  await expect(option(page, /Far North/)).toBeVisible()
  expect(await tooWideAt(page, [320])).toEqual([])
})

test.describe('where the search is refused', () => {
  test.use({ refusals: [429] })
  test('the menu says so, and tries again', { tag: ['@once', '@nightly'] }, async ({ page }) => {
    await visit(page, '/')
    const message = 'Too many requests. Please wait a moment.'
    const json = { defined: false, code: 'TOO_MANY_REQUESTS', status: 429, message }
    await page.route('**/api/rpc/find/**', (route) => route.fulfill({ status: 429, json: { json } }))
    await page.keyboard.press('Control+k')
    await field(page).fill('bergen')
    await expect(menu(page).getByRole('alert')).toContainText(message)
    await page.unrouteAll()
    await menu(page).getByRole('button', { name: 'Try again' }).click()
    await expect(option(page, 'Bergen Norway')).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the button leads to the directory', { tag: '@once' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Search everything' }).click()
    await expect(page).toHaveURL(/\/conferences\??$/)
  })
})

test('a tap on the button is kept until the menu is there', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/topics')
  await page.evaluate(() => (document.getElementById('find') as HTMLFormElement).requestSubmit())
  await waitForHydration(page)
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveURL('/topics')
})
