import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type Site, startProcess, stopProcess, untilReady } from '../support/site.ts'
import {
  conference,
  countRegistrations,
  keep,
  keptPages,
  mulberry,
  result,
  type Trouble,
} from './offline-support.ts'
import type { Result } from './result.ts'

type Options = { context: BrowserContext; page: Page; sequences: number; trouble: Trouble }

/** Another process at the same address. */
async function restart(site: Site, { build = '.', env = {} }: { build?: string; env?: NodeJS.ProcessEnv }) {
  const url = new URL(site.urls[0]!)
  const settings = { ...site.env, ...(env as Record<string, string>), PORT: url.port }
  const child = startProcess(settings, 'dist/host/main.js', build)
  await untilReady(child, url.origin)
  return child
}

/** Visits, deployments, and loss and return of the network in random order: no page is blank, no script fails. */
export async function randomSequences(
  site: Site,
  { context, page, sequences, trouble }: Options,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-deploy-'))
  const builds = await twoBuilds(folder)
  await site.end('SIGTERM')
  let child = await restart(site, { build: builds[0] })
  const random = mulberry(43)
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)]!
  const counts = { visit: 0, click: 0, deploy: 0, lose: 0, return: 0 }
  const steps = Object.keys(counts) as (keyof typeof counts)[]
  try {
    for (let step = 0; step < sequences * 6; step++) {
      // Each sequence begins with the network.
      const kind = step % 6 === 0 ? 'return' : pick(['visit' as const, ...steps])
      counts[kind]++
      if (kind === 'deploy') {
        await stopProcess(child)
        child = await restart(site, { build: builds[counts.deploy % 2] })
      } else if (kind === 'lose' || kind === 'return') await context.setOffline(kind === 'lose')
      else if (kind === 'click') await clickTalk(page, trouble)
      else await open(page, pick(keptPages), trouble)
    }
  } finally {
    await context.setOffline(false)
    await stopProcess(child)
    await site.start()
    await rm(folder, { recursive: true, force: true })
  }
  const tried = Object.entries(counts).map(([kind, count]) => `${count} × ${kind}`)
  return result(
    'visits, deployments, loss and return of the network',
    `${sequences} sequences: ${tried.join(', ')}`,
    [...trouble.blank, ...trouble.scripts],
  )
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function open(page: Page, address: string, { blank }: Trouble) {
  const name = address === '/dashboard' ? "Petra Planner's Dashboard" : /^FOSDEM 2026/
  try {
    await page.goto(address)
    await heading(page).filter({ hasText: name }).waitFor({ timeout: 15_000 })
  } catch (error) {
    blank.push(`${address}: ${(error as Error).message.slice(0, 200)}`)
  }
}

async function clickTalk(page: Page, { blank }: Trouble) {
  // Not those of the list of what changed, whose links are sentences.
  const link = page
    .locator('main :is(article, h4, h2, tr) a[href^="/conferences/"][href*="/talks/"]:visible')
    .first()
  if ((await link.count()) === 0) return
  const title = (await link.textContent()) ?? ''
  try {
    await link.click()
    await heading(page).filter({ hasText: title }).waitFor({ timeout: 15_000 })
  } catch (error) {
    blank.push(`${title} at ${page.url()}: ${(error as Error).message.slice(0, 200)}`)
  }
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
  // Every name changes: what a file imports has another name, too.
  const renamed = (name: string) =>
    name.replace(
      /-([\w-]{7})([\w-])(\.(?:js|css|woff2))/,
      (_, start, last, end) => `-${start}${last === 'Z' ? 'Y' : 'Z'}${end}`,
    )
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
  for (const name of names) await rename(path.join(assets, name), path.join(assets, renamed(name)))
  const worker = path.join(dist, 'client/sw.js')
  const script = await readFile(worker, 'utf8')
  const other = script.replaceAll(/([`'"])[0-9a-f]{12}\1/g, '$1another$1')
  if (other === script) throw new Error('The worker does not name its version as expected')
  await writeFile(worker, other)
  return builds
}

/** The operator turns copies off: the worker that was installed deletes everything and itself, with and without a page's script. */
export async function endsWhereOff(site: Site, page: Page): Promise<Result> {
  const failures: string[] = []
  for (const address of [`${conference}/print`, conference]) {
    await keep(page)
    const before = await countRegistrations(page)
    await site.end('SIGTERM')
    const child = await restart(site, { env: { OFFLINE: 'off' } })
    await page.goto(address)
    // A worker ends itself alone: those of the other two scopes end when a page of theirs opens, or one with the script.
    const allowed = address === conference ? 0 : before - 1
    const countRest = async () =>
      Math.max((await countRegistrations(page)) - allowed, 0) +
      (await page.evaluate(() => caches.keys())).length
    for (let tries = 0; tries < 100 && (await countRest()) > 0; tries++) await page.waitForTimeout(100)
    const rest = await countRest()
    if (before === 0 || rest > 0) failures.push(`${address}: ${rest} workers and caches of ${before}`)
    // The ordinary page empties the rest, and offers no copies any more.
    await page.goto(conference)
    await page.waitForTimeout(2500)
    if ((await countRegistrations(page)) > 0) failures.push(`${address}: a worker stays`)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    const buttons = await page.getByRole('button', { name: /offline/ }).count()
    if (keys.some((key) => key.includes('offline')) || buttons > 0)
      failures.push(`${address}: ${keys}, ${buttons} buttons`)
    await stopProcess(child)
    await site.start()
  }
  return result('OFFLINE=off', 'the worker alone, and an ordinary page', failures)
}
