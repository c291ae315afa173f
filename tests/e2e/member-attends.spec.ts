// Covers: attendance, programme
import {
  checkAccessibility,
  expect,
  type Page,
  tabTo,
  test,
  visit,
  waitForHydration,
} from '#tests/support/journey.ts'
import { expectMessage, fillSignIn, sampleAccount } from '#tests/support/members.ts'
import { conferencePath, sampleEvent } from '#tests/support/sample-facts.ts'

// A site of its own: the others only read theirs.
test.use({ siteOptions: { sample: true } })

const bergen = 'Northern Query Days'
const path = conferencePath(bergen)

/** Signs in on the page that asks for it, and waits for where it leads. */
async function signIn(page: Page, name: string, leadsTo: string | RegExp) {
  await waitForHydration(page)
  await fillSignIn(page, sampleAccount(name))
  await expect(page).toHaveURL(leadsTo)
  await waitForHydration(page)
}

test('a member attends, plans two talks at once, sees that, and thinks again', async ({ page, isNarrow }) => {
  test.slow()
  await visit(page, path)
  await page.getByRole('link', { name: 'Sign in to attend' }).click()
  await expect(page.getByRole('status')).toHaveText('Please sign in to access this feature')
  await signIn(page, 'nele.newcomer', path)

  const tabs = page.getByRole('navigation', { name: 'Sections' })
  await tabs.getByRole('link', { name: 'My Schedule' }).click()
  const mine = page.getByRole('region', { name: 'My Schedule' })
  await expect(mine).toContainText("Click I'm Going above to attend it.")
  await expect(mine).toContainText('Your schedule is empty.')

  await page.getByRole('button', { name: "I'm Going" }).click()
  await expectMessage(page, "You're now attending this event!")
  await expect(page.getByRole('button', { name: "You're attending" })).toBeFocused()
  await expect(mine).not.toContainText("Click I'm Going")
  await page.reload()
  await expect(page.getByRole('button', { name: "You're attending" })).toBeVisible()
  await tabs.getByRole('link', { name: 'Attendees' }).click()
  const going = page.getByRole('region', { name: "Who's Going" })
  await expect(going).toContainText('26 people attending')
  await expect(going.getByRole('link', { name: 'Nele Newcomer' })).toBeVisible()

  await tabs.getByRole('link', { name: 'Information' }).click()
  const plan = (title: string) => page.getByRole('button', { name: `: ${title}` })
  for (const title of ['Indexes you can read', 'A log is enough']) {
    if (isNarrow && title === 'A log is enough')
      await page.getByRole('navigation', { name: 'Tracks' }).getByRole('link', { name: 'Storage' }).click()
    await expect(plan(title)).toHaveAccessibleName(`Plan to attend: ${title}`)
    await plan(title).click()
    await expect(plan(title)).toHaveAccessibleName(`Going: ${title}`)
    await expect(plan(title)).toHaveAttribute('aria-pressed', 'true')
  }
  await expectMessage(page, 'Talk added to your schedule')
  await checkAccessibility(page)

  await tabs.getByRole('link', { name: 'My Schedule' }).click()
  await page.reload()
  await waitForHydration(page)
  const rows = mine.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Mira Example' })).toContainText('Overlaps with 1 of your talks')
  await expect(rows.filter({ hasText: 'Tomas Muster' })).toContainText('Overlaps with 1 of your talks')
  await checkAccessibility(page)
  await mine.getByRole('button', { name: 'Remove A log is enough' }).click()
  await expectMessage(page, 'Talk removed from your schedule')
  await expect(rows).toHaveCount(1)
  await expect(mine).not.toContainText('Overlaps with')
  await mine.getByRole('link', { name: 'Indexes you can read' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}/talks/\\d+$`))
  await expect(plan('Indexes you can read')).toBeInViewport()
  await plan('Indexes you can read').click()
  await expect(plan('Indexes you can read')).toHaveAttribute('aria-pressed', 'false')
  await checkAccessibility(page)

  await page.goto(path)
  await waitForHydration(page)
  await page.getByRole('button', { name: "You're attending" }).click()
  await expectMessage(page, "You've been removed from attendees")
  await expect(page.getByRole('button', { name: "I'm Going" })).toBeFocused()
  await tabs.getByRole('link', { name: 'Attendees' }).click()
  await expect(going).toContainText('25 people attending')
})

test('all of that works with the keyboard alone', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  test.slow()
  await visit(page, `/auth?next=${encodeURIComponent(path)}`)
  const kim = sampleAccount('kim.keys')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(kim.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(kim.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await waitForHydration(page)
  await tabTo(page, page.getByRole('button', { name: "I'm Going" }))
  await page.keyboard.press('Enter')
  const attending = page.getByRole('button', { name: "You're attending" })
  await expect(attending).toBeFocused()
  const plan = page.getByRole('button', { name: ': Indexes you can read' })
  await tabTo(page, plan)
  await page.keyboard.press('Space')
  await expect(plan).toHaveAttribute('aria-pressed', 'true')
  await expect(plan).toBeFocused()
  await page.goto(`${path}?tab=schedule`)
  await waitForHydration(page)
  await tabTo(page, page.getByRole('button', { name: 'Remove Indexes you can read' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'My Schedule' })).toContainText('Your schedule is empty.')
  await tabTo(page, page.getByRole('link', { name: 'See the programme' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
})

test('a visitor with the address of a schedule sees the information', { tag: '@once' }, async ({ page }) => {
  await visit(page, `${path}?tab=schedule`)
  await expect(page.getByRole('link', { name: 'Information' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Schedule' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Plan to attend' })).toHaveCount(0)
})

test('a dashboard shows what a member attends, what fits, what comes and what is popular', async ({
  page,
}) => {
  await visit(page, '/auth')
  await signIn(page, 'member', '/dashboard')
  await expect(page).toHaveTitle("Mika Guest's Dashboard | Hallway")
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Mika Guest's Dashboard")
  const main = page.getByRole('main')
  await expect(main.getByText('Welcome back')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Create Event' })).toHaveAttribute('href', '/conferences/new')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    /^Next: /,
    "Conferences I'm Attending",
    'Waiting for you',
    'My year',
    'Personalized Recommendations',
    'Upcoming Conferences',
    'Popular Topics',
  ])
  const attending = page.getByRole('region', { name: "Conferences I'm Attending" })
  await expect(attending.getByText("You're attending")).toHaveCount(4)
  const next = page.getByRole('region', { name: /^Next: / })
  await expect(next).toContainText(/Now ?until|Today|Tomorrow|days ?until/)
  await expect(page.getByRole('region', { name: 'Waiting' })).toContainText(
    'An administrator will review your claim.',
  )
  const recommended = page.getByRole('region', { name: 'Personalized Recommendations' })
  await expect(recommended.getByText(/^Based on your interest in .+, .+, .+\.\.\.$/)).toBeVisible()
  await expect(recommended.getByRole('listitem')).toHaveCount(4)
  const upcoming = page.getByRole('region', { name: 'Upcoming Conferences' })
  await expect(upcoming.getByRole('link', { name: /^View Details →/ })).toHaveCount(4)
  const topics = page.getByRole('region', { name: 'Popular Topics' })
  await expect(topics.getByRole('link', { name: /^Explore .+ →$/ })).toHaveCount(4)
  await checkAccessibility(page)
})

test('the dashboard of somebody new says what to do next', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await visit(page, '/auth')
  await signIn(page, 'dora.decliner', '/dashboard')
  const attending = page.getByRole('region', { name: "Conferences I'm Attending" })
  await expect(attending).toContainText("You haven't marked any conferences as attending yet.")
  await expect(page.getByRole('region', { name: 'Personalized Recommendations' })).toContainText(
    'Interact with events and topics to get personalized recommendations!',
  )
  await attending.getByRole('link', { name: 'Find conferences to attend' }).click()
  await expect(page).toHaveURL('/conferences')
})

test('an owner invites members, one accepts and one declines, and the owner sees it', {
  tag: '@nightly',
}, async ({ page, browser, site }) => {
  test.slow()
  await visit(page, `/auth?next=${encodeURIComponent(path)}`)
  await signIn(page, 'owner', path)
  await page.getByRole('link', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const name = dialog.getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill('g')
  await expect(dialog.getByRole('button', { name: /^Invite/ })).toHaveCount(0)
  for (const guest of ['Gus Guest', 'Dora Decliner']) {
    await name.fill(guest.slice(0, 6).toUpperCase())
    await dialog.getByRole('button', { name: `Invite ${guest}` }).click()
    await expect(dialog.getByText(`Invitation sent to ${guest}`)).toBeFocused()
  }
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)

  const as = async (name: string) => {
    const context = await browser.newContext({ baseURL: site.url, viewport: page.viewportSize() })
    const other = await context.newPage()
    await visit(other, '/auth')
    await signIn(other, name, '/dashboard')
    return other
  }
  const guest = await as('gus.guest')
  const invitations = guest.getByRole('region', { name: 'Invitations' })
  await expect(invitations).toContainText(`Ada Sample invited you to ${bergen} in Bergen`)
  await checkAccessibility(guest)
  await invitations.getByRole('button', { name: 'Accept' }).click()
  await expectMessage(guest, "You're now attending this event!")
  await expect(invitations).toHaveCount(0)
  await expect(guest.getByRole('region', { name: "Conferences I'm Attending" })).toContainText(bergen)
  await guest.context().close()

  const decliner = await as('dora.decliner')
  await visit(decliner, path)
  await decliner.getByRole('button', { name: 'Decline' }).click()
  await expectMessage(decliner, 'Invitation declined')
  await expect(decliner.getByRole('button', { name: "I'm Going" })).toBeVisible()
  await expect(decliner.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await decliner.context().close()

  await visit(page, `${path}?invite=people`)
  const answers = dialog.getByRole('listitem')
  await expect(answers.filter({ hasText: 'Gus Guest' })).toContainText('Accepted')
  await expect(answers.filter({ hasText: 'Dora Decliner' })).toContainText('Declined')
  const mail = await (await page.request.get('/dev/mailbox.json')).json()
  expect(
    mail
      .filter(({ text }: { text: string }) => text.startsWith('Ada Sample invited you'))
      .map(({ to, text }: { to: string; text: string }) => `${to}: ${text.split('\n')[0]}`)
      .sort(),
  ).toEqual([
    `dora.decliner@example.com: Ada Sample invited you to ${sampleEvent(bergen).name}`,
    `gus.guest@example.com: Ada Sample invited you to ${sampleEvent(bergen).name}`,
  ])
})
