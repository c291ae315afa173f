import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { hasRealData } from '#tests/support/real-data.ts'
import { findChromium } from '../../scripts/executables.mjs'
import { median } from '../support/median.ts'
import { ask, openSite, type Site, signIn, sitePassword } from '../support/site.ts'
import { endsWhereOff, randomSequences } from './offline-deployments.ts'
import {
  conference,
  countRegistrations,
  fillProgramme,
  keep,
  keptPages,
  organiser,
  result,
  slug,
  type Trouble,
} from './offline-support.ts'
import type { Result } from './result.ts'

const maxCopyBytes = 600_000
const maxFilesBytes = 360_000
const maxOpenMs = 1000

/** A conference of FOSDEM's size without network: how fast, how large, what is sent later, and what others see. */
export async function offline(sequences: number): Promise<Result[]> {
  const site = await openSite('embedded', {
    people: [{ name: 'Petra Planner' }, { name: 'Lena Later' }, { name: 'Olga Other' }],
    prepare: ({ db }) => fillProgramme(db),
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const trouble: Trouble = { policy: [], scripts: [], blank: [] }
  try {
    const { context, page } = await openAs(browser, site, { n: 0, trouble })
    const other = await openAs(browser, site, { n: 0, trouble })
    const results = [
      await visitorRegistersNothing(await browser.newContext({ baseURL: site.urls[0] })),
      await sizes(page),
      await openings(context, page),
      await changes(site, { context, page, otherPage: other.page }),
      await movedTalk(site, page),
      await randomSequences(site, { context, page, sequences, trouble }),
      await nothingAfterSignOut(site, page),
      await nothingAfterSession(site, await openAs(browser, site, { n: 1, trouble })),
      await endsWhereOff(site, (await openAs(browser, site, { n: 2, trouble })).page),
    ]
    return [
      ...results,
      result('scripts that failed', 'all of the above', trouble.scripts),
      result('violations of the content policy', 'all of the above', trouble.policy),
    ]
  } finally {
    await browser.close()
    await site.remove()
  }
}

/** A browser with the session of a member, and a page in it that reports what goes wrong. */
async function openAs(browser: Browser, site: Site, { n, trouble }: { n: number; trouble: Trouble }) {
  const context = await browser.newContext({ baseURL: site.urls[0] })
  await setSession(context, site, n)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) trouble.policy.push(message.text())
  })
  page.on('pageerror', (error) => trouble.scripts.push(`${page.url()} ${error.message}`))
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script' && !request.failure()?.errorText.includes('ABORTED'))
      trouble.scripts.push(`${request.url()} ${request.failure()?.errorText}`)
  })
  return { context, page }
}

async function setSession(context: BrowserContext, site: Site, n: number) {
  const [, name, value] = site.people[n]!.cookie.match(/^([^=]+)=([^;]+)/)!
  await context.addCookies([{ name: name!, value: decodeURIComponent(value!), url: site.urls[0]! }])
}

/** Waits for something that the page cannot be asked to wait for: its policy forbids what Playwright evaluates then. */
async function until(isSo: () => Promise<boolean>, what: string) {
  for (const started = Date.now(); !(await isSo()); await pause(100))
    if (Date.now() - started > 60_000) throw new Error(`In vain for a minute: ${what}`)
}

async function visitorRegistersNothing(context: BrowserContext): Promise<Result> {
  const page = await context.newPage()
  await page.goto(conference)
  await page.mouse.move(200, 200)
  await page.mouse.wheel(0, 2000)
  await page.waitForTimeout(1500)
  const registrations = await countRegistrations(page)
  await context.close()
  return result(
    'a visitor who keeps nothing',
    'one visit with a touch',
    registrations ? ['a registration'] : [],
  )
}

async function sizes(page: Page): Promise<Result> {
  await keep(page)
  const copyBytes = await page.evaluate(async () => {
    const cache = await caches.open('hallway-copies')
    const copies = await Promise.all(
      (await cache.keys()).map(async (key) => (await cache.match(key))?.blob()),
    )
    return copies.reduce((sum, copy) => sum + (copy?.size ?? 0), 0)
  })
  const files = new Set((await readFile('dist/client/sw.js', 'utf8')).match(/\/assets\/[\w.-]+\.\w+/g))
  const fileSizes = await Promise.all(
    [...files].map(
      async (file) => (await stat(`dist/client${file}${/woff2$/.test(file) ? '' : '.br'}`)).size,
    ),
  )
  const filesBytes = fileSizes.reduce((sum, size) => sum + size, 0)
  const failures = [
    ...(copyBytes > maxCopyBytes ? ['the copy'] : []),
    ...(filesBytes > maxFilesBytes ? ['the files'] : []),
  ]
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  return result(
    'size of a copy',
    `883 talks${hasRealData ? ' of FOSDEM' : ''}`,
    failures,
    `${kB(copyBytes)}, files ${kB(filesBytes)} (${files.size})`,
  )
}

const offlineText = (page: Page) => page.getByText(/no network\./i).first()

async function openings(context: BrowserContext, page: Page): Promise<Result> {
  const talkPath = await page.locator('main a[href*="/talks/"]').first().getAttribute('href')
  await context.setOffline(true)
  const medians: { address: string; ms: number }[] = []
  for (const address of [...keptPages, talkPath!]) {
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      await page.goto(address)
      await offlineText(page).waitFor()
      times.push(performance.now() - started)
    }
    medians.push({ address, ms: Math.round(median(times)) })
  }
  await context.setOffline(false)
  return result(
    'opens without network',
    `${medians.length} pages × 5`,
    medians.filter(({ ms }) => ms > maxOpenMs).map(({ address }) => address),
    medians.map(({ address, ms }) => `${address} ${ms} ms`).join(', '),
  )
}

/** The numbers of the talks in My Schedule, as the server has it. */
async function savedNumbers(site: Site): Promise<number[]> {
  const event = await (await ask(site.urls[0]!, site.people[0]!, `/api/v1/events/${slug}`)).json()
  const list: { number: number }[] = await (
    await ask(site.urls[0]!, site.people[0]!, `/api/v1/events/${event.id}/saved-talks`)
  ).json()
  return list.map(({ number }) => number).sort()
}

const planButton = (page: Page, number: number) => page.locator(`button[form=post-plan][value="${number}"]`)
const planned = (page: Page, number: number, isPlanned: boolean) =>
  page.locator(`button[form=post-plan][value="${number}"][aria-pressed=${isPlanned}]`).waitFor()

type Devices = { context: BrowserContext; page: Page; otherPage: Page }

/** Saves 20 talks and removes 5 without network, and others on another device: the last to arrive wins. */
async function changes(site: Site, { context, page, otherPage }: Devices): Promise<Result> {
  await context.setOffline(true)
  await page.goto(conference)
  await offlineText(page).waitFor()
  const values = await page
    .locator('button[form=post-plan][name=save]')
    .evaluateAll((buttons) => buttons.slice(0, 21).map((button) => (button as HTMLButtonElement).value))
  const numbers = values.map(Number)
  const [saved, ofOther] = [numbers.slice(0, 20), numbers[20]!]
  for (const [index, number] of saved.entries()) {
    await planButton(page, number).click()
    await page.getByText(new RegExp(`^${index + 1} changes? waits?`)).waitFor()
  }
  const removed = saved.slice(0, 5)
  for (const number of removed) {
    await planButton(page, number).click()
    await planned(page, number, false)
  }
  await page.reload()
  await page.getByText(/^20 changes wait/).waitFor()
  // The other device saves what this one takes out, before that arrives, and a talk that this one knows nothing of.
  await otherPage.goto(conference)
  for (const number of [removed[0]!, ofOther]) {
    await planButton(otherPage, number).click()
    await planned(otherPage, number, true)
  }
  await context.setOffline(false)
  await offlineText(page).waitFor({ state: 'hidden' })
  await until(
    () => page.evaluate(() => localStorage.getItem('hallway-offline-changes') === null),
    'changes are sent',
  )
  const arrived = await savedNumbers(site)
  // The other device is the last one now.
  const last = saved[19]!
  await otherPage.goto(conference)
  await planButton(otherPage, last).click()
  await planned(otherPage, last, false)
  const expected = [...saved.slice(5), ofOther].sort()
  const after = await savedNumbers(site)
  await page.goto(`${conference}?tab=schedule`)
  const shownCount = await page.getByRole('button', { name: /^Remove/ }).count()
  const failures = [
    ...(String(arrived) === String(expected) ? [] : [`${arrived} instead of ${expected}`]),
    ...(String(after) === String(expected.filter((number) => number !== last)) ? [] : [`then ${after}`]),
    ...(shownCount === after.length ? [] : [`${shownCount} shown`]),
  ]
  const figure = `${arrived.length} saved, ${after.length} after the other device`
  return result('changes without network', '20 saved, 5 removed, a second device', failures, figure)
}

/** The organiser gives a talk of My Schedule another room: the next visit names it. */
async function movedTalk(site: Site, page: Page): Promise<Result> {
  const [number] = await savedNumbers(site)
  const url = site.urls[0]!
  const cookie = await signIn(url, organiser.email, organiser.password, '10.1.0.9')
  const owner = { ...organiser, id: '', cookie }
  const { id, title } = await (await ask(url, owner, `/api/v1/talks/by-number/${number}`)).json()
  const detail = await (await ask(url, owner, `/api/v1/talks/${id}/detail`)).json()
  const edit = { ...detail, speaker_ids: [], location: 'The attic' }
  const answer = await fetch(`${url}/api/v1/talks/${id}`, {
    method: 'PUT',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(edit),
  })
  if (!answer.ok) throw new Error(`The talk could not be moved: ${await answer.text()}`)
  await makeCopiesOld(page)
  await page.goto(conference)
  const mark = page.getByRole('link', { name: 'The attic' })
  await mark.waitFor()
  const text = (await mark.textContent()) ?? ''
  const isNamed = text.startsWith(`${title} is now `) && text.includes('(was ')
  return result('a room changed meanwhile', 'one saved talk', isNamed ? [] : [text], text.slice(-60))
}

/** A copy is replaced at most once a few minutes. */
const makeCopiesOld = (page: Page) =>
  page.evaluate(async () => {
    const name = 'x-description'
    const cache = await caches.open('hallway-copies')
    for (const request of await cache.keys()) {
      const copy = (await cache.match(request))!
      const description = JSON.parse(decodeURIComponent(copy.headers.get(name)!))
      const headers = {
        [name]: encodeURIComponent(JSON.stringify({ ...description, copiedAt: 1, writtenAt: 1 })),
      }
      await cache.put(request, new Response(await copy.blob(), { headers }))
    }
  })

/** Everything that a browser has stored for the site, as texts. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const texts = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat()
    for (const { name } of await indexedDB.databases()) texts.push(name ?? '')
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = (await cache.match(request))!
        const description = response.headers.get('x-description')
        const body = description
          ? response.body!.pipeThrough(new DecompressionStream('gzip'))
          : await response.blob()
        texts.push(name, request.url, decodeURIComponent(description ?? ''), await new Response(body).text())
      }
    }
    return texts
  })

/** How many bytes of what the browser has stored name a member. */
async function bytesOf(page: Page, { id, name, email }: { id: string; name: string; email: string }) {
  const texts = await storedTexts(page)
  const marked = texts.filter((text) => [id, name, email].some((mark) => text.includes(mark)))
  return { bytes: marked.join('').length, total: texts.join('').length }
}

/** After the first member has signed out, nothing in this browser has a byte of theirs. */
async function nothingAfterSignOut(site: Site, page: Page): Promise<Result> {
  const first = site.people[0]!
  await page.goto('/dashboard')
  const before = await bytesOf(page, first)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Signed out successfully').first().waitFor()
  const after = await bytesOf(page, first)
  const registrations = await countRegistrations(page)
  const failures = [
    ...(before.bytes > 0 ? [] : ['nothing was there before']),
    ...(after.bytes > 0 || registrations > 0 ? [`${after.bytes} bytes, ${registrations} workers`] : []),
  ]
  return result('what is left after signing out', 'everything stored', failures, `${after.bytes} bytes`)
}

/** The session ends without a word, with a change that waits; somebody else signs in, keeps the conference, loses the network. */
async function nothingAfterSession(site: Site, { context, page }: { context: BrowserContext; page: Page }) {
  const [, first, second] = site.people
  await keep(page)
  await context.setOffline(true)
  await page.goto(conference)
  await offlineText(page).waitFor()
  await page.locator('button[form=post-plan][name=save]').first().click()
  await page.getByText(/^1 change waits/).waitFor()
  await context.clearCookies()
  await context.setOffline(false)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(second!.email)
  await page.getByLabel('Password', { exact: true }).fill(sitePassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: `${second!.name}'s Dashboard` }).waitFor()
  // The page is still the one of the form.
  await until(async () => (await bytesOf(page, first!)).bytes === 0, 'the first member is forgotten')
  await keep(page)
  await context.setOffline(true)
  const pages: string[] = []
  for (const address of keptPages) {
    await page.goto(address)
    await offlineText(page).waitFor()
    pages.push(await page.locator('html').innerHTML())
  }
  const { bytes, total } = await bytesOf(page, first!)
  const namingPages = pages.filter((html) =>
    [first!.id, first!.name, first!.email].some((mark) => html.includes(mark)),
  )
  await context.setOffline(false)
  const failures = bytes + namingPages.length > 0 ? [`${bytes} bytes, ${namingPages.length} pages`] : []
  const figure = `${bytes} of ${total} bytes`
  return result('what another account finds', `what is stored, ${pages.length} pages`, failures, figure)
}
