import type { APIRequestContext } from '@playwright/test'
import { expect, type Page, visit } from './journey.ts'

/** A person for makePeople or for a registration. */
export const member = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  password: 'a long enough one',
})

type Account = { email: string; password: string }

/** An account of the sample data. */
export const sampleAccount = (name: string) => ({ email: `${name}@example.com`, password: 'hallway-demo' })

/** Fills in and submits the sign-in form on the current page. */
export async function fillSignIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in without the form, which takes another page (member-joins.spec.ts goes through it). */
export async function signInByApi(request: APIRequestContext, { email, password }: Account) {
  const { origin } = new URL((await request.get('/healthz', { maxRetries: 3 })).url())
  const data = { email, password }
  const answer = await request.post('/api/auth/sign-in/email', { headers: { origin }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Signs in without the form, and opens `path`. */
export async function signInFor(page: Page, who: Account, path: string) {
  await signInByApi(page.request, who)
  await visit(page, path)
  await expect(page).toHaveURL(path)
}

/** Expects a toast. */
export const expectMessage = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Messages' }).getByText(text).last()).toBeVisible()

/** The link in the newest mail to an address with this subject. */
export async function mailedLink(page: Page, to: string, subject: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails: { to: string; subject: string; text: string }[] = await (
      await page.request.get('/dev/mailbox.json')
    ).json()
    link = mails
      .find((mail) => mail.to === to && mail.subject === subject)
      ?.text.match(/https?:\/\/\S+token=\S+/)?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return link ?? ''
}

/** Whether the session is valid, according to the server. */
export const isSignedIn = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/v1/site')).json()).viewer !== null

export const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
