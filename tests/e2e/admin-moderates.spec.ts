// Covers: administration, claims, invitations
import type { Browser } from '@playwright/test'
import { idOf } from '#sample/stable.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import {
  checkAccessibility,
  expect,
  type Page,
  tabTo,
  test,
  tooWideAt,
  visit,
  waitForHydration,
} from '#tests/support/journey.ts'
import { expectMessage, member, sampleAccount, signInByApi, signInFor } from '#tests/support/members.ts'
import { conferencePath, sampleEvent } from '#tests/support/sample-facts.ts'

const admin = sampleAccount('admin')
const adminName = 'Robin Warden'
const claimant = member('Clara Claimant')
const stage = member('Sten Stage')
const other = member('Otto Other')
const newcomer = member('Nora Newcomer')

test.use({
  siteOptions: {
    prepare: async ({ db }) => {
      const [clara, sten, otto] = await makePeople(db, [claimant, stage, other, newcomer])
      for (const conference of ['Quiet Systems', 'Ship It Quietly', 'Patio JS'])
        await claimEvent(db, clara!, sampleEvent(conference), { reason: `I run ${conference}.` })
      await claimSpeaker(db, sten!, { id: idOf('speaker', 'Jo Muster') })
      await claimSpeaker(db, otto!, { id: idOf('speaker', 'Ruggero Sottovento') })
    },
  },
})

const pages = [
  { path: '/admin', label: 'Overview', title: 'Administration' },
  { path: '/admin/events', label: 'Events', title: 'Event Management' },
  { path: '/admin/claims', label: 'Event Claims', title: 'Event Claims Management' },
  { path: '/admin/speaker-claims', label: 'Speaker Claims', title: 'Speaker Claims Management' },
  { path: '/admin/topics', label: 'Topics', title: 'Topic Management' },
  { path: '/admin/series', label: 'Series', title: 'Series management' },
  { path: '/admin/proposals', label: 'Proposals', title: 'Proposals' },
  { path: '/admin/sources', label: 'Sources', title: 'Sources' },
  { path: '/admin/users', label: 'Users', title: 'User Management' },
  { path: '/admin/invitations', label: 'Invitations', title: 'Invitation Management' },
  { path: '/admin/mail', label: 'Mail', title: 'Mail' },
]

/** A page of another browser, signed in as the admin. */
async function elsewhere(browser: Browser, url: string, path: string) {
  const context = await browser.newContext({ baseURL: url })
  await signInByApi(context.request, admin)
  const page = await context.newPage()
  await visit(page, path)
  return page
}

/** The card of a claim, by the name of what is claimed. */
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const decide = (page: Page, verb: 'Approve' | 'Reject', name: string) =>
  page.getByRole('button', { name: `${verb} ${name}`, exact: true })

test('the overview counts what waits, and each admin page is a click from the next', async ({ page }) => {
  test.slow()
  await signInFor(page, admin, '/notifications')
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration')
  const count = async (name: string) => (await page.request.get(`/api/v1/counts/${name}`)).json()
  const open: { kind: string; n: number }[] = await count('decisions')
  for (const [title, name, unit] of [
    ['Event Management', 'events', 'events'],
    ['Event Claims Management', 'event_claim', 'pending event claims'],
    ['Speaker Claims Management', 'speaker_claim', 'pending speaker claims'],
    ['Topic Management', 'topics', 'topics'],
    ['User Management', 'people', 'profiles'],
    ['Invitation Management', 'invitations', 'active invitation codes'],
  ] as const) {
    const counted = open.find(({ kind }) => kind === name)?.n ?? (await count(name))
    expect(counted).toBeGreaterThan(1)
    await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveText(
      `${title}${unit}${counted}`,
    )
  }
  const fits = async () =>
    expect([page.url(), await tooWideAt(page, [320, 375, 1280, 2560])]).toEqual([page.url(), []])
  const tabs = page.getByRole('navigation', { name: 'Administration' })
  for (const { path, label, title } of pages) {
    await tabs.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(tabs.locator('[aria-current=page]')).toHaveText(label)
    await checkAccessibility(page)
    await fits()
  }
  await page.goto('/admin/claims?processed=shown')
  await fits()
})

test.describe('of two admins who decide the same claim', () => {
  test.use({ refusals: [409] })

  test('the second reads how it was decided, and their list is new', { tag: '@nightly' }, async ({
    page,
    browser,
    site,
  }) => {
    test.slow()
    await signInFor(page, admin, '/notifications')
    await visit(page, '/admin/claims')
    const late = await elsewhere(browser, site.url, '/admin/claims')
    const claim = card(page, 'Quiet Systems')
    await expect(claim).toContainText('I run Quiet Systems.')
    await expect(claim).toContainText('Claimed by Clara Claimant')
    await expect(claim).toContainText(/Submitted [A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d UTC/)
    await expect(claim.getByText('Pending', { exact: true })).toBeVisible()
    await expect(claim).toContainText(/Owned by .*, whom an approval replaces/)
    await decide(page, 'Approve', 'Quiet Systems').click()
    await expectMessage(page, 'Claim approved successfully')
    await expect(claim).toHaveCount(0)

    await decide(late, 'Reject', 'Quiet Systems').click()
    await expectMessage(late, 'Failed to reject claim: Claim has already been approved')
    await expect(card(late, 'Quiet Systems')).toHaveCount(0)
    await late.context().close()

    await page.getByRole('link', { name: 'Show Processed' }).click()
    await expect(page).toHaveURL('/admin/claims?processed=shown')
    await expect(
      page
        .getByRole('region', { name: /^Approved/ })
        .getByRole('listitem')
        .filter({ hasText: 'Quiet Systems' }),
    ).toContainText(new RegExp(`Approved.*I run Quiet Systems.*Approved .* UTC by ${adminName}`))
    await checkAccessibility(page)
    await page.getByRole('link', { name: 'Hide Processed' }).click()
    await expect(page).toHaveURL('/admin/claims')
    await visit(page, conferencePath('Quiet Systems'))
    await expect(page.getByText('Created by')).toHaveText(/Clara Claimant$/)
  })

  test('at the very same time one wins, the other reads so', { tag: ['@once', '@nightly'] }, async ({
    page,
    browser,
    site,
  }) => {
    test.slow()
    await signInFor(page, admin, '/notifications')
    await visit(page, '/admin/claims')
    const second = await elsewhere(browser, site.url, '/admin/claims')
    await Promise.all([
      decide(page, 'Approve', 'Ship It Quietly').click(),
      decide(second, 'Reject', 'Ship It Quietly').click(),
    ])
    const messages = (anyPage: Page) => anyPage.getByRole('region', { name: 'Messages' })
    for (const each of [page, second]) await expect(messages(each)).not.toBeEmpty()
    const texts = [await messages(page).textContent(), await messages(second).textContent()]
    expect([
      ['Claim approved successfullyUndo', 'Failed to reject claim: Claim has already been approved'],
      ['Failed to approve claim: Claim has already been rejected', 'Claim rejected'],
    ]).toContainEqual(texts)
    for (const each of [page, second]) await expect(card(each, 'Ship It Quietly')).toHaveCount(0)
    await second.context().close()
  })
})

test('a claim of an event is rejected by keyboard alone, and the trail says so', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await signInFor(page, admin, '/notifications')
  await visit(page, '/admin/claims')
  await tabTo(page, decide(page, 'Reject', 'Patio JS'))
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Claim rejected')
  await expect(card(page, 'Patio JS')).toHaveCount(0)
  // On the name of the next claim: a second press rejects nothing.
  await expect(page.locator('[data-decision] a:focus')).toBeVisible()

  await visit(page, '/admin')
  const entry = page.getByRole('region', { name: 'Recent admin actions' }).getByRole('listitem').first()
  await expect(entry).toContainText(new RegExp(`${adminName}.* rejected the claim of Patio JS`))
  await tabTo(page, entry.getByText('Before and after'))
  await page.keyboard.press('Enter')
  await expect(entry.getByRole('row', { name: 'claimant' })).toHaveText('claimant–Clara Claimant')
  await checkAccessibility(page)
})

test('a speaker claim is approved, and the profile is the claimant’s', async ({ page }) => {
  await signInFor(page, admin, '/notifications')
  await visit(page, '/admin/speaker-claims')
  const claim = card(page, 'Ruggero Sottovento')
  await expect(claim).toContainText('Claimed by Otto Other')
  await decide(page, 'Approve', 'Ruggero Sottovento').click()
  await expectMessage(page, 'Speaker claim approved successfully')
  await expect(claim).toHaveCount(0)
})

test.describe('a reason for turning a speaker down', () => {
  test.use({ refusals: [400, 401] })

  test('survives what goes wrong, and the claimant reads it', { tag: '@nightly' }, async ({
    page,
    browser,
    site,
  }) => {
    test.slow()
    const reason = 'Please write to us\nfrom the address on your site.'
    await signInFor(page, admin, '/notifications')
    await visit(page, '/admin/speaker-claims')
    const box = card(page, 'Jo Muster').getByPlaceholder('Rejection reason (optional but recommended)')
    const reject = decide(page, 'Reject', 'Jo Muster')
    await box.fill('x'.repeat(1001))
    await reject.click()
    await expectMessage(page, 'Failed to reject claim: Reason must be less than 1000 characters')
    await expect(box).toHaveValue('x'.repeat(1001))
    await checkAccessibility(page)
    await box.fill(reason)
    await page.context().clearCookies()
    await reject.click()
    await expectMessage(page, 'Please sign in to access this feature')
    await expect(box).toHaveValue(reason)
    await visit(page, '/auth?next=/admin/speaker-claims')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/admin/speaker-claims')
    await waitForHydration(page)
    await expect(box).toHaveValue(reason)
    await reject.click()
    await expectMessage(page, 'Speaker claim rejected')
    await expect(box).toHaveCount(0)
    await page.getByRole('link', { name: 'Show Processed' }).click()
    await expect(
      page
        .getByRole('region', { name: /^Rejected/ })
        .getByRole('listitem')
        .filter({ hasText: 'Jo Muster' })
        .first(),
    ).toContainText(reason.replace('\n', ' '))

    const theirs = await (await browser.newContext({ baseURL: site.url })).newPage()
    await signInFor(theirs, stage, '/notifications')
    await expect(
      theirs.getByText(`Your claim to the speaker profile of Jo Muster was rejected: ${reason}`),
    ).toBeVisible()
    await theirs.context().close()
  })
})

test.describe('administrators', () => {
  test.use({ refusals: [409] })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test('make others administrators, and the last one stays', { tag: '@nightly' }, async ({
    page,
    request,
    site,
  }) => {
    test.slow()
    await signInFor(page, admin, '/notifications')
    await visit(page, '/admin/users')
    await expect(page.getByRole('table')).toContainText(/Page 1 of \d+ \(\d+ users total\)/)
    const pagesNav = page.getByRole('navigation', { name: 'Pages' })
    await pagesNav.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/admin/users?page=2')
    await expect(page.getByRole('table')).toContainText('Page 2 of')
    await expect(pagesNav.locator('[aria-current=page]')).toHaveText('2')

    const box = page.getByLabel('Search users by name')
    await box.fill('nora n')
    await expect(page).toHaveURL('/admin/users?search=nora+n')
    await expect(page.getByRole('table')).toContainText('Page 1 of 1 (1 users total)')
    await expect(page.getByRole('main')).not.toContainText('@')
    await page.getByTitle('Make admin').click()
    await expectMessage(page, 'Role added')
    await expectMessage(page, 'Admin role has been added to the user.')
    await expect(row(page, 'Nora Newcomer').getByText('Admin', { exact: true })).toBeVisible()
    await checkAccessibility(page)
    await page.getByTitle('Remove admin').click()
    await expectMessage(page, 'Role removed')
    await expectMessage(page, 'Admin role has been removed from the user.')
    await expect(page.getByTitle('Make admin')).toBeVisible()

    await box.fill('nobody at all')
    await expect(page.getByText('No users found. Try a different page or check the database.')).toBeVisible()
    await box.fill(adminName)
    await page.getByTitle('Remove admin').click()
    const dialog = page.getByRole('dialog', { name: 'Remove your own admin role?' })
    await checkAccessibility(page)
    await dialog.getByRole('button', { name: 'Remove admin' }).click()
    await expectMessage(page, 'The last admin cannot be removed')
    await expect(page.getByTitle('Remove admin')).toBeVisible()

    await visit(page, '/admin/users?search=nora')
    await page.getByTitle('Make admin').click()
    await expectMessage(page, 'Role added')
    await visit(page, `/admin/users?search=${adminName.replace(' ', '+')}`)
    await page.getByTitle('Remove admin').click()
    await dialog.getByRole('button', { name: 'Remove admin' }).click()
    await expectMessage(page, 'Role removed')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

    await signInByApi(request, newcomer)
    const back = await request.put(`/api/v1/users/${idOf('person', adminName)}/admin-role`, {
      headers: { origin: site.url },
      data: {},
    })
    expect(back.ok(), await back.text()).toBe(true)
    await visit(page, '/admin/users?search=nora')
    await page.getByTitle('Remove admin').click()
    await expectMessage(page, 'Role removed')
  })
})

test('a member is suspended and restored, and what is theirs goes and comes', async ({ page, request }) => {
  await signInFor(page, admin, '/notifications')
  await visit(page, '/admin/users?search=nora')
  await page.getByRole('link', { name: 'Nora Newcomer' }).click()
  await expect(page.getByRole('heading', { name: 'Nora Newcomer', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('@')
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Suspend', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Suspend Nora Newcomer?' })
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expectMessage(page, 'Suspended')
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  await checkAccessibility(page)
  const profile = `/u/${new URL(page.url()).pathname.split('/').at(-1)}`
  expect((await request.get(profile)).status()).toBe(404)
  await visit(page, '/admin/users?suspended=only')
  await expect(page.getByRole('table')).toContainText('Nora Newcomer')
  await page.getByRole('link', { name: 'Nora Newcomer' }).click()
  await page.getByRole('link', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expectMessage(page, 'Restored')
  await expect(page.getByRole('link', { name: 'Suspend', exact: true })).toBeVisible()
  expect((await request.get(profile)).status()).toBe(200)
})

test('an unused code is revoked', { tag: '@nightly' }, async ({ page, isNarrow }) => {
  const code = isNarrow ? 'NARROWGONE' : 'WIDEGONE'
  await signInFor(page, admin, '/notifications')
  await visit(page, '/admin/invitations')
  await page.getByRole('textbox', { name: 'Invitation code' }).fill(code)
  await page.getByRole('button', { name: 'Create Code' }).click()
  await page.getByRole('button', { name: `Revoke ${code}` }).click()
  await expectMessage(page, 'Code revoked')
  await expect(page.getByRole('listitem').filter({ hasText: code })).toContainText('Revoked')
})

test('whose role is taken away meanwhile is led to the front page by the next click', {
  tag: ['@once', '@nightly'],
}, async ({ page, browser, site }) => {
  await page.clock.install()
  await signInFor(page, newcomer, '/notifications')
  const first = await elsewhere(browser, site.url, '/admin/users?search=nora')
  await first.getByTitle('Make admin').click()
  await expectMessage(first, 'Role added')
  await visit(page, '/admin')
  await first.getByTitle('Remove admin').click()
  await expectMessage(first, 'Role removed')
  await first.context().close()
  // A second later the page asks again who it is for.
  await page.clock.fastForward(1100)
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Invitations' })
    .click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('a visitor and a member are led to the front page', { tag: '@once' }, async ({ page }) => {
  const leadsTo = async (path: string) => {
    const answer = await page.request.get(path)
    return new URL(answer.url()).pathname
  }
  for (const { path } of pages) expect([path, await leadsTo(path)]).toEqual([path, '/'])
  await signInFor(page, other, '/notifications')
  // Where their front page is.
  for (const { path } of pages) expect([path, await leadsTo(path)]).toEqual([path, '/dashboard'])
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('the audit log holds what becomes of a code, and scrolls by keyboard', {
  tag: ['@once', '@nightly'],
}, async ({ page, isNarrow }) => {
  const code = isNarrow ? 'NARROW2026' : 'WIDE2026'
  await signInFor(page, admin, '/notifications')
  await visit(page, '/admin/invitations')
  await page.getByRole('textbox', { name: 'Invitation code' }).fill(code)
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expectMessage(page, 'Invitation code created successfully!')
  const log = page
    .getByRole('region', { name: 'Invitation Code Audit Log' })
    .getByRole('region', { name: 'Newest entries' })
  const entry = log.getByRole('row').filter({ hasText: code })
  await expect(entry).toContainText('Created')
  await expect(entry).toContainText(idOf('person', adminName).slice(0, 8))
  expect(await log.getByRole('row').count()).toBeLessThanOrEqual(101)
  await log.focus()
  await page.keyboard.press('End')
  await expect.poll(() => log.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('claims and users can be read, searched and paged', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, admin)
    await page.goto('/admin/claims')
    await page.getByRole('link', { name: 'Show Processed' }).click()
    await expect(page.getByRole('region', { name: /^Rejected/ })).toBeVisible()
    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByRole('table')).toContainText('Page 2 of')
    await page.getByLabel('Search users by name').fill('clara')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('table')).toContainText('(1 users total)')
  })
})
