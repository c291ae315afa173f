// Covers: events, programme, attendance, invitations
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitations } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import {
  checkAccessibility,
  expect,
  nextPaint,
  type Page,
  test,
  visit,
  waitForHydration,
} from '#tests/support/journey.ts'
import { expectMessage, fillSignIn, member, signInFor } from '#tests/support/members.ts'

const olga = member('Olga Organiser')
const adam = { ...member('Adam Administrator'), isAdmin: true }
const events = ['Draft Days', 'Merge Meeting', 'Talk Table', 'Gone Session']
const slug = (name: string) => name.toLowerCase().replace(' ', '-')

test.use({
  refusals: [401, 409, 404],
  siteOptions: {
    prepare: async ({ db }) => {
      const [owner] = await makePeople(db, [olga, adam])
      for (const name of events)
        await makeEvent(db, {
          name,
          slug: slug(name),
          owner,
          start_date: '2031-05-06',
          description: 'As stored',
        })
      await makeInvitations(db, [
        { code: 'OLGASCODE1', created_by: owner!.id },
        { code: 'TOOLATE26', created_by: owner!.id, expires_at: '2026-01-01 00:00+00' },
      ])
    },
  },
})

const editPath = (name: string) => `/conferences/${slug(name)}/edit`

test('a draft that comes back says so, and can be discarded', async ({ page }) => {
  await signInFor(page, olga, editPath('Draft Days'))
  const description = page.getByLabel('Description').first()
  await expect(description).toHaveValue('As stored')
  await description.fill('Never saved')
  await page.reload()
  await waitForHydration(page)
  await expect(description).toHaveValue('Never saved')
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(description).toHaveValue('As stored')
  await page.reload()
  await waitForHydration(page)
  await expect(description).toHaveValue('As stored')
  await expect(page.getByRole('button', { name: 'Discard it' })).toHaveCount(0)
})

test('saving without a connection says so at once, and again once it is there', async ({ page, context }) => {
  await signInFor(page, olga, '/profile/edit')
  await page.getByLabel('Bio').fill('Typed on a train')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Failed to update profile. Hallway could not be reached. Please check your connection.',
  )
  await expect(page.getByLabel('Bio')).toHaveValue('Typed on a train')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Profile updated successfully')
  await expect(page.getByText('Typed on a train')).toBeVisible()
})

test('a page that cannot be reached says so, and is there once it can; what was typed stays', async ({
  page,
  context,
}) => {
  for (const name of ['Speakers', 'Conferences']) {
    await signInFor(page, olga, '/profile/edit')
    await page.getByLabel('Bio').fill(`Typed before ${name}`)
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    const panel = page.getByRole('main').getByRole('alert')
    const sentence =
      'Hallway could not be reached. Please check your connection. Please try again in a moment.'
    await expect(panel).toHaveText(sentence)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(panel).toHaveText(sentence)
    await context.setOffline(false)
    // What was begun offline may still be tried, and bring the page by itself.
    await expect(async () => {
      const retry = page.getByRole('button', { name: 'Try again' })
      if (await retry.isVisible()) await retry.click({ timeout: 1000 }).catch(() => {})
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name, { timeout: 3000 })
    }).toPass()
    await waitForHydration(page)
    await page.goBack()
    await expect(page.getByLabel('Bio')).toHaveValue(`Typed before ${name}`)
  }
})

const website = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Website' })

test('of two who edit, only the field that both changed is asked about', async ({
  page,
  browser,
  baseURL,
}) => {
  const path = editPath('Merge Meeting')
  const there = await (await browser.newContext({ baseURL })).newPage()
  await signInFor(page, olga, path)
  await signInFor(there, adam, path)

  await there.getByLabel('Website').fill('https://theirs.example/')
  await there.getByRole('button', { name: 'Save Changes' }).click()
  await expectMessage(there, 'Event updated successfully')
  await page.getByLabel('Description').first().fill('Mine')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectMessage(page, 'Both changes are kept')
  await expect(page).toHaveURL('/conferences/merge-meeting')
  await expect(website(page)).toHaveAttribute('href', 'https://theirs.example/')
  await expect(page.getByRole('main')).toContainText('Mine')

  await visit(page, path)
  await visit(there, path)
  await there.getByLabel('Description').first().fill('Theirs')
  await there.getByLabel('City').or(there.getByLabel('Location')).first().fill('Oslo')
  await there.getByRole('button', { name: 'Save Changes' }).click()
  await expect(there).toHaveURL('/conferences/merge-meeting')
  await page.getByLabel('Description').first().fill('Mine again')
  await page.getByLabel('Website').fill('https://mine.example/')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const notice = page.getByRole('region', {
    name: 'Someone else has changed this conference in the meantime',
  })
  await expect(notice.locator('dt')).toHaveText(['Description'])
  await notice.getByRole('button', { name: 'Keep my version' }).click()
  await expect(page).toHaveURL('/conferences/merge-meeting')
  await expect(website(page)).toHaveAttribute('href', 'https://mine.example/')
  for (const text of ['Mine again', 'Oslo']) await expect(page.getByRole('main')).toContainText(text)
  await there.context().close()
})

test('in a dialog, messages lie above it, and the next talk can be typed at once', {
  tag: '@nightly',
}, async ({ page, context }) => {
  await signInFor(page, olga, `${editPath('Talk Table')}?talk=new`)
  const dialog = page.getByRole('dialog', { name: 'Add talk' })
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await dialog.getByLabel(/^Title/).fill('First')
  await dialog.getByRole('button', { name: 'Save and add another' }).click()
  await expect(dialog.getByRole('region', { name: 'Messages' })).toContainText('Talk added successfully')
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await page.keyboard.type('Second')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Save Talk' }).click()
  await expect(dialog.locator('form').getByRole('alert')).toContainText(
    'Failed to add talk: Hallway could not',
  )
  // What is pressed is the message, not what lies behind the dialog.
  await dialog
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Dismiss' })
    .last()
    .click()
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('Second')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Save Talk' }).click()
  await expect(dialog).toBeHidden()
  await expectMessage(page, 'Talk added successfully')
})

test('a session that has ended elsewhere leads to signing in and back, with what was typed', async ({
  page,
  context,
}) => {
  await signInFor(page, olga, '/profile/edit')
  await page.getByLabel('Bio').fill('Typed too late')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await fillSignIn(page, olga)
  await expect(page).toHaveURL('/profile/edit')
  await expect(page.getByLabel('Bio')).toHaveValue('Typed too late')

  await visit(page, '/conferences/gone-session')
  await context.clearCookies()
  await page.getByRole('button', { name: "I'm Going" }).click()
  await expectMessage(page, 'Please sign in to access this feature')
  await expect(page.getByRole('link', { name: 'Sign in to attend' })).toBeVisible()

  await page.clock.install()
  await signInFor(page, olga, '/invitations')
  await context.clearCookies()
  // The guard asks anew when what it knows is a second old.
  await page.clock.fastForward(1200)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/rpc/site/about*', async (route) => {
    await answer.promise
    await route.continue()
  })
  const sessionRequest = page.waitForRequest('**/api/rpc/site/about*')
  await page.getByRole('link', { name: 'Create Event' }).click()
  await sessionRequest
  await nextPaint(page)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Create Event')
  answer.resolve()
  await expect(page).toHaveURL('/auth?next=%2Fconferences%2Fnew')
  await expect(page.locator('header, .thumb-bar').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a page that is loaded is shown at once, also while the session is still asked for', {
  tag: '@once',
}, async ({ page, context }) => {
  await page.clock.install()
  await signInFor(page, olga, '/notifications')
  await page.getByRole('banner').getByRole('link', { name: 'Speakers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speakers')
  // What this page still asks for would be held below, and the page with it.
  await page.waitForLoadState('networkidle')
  // The guard asks anew when what it knows is a second old.
  await page.clock.fastForward(1200)
  const answer = Promise.withResolvers<void>()
  // With what a slow machine asks for once more, which is refused by now.
  await page.route('**/api/rpc/**', async (route) => {
    await answer.promise
    await route.continue()
  })
  await context.clearCookies()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  answer.resolve()
  await expect(page).toHaveURL('/auth?next=%2Fnotifications')
})

test('what a page needs comes in one request while the pointer rests on its link, or the focus', {
  tag: '@once',
}, async ({ page }) => {
  await signInFor(page, olga, '/speakers')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/')) requests.push(searchParams.get('href') ?? pathname)
  })
  const links = page.getByRole('banner')
  const heading = page.getByRole('heading', { level: 1 })
  const follow = async (
    name: string,
    rest: 'hover' | 'focus',
    action: () => Promise<void>,
    title: string,
  ) => {
    const answered = page.waitForResponse('**/api/answers?*')
    await links.getByRole('link', { name })[rest]()
    await answered
    await action()
    await expect(heading).toHaveText(title)
  }
  const conferences = links.getByRole('link', { name: 'Conferences' })
  await follow('Conferences', 'hover', () => conferences.click(), 'Conferences and events worldwide')
  await follow('Topics', 'focus', () => page.keyboard.press('Enter'), 'Topics')
  expect(requests).toEqual(['/conferences', '/topics'])
})

test('what another account is answered is not shown on a page that was loaded before', {
  tag: '@once',
}, async ({ page, context }) => {
  await signInFor(page, olga, '/notifications')
  const other = await context.newPage()
  await context.clearCookies()
  await signInFor(other, adam, '/profile/edit')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/rpc/site/about*', async (route) => {
    await answer.promise
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/rpc/agenda/mine*')
  await page.getByRole('banner').getByRole('link', { name: 'Hallway' }).click()
  await (await answered).finished()
  await nextPaint(page)
  await expect(page.getByText("Adam Administrator's Dashboard")).toHaveCount(0)
  answer.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Adam Administrator's Dashboard")
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible()
})

test('leaving a conference can be undone', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signInFor(page, olga, '/invitations')
  await visit(page, '/conferences/gone-session')
  await page.getByRole('button', { name: "I'm Going" }).click()
  await page.getByRole('button', { name: "You're attending" }).click()
  await expectMessage(page, "You've been removed from attendees")
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: "You're attending" })).toBeVisible()
})

test('an invitation is a link, and a visitor without one asks for it', async ({
  page,
  browser,
  baseURL,
  isNarrow,
}) => {
  const visitor = await (await browser.newContext({ baseURL })).newPage()
  await signInFor(page, olga, '/invitations')
  const expired = page.getByRole('listitem').filter({ hasText: 'TOOLATE26' })
  await expect(expired).toContainText('Expired')
  await expect(expired.getByRole('button')).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link with OLGASCODE1' }).click()
  await expectMessage(page, 'Link copied to clipboard!')
  await visitor.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Register')
  await expect(visitor).toHaveTitle('Register | Hallway')
  await expect(visitor.getByLabel('Invitation code')).toHaveValue('OLGASCODE1')

  await visit(visitor, '/')
  await visitor.getByRole('link', { name: 'Sign Up Free' }).click()
  await visitor.getByRole('link', { name: 'ask the administrators for one' }).click()
  await waitForHydration(visitor)
  await checkAccessibility(visitor)
  const email = `guest.${isNarrow ? 'narrow' : 'wide'}@example.com`
  await visitor.getByRole('button', { name: 'Ask for an invitation' }).click()
  await expect(visitor.getByRole('alert')).toHaveText([
    'Email is required',
    'Please say a word about yourself',
  ])
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Who are you').fill('I organise a meetup in Bergen.')
  await visitor.getByRole('button', { name: 'Ask for an invitation' }).click()
  await expect(visitor.getByText('The administrators have received your request.')).toBeVisible()

  const admin = await (await browser.newContext({ baseURL })).newPage()
  await signInFor(admin, adam, '/dashboard')
  await admin.getByRole('link', { name: '1 request for an invitation' }).click()
  await checkAccessibility(admin)
  await admin.getByRole('button', { name: `Send a code ${email}` }).click()
  await expectMessage(admin, `Sent a code to ${email}`)
  await expect(admin.getByText('Nothing waits for a decision.')).toBeVisible()
  let link = ''
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await admin.request.get('/dev/mailbox.json')).json()
    link = mails.find(({ to }) => to === email)?.text.match(/https?:\S+code=\w+/)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await visitor.goto(link)
  await expect(visitor.getByLabel('Invitation code')).toHaveValue(/^[A-Z0-9]{12}$/)
  await visitor.context().close()
  await admin.context().close()
})

test('a dialog that a page opens with is modal before anything is touched', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await page.goto('/conferences?browse=topics&topics=Rust')
  const dialog = page.getByRole('dialog', { name: 'Filter by Topics' })
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /^Browse Topics/ })).toBeFocused()
  const chip = page.getByRole('list', { name: 'Filters' }).getByRole('link', { name: /^Rust/ })
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(chip).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
})
