// Covers: auth, people
import { readFile } from 'node:fs/promises'
import { makePeople } from '#tests/support/factories/people.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, fillSignIn, isSignedIn, member, signInFor } from '#tests/support/members.ts'
import { totpCode } from '#tests/support/totp.ts'

const tessa = member('Tessa Twofold')
const petra = member('Petra Plainly')
const adam = { ...member('Adam Admin'), isAdmin: true }

test.use({
  refusals: [400, 401, 429],
  siteOptions: {
    prepare: async ({ db }) => void (await makePeople(db, [tessa, petra, adam])),
    env: { REQUIRE_ADMIN_2FA: 'on' },
  },
})

/** Turns it on in the account settings; returns the key of the app and the recovery codes. */
async function turnOn(page: Page, password: string) {
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByLabel('Your password').fill('not the right one')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('Current password is incorrect')).toBeVisible()
  await section.getByLabel('Your password').fill(password)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByRole('img', { name: 'QR code' })).toBeVisible()
  const key = await section.getByLabel('Or enter this key in the app').inputValue()
  const field = section.getByLabel('Code', { exact: true })
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await field.fill('000000')
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('This code is not right.')).toBeVisible()
  await field.fill(totpCode(key))
  await field.press('Enter')
  await expect(section.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused()
  const codes = await section
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(codes).toHaveLength(10)
  return { key, codes, section }
}

test('a member turns it on, and signs in with a code, with a recovery code, and with neither', async ({
  page,
}) => {
  test.slow()
  await signInFor(page, tessa, '/account/settings')
  const { key, codes, section } = await turnOn(page, tessa.password)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  const download = page.waitForEvent('download')
  await section.getByRole('link', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByText('Two-factor authentication is on.')).toBeVisible()
  await visit(page, '/account/settings')
  await expect(section.getByText('Two-factor authentication is on.')).toBeVisible()
  await expect(page.getByText(codes[0]!)).toHaveCount(0)

  // What the page still asks for would be refused without the cookie.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await visit(page, '/auth?next=/invitations')
  await fillSignIn(page, tessa)
  await expect(page).toHaveURL('/auth?tab=second-factor&next=%2Finvitations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-factor authentication')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  expect(await isSignedIn(page)).toBe(false)
  // With neither.
  await page.getByLabel('Code', { exact: true }).fill('123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('This code is not right.')).toBeVisible()
  await visit(page, '/invitations')
  await expect(page).toHaveURL(/^[^?]*\/auth\?next=/)
  // With a code of the app, after all.
  await fillSignIn(page, tessa)
  await page.getByLabel('Code', { exact: true }).fill(totpCode(key, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/invitations')

  // With a recovery code.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await visit(page, '/auth')
  await fillSignIn(page, tessa)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectMessage(page, 'Signed in successfully!')
  await expect(page).toHaveURL('/dashboard')

  // New recovery codes, and off again.
  await visit(page, '/account/settings')
  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(tessa.password)
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const list = section.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expect(list.getByText(codes[1]!)).toHaveCount(0)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(tessa.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expectMessage(page, 'Two-factor authentication is off')
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('without script, the second step asks too, and what was typed before is kept', {
  tag: ['@once', '@nightly'],
}, async ({ page, browser, baseURL }) => {
  await signInFor(page, petra, '/account/settings')
  const { codes } = await turnOn(page, petra.password)
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto('/auth?next=/invitations')
  await fillSignIn(plain, petra)
  await expect(plain).toHaveURL('/auth?tab=second-factor&next=%2Finvitations')
  await plain.getByLabel('Code', { exact: true }).fill('000000')
  await plain.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(plain.getByText('This code is not right.')).toBeVisible()
  await plain.getByRole('link', { name: 'Use a recovery code' }).click()
  await plain.getByLabel('Recovery code', { exact: true }).fill(codes[0]!)
  await plain.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(plain).toHaveURL('/invitations')

  await plain.goto('/profile/edit')
  await context.clearCookies()
  await plain.getByLabel('Bio').fill('Typed in a session that had ended')
  await plain.getByRole('button', { name: 'Save Profile' }).click()
  await fillSignIn(plain, petra)
  await plain
    .getByRole('link', { name: 'Use a recovery code' })
    .or(plain.getByLabel('Code'))
    .first()
    .waitFor()
  await plain.getByLabel('Code', { exact: true }).fill('000000')
  await plain.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(plain.getByText('This code is not right.')).toBeVisible()
  await expect(plain.locator('input[name=kept]')).toHaveValue(/Typed\+in\+a\+session/)
  await context.close()
})

test('an administrator is led to turn it on, and can do nothing of an administrator’s before', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  await signInFor(page, adam, '/dashboard')
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page).toHaveURL('/account/settings#two-factor')
  await expect(page.getByText('Administrators of this site need two-factor authentication.')).toBeVisible()
  expect((await page.request.get('/api/v1/users')).status()).toBe(403)
  await visit(page, '/admin/users')
  await expect(page).toHaveURL('/account/settings#two-factor')
  const { section } = await turnOn(page, adam.password)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  expect((await page.request.get('/api/v1/users')).status()).toBe(200)
  await visit(page, '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Management')
})
