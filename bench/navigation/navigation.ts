import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadSample } from '#sample/load.ts'
import { median } from '../support/median.ts'
import type { Figure } from '../support/parts.ts'
import { openSite } from '../support/site.ts'
import { openBrowser, type Tab } from './browser.ts'

/** Simulated round trip in milliseconds. */
const roundTrip = 100
/** Milliseconds of hover before the press, and of the press. */
const rest = 300
const press = 70
const clicks = [
  ['/', 'main article a[href^="/conferences/"]'],
  ['/', 'header a[href="/conferences"]'],
  ['/conferences', 'main article a[href^="/conferences/"]'],
  ['/speakers', 'main li a[href^="/speakers/"]'],
  ['/', 'header a[href="/topics"]'],
] as const

/** Time from the click on a link to the next page, and back again, for a visitor and for a member. */
export async function navigation(rounds: number): Promise<Figure[]> {
  const site = await openSite('embedded', {
    people: [{ name: 'Nia Next', email: 'nia@example.com' }],
    prepare: ({ db }) => loadSample(db, new Date().toISOString().slice(0, 10)),
  })
  const proxy = await startSlowProxy(Number(new URL(site.urls[0]!).port))
  const profile = await mkdtemp(path.join(tmpdir(), 'hallway-browser-'))
  const browser = await openBrowser(profile)
  try {
    const figures: Figure[] = []
    for (const kind of ['visitor', 'member'] as const) {
      const next: number[] = []
      const back: number[] = []
      let isPlaceKept = true
      for (let round = 0; round < rounds; round++) {
        for (const [from, link] of clicks) {
          const tab = await browser.newTab()
          if (kind === 'member') await tab.setCookie(proxy.url, site.people[0]!.cookie)
          const measured = await follow(tab, proxy.url, from, link)
          // The first round warms the server and the browser's cache.
          if (round > 0 || rounds === 1) {
            next.push(measured.next)
            back.push(measured.back)
          }
          isPlaceKept &&= measured.isPlaceKept
          await tab.close()
        }
      }
      figures.push(
        {
          what: `${kind}: from a click to the next page, round trip ${roundTrip} ms, after ${rest} ms over the link`,
          figure: `${Math.round(median(next))} ms, longest ${Math.round(Math.max(...next))} ms`,
          aim: '40 ms',
          isHeld: median(next) <= 40,
        },
        {
          what: `${kind}: back`,
          figure: `${Math.round(median(back))} ms, ${isPlaceKept ? 'at the same place' : 'elsewhere on the page'}`,
          aim: '40 ms, same place',
          isHeld: median(back) <= 40 && isPlaceKept,
        },
      )
    }
    return figures
  } finally {
    await browser.close()
    proxy.close()
    await site.remove()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Runs in the page: notes the time of the click and the time of the first frame with another heading. */
const pageScript = `function leave() {
  sessionStorage.clicked = performance.timeOrigin + performance.now()
  const before = document.querySelector('h1').textContent
  const look = () => document.querySelector('h1')?.textContent !== before
    ? requestAnimationFrame(() => { window.shown = performance.timeOrigin + performance.now() })
    : requestAnimationFrame(look)
  look()
}
addEventListener('click', leave, true)
window.isFirst = true
addEventListener('pageshow', () => requestAnimationFrame(() => { window.returned = performance.timeOrigin + performance.now() }))`

async function follow(tab: Tab, url: string, from: string, link: string) {
  await tab.open(url + from)
  await tab.mouse('mouseMoved', 5, 5)
  await tab.mouse('mouseMoved', 9, 9)
  await pause(1500)
  await tab.run(pageScript)
  const [x, y] = await tab.run<[number, number]>(`(() => {
    const link = document.querySelector(${JSON.stringify(link)})
    link.scrollIntoView({ block: 'center' })
    const { x, y, height } = link.getBoundingClientRect()
    return [x + 20, y + height / 2]
  })()`)
  await pause(100)
  const place = await tab.run<number>('scrollY')
  await tab.mouse('mouseMoved', x - 3, y)
  await tab.mouse('mouseMoved', x, y)
  await pause(rest)
  await tab.mouse('mousePressed', x, y)
  await pause(press)
  await tab.mouse('mouseReleased', x, y)
  await pause(1500)
  const next = await measure(tab, 'window.shown')
  const heading = await tab.run<string>(`(() => {
    const heading = document.querySelector('h1').textContent
    if (window.isFirst) leave()
    else sessionStorage.clicked = performance.timeOrigin + performance.now()
    history.back()
    return heading
  })()`)
  await pause(1000)
  if (heading === (await tab.run<string>(`document.querySelector('h1').textContent`)))
    throw new Error(`The way back from ${heading} led nowhere`)
  const back = await measure(tab, 'window.returned ?? window.shown')
  return { next, back, isPlaceKept: Math.abs((await tab.run<number>('scrollY')) - place) < 2 }
}

/** Milliseconds from the click to `shown` in a page that saw the click, to the first paint in another document. */
async function measure(tab: Tab, expectedText: string): Promise<number> {
  const time = await tab.run<number | undefined>(`(() => {
    if (window.isFirst) return (${expectedText}) - sessionStorage.clicked
    const [{ activationStart }] = performance.getEntriesByType('navigation')
    const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime
    return performance.timeOrigin + Math.max(painted, activationStart) - sessionStorage.clicked
  })()`)
  if (!Number.isFinite(time)) throw new Error('A click has no time')
  return time!
}

/** A TCP proxy to the port that delays each direction by half a round trip. */
async function startSlowProxy(port: number): Promise<{ url: string; close: () => void }> {
  const forwardLate = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), roundTrip / 2))
    from.on('end', () => setTimeout(() => to.end(), roundTrip / 2))
    from.on('error', () => to.destroy())
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) socket.setNoDelay()
    forwardLate(near, far)
    forwardLate(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
