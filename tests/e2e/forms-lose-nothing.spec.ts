// Covers: auth, people, events
import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitations } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { expect, type Page, test } from '#tests/support/journey.ts'
import { member, signInByApi } from '#tests/support/members.ts'

// Every form of the site that is sent with POST, sent without script and before the script is there.

// The textarea of the profile has a text of its own, which hydration must not bring back.
const adminOfForms = { ...member('Fiona Forms'), isAdmin: true, profile: { bio: 'Stored bio' } }
const ids = {
  event: '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  talk: '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  speaker: '33333333-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
}

test.use({
  refusals: [400, 401, 403, 422, 429],
  siteOptions: {
    prepare: async ({ db }) => {
      const [owner] = await makePeople(db, [adminOfForms])
      await makeInvitations(db, [{ code: 'FORMCODE1' }])
      const event = await makeEvent(db, {
        id: ids.event,
        name: 'Forms Conf',
        slug: 'forms-conf',
        start_date: '2031-05-06',
        description: 'Stored description',
        owner,
      })
      await makeTalk(db, { id: ids.talk, event, title: 'Stored talk', date: '2031-05-06' })
      const other = await makeEvent(db, { name: 'Forms Other', owner })
      await makeSeries(db, [other], { name: 'Forms Series', slug: 'forms-series' })
      await makeSpeaker(db, { id: ids.speaker, name: 'A Speaker' })
    },
  },
})

type Form = {
  /** The start of its name, in the hidden field. */
  name: string
  path: string
  isPublic?: true
  /** What is typed, by the field's name. */
  typed: Record<string, string>
  /** Without script: what the page says then. What is typed stays, unless it says so and is done. */
  says: RegExp
  isDone?: true
  /** Once the script is there: what tells that it was sent. */
  saved: RegExp
}

const edit = '/conferences/forms-conf/edit'
const notSaved = /This was not saved/

const forms: Form[] = [
  {
    name: 'login',
    path: '/auth?next=/profile/edit',
    isPublic: true,
    typed: { email: 'nobody@example.com', password: 'not the right one' },
    says: /Invalid email or password/,
    saved: /Invalid email or password/,
  },
  {
    name: 'register',
    path: '/auth?code=NOSUCHCODE',
    isPublic: true,
    typed: { name: 'Rita Register', email: 'rita@example.com', password: 'a long enough one' },
    says: /Invalid or expired invitation code/,
    saved: /Invalid or expired invitation code/,
  },
  {
    name: 'forgot',
    path: '/auth?tab=forgot',
    isPublic: true,
    typed: { email: 'nobody@example.com' },
    says: /an email is on its way/,
    isDone: true,
    saved: /an email is on its way/,
  },
  {
    name: 'confirm',
    path: '/auth?tab=confirm',
    isPublic: true,
    typed: { email: 'nobody@example.com' },
    says: /an email is on its way/,
    isDone: true,
    saved: /an email is on its way/,
  },
  {
    name: 'request',
    path: '/auth?tab=request',
    isPublic: true,
    typed: { email: 'asks@example.com', reason: 'I organise a meetup' },
    says: /The administrators have received your request/,
    isDone: true,
    saved: /The administrators have received your request/,
  },
  {
    name: 'profile',
    path: '/profile/edit',
    typed: { full_name: 'Fiona Forms', bio: 'Typed without script', website: 'https://forms.example/' },
    says: notSaved,
    saved: /Profile updated successfully/,
  },
  {
    name: 'series of',
    path: edit,
    typed: { name: 'Typed without script' },
    says: notSaved,
    saved: /Added to the series/,
  },
  {
    name: 'series',
    path: '/series/forms-series/edit',
    typed: { name: 'Forms Series', description: 'Typed without script', website: 'https://forms.example/' },
    says: notSaved,
    saved: /Series saved/,
  },
  {
    name: 'report /conferences/forms-conf',
    path: '/report?path=/conferences/forms-conf',
    typed: { words: 'Typed without script' },
    says: notSaved,
    saved: /The administrators have received your report/,
  },
  {
    name: 'new call of',
    path: '/conferences/forms-conf/calls',
    typed: { url: 'https://forms.example/cfp', note: 'Typed without script' },
    says: notSaved,
    saved: /Call saved/,
  },
  {
    name: 'default-visibility',
    path: '/account/settings',
    typed: { visibility: 'unlisted' },
    says: /Who sees which conferences you attend/,
    isDone: true,
    saved: /^Saved$/,
  },
  {
    name: 'access-token',
    path: '/account/settings',
    typed: { name: 'Script' },
    says: /Your new token, shown only now/,
    isDone: true,
    saved: /^Token made$/,
  },
  {
    name: 'two-factor',
    path: '/account/settings',
    typed: { currentPassword: 'not the right one' },
    says: notSaved,
    saved: /Current password is incorrect/,
  },
  {
    name: 'second-factor',
    path: '/auth?tab=second-factor',
    isPublic: true,
    typed: { code: '123456' },
    says: /This step was open for too long/,
    saved: /This step was open for too long/,
  },
  {
    name: 'recovery-code',
    path: '/auth?tab=recovery-code',
    isPublic: true,
    typed: { code: 'abcde-fghij' },
    says: /This step was open for too long/,
    saved: /This step was open for too long/,
  },
  {
    name: 'address',
    path: '/account/settings',
    typed: { email: 'somewhere.else@example.com', currentPassword: 'not the right one' },
    says: notSaved,
    saved: /Current password is incorrect/,
  },
  {
    name: 'password',
    path: '/account/settings',
    typed: {
      currentPassword: 'wrong',
      newPassword: 'a longer one still',
      confirmPassword: 'a longer one still',
    },
    says: notSaved,
    saved: /Current password is incorrect/,
  },
  {
    name: 'new conference',
    path: '/conferences/new',
    typed: { name: 'X', description: 'Typed', location_name: 'Bergen', start_date: '2031-01-02' },
    says: notSaved,
    saved: /Event name must be at least 3 characters/,
  },
  {
    name: 'conference',
    path: edit,
    typed: { name: 'Forms Conf', description: 'Typed without script' },
    says: notSaved,
    saved: /Event updated successfully/,
  },
  {
    name: 'topic of',
    path: edit,
    typed: { tag: 'Rust' },
    says: notSaved,
    saved: /Topic added successfully/,
  },
  {
    name: 'new track',
    path: edit,
    typed: { name: 'Typed track', description: 'Typed' },
    says: notSaved,
    saved: /Track added successfully/,
  },
  {
    name: 'new break',
    path: edit,
    typed: { title: 'Typed break', start_time: '10:00' },
    says: notSaved,
    saved: /Break added successfully/,
  },
  {
    name: 'talk new',
    path: `${edit}?talk=new`,
    typed: { title: 'Typed talk', description: 'Typed without script' },
    says: notSaved,
    saved: /Talk added successfully/,
  },
  {
    name: 'talk',
    path: `${edit}?talk=${ids.talk}`,
    typed: { title: 'Typed over' },
    says: notSaved,
    saved: /Talk updated successfully/,
  },
  {
    name: 'new speaker',
    path: '/speakers/new',
    typed: { name: 'Typed Speaker', bio: 'Typed' },
    says: notSaved,
    saved: /Speaker Typed Speaker created successfully/,
  },
  {
    name: 'invitation',
    path: '/invitations',
    typed: { code: 'TYPEDCODE', expires_at: '2031-01-02' },
    says: notSaved,
    saved: /Invitation code created successfully/,
  },
  {
    name: 'new topic',
    path: '/admin/topics',
    typed: { name: 'Typed topic' },
    says: notSaved,
    saved: /Topic added successfully/,
  },
]

const isSecret = (name: string) => /password/i.test(name)
const plain = (name: string) => name.replace(/ ?[0-9a-f]{8}-[0-9a-f-]{27}$/, '')

/** The form on the page, by its name. */
const formOf = (page: Page, { name }: Form) =>
  page.locator('form[method=post]', { has: page.locator(`input[name=_form][value^="${name}"]`) }).first()

async function fill(page: Page, form: Form) {
  const element = formOf(page, form)
  for (const [field, value] of Object.entries(form.typed)) {
    const radio = element.locator(`[type=radio][name="${field}"][value="${value}"]`)
    if ((await radio.count()) > 0) await radio.check()
    else await element.locator(`[name="${field}"]`).fill(value)
  }
  return element
}

const submit = (form: ReturnType<typeof formOf>) =>
  form.locator('button[type=submit], button:not([type])').last().click()

async function signedInPage(browser: Browser, baseURL: string, isPublic = false, javaScriptEnabled = true) {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled,
    viewport: { width: 1280, height: 900 },
  })
  if (!isPublic) await signInByApi(context.request, adminOfForms)
  return { context, page: await context.newPage() }
}

/** Scripts wait until the function that it returns is called; then they arrive, or fail. */
async function holdScripts(page: Page, end: 'continue' | 'abort') {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route[end]()
  })
  return resolve
}

test('without script each form says what happened, and loses nothing; the table has them all', {
  tag: '@once',
}, async ({ browser, baseURL }) => {
  test.slow()
  const admin = await signedInPage(browser, baseURL!, false, false)
  const visitor = await signedInPage(browser, baseURL!, true, false)
  const fieldNames = new Set<string>()
  for (const form of forms)
    await test.step(form.name, async () => {
      const { page } = form.isPublic ? visitor : admin
      await page.goto(form.path)
      const names = await page
        .locator('form[method=post] input[name=_form]')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
      expect(await page.locator('form[method=post]').count()).toBe(names.length)
      for (const name of names) fieldNames.add(plain(name))
      await submit(await fill(page, form))
      await expect(page.getByText(form.says).first()).toBeVisible()
      if (!form.isDone)
        for (const [field, value] of Object.entries(form.typed))
          await expect(formOf(page, form).locator(`[name="${field}"]`)).toHaveValue(
            isSecret(field) ? '' : value,
          )
      for (const [field, value] of Object.entries(form.typed)) {
        const radio = formOf(page, form).locator(`[type=radio][name="${field}"][value="${value}"]`)
        if ((await radio.count()) > 0) await expect(radio).toBeChecked()
      }
      expect(await page.content()).not.toContain('a long enough one')
    })
  await admin.context.close()
  await visitor.context.close()
  // Their buttons and fields stand beside the form (owner-hands-over.spec.ts, admin-decides.spec.ts, member-keeps-account.spec.ts).
  for (const name of ['hand-over', 'decision', 'revoke-token']) fieldNames.delete(name)
  expect([...fieldNames].sort()).toEqual(forms.map(({ name }) => name).sort())
  // No component has a POST form that no page of the table shows, but for dialogs, which only the script opens.
  const components = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => /<form\s[^>]*method="post"/s.test(readFileSync(`src/${file}`, 'utf8')))
  expect(components.filter((file) => !/FormStatus/.test(readFileSync(`src/${file}`, 'utf8'))).sort()).toEqual(
    [
      // Buttons of members (member-without-script.spec.ts).
      'components/forms/post-form.tsx',
      'features/auth/components/delete-account.tsx',
      // One button, without a field.
      'routes/address.$token.tsx',
      'routes/auth_.confirm.tsx',
      'routes/unsubscribe.$token.tsx',
    ],
  )
})

/** 400 kbit/s and a processor of a quarter of the speed. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

for (const form of forms) {
  const isInGate = form.name === 'profile'
  test(`sent before the script is there: ${form.name}`, {
    tag: isInGate ? '@once' : ['@once', '@nightly'],
  }, async ({ browser, baseURL }) => {
    test.slow()
    const { context, page } = await signedInPage(browser, baseURL!, form.isPublic)
    await slowDown(page)
    const firstScript = page.waitForResponse(/\/assets\/.*\.js$/)
    await page.goto(form.path, { waitUntil: 'commit' })
    const element = formOf(page, form)
    await element.waitFor()
    await firstScript
    // As a person's hands do it, without waiting for the page: typed and sent at once.
    await element.evaluate((node, typed) => {
      const form = node as HTMLFormElement
      for (const [field, value] of Object.entries(typed)) {
        const radio = form.querySelector<HTMLInputElement>(`[type=radio][name="${field}"][value="${value}"]`)
        if (radio) {
          radio.click()
          continue
        }
        const control = form.elements.namedItem(field) as HTMLInputElement
        control.focus()
        control.select()
        document.execCommand('insertText', false, value)
        if (control.value !== value) control.value = value
      }
      form.requestSubmit()
    }, form.typed)
    await expect(page.getByText(form.saved).or(page.getByText(form.says)).first()).toBeVisible({
      timeout: 60_000,
    })
    if (form.says === notSaved) await expect(page.getByText(notSaved)).toHaveCount(0)
    // Not only sent: with what was typed.
    if (form.name === 'profile') await expect(page.getByText('Typed without script')).toBeVisible()
    await context.close()
  })
}

test('what is clicked before the script is there is done once it is', { tag: '@once' }, async ({
  browser,
  baseURL,
}) => {
  const { context, page } = await signedInPage(browser, baseURL!)
  const releaseScripts = await holdScripts(page, 'continue')
  await page.goto('/conferences/forms-conf', { waitUntil: 'commit' })
  const attend = page.getByRole('button', { name: "I'm Going" })
  await attend.dblclick()
  // At night an earlier test has added a second talk.
  const plan = page.getByRole('button', { name: /Plan to attend|^Going/ }).first()
  await plan.click()
  await expect(attend).toHaveAttribute('data-held', '')
  const saved = Promise.withResolvers<void>()
  for (const path of ['attendance/set', 'savedTalks/save'])
    await page.route(`**/api/rpc/${path}*`, async (route) => {
      await saved.promise
      await route.continue()
    })
  releaseScripts()
  // Not held any more, it is seen to be saved.
  for (const button of [attend, plan]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveCSS('opacity', '0.6')
  }
  saved.resolve()
  await expect(page.getByRole('button', { name: "You're attending" })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Going/ })).toBeFocused()

  await page.goto('/account/mail', { waitUntil: 'commit' })
  const mails = page.getByRole('checkbox', { name: /^Email: A talk I saved/ })
  await mails.click()
  await expect(page.getByText('Notification settings saved')).toBeVisible()
  await expect(mails).not.toBeChecked()
  await page.reload()
  await expect(mails).not.toBeChecked()
  await context.close()
})

test('where the script cannot be loaded, a button is answered by the server, or says so', {
  tag: '@once',
}, async ({ browser, baseURL }) => {
  const { context, page } = await signedInPage(browser, baseURL!)
  const releaseScripts = await holdScripts(page, 'abort')
  await page.goto('/conferences/forms-conf', { waitUntil: 'commit' })
  const attend = page.getByRole('button', { name: /^(I'm Going|You're attending)/ })
  const before = await attend.textContent()
  await attend.click()
  await expect(attend).toHaveAttribute('data-held', '')
  releaseScripts()
  // The server answers what needs no script.
  await expect(attend).not.toHaveText(before!)
  await expect(page.locator('[data-held]')).toHaveCount(0)
  const plan = page.getByRole('button', { name: /^(Plan to attend|Going)/ }).first()
  const isPlanned = await plan.getAttribute('aria-pressed')
  await plan.click()
  await expect(plan).not.toHaveAttribute('aria-pressed', isPlanned!)
  await page.goto('/account/mail')
  const mails = page.getByRole('checkbox', { name: /^Email: A talk I saved/ })
  await mails.click()
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('could not be loaded completely'),
  ).toHaveCount(1)
  await expect(page.locator('[data-held]')).toHaveCount(0)
  await context.close()
})

test('a session that has ended: without script, what was typed comes back after signing in', {
  tag: '@once',
}, async ({ browser, baseURL }) => {
  const { context, page } = await signedInPage(browser, baseURL!, false, false)
  await page.goto('/profile/edit')
  await context.clearCookies()
  await page.getByLabel('Bio').fill('Typed in a session that had ended')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Your session has ended. What you typed is kept')).toBeVisible()
  await page.getByLabel('Email').fill(adminOfForms.email)
  await page.getByLabel('Password').fill('not the right one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByLabel('Password').fill(adminOfForms.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
  await expect(page.getByLabel('Bio')).toHaveValue('Typed in a session that had ended')
  await context.close()
})

test('signing in and registering work without script', { tag: '@once' }, async ({ browser, baseURL }) => {
  const { context, page } = await signedInPage(browser, baseURL!, true, false)
  await page.goto('/auth?code=FORMCODE1')
  await expect(page.getByLabel('Invitation code')).toHaveValue('FORMCODE1')
  await page.getByLabel('Full name').fill('Petra Plain')
  await page.getByLabel('Email').fill('petra.plain@example.com')
  await page.getByLabel('Password').fill('a long enough one')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Check your mail.')).toBeVisible()
  await page.goto('/auth?next=/invitations')
  await page.getByLabel('Email').fill(adminOfForms.email)
  await page.getByLabel('Password').fill(adminOfForms.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/invitations')
  await context.close()
})

test('a form that another site sends is refused', { tag: '@once' }, async ({ request, baseURL }) => {
  const form = { _form: 'login', email: adminOfForms.email, password: adminOfForms.password }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) {
    const answer = await request.post(`${baseURL}/auth`, { form, headers, maxRedirects: 0 })
    expect(answer.status()).toBe(403)
    expect(answer.headers()['set-cookie']).toBeUndefined()
  }
})
