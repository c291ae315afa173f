// Covers: claims
import type { APIRequestContext } from '@playwright/test'
import { makePeople } from '#tests/support/factories/people.ts'
import { checkAccessibility, expect, type Page, tabTo, test, visit } from '#tests/support/journey.ts'
import { expectMessage, member, sampleAccount, signInByApi, signInFor } from '#tests/support/members.ts'
import { conferencePath, sampleEvent, speakerPath } from '#tests/support/sample-facts.ts'

const clara = member('Clara Claimant')
const rolf = member('Rolf Rejected')
const sten = member('Sten Stage')
const twice = member('Tilo Twice')
const away = member('Ava Away')

test.use({
  siteOptions: {
    prepare: async ({ db }) => {
      await makePeople(db, [clara, rolf, sten, twice, away])
    },
  },
})

const reason = 'I have booked the rope factory since the first edition.'

/** What an admin does through the API. */
async function asAdmin(request: APIRequestContext, url: string) {
  const headers = { origin: url }
  const call = async (path: string, data: object = {}) => {
    const answer = await request.post(path, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await signInByApi(request, sampleAccount('admin'))
  type Listed = { decisions: { id: string; path: string; evidence: { words?: string | null } }[] }
  return {
    /** `claimedPath`: of the page of what is claimed. */
    claimOf: async (kind: 'event' | 'speaker', claimedPath: string) => {
      const { decisions }: Listed = await (await request.get(`/api/v1/decisions?kind=${kind}_claim`)).json()
      const matchingClaims = decisions.filter((claim) => claim.path === claimedPath)
      expect(matchingClaims).toHaveLength(1)
      return matchingClaims[0]!
    },
    /** `option`: the owner whom the claimant replaces. */
    approve: (kind: string, id: string, option?: string | null) =>
      call(`/api/v1/decisions/${kind}_claim/${id}`, { is_accepted: true, ...(option && { option }) }),
    reject: (kind: string, id: string, words?: string) =>
      call(`/api/v1/decisions/${kind}_claim/${id}`, { is_accepted: false, words }),
  }
}

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/** The first lines of the mails to somebody, oldest first. */
const mailsTo = async (page: Page, { email }: { email: string }): Promise<string[]> => {
  const mails: { to: string; text: string }[] = await (await page.request.get('/dev/mailbox.json')).json()
  return mails
    .filter(({ to }) => to === email)
    .map(({ text }) => text.split('\n')[0]!)
    .reverse()
}

test('a member claims an event with a reason, is approved, hears of it, and is the owner', {
  tag: '@once',
}, async ({ page, request, site }) => {
  test.slow()
  const event = sampleEvent('Northern Query Days')
  const path = conferencePath('Northern Query Days')
  await signInFor(page, clara, '/notifications')
  await expect(page.getByText('No notifications yet.')).toBeVisible()
  await checkAccessibility(page)

  await visit(page, path)
  await page.getByRole('button', { name: 'Claim Event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claim Northern Query Days' })
  await checkAccessibility(page)
  await dialog.getByLabel('Reason').fill(reason)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Claim Event' })).toBeFocused()
  await page.getByRole('button', { name: 'Claim Event' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
  await dialog.getByRole('button', { name: 'Submit claim' }).click()
  await expectMessage(page, "Claim submitted! You'll be notified once it's reviewed.")
  await expect(dialog).toBeHidden()
  const status = page.getByText('Claim pending')
  await expect(status).toBeVisible()
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0)
  await checkAccessibility(page)
  // As the server draws it, before any script.
  expect(await (await page.request.get(path)).text()).toContain('Claim pending')
  await page.reload()
  await expect(status).toBeVisible()

  const admin = await asAdmin(request, site.url)
  const claim = await admin.claimOf('event', path)
  expect(claim.evidence.words).toBe(reason)
  const { created_by } = await (await request.get(`/api/v1/events/${event.slug}`)).json()
  await admin.approve('event', claim.id, created_by)

  await visit(page, path)
  await expect(page.getByText("You're the owner")).toBeVisible()
  await expect(page.getByText('Created by')).toHaveText(/Clara Claimant$/)
  await expect(accountMenu(page)).toHaveAccessibleName('Account menu, 1 unread notification')
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  const decision = 'Your claim for Northern Query Days was approved. You are now its owner.'
  const entry = page.getByRole('main').getByRole('listitem')
  await expect(entry).toHaveText(new RegExp(`^${decision}New[A-Z][a-z]{2} \\d\\d, \\d{4} \\d\\d:\\d\\d UTC$`))
  await checkAccessibility(page)
  // Read by itself after a moment; what was new keeps its mark until the page is left.
  await expect(accountMenu(page)).toHaveAccessibleName('Account menu')
  await expect(entry.getByText('New')).toBeVisible()
  await page.reload()
  await expect(entry.getByText(decision)).toBeVisible()
  await expect(entry.getByText('New')).toHaveCount(0)
  await entry.getByRole('link').click()
  await expect(page).toHaveURL(path)
  expect(await mailsTo(page, clara)).toEqual([decision])
  expect(await mailsTo(page, { email: 'owner@example.com' })).toContain(
    'Northern Query Days has a new owner: Clara Claimant.',
  )
})

test('a member is turned down, sees it, and claims again, by keyboard alone', {
  tag: ['@once', '@nightly'],
}, async ({ page, request, site }) => {
  test.slow()
  const path = conferencePath('Quiet Systems')
  await signInFor(page, rolf, '/notifications')
  await visit(page, path)
  const submit = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Submit claim' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Claim pending')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.locator(':focus')).toHaveText('Claim pending')
  }
  await submit('Claim Event')
  const admin = await asAdmin(request, site.url)
  const claim = await admin.claimOf('event', path)
  expect(claim.evidence.words).toBe(null)
  await admin.reject('event', claim.id)
  await visit(page, path)
  await expect(page.getByText('Claim rejected')).toBeVisible()
  await expect(accountMenu(page)).toHaveAccessibleName('Account menu, 1 unread notification')
  await checkAccessibility(page)
  await submit('Claim again')
  expect((await admin.claimOf('event', path)).id).toBe(claim.id)

  await visit(page, '/notifications')
  await tabTo(page, page.getByRole('button', { name: 'Mark all as read' }))
  await page.keyboard.press('Enter')
  await expectMessage(page, 'All notifications marked as read')
  await expect(accountMenu(page)).toHaveAccessibleName('Account menu')
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText('Your claim for Quiet Systems was rejected.')
})

test('the owner of an event reads so, and a visitor is offered neither', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await visit(page, conferencePath('Script & Serif {year}'))
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0)
  await signInFor(page, sampleAccount('owner'), '/notifications')
  await visit(page, conferencePath('Script & Serif {year}'))
  await expect(page.getByText("You're the owner")).toBeVisible()
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0)
})

test('a member claims a speaker profile, is refused a second, and has the first', {
  tag: ['@once', '@nightly'],
}, async ({ page, request, site }) => {
  test.slow()
  const first = 'Ruggero Sottovento'
  const second = 'Jo Muster'
  await visit(page, speakerPath(first))
  await page.getByRole('link', { name: 'Sign in to claim' }).click()
  await signInFor(page, sten, '/notifications')
  await visit(page, speakerPath(first))
  const panel = page.getByRole('region', { name: 'Claim this profile' })
  await checkAccessibility(page)
  await panel.getByRole('button', { name: 'Claim this profile' }).click()
  await expectMessage(
    page,
    'Speaker profile claim submitted successfully! An admin will review your request.',
  )
  await expect(panel.getByText('Claim pending')).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  await checkAccessibility(page)
  await page.reload()
  await expect(panel.getByText('Claim pending')).toBeVisible()

  await visit(page, speakerPath(second))
  await expect(panel).toContainText('You can only claim one speaker profile.')
  await expect(panel.getByRole('button')).toHaveCount(0)

  const admin = await asAdmin(request, site.url)
  await admin.approve('speaker', (await admin.claimOf('speaker', speakerPath(first))).id)
  await visit(page, speakerPath(second))
  await expect(panel).toContainText(`You already have a speaker profile linked to your account: ${first}`)
  await checkAccessibility(page)
  await panel.getByRole('link', { name: first }).click()
  await expect(page).toHaveURL(speakerPath(first))
  await expect(page.getByText('Your profile', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await expect(panel).toHaveCount(0)
  expect(await mailsTo(page, sten)).toEqual([`Your claim to the speaker profile of ${first} was approved.`])
})

test.describe('from a page that is older than the claim', () => {
  test.use({ refusals: [409] })

  test('a second profile is refused, and the page says why', { tag: ['@once', '@nightly'] }, async ({
    page,
    context,
    request,
    site,
  }) => {
    test.slow()
    await signInFor(page, twice, '/notifications')
    const older = await context.newPage()
    await visit(older, speakerPath('Jo Muster'))
    await visit(page, speakerPath('Clémence Aubépin'))
    await page.getByRole('button', { name: 'Claim this profile' }).click()
    await expect(page.getByText('Claim pending')).toBeVisible()
    await older.getByRole('button', { name: 'Claim this profile' }).click()
    await expectMessage(older, 'Failed to submit claim: You can only claim one speaker profile')
    const panel = older.getByRole('region', { name: 'Claim this profile' })
    await expect(panel).toContainText('Your claim to Clémence Aubépin is pending.')

    const admin = await asAdmin(request, site.url)
    const claim = await admin.claimOf('speaker', speakerPath('Clémence Aubépin'))
    await admin.reject('speaker', claim.id, 'Not you.\nSorry.')
    await visit(page, speakerPath('Clémence Aubépin'))
    await expect(page.getByText('Claim rejected')).toBeVisible()
    await expect(page.getByText('Not you.\nSorry.')).toBeVisible()
    await page.getByRole('button', { name: 'Claim again' }).click()
    await expect(page.getByText('Claim pending')).toBeVisible()
  })

  test('a second claim of an event is refused, and the page shows the first', {
    tag: ['@once', '@nightly'],
  }, async ({ page, context }) => {
    await signInFor(page, twice, '/notifications')
    const older = await context.newPage()
    const path = conferencePath('Ship It Quietly')
    await visit(older, path)
    await visit(page, path)
    for (const each of [page, older]) {
      await each.getByRole('button', { name: 'Claim Event' }).click()
      await each.getByRole('button', { name: 'Submit claim' }).click()
    }
    await expectMessage(older, 'You already have a pending claim for this event.')
    await expect(older.getByText('Claim pending')).toBeVisible()
  })
})

test.describe('when the session ends in between', () => {
  test.use({ refusals: [401] })

  test('the reason is still there after signing in again', { tag: ['@once', '@nightly'] }, async ({
    page,
  }) => {
    const path = conferencePath('Kernel Picnic')
    await signInFor(page, away, '/notifications')
    await visit(page, path)
    await page.getByRole('button', { name: 'Claim Event' }).click()
    const field = page.getByRole('dialog').getByLabel('Reason')
    await field.fill(reason)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Submit claim' }).click()
    await expectMessage(page, 'Please sign in to access this feature')
    await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click()
    await page.getByLabel('Email').fill(away.email)
    await page.getByLabel('Password', { exact: true }).fill(away.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(path)
    await page.getByRole('button', { name: 'Claim Event' }).click()
    await expect(field).toHaveValue(reason)
  })
})

test.describe('a reason of more than 1000 characters', () => {
  test('is refused at its field, and stays', { tag: ['@once', '@nightly'] }, async ({ page }) => {
    await signInFor(page, away, '/notifications')
    await visit(page, conferencePath('Small Screens'))
    await page.getByRole('button', { name: 'Claim Event' }).click()
    const field = page.getByRole('dialog').getByLabel('Reason')
    await field.fill('x'.repeat(1001))
    await page.getByRole('button', { name: 'Submit claim' }).click()
    await expect(field).toHaveAccessibleDescription(/Reason must be less than 1000 characters/)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('x'.repeat(1001))
  })
})
