// Covers: auth, people
import { createHmac } from 'node:crypto'
import { session } from '#features/people/people.tables.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitations } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { expect, test, visit, waitForHydration } from '#tests/support/journey.ts'
import {
  expectMessage,
  fillSignIn,
  isSignedIn,
  mailedLink,
  member,
  signInFor,
  signOut,
} from '#tests/support/members.ts'

const fred = member('Fred Forgetful')
const olga = member('Olga Outgoing')
const carl = member('Carl Changing')
const dora = member('Dora Deleting')
const sana = member('Sana Typing')
const otto = member('Otto Old')
const secret = 'only for tests '.repeat(4)
const oldToken = 'a session of two hours '.repeat(2).trim().replaceAll(' ', '-')
const speakerId = '5f0ad1b6-2f5b-4c4e-9c0e-0d9b8a3c1e11'

test.use({
  refusals: [400, 401, 403, 422],
  siteOptions: {
    env: { AUTH_SECRET: secret },
    prepare: async ({ db }) => {
      const people = await makePeople(db, [fred, olga, carl, dora, sana, otto])
      const leaving = people.find(({ email }) => email === dora.email)!
      const { id: userId } = people.find(({ email }) => email === otto.email)!
      const createdAt = new Date(Date.now() - 2 * 3_600_000)
      const expiresAt = new Date(Date.now() + 86_400_000 * 29.9)
      await db.insert(session).values({ userId, token: oldToken, createdAt, expiresAt })
      await makeInvitations(db, [
        { code: 'COMEIN2026' },
        { code: 'TOOLATE26', expires_at: '2026-01-01 00:00+00' },
      ])
      await makeEvent(db, { name: 'Days of Dora', slug: 'days-of-dora', owner: leaving })
      await makeSpeaker(db, { id: speakerId, name: 'Dora Deleting', bio: 'Hello.', user_id: leaving.id })
    },
  },
})

test('somebody registers with a code, confirms by mail, and arrives where they wanted to go', async ({
  page,
}) => {
  test.slow()
  const nora = member('Nora Newcomer')
  // The page knows `after`; what it does not know is ignored.
  const cursor = '2026-11-20 09:00:00.5+00_00000000-0000-4000-8000-000000000001'
  const notifications = `/notifications?${new URLSearchParams({ after: cursor })}`
  await visit(page, `/notifications?${new URLSearchParams({ x: '1', after: cursor })}`)
  await expect(page.getByRole('status')).toHaveText('Please sign in to access this feature')
  await page
    .getByRole('navigation', { name: 'Login or register' })
    .getByRole('link', { name: 'Register' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register')

  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await expect(page.getByRole('alert')).toHaveText([
    'Invitation code is required',
    'Full name is required',
    'Email is required',
    'Password must be at least 6 characters',
  ])
  await expect(page.getByLabel('Invitation code')).toBeFocused()
  await page.getByLabel('Invitation code').fill('TOOLATE26')
  await page.getByLabel('Full name').fill(nora.name)
  await page.getByLabel('Email').fill(nora.email)
  await page.getByLabel('Password').fill('password')
  await create.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid or expired invitation code')
  await expect(page.getByLabel('Invitation code')).toBeFocused()
  await page.getByLabel('Invitation code').fill(' comein2026 ')
  await create.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This password is too common. Please choose another one.',
  )
  await page.getByLabel('Password').fill(nora.password)
  await create.click()
  await expectMessage(page, 'Account created successfully! Please check your email to confirm your account.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByText(`We have sent a link to ${nora.email}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(nora.email)

  await fillSignIn(page, nora)
  await expectMessage(page, 'Email not confirmed')
  await page.getByText('Your email is not confirmed yet.').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
  await page.getByLabel('Email').fill(nora.email)
  await page.getByRole('button', { name: 'Resend the confirmation email' }).click()
  await expect(page.getByText('an email is on its way')).toBeVisible()

  const other = await page.context().newPage()
  const link = await mailedLink(page, nora.email, 'Confirm your email address')
  await other.goto(link, { waitUntil: 'networkidle' })
  // A scanner opens the link, too, and runs the scripts of its page.
  await page.getByRole('link', { name: 'Login' }).click()
  await fillSignIn(page, nora)
  await expectMessage(page, 'Email not confirmed')
  await other.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(other.getByText('Your email is confirmed. You can sign in now.')).toBeVisible()
  await other.goto(link)
  await expect(other.getByText('Your email is confirmed. You can sign in now.')).toBeVisible()
  // Also there the way goes on.
  await expect(other).toHaveURL(`/auth?${new URLSearchParams({ confirmed: 'yes', next: notifications })}`)
  await other.close()

  await page.getByRole('link', { name: 'Login' }).click()
  await fillSignIn(page, { ...nora, password: 'a wrong guess' })
  await expectMessage(page, 'Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(nora.email)
  await fillSignIn(page, nora)
  await expect(page).toHaveURL(notifications)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  await expectMessage(page, 'Signed in successfully!')
})

test('nobody is led to another site by signing in', { tag: ['@once', '@nightly'] }, async ({
  page,
  site,
}) => {
  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/', '/%5Cevil.example']) {
    await visit(page, `/auth?next=${encodeURIComponent(next)}`)
    await fillSignIn(page, sana)
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(site.url)
    await page.request.post('/api/auth/sign-out', { headers: { origin: site.url }, data: {} })
  }
})

test('a forgotten password is replaced; the old one and every session end; the link works once', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const there = await elsewhere.newPage()
  await signInFor(there, fred, '/account/settings')

  await visit(page, '/invitations')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email is required')
  await page.getByLabel('Email').fill(fred.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If ${fred.email} belongs to an account`)).toBeVisible()

  const link = await mailedLink(page, fred.email, 'Choose a new password')
  await page.goto(link)
  await waitForHydration(page)
  const renew = page.getByRole('button', { name: 'Update Password' })
  await page.getByLabel('New password', { exact: true }).fill('short')
  await renew.click()
  await expect(page.getByRole('alert')).toHaveText([
    'Password must be at least 6 characters',
    'Please confirm your password',
  ])
  await page.getByLabel('New password', { exact: true }).fill('a renewed password')
  await page.getByLabel('Confirm new password').fill('another password')
  await renew.click()
  await expect(page.getByRole('alert')).toHaveText("Passwords don't match")
  await page.getByLabel('Confirm new password').fill('a renewed password')
  await renew.click()
  await expectMessage(page, 'Password updated successfully')
  await expect(page).toHaveURL('/auth?changed=yes&next=%2Finvitations')
  await expect(page.getByText('Your password is changed.')).toBeVisible()

  expect(await isSignedIn(there)).toBe(false)
  await fillSignIn(page, fred)
  await expectMessage(page, 'Invalid email or password')
  await fillSignIn(page, { ...fred, password: 'a renewed password' })
  await expect(page).toHaveURL('/invitations')

  await there.goto(link)
  // Said at once, before a password is typed in vain.
  await expect(there.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expect(there.getByLabel('New password', { exact: true })).toHaveCount(0)
  await elsewhere.close()
})

test('signing out ends the session here and in every other browser', { tag: ['@once', '@nightly'] }, async ({
  page,
  browser,
  site,
}) => {
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const there = await elsewhere.newPage()
  await signInFor(there, olga, '/account/settings')
  await signInFor(page, olga, '/account/settings')
  await signOut(page)
  await expectMessage(page, 'Signed out successfully')
  await expect(page).toHaveURL('/')
  await expect(page.locator('header, .thumb-bar').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect([await isSignedIn(page), await isSignedIn(there)]).toEqual([false, false])
  await there.goto('/profile/edit')
  await expect(there).toHaveURL('/auth?next=%2Fprofile%2Fedit')
  await elsewhere.close()
})

test('changing the password signs the other browser out, and this one stays', {
  tag: ['@once', '@nightly'],
}, async ({ page, browser, site }) => {
  test.slow()
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const there = await elsewhere.newPage()
  await signInFor(there, carl, '/account/settings')
  await signInFor(page, carl, '/account/settings')
  const form = page.getByRole('region', { name: 'Change Password' })
  const [current, renewed, again] = [
    form.getByLabel('Current password'),
    form.getByLabel('New password', { exact: true }),
    form.getByLabel('Confirm new password'),
  ]
  const update = form.getByRole('button', { name: 'Update Password' })
  await update.click()
  await expect(form.getByRole('alert')).toHaveText([
    'Current password is required',
    'Password must be at least 6 characters',
    'Please confirm your password',
  ])
  await expect(current).toBeFocused()
  await current.fill('a wrong guess')
  await renewed.fill('a changed one')
  await again.fill('a different one')
  await update.click()
  await expect(form.getByRole('alert')).toHaveText(["Passwords don't match"])
  await again.fill('a changed one')
  await update.click()
  await expect(form.getByRole('alert')).toHaveText(['Current password is incorrect'])
  await expect(current).toBeFocused()
  await current.fill(carl.password)
  await update.click()
  await expectMessage(page, 'Password updated successfully')
  for (const field of [current, renewed, again]) await expect(field).toHaveValue('')

  expect([await isSignedIn(page), await isSignedIn(there)]).toEqual([true, false])
  await there.reload()
  await expect(there).toHaveURL('/auth?next=%2Faccount%2Fsettings')
  await waitForHydration(there)
  await fillSignIn(there, { ...carl, password: 'a changed one' })
  await expect(there).toHaveURL('/account/settings')
  await elsewhere.close()
})

test('somebody deletes their account: their conference is unclaimed, their speaker anonymous', async ({
  page,
}) => {
  test.slow()
  await signInFor(page, dora, '/account/settings')
  const zone = page.getByRole('region', { name: 'Danger Zone' })
  await zone.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const remove = dialog.getByRole('button', { name: 'Delete Account' })
  await remove.click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter your full name to confirm')
  await expect(dialog.getByLabel('Your full name')).toBeFocused()
  await dialog.getByLabel('Your full name').fill('Dora')
  await remove.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Name does not match. Please enter your exact full name.',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(zone.getByRole('button', { name: 'Delete Account' })).toBeFocused()

  await zone.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByLabel('Your full name').fill('  Dora Deleting ')
  await remove.click()
  await expectMessage(page, 'Account deleted successfully')
  await expect(page).toHaveURL('/')
  await expect(page.locator('header, .thumb-bar').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await isSignedIn(page)).toBe(false)
  expect(await page.context().cookies()).toEqual([])

  await visit(page, '/conferences/days-of-dora')
  await expect(page.getByText('Created by')).toContainText('Unknown')
  await visit(page, `/speakers/${speakerId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anonymous')
  await visit(page, '/auth')
  await fillSignIn(page, dora)
  await expectMessage(page, 'Invalid email or password')
})

test('in a session of two hours the password is asked for, too', async ({ page, context, baseURL }) => {
  const signature = createHmac('sha256', secret).update(oldToken).digest('base64')
  await context.addCookies([
    { name: 'hallway.session_token', value: encodeURIComponent(`${oldToken}.${signature}`), url: baseURL! },
  ])
  await visit(page, '/account/settings')
  const zone = page.getByRole('region', { name: 'Danger Zone' })
  await zone.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const remove = dialog.getByRole('button', { name: 'Delete Account' })
  await dialog.getByLabel('Your full name').fill('Otto Old')
  await remove.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'You signed in more than an hour ago: please enter your password, too.',
  )
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByLabel('Your password').fill('not the one')
  await remove.click()
  await expect(dialog.getByRole('alert')).toHaveText('Current password is incorrect')
  await dialog.getByLabel('Your password').fill(otto.password)
  await remove.click()
  await expectMessage(page, 'Account deleted successfully')
  expect(await isSignedIn(page)).toBe(false)
})

test('what was typed outlives the end of the session', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signInFor(page, sana, '/profile/edit')
  await page.getByLabel('Bio').fill('Half a sentence about')
  await page.getByLabel('Website').fill('https://example.com/sana')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Please sign in to access this feature')
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence about')
  await page.reload()
  await waitForHydration(page)
  await fillSignIn(page, sana)
  await expect(page).toHaveURL('/profile/edit')
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence about')
  await expect(page.getByLabel('Website')).toHaveValue('https://example.com/sana')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Profile updated successfully')
  await expect(page.getByText('Half a sentence about')).toBeVisible()
})
