// Covers: coverage, digests, topics, events, administration
import { sql } from 'drizzle-orm'
import { suspend } from '#features/administration/suspensions.server.ts'
import { talkPath } from '#features/programme/talk-link.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeReport } from '#tests/support/factories/reports.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInFor } from '#tests/support/members.ts'

// What members and administrators do, at the width of a phone in the gate, too.

const [suggesting, onStage, following] = [
  member('Mona Member'),
  member('Sami Speaker'),
  member('Fola Follower'),
]
const [organiser, admin, spammer] = [member('Oda Organiser'), member('Ada Admin'), member('Spam Mer')]

const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
const talkNumber = 9001

test.use({
  viewport: { width: 375, height: 800 },
  hasTouch: true,
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const people = await makePeople(db, [
        suggesting,
        onStage,
        following,
        organiser,
        { ...admin, isAdmin: true },
        spammer,
      ])
      const event = await makeEvent(db, {
        ...{ name: 'Link Days', slug: 'link-days', start_date: '2024-05-04', time_zone: 'Europe/Paris' },
      })
      const sami = await makeSpeaker(db, { name: onStage.name, user_id: people[1]!.id })
      await answerSpeaking(db, people[1]!, event)
      await makeTalk(db, { event, number: talkNumber, title: 'On links', speakers: [sami] })
      await makeTopic(db, { name: 'Go' })
      await makeEvent(db, { name: 'Fresh Days', tags: ['Go'], start_date: soon, end_date: soon })
      await claimEvent(db, people[2]!, event)
      const own = await makeEvent(db, {
        name: 'Own Days',
        slug: 'own-days',
        owner: people[3],
        start_date: soon,
        end_date: soon,
      })
      await makeReport(db, { kind: 'event', record_id: own.id, reporter_id: people[0]!.id })
      await makeEvent(db, {
        name: 'Cheap Shoes',
        slug: 'cheap-shoes',
        owner: people[5],
        start_date: soon,
        end_date: soon,
      })
      await db.transaction((tx) =>
        suspend(tx, { id: people[5]!.id, hasBranch: false, suspendedBy: people[4]!.id }),
      )
      await db.execute(sql`
        insert into mail_outbox (to_address, user_id, subject, text, html, tries, last_error, next_try_at)
        select email, id, 'Hello', 'Hello', 'Hello', 3, '451 Come back later', now() + interval '1 day' from "user" where email = ${onStage.email}`)
    },
  },
})

const coverage = (page: Page) => page.getByRole('region', { name: 'Video, slides and more' })

/** Expects a page that is whole at the widths of phones. */
async function expectFit(page: Page) {
  await checkAccessibility(page)
  expect([page.url(), await tooWideAt(page, [320, 375])]).toEqual([page.url(), []])
}

test('a member suggests a link, the speaker accepts, and a visitor sees it at the next request', {
  tag: ['@once', '@nightly'],
}, async ({ page, browser, baseURL }) => {
  const path = talkPath('link-days', talkNumber)
  await signInFor(page, suggesting, path)
  await page.getByRole('button', { name: 'Suggest a link' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Suggest a link' })
  await dialog.getByLabel('Address').fill('https://youtu.be/PAAkCSZUG1c')
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Suggest' }).tap()
  await expect(coverage(page)).toContainText('Suggested')
  await page.context().clearCookies()
  await signInFor(page, onStage, '/notifications')
  await page.getByRole('link', { name: /A link was suggested/ }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decisions')
  await expectFit(page)
  await page.getByRole('button', { name: /^Accept/ }).tap()
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible()
  const visitor = await browser.newPage({ baseURL: baseURL!, viewport: { width: 375, height: 800 } })
  await visitor.goto(path)
  await expect(coverage(visitor).getByRole('link', { name: 'Video', exact: true })).toBeVisible()
  await expectFit(visitor)
  await visitor.goto('/coverage')
  await expect(visitor.getByRole('main')).toContainText('On links')
  await expectFit(visitor)
  await visitor.close()
})

test('a member chooses what comes by mail, and sees the next digest', { tag: '@once' }, async ({ page }) => {
  await signInFor(page, following, '/topics/Go')
  await page.getByRole('button', { name: 'Follow Go' }).tap()
  await expectMessage(page, 'You now follow Go.')
  await visit(page, '/account/mail')
  await page.getByLabel(/^Email me a weekly digest/).tap()
  await page.getByLabel('Day', { exact: true }).selectOption('Wednesday')
  await expectMessage(page, 'Digest settings saved')
  await expectFit(page)
  await page.reload()
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('3')
  await page.getByRole('link', { name: 'Preview the next one' }).tap()
  await expect(page.getByRole('main')).toContainText('Fresh Days')
  await expectFit(page)
})

test('an organiser proposes a topic, and an administrator adds it', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await signInFor(page, organiser, '/conferences/own-days/edit')
  await page.getByLabel('Topic', { exact: true }).fill('Zig')
  await page.getByRole('button', { name: 'Propose it' }).tap()
  await expect(
    page.getByText('Proposed. You will be notified when an administrator has reviewed it.'),
  ).toBeVisible()
  await expectFit(page)
  await page.context().clearCookies()
  await signInFor(page, admin, '/admin/topics')
  const proposals = page.getByRole('region', { name: 'Proposed' })
  await expect(proposals).toContainText('Zig new')
  await expect(proposals).toContainText('Oda Organiser, member since')
  await expectFit(page)
  await proposals.getByRole('button', { name: 'Add Zig' }).tap()
  await expect(proposals).toContainText('No topics are proposed.')
  await page.context().clearCookies()
  await signInFor(page, organiser, '/notifications')
  await expect(page.getByRole('link', { name: /Your proposed topic “Zig” was added/ })).toBeVisible()
})

test('an organiser takes the time zone of the city', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signInFor(page, organiser, '/conferences/own-days/edit')
  await page.getByLabel('Location').fill('Kraków')
  await page.getByLabel('Country').selectOption('Poland')
  await page.getByRole('button', { name: 'Use Europe/Warsaw' }).tap()
  await expect(page.getByLabel(/^Time zone/)).toHaveValue('Europe/Warsaw')
  await expect(page.getByLabel(/^Time zone/)).toBeFocused()
})

test('an administrator brings a hidden conference back, and the trail says who did what', {
  tag: ['@once', '@nightly'],
}, async ({ page, request }) => {
  expect((await request.get('/conferences/cheap-shoes')).status()).toBe(404)
  await signInFor(page, admin, '/admin/events')
  await page.getByRole('link', { name: 'Hidden', exact: true }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hidden conferences')
  await expect(page.getByRole('main')).toContainText('Hidden with Spam Mer')
  await expectFit(page)
  await page.getByRole('button', { name: 'Restore Cheap Shoes' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Restore Cheap Shoes?' })
  await expect(dialog).toContainText('Spam Mer stays suspended')
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Restore' }).tap()
  await expect(page.getByText('No hidden conferences.')).toBeVisible()
  expect((await request.get('/conferences/cheap-shoes')).status()).toBe(200)
  await visit(page, '/admin')
  await expect(page.getByRole('main')).toContainText(
    'Ada Admin brought back the hidden conference Cheap Shoes',
  )
})

test('an administrator takes an approval back, at once and later', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await signInFor(page, admin, '/admin/claims')
  const approve = page.getByRole('button', { name: 'Approve Link Days' })
  await approve.tap()
  await expectMessage(page, 'Claim approved successfully')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).first().tap()
  await expectMessage(page, 'It waits for a decision again')
  await approve.tap()
  await expect(approve).toHaveCount(0)
  await page.getByRole('link', { name: 'Show Processed' }).tap()
  const undo = page.getByRole('button', { name: 'Undo about Link Days' })
  await expect(undo).toBeVisible()
  await expectFit(page)
  await undo.tap()
  await expect(approve).toBeVisible()
})

test('the pages of administrators are whole', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signInFor(page, admin, '/admin/users')
  await expectFit(page)
  await page
    .getByRole('link', { name: /Spam Mer/ })
    .first()
    .tap()
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  await expectFit(page)
  for (const [path, words] of [
    ['/admin/reports', 'Own Days'],
    ['/admin/mail', '451 Come back later'],
    ['/account/settings', 'Two-factor authentication'],
  ] as const) {
    await visit(page, path)
    await expect(page.getByRole('main')).toContainText(words)
    await expectFit(page)
  }
})

test('from 768 pixels the header of members and administrators is one row', { tag: '@once' }, async ({
  page,
}) => {
  for (const person of [onStage, admin]) {
    await signInFor(page, person, '/notifications')
    for (const width of [768, 1024, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 450 })
      const { height } = (await page.getByRole('banner').boundingBox())!
      expect([person.name, width, height]).toEqual([person.name, width, 66])
    }
    await page.context().clearCookies()
  }
})

test('calls, places and what is one’s own are at the thumb, and a talk is legible', {
  tag: '@once',
}, async ({ page }) => {
  const header = page.getByRole('banner')
  const thumb = page.getByRole('navigation', { name: 'Main places' })
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, '/conferences/link-days/talks/9001')
    const zone = await page.getByText('Times in Paris (UTC+2)').boundingBox()
    const leaf = await page.locator('aside .leaf').boundingBox()
    expect(zone!.x).toBeGreaterThan(leaf!.x + leaf!.width)
    await expect(thumb.locator(':scope > *')).toHaveText([
      'Directory',
      'Search',
      'Calls',
      'Places',
      'Sign in',
    ])
    await expectFit(page)
  }
  await signInFor(page, onStage, '/notifications')
  await expect(thumb.locator(':scope > *')).toHaveText(['Directory', 'Search', 'Calls', 'Schedule', 'Me'])
  await thumb.getByRole('button', { name: 'Search' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header.getByRole('link', { name: 'Places' })).toBeVisible()
  await header.getByRole('button', { name: /^Account menu/ }).tap()
  await expect(page.getByRole('menuitem', { name: 'My Schedule' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'My calls' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My calls')
})

test('the header is one row at every width, also of an administrator', { tag: '@once' }, async ({ page }) => {
  const rows = async () => {
    const heights: [number, number][] = []
    for (const width of [375, 640, 768, 1024, 1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      heights.push([width, await page.getByRole('banner').evaluate(({ clientHeight }) => clientHeight)])
    }
    return heights.filter(([width, height]) => height > (width < 768 ? 50 : 64))
  }
  await visit(page, '/conferences')
  expect(await rows()).toEqual([])
  for (const who of [onStage, admin]) {
    await signInFor(page, who, '/dashboard')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Create Event' })).toBeVisible()
    expect(await rows()).toEqual([])
  }
})
