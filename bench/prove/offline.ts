import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { hasRealData, loadRealProgramme } from '#tests/support/real-data.ts'
import { findChromium } from '../../scripts/executables.mjs'
import { median } from '../support/median.ts'
import {
  ask,
  openSite,
  type Site,
  sitePassword,
  startProcess,
  stopProcess,
  untilReady,
} from '../support/site.ts'
import type { Result } from './result.ts'

const slug = 'fosdem-2026'
const conference = `/conferences/${slug}`
const maxCopyBytes = 600_000
const maxFilesBytes = 360_000
const maxOpenMs = 1000

type Trouble = { policy: string[]; scripts: string[]; blank: string[] }

/** A conference of FOSDEM's size without network: how fast, how large, what is sent later, and what others see. */
export async function offline(sequences: number): Promise<Result[]> {
  const site = await openSite('embedded', {
    people: [{ name: 'Petra Planner' }, { name: 'Olga Other' }],
    prepare: async ({ db }) => {
      if (hasRealData) {
        await loadRealProgramme(db, slug)
        // What is over cannot be planned.
        await db.execute(
          sql`update events set start_date = start_date + 728, end_date = end_date + 728 where slug = ${slug}`,
        )
        return void (await db.execute(sql`update talks set date = date + 728, day = day + 728`))
      }
      const event = await makeEvent(db, { slug, name: 'FOSDEM 2026', time_zone: 'Europe/Brussels' })
      await makeTalks(
        db,
        Array.from({ length: 883 }, (_, index) => ({
          event,
          title: `Talk ${index} on ${index ** 3}`,
          description: `${Math.sin(index)} `.repeat(60),
          start_time: `${String(9 + (index % 9)).padStart(2, '0')}:00`,
          location: `Room ${index % 30}`,
        })),
      )
    },
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const trouble: Trouble = { policy: [], scripts: [], blank: [] }
  const signedIn = async (n: number) => {
    const context = await browser.newContext({ baseURL: site.urls[0] })
    const [name, value] = site.people[n]!.cookie.split('=') as [string, string]
    await context.addCookies([{ name, value: decodeURIComponent(value), url: site.urls[0]! }])
    const page = await context.newPage()
    watch(page, trouble)
    return { context, page }
  }
  try {
    const { context, page } = await signedIn(0)
    const results = [
      await visitorRegistersNothing(browser.newContext({ baseURL: site.urls[0] })),
      await sizes(page),
      await openings(context, page),
      await changes(site, context, page, (await signedIn(0)).page),
      await randomSequences(site, context, page, { sequences, trouble }),
      await nothingForOthers(site, page),
    ]
    return [...results, result('violations of the content policy', 'all of the above', trouble.policy)]
  } finally {
    await browser.close()
    await site.remove()
  }
}

const result = (what: string, tried: string, failures: string[], figure = ''): Result => ({
  what,
  tried,
  held: failures.length === 0 ? 'all' : `${failures.length} failed: ${failures.slice(0, 3).join('; ')}`,
  figure,
  isHeld: failures.length === 0,
})

function watch(page: Page, { policy, scripts }: Trouble) {
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) policy.push(message.text())
  })
  page.on('pageerror', (error) => scripts.push(error.message))
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script' && !request.failure()?.errorText.includes('ABORTED'))
      scripts.push(`${request.url()} ${request.failure()?.errorText}`)
  })
}

async function visitorRegistersNothing(opening: Promise<BrowserContext>): Promise<Result> {
  const page = await (await opening).newPage()
  await page.goto(conference)
  await page.mouse.move(200, 200)
  await page.mouse.wheel(0, 2000)
  await page.waitForTimeout(1500)
  const registrations = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistrations()).length,
  )
  return result(
    'a visitor who keeps nothing',
    'one visit with a touch',
    registrations ? ['a registration'] : [],
  )
}

async function sizes(page: Page): Promise<Result> {
  await page.goto(conference)
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await page.getByRole('button', { name: 'Kept offline' }).waitFor()
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
    '883 talks',
    failures,
    `${kB(copyBytes)}, files ${kB(filesBytes)} (${files.size})`,
  )
}

async function openings(context: BrowserContext, page: Page): Promise<Result> {
  await context.setOffline(true)
  const times: Record<string, number[]> = {}
  for (const address of [
    conference,
    `${conference}?day=2028-01-30`,
    `${conference}?tab=schedule`,
    '/dashboard',
  ])
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      await page.goto(address)
      await page
        .getByText(/no network\./i)
        .first()
        .waitFor()
      times[address] = [...(times[address] ?? []), performance.now() - started]
    }
  await context.setOffline(false)
  const medians = Object.entries(times).map(([address, list]) => [address, Math.round(median(list))] as const)
  return result(
    'opens without network',
    `${medians.length} pages × 5`,
    medians.filter(([, ms]) => ms > maxOpenMs).map(([address]) => address),
    medians.map(([address, ms]) => `${address} ${ms} ms`).join(', '),
  )
}

async function savedIds(site: Site): Promise<string[]> {
  const event = await (await ask(site.urls[0]!, site.people[0]!, `/api/v1/events/${slug}`)).json()
  const list: { id: string }[] = await (
    await ask(site.urls[0]!, site.people[0]!, `/api/v1/events/${event.id}/saved-talks`)
  ).json()
  return list.map(({ id }) => id).sort()
}

/** Saves 20 talks and removes 5 without network, and one on another device meanwhile: the last to arrive wins. */
async function changes(site: Site, context: BrowserContext, page: Page, otherPage: Page): Promise<Result> {
  const before = await savedIds(site)
  await context.setOffline(true)
  await page.goto(conference)
  await page
    .getByText(/no network\./)
    .first()
    .waitFor()
  const names: string[] = []
  for (let n = 0; n < 20; n++) {
    const button = page.getByRole('button', { name: /^Plan to attend: / }).first()
    names.push((await button.getAttribute('aria-label'))!.replace('Plan to attend: ', ''))
    await button.click()
    await page.getByText(new RegExp(`^${n + 1} changes? waits?`)).waitFor()
  }
  for (const name of names.slice(0, 5)) {
    await page.getByRole('button', { name: `Going: ${name}, not sent yet`, exact: true }).click()
    await page.getByRole('button', { name: `Plan to attend: ${name}, not sent yet`, exact: true }).waitFor()
  }
  await page.reload()
  await page.getByText(/^20 changes wait/).waitFor()
  // The other device saves what this one takes out, before it is sent.
  await otherPage.goto(conference)
  await otherPage.getByRole('button', { name: `Plan to attend: ${names[0]}`, exact: true }).click()
  await otherPage.getByRole('button', { name: `Going: ${names[0]}`, exact: true }).waitFor()
  await context.setOffline(false)
  await page.getByText(/no network\./).waitFor({ state: 'hidden' })
  await page.waitForFunction(() => localStorage.getItem('hallway-offline-changes') === null)
  const saved = await savedIds(site)
  await page.goto(`${conference}?tab=schedule`)
  const shownCount = await page.getByRole('button', { name: /^Remove/ }).count()
  const failures = [
    ...(saved.length === before.length + 15 ? [] : [`${saved.length} saved`]),
    ...(shownCount === saved.length ? [] : [`${shownCount} shown`]),
  ]
  return result(
    'changes without network',
    '20 saved, 5 removed, a second device',
    failures,
    `${saved.length} saved`,
  )
}

type SequenceOptions = { sequences: number; trouble: Trouble }

/** Visits, deployments, and loss and return of the network in random order: no page is blank, no script fails. */
async function randomSequences(
  site: Site,
  context: BrowserContext,
  page: Page,
  { sequences, trouble }: SequenceOptions,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-deploy-'))
  const builds = await twoBuilds(folder)
  let next = 1
  await site.end('SIGTERM')
  const start = async (build: string) => {
    const url = new URL(site.urls[0]!)
    const child = startProcess({ ...site.env, PORT: url.port }, 'dist/host/main.js', build)
    await untilReady(child, url.origin)
    return child
  }
  let child = await start(builds[0]!)
  const random = mulberry(43)
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)]!
  let visits = 0
  let deployments = 0
  try {
    for (let sequence = 0; sequence < sequences; sequence++) {
      for (const step of Array.from({ length: 6 }, () =>
        pick(['visit', 'visit', 'click', 'deploy', 'lose', 'return']),
      )) {
        if (step === 'deploy') {
          deployments++
          await stopProcess(child)
          child = await start(builds[next++ % 2]!)
        } else if (step === 'lose' || step === 'return') await context.setOffline(step === 'lose')
        else {
          visits++
          const link = page.locator('main article a, main table a').first()
          if (step === 'click' && (await link.count()) > 0) await link.click()
          else
            await page.goto(
              pick([conference, `${conference}?day=2028-01-30`, `${conference}?tab=schedule`, '/dashboard']),
            )
          await page
            .getByRole('heading', { level: 1 })
            .waitFor({ timeout: 15_000 })
            .catch(() => trouble.blank.push(page.url()))
        }
      }
      await context.setOffline(false)
      await page.goto(conference)
    }
  } finally {
    await context.setOffline(false)
    await stopProcess(child)
    await site.start()
    await rm(folder, { recursive: true, force: true })
  }
  return result(
    'visits, deployments, loss and return of the network',
    `${sequences} sequences, ${visits} visits, ${deployments} deployments`,
    [...trouble.blank.map((url) => `blank ${url}`), ...trouble.scripts],
  )
}

/** Two folders with this build; in the second one every file in assets/ has another name. */
async function twoBuilds(folder: string): Promise<string[]> {
  const builds = ['one', 'two'].map((name) => path.join(folder, name))
  for (const build of builds) {
    await mkdir(build)
    await cp('dist', path.join(build, 'dist'), { recursive: true })
    for (const shared of ['node_modules', 'migrations', 'package.json', 'server'])
      await symlink(path.resolve(shared), path.join(build, shared))
  }
  const dist = path.join(builds[1]!, 'dist')
  const assets = path.join(dist, 'client/assets')
  const renamed = (name: string) => name.replace(/-([\w-]{7})[\w-](\.(?:js|css|woff2))/, '-$1Z$2')
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css|woff2)$/.test(name))
  for (const folderPath of ['client', 'client/assets', 'server', 'server/assets', 'host'])
    for (const name of await readdir(path.join(dist, folderPath)).catch(() => [])) {
      const file = path.join(dist, folderPath, name)
      if (/\.(?:br|gz)$/.test(name)) await rm(file)
      else if (/\.(?:js|css|html)$/.test(name)) {
        let text = await readFile(file, 'utf8')
        for (const asset of names) text = text.replaceAll(asset, renamed(asset))
        await writeFile(file, text)
      }
    }
  for (const name of names)
    if (renamed(name) !== name) spawnSync('mv', [path.join(assets, name), path.join(assets, renamed(name))])
  const worker = path.join(dist, 'client/sw.js')
  await writeFile(worker, (await readFile(worker, 'utf8')).replace(/\+`[0-9a-f]{12}`/, '+`another`'))
  return builds
}

/** Numbers that are the same each time. */
const mulberry = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** After the first member has signed out, nothing in this browser has a byte of theirs. */
async function nothingForOthers(site: Site, page: Page): Promise<Result> {
  const [first, second] = site.people
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Signed out successfully').first().waitFor()
  await page.request.post('/api/auth/sign-in/email', {
    headers: { origin: site.urls[0]! },
    data: { email: second!.email, password: sitePassword },
  })
  await page.goto(conference)
  await page.waitForTimeout(1500)
  const storedTexts = await page.evaluate(async () => {
    const caught = Object.entries(localStorage).flat()
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) caught.push(name, request.url)
    return caught
  })
  const failures = storedTexts.filter(
    (text) => /offline|hallway-(?:copies|files)/.test(text) || text.includes(first!.id),
  )
  return result('what another account finds', 'after signing out', failures, `${failures.length} bytes`)
}
