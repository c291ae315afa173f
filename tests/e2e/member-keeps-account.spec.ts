// Covers: people, access-tokens, invitations, notifications
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { adminKinds, notificationKinds } from '#features/notifications/notifications.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitations } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, sampleAccount, signInByApi, signInFor } from '#tests/support/members.ts'

const ida = member('Ida Inviting')
const edda = member('Edda Editing')
const lena = member('Lena Listing')
const ada = sampleAccount('admin')

test.use({
  refusals: [409, 429],
  siteOptions: {
    prepare: async ({ db }) => {
      const [, , listing] = await makePeople(db, [ida, edda, lena])
      await makeEvent(db, { name: 'Days of Lena', slug: 'days-of-lena', owner: listing })
      await makeInvitations(db, [
        { code: 'LONGGONE26', created_by: listing!.id, expires_at: '2026-01-01 00:00+00' },
      ])
    },
  },
})

const save = (page: Page) => page.getByRole('button', { name: 'Save Profile' }).click()
const alerts = (page: Page) => page.getByRole('main').getByRole('alert')

test('a member edits their profile, rule by rule, into the limit', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  test.slow()
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    }),
  )
  await signInFor(page, edda, '/profile/edit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
  const main = page.getByRole('main')
  await expect(main.getByText('EE', { exact: true })).toBeVisible()
  for (const [label, placeholder] of [
    ['Bluesky', 'username.bsky.social'],
    ['GitHub', 'username'],
    ['Mastodon', '@username@mastodon.social'],
    ['LinkedIn', 'username'],
    ['Twitch', 'username'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAttribute('placeholder', placeholder)

  for (const [label, wrong, sentence, right] of [
    ['Full name', ' ', 'Full name is required', 'Edda E. Editing'],
    ['Full name', 'x'.repeat(101), 'Full name must be less than 100 characters', 'Edda E. Editing'],
    ['Bio', 'x'.repeat(5001), 'Bio must be less than 5000 characters', 'I edit.'],
    ['Website', 'javascript:alert(1)', 'Please enter a valid URL', 'https://example.com/edda'],
    [
      'Avatar URL',
      'ftp://pictures.example/edda',
      'Please enter a valid URL',
      'https://pictures.example/edda',
    ],
    [
      'Avatar URL',
      'https://pictures.example/'.padEnd(2001, 'x'),
      'URL must be less than 2000 characters',
      '',
    ],
    ['Bluesky', 'x'.repeat(101), 'Handle must be less than 100 characters', ''],
    ['GitHub', 'x'.repeat(101), 'Handle must be less than 100 characters', ''],
    ['Mastodon', 'x'.repeat(101), 'Handle must be less than 100 characters', '@edda@example.social'],
    ['LinkedIn', 'x'.repeat(101), 'Handle must be less than 100 characters', ''],
    ['Twitch', 'x'.repeat(101), 'Handle must be less than 100 characters', ''],
  ] as const) {
    await page.getByLabel(label).fill(wrong)
    await save(page)
    await expect(alerts(page)).toHaveText([sentence])
    await expect(page.getByLabel(label)).toBeFocused()
    await expect(page.getByLabel(label)).toHaveValue(wrong)
    await page.getByLabel(label).fill(right)
  }
  await page.getByLabel('Avatar URL').fill('https://pictures.example/edda')
  await page.getByLabel('Bio').focus()
  await expect(main.locator('img')).toHaveAttribute('src', 'https://pictures.example/edda')
  await save(page)
  await expectMessage(page, 'Profile updated successfully')
  await expect(page).toHaveURL(/\/u\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edda E. Editing')
  await expect(main.getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://example.social/@edda',
  )

  for (let n = 2; n <= 5; n++) {
    await main.getByRole('link', { name: 'Edit Profile' }).click()
    await page.getByLabel('Full name').fill(`Edda ${n}`)
    await save(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edda ${n}`)
  }
  await main.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('Full name').fill('Edda 6')
  await save(page)
  await expectMessage(page, /^Too many updates\. Please wait \d+ seconds before trying again\.$/)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Edda 6')
  await main.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edda 5')
  await main.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Edda 5')
})

test('a profile offers its owner more than others', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signInFor(page, lena, '/profile/edit')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/profile/edit')
  await expect(main.getByRole('link', { name: 'Edit Days of Lena' })).toHaveAttribute(
    'href',
    '/conferences/days-of-lena/edit',
  )
  await expect(main.getByRole('link', { name: 'Create Your First Event' })).toHaveCount(0)
  const path = new URL(page.url()).pathname
  await checkAccessibility(page)
  await page.context().clearCookies()
  await visit(page, path)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Lena Listing')
  await expect(main.getByRole('link', { name: /Edit/ })).toHaveCount(0)
})

test('a member creates, generates and copies codes, five at most', { tag: '@once' }, async ({
  page,
  context,
  site,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await signInFor(page, ida, '/invitations')
  const codes = page.getByRole('region', { name: 'Your Invitation Codes' })
  const code = page.getByRole('textbox', { name: /^Invitation code/ })
  const create = page.getByRole('button', { name: 'Create Code' })
  await expect(page.getByText('You can create 5 more of your 5 invitation codes.')).toBeVisible()
  await expect(page.getByText('Codes are validated on the server')).toContainText('audit log')

  for (const [wrong, sentence] of [
    ['abc', 'Code must be between 4 and 20 characters'],
    ['x'.repeat(21), 'Code must be between 4 and 20 characters'],
    ['two words', 'Code can only contain uppercase letters and numbers'],
  ] as const) {
    await code.fill(wrong)
    await create.click()
    await expect(alerts(page)).toHaveText([sentence])
    await expect(code).toBeFocused()
  }
  await code.fill('welcome1')
  await create.click()
  await expect(alerts(page)).toHaveText(['This code is taken. Please choose another one.'])
  await code.fill('tidal2026')
  await page.getByLabel('Last day').fill('2020-01-01')
  await create.click()
  await expect(alerts(page)).toHaveText(['The last day must be today or later'])
  await page.getByLabel('Last day').fill('2190-05-04')
  await create.click()
  await expectMessage(page, 'Invitation code created successfully!')
  await expect(codes.getByRole('listitem')).toContainText(['TIDAL2026Active'])
  await expect(codes.getByRole('listitem')).toContainText(['valid until May 4, 2190'])
  await expect(code).toHaveValue('')

  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(code).toHaveValue(/^[A-Z0-9]{12}$/)
  const generated = await code.inputValue()
  await create.click()
  await expect(codes.getByRole('listitem').first()).toContainText(generated)

  const copy = codes.getByRole('button', { name: `Copy ${generated}` })
  await copy.click()
  await expectMessage(page, 'Code copied to clipboard!')
  await expect(copy).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(generated)
  await expect(copy).toHaveText('Copy')
  await page.evaluate(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) }),
  )
  await copy.click()
  await expectMessage(page, 'Failed to copy code')

  for (let n = 3; n <= 5; n++) {
    await create.click()
    await expect(codes.getByRole('listitem')).toHaveCount(n)
  }
  await expect(page.getByText('You have created all of your 5 invitation codes.')).toBeVisible()
  await expect(create).toBeDisabled()
  await checkAccessibility(page)
})

test('an administrator sees everybody’s codes and has no limit', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await signInFor(page, ada, '/invitations')
  const codes = page.getByRole('region', { name: 'All invitation codes' })
  await expect(page.getByText('As an administrator, you can create any number of codes.')).toBeVisible()
  await expect(codes.getByRole('listitem').filter({ hasText: 'LONGGONE26' })).toContainText('Expired')
  await codes.getByRole('link', { name: 'Older codes' }).click()
  await expect(codes.getByRole('listitem').filter({ hasText: 'Used' }).first()).toBeVisible()
  await codes.getByRole('link', { name: 'Newest codes' }).click()
  await expect(page).toHaveURL('/invitations')
})

test('a member switches off a kind of notification', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signInFor(page, lena, '/account/settings')
  await page.getByRole('link', { name: 'Emails and notifications' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emails and notifications')
  const kinds = page.getByRole('main').getByRole('checkbox')
  // Each kind by mail and on the site, and the digest.
  await expect(kinds).toHaveCount((notificationKinds.length - adminKinds.length) * 2 + 1)
  const invited = page.getByLabel('Email: Someone invites me to a conference')
  await expect(invited).toBeChecked()
  await invited.click()
  await expectMessage(page, 'Notification settings saved')
  await page.reload()
  await expect(invited).not.toBeChecked()
  await expect(page.getByLabel('On the site: Someone invites me to a conference')).toBeChecked()
  await expect(kinds.nth(0)).toBeChecked()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375])).toEqual([])
})

test('by keyboard alone somebody signs in, edits their profile and asks for a code', {
  tag: ['@once', '@nightly'],
}, async ({ page }) => {
  test.slow()
  await visit(page, '/auth?next=%2Fprofile%2Fedit')
  const tabTo = async (label: RegExp) => {
    const target = page.getByRole('main').getByLabel(label)
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await tabTo(/^Email/)
  await page.keyboard.type(lena.email)
  await tabTo(/^Password/)
  await page.keyboard.type(lena.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile/edit')
  await expect(page.getByLabel(/^Website/)).toBeVisible()
  await tabTo(/^Website/)
  await page.keyboard.type('https://example.com/lena')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Website' })).toBeVisible()
  await visit(page, '/invitations')
  await page.getByRole('textbox', { name: /^Invitation code/ }).focus()
  await page.keyboard.type('keyboard26')
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Invitation code created successfully!')
  await visit(page, '/account/settings')
  await page.getByRole('button', { name: 'Delete Account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()
})

test('the pages of an account pass axe, with what is wrong in them too', { tag: '@once' }, async ({
  page,
}) => {
  test.slow()
  for (const path of ['/auth', '/auth?tab=register', '/auth?tab=forgot', '/auth?tab=confirm']) {
    await visit(page, path)
    await page.getByRole('main').locator('button[type=submit]').click()
    await expect(alerts(page).first()).toBeVisible()
    await checkAccessibility(page)
  }
  // A link that is not valid any more shows no form.
  await visit(page, '/auth/reset?token=x')
  await checkAccessibility(page)
  await signInFor(page, lena, '/profile/edit')
  await page.getByLabel('Website').fill('nowhere')
  await save(page)
  await checkAccessibility(page)
  await visit(page, '/account/settings')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click()
  await checkAccessibility(page)
})

test('a member makes an access token, reads with it, and revokes it', { tag: '@once' }, async ({ page }) => {
  await signInFor(page, lena, '/account/settings')
  const section = page.locator('#tokens')
  await section.getByLabel('Name of the token').fill('Calendar script')
  await section.getByLabel('Expires in').selectOption('A year')
  await section.getByRole('button', { name: 'Make a token' }).click()
  const token = await section.getByLabel('Your new token, shown only now').inputValue()
  await expect(section.getByRole('listitem')).toContainText(/Calendar script.*not used yet/)
  await checkAccessibility(page)
  const read = () =>
    fetch(new URL('/api/v1/notifications', page.url()), { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status).toBe(200)
  await visit(page, '/account/settings')
  await expect(page.getByText(token)).toHaveCount(0)
  await expect(section.getByRole('listitem')).toContainText('last used on')
  await section.getByRole('button', { name: 'Revoke Calendar script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the token' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  expect((await read()).status).toBe(401)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a token is made and revoked', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, lena)
    await page.goto('/account/settings')
    const section = page.locator('#tokens')
    await section.getByLabel('Name of the token').fill('Plain script')
    await section.getByRole('button', { name: 'Make a token' }).click()
    await expect(page.getByText(/Your new token, shown only now/)).toBeVisible()
    await section.getByRole('button', { name: 'Revoke Plain script' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(0)
  })
})

test('an owner makes tokens, and the commands of /developers work with them', { tag: '@once' }, async ({
  page,
}) => {
  await signInFor(page, lena, '/account/settings')
  const section = page.locator('#tokens')
  const does = section.getByLabel('What it does')
  const makeToken = async (name: string, option: { index: number }) => {
    await section.getByLabel('Name of the token').fill(name)
    await does.selectOption(option)
    const event_id = await does.inputValue()
    await section.getByRole('button', { name: 'Make a token' }).click()
    await expect(section.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    return { event_id, token: await section.getByLabel('Your new token, shown only now').inputValue() }
  }
  const reader = await makeToken('Reader', { index: 0 })
  const website = await makeToken('Website', { index: 1 })
  await expect(section.getByRole('listitem').nth(1)).toContainText('Programme of Days of Lena')
  await checkAccessibility(page)

  await visit(page, '/developers')
  const [read, push] = await page.locator('main code').filter({ hasText: 'curl' }).allTextContents()
  const cwd = test.info().outputPath()
  await writeFile(path.join(cwd, 'programme.json'), 'no programme')
  const answerOf = async (command: string, { event_id, token }: typeof reader) => {
    const words = command.replace('hw_…', token).replace(/events\/[0-9a-f-]+/, `events/${event_id}`)
    const { stdout } = await promisify(execFile)('sh', ['-c', words], { cwd }).catch((error) => error)
    return String(stdout)
  }
  expect(await answerOf(read!, reader)).toContain('"events":[')
  expect(await answerOf(push!, website)).toContain('UNREADABLE')
  expect(await answerOf(push!, { ...reader, event_id: website.event_id })).toContain('FORBIDDEN')
  const workflow = await page.request.get('/programme-workflow.yml')
  expect([workflow.status(), await workflow.text()]).toEqual([200, expect.stringContaining('curl')])
})

test('a member takes everything that the site holds about them', { tag: '@once' }, async ({ page }) => {
  await signInFor(page, lena, '/account/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/-account\.json$/)
  const { rows, made_at } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(rows.user).toMatchObject([{ email: lena.email }])
  expect(rows['events.created_by']).toMatchObject([{ name: 'Days of Lena' }])
  expect(new Date(made_at).toString()).not.toBe('Invalid Date')
})
