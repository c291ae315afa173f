// Covers: offline, programme
import type { APIRequestContext } from '@playwright/test'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi, signInFor, signOut } from '#tests/support/members.ts'

// Browsers keep a conference offline, take changes without network and send them later.

const [planner, organiser, other, installer] = [
  member('Petra Planner'),
  member('Otto Organiser'),
  member('Olga Other'),
  member('Ina Installer'),
]
const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
const path = '/conferences/cellar-days'
const firstNumber = 7001

test.use({
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const people = await makePeople(db, [planner, organiser, other, installer])
      const event = await makeEvent(db, {
        name: 'Cellar Days',
        slug: 'cellar-days',
        owner: people[1],
        start_date: day,
        end_date: day,
        time_zone: 'Europe/Berlin',
      })
      for (let index = 0; index < 8; index++)
        await makeTalk(db, {
          event,
          number: firstNumber + index,
          title: `Talk ${index}`,
          description: `All of talk ${index}.`,
          start_time: `${10 + index}:00`,
          end_time: `${10 + index}:30`,
          location: 'Cellar',
        })
    },
  },
  // A talk that was cancelled meanwhile, and a session that ended.
  refusals: [401, 409],
})

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
const isPlanned = (page: Page, index: number) =>
  page.getByRole('button', { name: new RegExp(`^Going: Talk ${index}`) })
const plan = (page: Page, index: number) =>
  page.getByRole('button', { name: `Plan to attend: Talk ${index}` })

async function keep(page: Page) {
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect(page.getByRole('button', { name: 'Kept offline' })).toBeVisible()
}

/** The titles of My Schedule, as the server has it. */
async function savedTitles(request: APIRequestContext): Promise<string[]> {
  const event = await (await request.get('/api/v1/events/cellar-days')).json()
  const talks: { title: string }[] = await (
    await request.get(`/api/v1/events/${event.id}/saved-talks`)
  ).json()
  return talks.map(({ title }) => title)
}

async function editTalk(request: APIRequestContext, origin: string, number: number, changes: object) {
  const { id } = await (await request.get(`/api/v1/talks/by-number/${number}`)).json()
  const talk = await (await request.get(`/api/v1/talks/${id}/detail`)).json()
  const answer = await request.put(`/api/v1/talks/${id}`, {
    headers: { origin },
    data: { ...talk, speaker_ids: [], ...changes },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a visitor registers nothing by reading, and a kept conference opens without network', {
  tag: '@once',
}, async ({ page, context }) => {
  await visit(page, path)
  await page.getByRole('link', { name: 'Talk 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Talk 1' })).toBeVisible()
  expect(await registrations(page)).toBe(0)
  await visit(page, path)
  await keep(page)
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByText(/^As of \d\d:\d\d, no network\.$/)).toBeVisible()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])
  await page.goto(`${path}/talks/${firstNumber + 3}`)
  await expect(page.getByText('All of talk 3.')).toBeVisible()
  await context.setOffline(false)
  await visit(page, path)
  await page.getByRole('button', { name: 'Kept offline' }).click()
  await expectMessage(page, 'The copy of Cellar Days is deleted.')
  expect(await registrations(page)).toBe(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

test('the first saved talk keeps the conference; changes without network survive a reload and are sent exactly', {
  tag: '@once',
}, async ({ page, context }) => {
  await signInFor(page, planner, path)
  await plan(page, 0).click()
  await expect(page.getByRole('button', { name: 'Kept offline' })).toBeVisible()
  await plan(page, 1).click()
  await expect(isPlanned(page, 1)).toBeVisible()
  await context.setOffline(true)
  await page.goto(path)
  for (const index of [2, 3, 4]) await plan(page, index).click()
  await isPlanned(page, 1).click()
  await page.getByRole('button', { name: "I'm Going" }).click()
  await expect(page.getByText('5 changes wait.')).toBeVisible()
  await expect(isPlanned(page, 4)).toHaveAccessibleName('Going: Talk 4, not sent yet')
  await page.reload()
  await page.getByText('5 changes wait.').click()
  await expect(page.getByText('Take out: Talk 1, 11:00')).toBeVisible()
  await expect(page.getByText("I'm going: Cellar Days")).toBeVisible()
  await checkAccessibility(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /Talk 0/ })).toBeVisible()
  await page.goto('/schedule')
  await expect(page).toHaveURL(`${path}?tab=schedule`)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(4)
  await context.setOffline(false)
  await expect(page.getByText(/no network/)).toHaveCount(0)
  await expect.poll(() => savedTitles(page.request)).toEqual(['Talk 0', 'Talk 2', 'Talk 3', 'Talk 4'])
  await visit(page, path)
  await expect(page.getByRole('button', { name: "You're attending" })).toBeVisible()
})

test('what the organiser changed meanwhile is marked, and what cannot be saved any more is named', {
  tag: '@once',
}, async ({ page, context, playwright, baseURL }) => {
  const organisers = await playwright.request.newContext({ baseURL })
  await signInByApi(organisers, organiser)
  await signInFor(page, planner, path)
  await keep(page)
  await plan(page, 5).click()
  await expect(isPlanned(page, 5)).toBeVisible()
  await context.setOffline(true)
  await page.goto(path)
  await plan(page, 6).click()
  await expect(page.getByText('1 change waits.')).toBeVisible()
  await editTalk(organisers, baseURL!, firstNumber + 5, { location: 'Attic' })
  await editTalk(organisers, baseURL!, firstNumber + 6, { status: 'cancelled' })
  await organisers.dispose()
  await context.setOffline(false)
  await expect(page.getByText('Plan to attend: Talk 6, 16:00. This talk does not take place.')).toBeVisible()
  // A copy is replaced at most once a few minutes.
  await page.evaluate(async () => {
    const cache = await caches.open('hallway-copies')
    for (const request of await cache.keys()) {
      const copy = (await cache.match(request))!
      const name = 'x-description'
      const description = JSON.parse(decodeURIComponent(copy.headers.get(name)!))
      const headers = {
        [name]: encodeURIComponent(JSON.stringify({ ...description, copiedAt: 1, writtenAt: 1 })),
      }
      await cache.put(request, new Response(await copy.blob(), { headers }))
    }
  })
  await visit(page, path)
  await expect(page.getByRole('link', { name: /^Talk 5 is now .*Attic \(was .*Cellar\)\.$/ })).toBeVisible()
})

test('signing out deletes everything, and another account finds nothing', {
  tag: '@once',
}, async ({ page, context }) => {
  await signInFor(page, planner, path)
  await keep(page)
  await context.setOffline(true)
  await page.goto(path)
  await plan(page, 7).click()
  await expect(page.getByText('1 change waits.')).toBeVisible()
  // The session ends without a word: somebody else signs in on the same device.
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByText('1 change waits until you sign in.')).toBeVisible()
  await page.goto('/about')
  await signInFor(page, other, path)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('offline'))),
  ).toEqual([])
  expect(await savedTitles(page.request)).toEqual([])
  await keep(page)
  await signOut(page)
  await expectMessage(page, 'Signed out successfully')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  expect(await registrations(page)).toBe(0)
})

type Manifest = {
  name: string
  scope: string
  start_url: string
  icons: { src: string; sizes: string; purpose?: string }[]
  shortcuts: { name: string; url: string }[]
}

test('an installed site opens on the dashboard, and its shortcuts lead to My Schedule and the directory', {
  tag: '@once',
}, async ({ page, context }) => {
  await signInFor(page, installer, path)
  const manifest = await page.evaluate(async (): Promise<Manifest> => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link!.href)).json()
  })
  expect(manifest.name).toBe('Hallway')
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  const colours = await page
    .locator('meta[name=theme-color]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('media')))
  expect(colours).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
  await plan(page, 0).click()
  await expect(page.getByRole('button', { name: 'Kept offline' })).toBeVisible()
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline)
    await page.goto(manifest.start_url)
    await expect(page.getByRole('heading', { level: 1, name: "Ina Installer's Dashboard" })).toBeVisible()
    await page.goto(manifest.shortcuts.find(({ name }) => name === 'My Schedule')!.url)
    await expect(page.getByRole('button', { name: 'Remove Talk 0 from my schedule' })).toBeVisible()
  }
  await context.setOffline(false)
  await visit(page, manifest.shortcuts.find(({ name }) => name === 'Directory')!.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Conferences/)
})

test('the site offers to be installed once a talk is saved, until that is answered', {
  tag: '@once',
}, async ({ page }) => {
  /** As Chromium does on a site that can be installed. Returns whether the page keeps it for later. */
  const offerInstallation = () =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(event, { prompt: async () => document.body.setAttribute('data-prompted', '') })
      dispatchEvent(event)
      return event.defaultPrevented
    })
  const hint = page.getByText('Install this site, and My Schedule opens from your home screen.')
  await signInFor(page, other, path)
  expect(await offerInstallation()).toBe(true)
  await expect(page.getByRole('button', { name: 'Keep offline' })).toBeVisible()
  await expect(hint).toHaveCount(0)
  await plan(page, 0).click()
  await expect(hint).toBeVisible()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.locator('body[data-prompted]')).toHaveCount(1)
  await expect(hint).toHaveCount(0)
  await visit(page, path)
  await offerInstallation()
  await expect(isPlanned(page, 0)).toBeVisible()
  await expect(hint).toHaveCount(0)
})
