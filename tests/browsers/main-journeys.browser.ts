import { connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#tests/support/postgres.ts'
import { conferencePath } from '#tests/support/sample-facts.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'
import { type Browser, openBrowser, untilIt } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: 'firefox' | 'webkit'
  }
}

/** Where the Control key is WebDriver's. */
const control = '\uE009'
const enter = '\uE007'

const path = conferencePath('Northern Query Days')

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
})
afterEach(async () => {
  const complaints = [...browser.complaints, ...((await run(readComplaints)) ?? [])]
  await browser.close()
  expect(complaints).toEqual([])
})
afterAll(() => site?.stop())

test('a visitor searches, opens a conference and goes back', async () => {
  browser = await openBrowser(inject('browser'))
  await visit('/conferences')
  await type({ label: 'Name, place or topic' }, 'northern query')
  await see('main h4', 'Northern Query Days')
  await untilIt(async () => expect(await run(() => location.search)).toBe('?search=northern+query'))
  await untilIt(async () => expect((await run(textsOf, 'main h4')).length).toBeLessThan(5))
  await click({ css: 'main h4 a', text: 'Northern Query Days' })
  await see('h1', 'Northern Query Days')
  await run(() => history.back())
  await see('h1', 'Conferences and events worldwide')
  await see('main h4', 'Northern Query Days')
  expect(await run(() => location.search)).toBe('?search=northern+query')
})

test('a member signs in, attends, saves a talk, and finds it after a reload', async () => {
  browser = await openBrowser(inject('browser'))
  await visit(`/auth?next=${path}`)
  await signIn('nele.newcomer@example.com')
  await see('h1', 'Northern Query Days')
  await click({ css: 'button', text: "I'm Going" })
  await see('button', "You're attending")
  await click({ css: 'button', text: 'Plan to attend: Indexes you can read' })
  await see('button[aria-pressed=true]', 'Going: Indexes you can read')
  await see('[aria-label=Messages]', 'Talk added to your schedule')
  await visit(`${path}?tab=schedule`)
  await see('main', 'Indexes you can read')
  await click({ css: 'button', text: 'Remove Indexes you can read' })
  await see('main', 'Your schedule is empty.')
})

test('an administrator edits a conference, also at the width of a phone and in the dark', async () => {
  browser = await openBrowser(inject('browser'), 'dark')
  await browser.setSize(375, 800)
  await visit(`/auth?next=${path}/edit`)
  await signIn('admin@example.com')
  await see('h1', 'Edit')
  expect(await run(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(21, 20, 15)')
  expect(await run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await type({ label: 'Description' }, 'Three days of queries.')
  await click({ css: 'main button', text: 'Save Changes' })
  await see('[aria-label=Messages]', 'Event updated successfully')
  await untilIt(async () => expect(await run(() => location.pathname)).toBe(path))
  await see('main', 'Three days of queries.')
  await visit(path)
  await see('main', 'Three days of queries.')
})

test('a conference that is kept offline opens without network, and what is planned there arrives later', async () => {
  const network = await openNetwork()
  const ownSite = await startSite({ env: { SITE_URL: network.url } })
  browser = await openBrowser(inject('browser'))
  try {
    network.open(ownSite.url)
    await visit(`/auth?next=${path}`, network.url)
    await signIn('nele.newcomer@example.com')
    await click({ css: 'button', text: 'Keep offline' })
    await see('button', 'Kept offline')
    network.close()
    await visit(path, network.url)
    await see('main', 'no network.')
    const talks = (await run(textsOf, 'main button[value]')).flatMap(
      (text) => /^Plan to attend: (.*) Plan to attend$/.exec(text)?.[1] ?? [],
    )
    expect(talks.length).toBeGreaterThan(10)
    for (const talk of talks) {
      await click({ css: 'main button', text: `Plan to attend: ${talk}` })
      await see('main button[aria-pressed=true]', `Going: ${talk}`)
    }
    const removed = talks.slice(0, 5)
    for (const talk of removed) {
      await click({ css: 'main button', text: `Going: ${talk}` })
      await see('main button[aria-pressed=false]', `Plan to attend: ${talk}`)
    }
    await visit(`${path}?tab=schedule`, network.url)
    await see('main', `${talks.length} changes wait`)
    network.open(ownSite.url)
    await untilIt(async () => expect(await run(readPending)).toBeNull())
    await visit(`${path}?tab=schedule`, network.url)
    const planned = talks.filter((talk) => !removed.includes(talk))
    const buttons = (await run(textsOf, 'main button')).filter((text) => text.includes('Remove '))
    expect(buttons).toHaveLength(planned.length)
    for (const talk of planned) expect(buttons).toContainEqual(expect.stringContaining(`Remove ${talk}`))
  } finally {
    network.close()
    await ownSite.stop()
  }
})

/** An address in front of a site, which can be lost and come back. */
async function openNetwork() {
  const port = await freePort()
  const clients = new Set<Socket>()
  let server: Server | undefined
  return {
    url: `http://127.0.0.1:${port}`,
    open(siteUrl: string) {
      const { port: sitePort } = new URL(siteUrl)
      server = createServer((client) => {
        clients.add(client)
        pipeline(client, connect(Number(sitePort), '127.0.0.1'), client, () => clients.delete(client))
      }).listen(port, '127.0.0.1')
    },
    close() {
      server?.close()
      for (const client of clients) client.destroy()
    },
  }
}

async function visit(path: string, url = site.url) {
  await browser.open(url + path)
  await run(hydrate)
  await untilIt(async () => expect(await run(isHydrated)).toBe(true))
}

async function signIn(email: string) {
  await type({ label: 'Email' }, email)
  await type({ label: 'Password' }, `hallway-demo${enter}`)
}

/** Waits until an element says the text. */
const see = (css: string, text: string) =>
  untilIt(async () => expect(await run(textsOf, css)).toContainEqual(expect.stringContaining(text)))

type Target = { css: string; text: string } | { label: string }

async function click(target: Target) {
  const [x, y] = await untilIt(async () => {
    const place = await run(placeOf, target)
    expect(place, JSON.stringify(target)).not.toBeNull()
    // What still moves would be missed.
    await setTimeout(100)
    expect(await run(placeOf, target)).toEqual(place)
    return place!
  })
  await browser.perform({
    type: 'pointer',
    id: 'mouse',
    actions: [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  })
}

/** Replaces what is in a field. */
async function type(target: Target, text: string) {
  await click(target)
  const press = (key: string) => [
    { type: 'keyDown', value: key },
    { type: 'keyUp', value: key },
  ]
  await browser.perform({
    type: 'key',
    id: 'keyboard',
    actions: [
      { type: 'keyDown', value: control },
      ...press('a'),
      { type: 'keyUp', value: control },
      ...[...text].flatMap(press),
    ],
  })
}

/** The value of a function that runs in the page: it knows nothing from here but its arguments. */
const run = <Arguments extends unknown[], Value>(
  body: (...args: Arguments) => Value,
  ...args: Arguments
): Promise<Value> => browser.evaluate(`(${body})(...${JSON.stringify(args)})`) as Promise<Value>

declare global {
  var complaintsOfPage: string[] | undefined
}

/** Loads the script, which waits for an interaction, and gathers errors: WebKit's driver tells none. */
function hydrate() {
  const complaints: string[] = []
  globalThis.complaintsOfPage = complaints
  addEventListener('error', ({ message }) => complaints.push(message))
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => complaints.push(violatedDirective))
  dispatchEvent(new Event('pointermove'))
}

function readPending() {
  return localStorage.getItem('hallway-offline-changes')
}

function readComplaints() {
  return globalThis.complaintsOfPage
}

function isHydrated() {
  return [...document.querySelectorAll('main, main h1, main form[method=post]')].every((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps')),
  )
}

/** The names and texts of elements. */
function textsOf(css: string) {
  return [...document.querySelectorAll<HTMLElement>(css)].map(
    ({ ariaLabel, textContent }) => `${ariaLabel ?? ''} ${textContent}`,
  )
}

/** The middle of the element in the window; null while it is not there, or something lies over it. */
function placeOf(target: Target): [number, number] | null {
  const element =
    'label' in target
      ? [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].find(
          (field) =>
            field.ariaLabel === target.label ||
            [...(field.labels ?? [])].some(({ textContent }) => textContent?.startsWith(target.label)),
        )
      : [...document.querySelectorAll<HTMLElement>(target.css)].find(({ ariaLabel, textContent }) =>
          `${ariaLabel ?? ''} ${textContent}`.includes(target.text),
        )
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)]
  const hitElement = document.elementFromPoint(...middle)
  return hitElement && element.contains(hitElement) ? middle : null
}
