// Covers: feeds
import ical from 'ical.js'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { sampleAccount, signInFor } from '#tests/support/members.ts'
import { conferencePath, isPast, sample } from '#tests/support/sample-facts.ts'

// A site of its own: a member makes an address.
test.use({ siteOptions: { sample: true } })

const conference = 'Northern Query Days'

/** The names of what a calendar holds, asked for without a session. */
async function titlesOf(page: Page, path: string): Promise<string[]> {
  const answer = await fetch(new URL(path, page.url()))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return new ical.Component(ical.parse(await answer.text()))
    .getAllSubcomponents('vevent')
    .map((entry) => String(entry.getFirstPropertyValue('summary')))
}

test('a visitor takes conferences about a topic along in a calendar', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/conferences?topics=Go')
  await page.getByRole('button', { name: 'Subscribe' }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  const address = await sheet.getByRole('textbox', { name: 'The address' }).inputValue()
  await sheet.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const webcal = address.replace(/^http:/, 'webcal:')
  const { pathname, search } = new URL(address)
  const hrefOf = (name: string) => sheet.getByRole('link', { name }).getAttribute('href')
  expect(await hrefOf('Apple Calendar')).toBe(webcal)
  expect(new URL((await hrefOf('Google Calendar'))!).searchParams.get('cid')).toBe(webcal)
  expect(new URL((await hrefOf('Outlook'))!).searchParams.get('url')).toBe(address)
  expect(await hrefOf('Download the file')).toBe(pathname + search)
  const about = sample.filter((event) => event.tags.includes('Go') && !isPast(event)).map(({ name }) => name)
  expect((await titlesOf(page, pathname + search)).sort()).toEqual(about.sort())
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a visitor takes the programme of a conference and one talk of it', async ({ page }) => {
  await visit(page, conferencePath(conference))
  const fileOf = async () => {
    await page.getByRole('button', { name: 'Add to calendar' }).first().click()
    return (await page
      .getByRole('dialog')
      .getByRole('link', { name: 'Download the file' })
      .getAttribute('href'))!
  }
  const all = await titlesOf(page, await fileOf())
  const once = (name: string) =>
    page.getByRole('dialog').getByRole('link', { name, exact: false }).first().getAttribute('href')
  expect(await titlesOf(page, (await once('Apple and others'))!)).toEqual([conference])
  expect(new URL((await once('Google'))!).searchParams.get('text')).toBe(conference)
  expect(new URL((await once('Outlook.com'))!).searchParams.get('subject')).toBe(conference)
  await page.keyboard.press('Escape')
  await page.goto(`${conferencePath(conference)}/talks/1`)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  expect(all).toContain(title)
  expect(await titlesOf(page, await fileOf())).toEqual([title])
})

test('a member has a calendar of their own, and revokes it', async ({ page }) => {
  await signInFor(page, sampleAccount('gus.guest'), '/account/settings')
  await page.getByRole('button', { name: 'New address for my conferences' }).click()
  const calendars = page.getByRole('list', { name: 'Private calendars' })
  await calendars.getByRole('button', { name: 'Subscribe' }).click()
  const address = await page.getByRole('textbox', { name: 'The address' }).inputValue()
  const { pathname } = new URL(address)
  await titlesOf(page, pathname)
  await page.keyboard.press('Escape')
  await page.reload()
  await visit(page, '/account/settings')
  await calendars.getByRole('button', { name: /^Revoke/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Revoke/ })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await titlesOf(page, pathname)
  await calendars.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByRole('button', { name: 'Revoke the address' }).click()
  await expect(calendars.getByRole('listitem')).toHaveCount(0)
  expect((await fetch(address)).status).toBe(404)
})
