import { readFileSync } from 'node:fs'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { type RunningSite, type SiteOptions, startSite } from './site.ts'

export { expect, type Page } from '@playwright/test'

type Fixtures = {
  isNarrow: boolean
  siteOptions: SiteOptions
  site: RunningSite
  /** Error statuses of the API that the journey provokes on purpose. */
  refusals: number[]
  noComplaints: undefined
}
type WorkerFixtures = { siteWith: (options: SiteOptions) => Promise<RunningSite> }

const sampleSite: SiteOptions = {}

/**
 * A journey in a real browser on its worker's own site with the sample data, which it only reads. With
 * `test.use({ siteOptions })` at the top of a file the site is that file's own: for journeys that write, or that need
 * other data.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteOptions: [sampleSite, { option: true }],
  // Of the worker, so that it goes on with its browser from file to file.
  siteWith: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here.
    async ({}, use) => {
      const sites = new Map<SiteOptions, RunningSite>()
      await use(async (options) => {
        for (const [otherOptions, site] of sites)
          if (otherOptions !== options && otherOptions !== sampleSite) {
            sites.delete(otherOptions)
            await site.stop()
          }
        const site = sites.get(options) ?? (await startSite(options))
        sites.set(options, site)
        return site
      })
      for (const site of sites.values()) await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ siteWith, siteOptions }, use) => use(await siteWith(siteOptions)),
  baseURL: ({ site }, use) => use(site.url),
  refusals: [[], { option: true }],
  page: async ({ page, context }, use) => {
    // Under Playwright a click that comes while the browser prerenders the same page may lead nowhere.
    const devTools = await context.newCDPSession(page)
    await devTools.send('Page.setPrerenderingAllowed', { isAllowed: false })
    await use(page)
  },
  isNarrow: ({ viewport }, use) => use((viewport?.width ?? 0) < 768),

  /** Fails the test on errors, warnings and content policy violations in the browser's console. */
  noComplaints: [
    async ({ context, refusals }, use) => {
      const complaints: string[] = []
      const pages = new Set<string>()
      context.on('response', (response) => {
        if (response.request().isNavigationRequest()) pages.add(response.url())
      })
      let wasOffline = false
      context.on('requestfailed', (request) => {
        wasOffline ||= request.failure()?.errorText === 'net::ERR_INTERNET_DISCONNECTED'
      })
      context.on('weberror', (problem) => {
        // React renders once more where a script could not be loaded, and reports that it did.
        const isRetry = wasOffline && String(problem.error()).includes('Minified React error #520')
        if (!isRetry) complaints.push(`${problem.page()?.url()}: ${problem.error()}`)
      })
      context.on('console', (message) => {
        // The browser logs every 404 and 410, also for a page that a journey requests on purpose.
        const isMissingPage =
          / status of (404|410) /.test(message.text()) && pages.has(message.location().url)
        const refused = /\/api\//.test(message.location().url) && message.text().match(/ status of (4\d\d) /)
        const isOnPurpose = refused && refusals.includes(Number(refused[1]))
        // A journey that goes offline means to. The font is there before the worker's page asks for it in advance.
        const isOffline =
          /net::ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically|woff2 was preloaded .* but not used/.test(
            message.text(),
          )
        if (/^(error|warning)$/.test(message.type()) && !isMissingPage && !isOnPurpose && !isOffline)
          complaints.push(message.text())
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** A journey of requests alone: no browser is started for it. */
export const testOfRequests = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here.
  noComplaints: async ({}, use) => use(undefined),
})

/** Opens a page and waits until it is hydrated. Returns the status. */
export async function visit(page: Page, path: string): Promise<number | undefined> {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response?.status()
}

/** Goes on with the tab key until it has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Waits until the page has painted what it was answered. */
export const nextPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )

/** Waits until React has hydrated the page, after the interaction that makes a visitor's page load its script. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  // What stands in main may be hydrated after it, as may a form: what is clicked or typed between the two would meet half a
  // page.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main, main h1, main form[method=post]')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    ),
  )
}

const isLong = process.env.HALLWAY_LONG === '1'

/** For journeys that only read: in the gate the page as it was sent, in a third of the time; in the nightly with its script. */
export const asSent = { javaScriptEnabled: isLong }
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const modes = ['light', 'dark'] as const
/** Pages, and dialogs of pages, that this worker has looked at. */
const lookedAt = new Set<string>()

/**
 * Expects no axe violations on the current page in light mode, and in dark mode (where only colours differ) too little
 * contrast nowhere. The gate looks at the contrast of every page, in both modes, once: `inBoth`; in journeys it looks at
 * each page without a dialog and with one once in a worker, the nightly at each state.
 */
export async function checkAccessibility(page: Page, { inBoth = false } = {}): Promise<void> {
  if (!isLong && !inBoth) {
    const { pathname } = new URL(page.url())
    const dialogs = await page.getByRole('dialog').count()
    const kind = `${pathname.replace(/[^/]*\d[^/]*/g, '')} ${dialogs}`
    if (lookedAt.has(kind)) return
    lookedAt.add(kind)
  }
  const problems: string[] = []
  const hasContrast = inBoth || isLong
  for (const colorScheme of hasContrast ? modes : modes.slice(0, 1)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await violationsOn(
      page,
      colorScheme === 'light'
        ? // Contrast is half of the time that axe takes.
          { runOnly: rules, rules: { 'color-contrast': { enabled: hasContrast } } }
        : { runOnly: ['color-contrast'] },
    )
    problems.push(...violations.map((violation) => `${colorScheme}, ${violation}`))
  }
  expect({ page: page.url(), found: problems }).toEqual({ page: page.url(), found: [] })
}

/** What axe finds on the page as it stands. Its 650 kB stay in the page for the next look. */
async function violationsOn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      )
    },
    { ...options, resultTypes: ['violations' as const], iframes: false },
  )
}

/** The widths at which a page scrolls horizontally. The gate looks at the first of them alone. */
export async function tooWideAt(page: Page, widths: number[]): Promise<number[]> {
  const tooWide: number[] = []
  const usual = page.viewportSize()
  for (const width of isLong ? widths : widths.slice(0, 1)) {
    await page.setViewportSize({ width, height: 900 })
    const isTooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth > clientWidth
    })
    if (isTooWide) tooWide.push(width)
  }
  if (usual) await page.setViewportSize(usual)
  return tooWide
}
