import { expect, isTakenOver, type Page } from './journey.ts'

/** Somebody who is made with makePeople, or registers. */
export const member = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  password: 'a long enough one',
})

/** Fills in the sign-in form of the page that stands there. */
export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in and stands on `path`, where the guard asked for it. */
export async function signInFor(page: Page, who: { email: string; password: string }, path: string) {
  await page.goto(path)
  await isTakenOver(page)
  await fillSignIn(page, who)
  await expect(page).toHaveURL(path)
  await isTakenOver(page)
}

/** Expects a message in the corner of the page. */
export const told = (page: Page, text: string | RegExp) =>
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

/** Whether the page's session is still one: asked of the server, not of what the page shows. */
export const isSignedIn = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/v1/site')).json()).viewer !== null

export const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
