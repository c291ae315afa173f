// Covers: attendance, announcements, programme, feeds
import type { APIRequestContext, Browser } from '@playwright/test'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi, signInFor } from '#tests/support/members.ts'

const ann = member('Ann Arrives')
const ben = member('Ben Begins')
const oda = member('Oda Organises')
const path = '/conferences/hall-days'
const bare = '/conferences/bare-days'
const past = '/conferences/past-days'

test.use({
  refusals: [404, 429],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const [annRow, benRow, owner] = await makePeople(db, [ann, ben, oda])
      const hall = { name: 'Hall Days', slug: 'hall-days', start_date: '2031-05-06', end_date: '2031-05-07' }
      const event = await makeEvent(db, { ...hall, owner })
      const bareEvent = await makeEvent(db, {
        name: 'Bare Days',
        slug: 'bare-days',
        start_date: '2031-04-02',
      })
      const pastEvent = await makeEvent(db, {
        name: 'Past Days',
        slug: 'past-days',
        start_date: '2024-05-06',
      })
      for (const person of [annRow!, benRow!]) {
        await attend(db, person, pastEvent)
        await attend(db, person, event)
      }
      await attend(db, benRow!, bareEvent)
      await makeTalk(db, { event, title: 'On doors', date: '2031-05-06', start_time: '10:00' })
    },
  },
})

async function openAs(browser: Browser, baseURL: string, account: typeof ann | null) {
  const context = await browser.newContext({ baseURL })
  if (account) await signInByApi(context.request, account)
  return context.newPage()
}

const textOf = async (request: APIRequestContext, address: string) => (await request.get(address)).text()
const whoGoes = (page: Page) => page.getByRole('region', { name: 'Who goes' })

test('two members find each other', async ({ page, browser, baseURL }) => {
  await signInFor(page, ann, bare)
  await expect(whoGoes(page)).toContainText('Ben Begins.')
  await page.getByRole('button', { name: "I'm Going" }).click()
  await expect(whoGoes(page)).toContainText('Ben Begins and Ann Arrives.')
  await checkAccessibility(page)

  await whoGoes(page).getByRole('link', { name: 'All 2' }).click()
  const met = page.getByRole('region', { name: 'Met before' })
  await expect(met).toContainText('You both: Hall Days, Past Days')
  await met.getByRole('button', { name: 'Follow Ben Begins' }).click()
  await expect(page.getByRole('region', { name: 'People you follow' })).toContainText('Ben Begins')

  await page.getByRole('link', { name: 'Ben Begins' }).click()
  await page.getByRole('link', { name: /^Going/ }).click()
  await expect(page.getByRole('main')).toContainText('You go, too')
  await visit(page, bare)
  await expect(whoGoes(page)).toContainText('Ben Begins, whom you follow, and 1 more.')
  await visit(page, '/dashboard')
  await expect(page.getByRole('region', { name: "Conferences I'm Attending" })).toContainText(
    'Ben Begins goes, too',
  )
  expect(await tooWideAt(page, [320, 375])).toEqual([])

  const other = await openAs(browser, baseURL!, ben)
  await visit(other, `${bare}?tab=attendees`)
  await expect(other.getByRole('region', { name: 'Met before' })).toContainText('Ann Arrives')
  await other.context().close()
  // As it was, for whoever runs next.
  await visit(page, bare)
  await page.getByRole('button', { name: "You're attending" }).click()
  await expect(page.getByRole('button', { name: "I'm Going" })).toBeVisible()
})

test('one goes unlisted and disappears everywhere', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  await signInFor(page, ben, `${bare}?tab=attendees`)
  const visitor = await openAs(browser, baseURL!, null)
  const annPage = await openAs(browser, baseURL!, ann)
  await annPage.goto(bare)
  const event: { id: string } = JSON.parse(await textOf(visitor.request, '/api/v1/events/bare-days'))
  const profile = await annPage.getByRole('link', { name: 'Ben Begins' }).getAttribute('href')
  const countLeaks = async () => {
    const addresses = [
      ...[bare, `${bare}?tab=attendees`, `/api/v1/events/${event.id}/attendees`],
      ...[`/api/v1/events/${event.id}/attendees/first`, `${bare}/feed.ics`, `${bare}/feed.json`],
    ]
    const leaks: string[] = []
    for (const { request } of [visitor, annPage]) {
      for (const address of addresses)
        if ((await textOf(request, address)).includes('Ben Begins')) leaks.push(address)
      const pages = [
        profile!,
        `${profile}?tab=attended`,
        `/api/v1${profile!.replace('/u/', '/people/')}/attended`,
      ]
      for (const address of pages)
        if ((await textOf(request, address)).includes('Bare Days')) leaks.push(address)
    }
    return new Set(leaks).size
  }
  expect(await countLeaks()).toBeGreaterThanOrEqual(5)

  await page.getByRole('radio', { name: 'Unlisted' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectMessage(page, 'Saved')
  expect(await countLeaks()).toBe(0)
  await visit(visitor, bare)
  await expect(whoGoes(visitor)).toContainText('1 person, without a name here.')
  await visit(annPage, bare)
  await expect(whoGoes(annPage)).toContainText('1 person, unlisted.')
  // At other conferences Ben is as before.
  await visit(visitor, `${past}?tab=attendees`)
  await expect(visitor.getByRole('link', { name: 'Ben Begins' })).toBeVisible()

  await page.getByRole('radio', { name: 'With my name' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(countLeaks).toBeGreaterThanOrEqual(5)
  await visitor.context().close()
  await annPage.context().close()
})

test('a visitor opens a shared plan, until it is no longer shared', async ({ page, browser, baseURL }) => {
  await signInFor(page, ann, path)
  await page.getByRole('button', { name: 'Plan to attend: On doors' }).click()
  await page.getByRole('link', { name: 'My Schedule' }).click()
  await page.getByRole('button', { name: 'Share my plan' }).click()
  const address = await page.getByRole('link', { name: 'See it as others do' }).getAttribute('href')
  const visitor = await openAs(browser, baseURL!, null)
  await visit(visitor, address!)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ann Arrives at Hall Days')
  await expect(visitor.getByRole('region', { name: 'Planned' })).toContainText('On doors')
  await checkAccessibility(visitor)
  expect(await tooWideAt(visitor, [320, 375])).toEqual([])
  expect(await textOf(visitor.request, `${address}.ics`)).toContain('SUMMARY:On doors')

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expectMessage(page, 'The link no longer works.')
  expect(await visit(visitor, address!)).toBe(404)
  await expect(visitor.getByText('This plan is not shared any more')).toBeVisible()
  expect((await visitor.request.get(`${address}.ics`)).status()).toBe(404)
  await visitor.context().close()
  await page.getByRole('link', { name: 'Information' }).click()
  await page.getByRole('button', { name: 'Going: On doors' }).click()
  await expect(page.getByRole('button', { name: 'Plan to attend: On doors' })).toBeVisible()
})

test('an announcement arrives once', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  await signInFor(page, oda, path)
  const writeToAttendees = async () => {
    await page.getByRole('link', { name: 'Write to attendees' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Doors open at nine.')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send to 2 people' }).dblclick()
  }
  await writeToAttendees()
  await expectMessage(page, 'Announcement sent')
  await writeToAttendees()
  await expect(page.getByRole('alert')).toHaveText(
    'A conference has one announcement a day. Please try again tomorrow.',
  )

  const attendee = await openAs(browser, baseURL!, ann)
  await visit(attendee, '/notifications')
  await expect(attendee.getByText('Hall Days: Doors open at nine.')).toHaveCount(1)
  await visit(attendee, path)
  await expect(attendee.getByRole('region', { name: 'Announcements' })).toContainText('Doors open at nine.')
  const mails = async () => {
    const all: { to: string; text: string }[] = JSON.parse(await textOf(page.request, '/dev/mailbox.json'))
    return all.filter(({ text }) => text.includes('Doors open at nine.')).map(({ to }) => to)
  }
  await expect.poll(async () => (await mails()).sort()).toEqual([ann.email, ben.email].sort())
  await attendee.context().close()
})
