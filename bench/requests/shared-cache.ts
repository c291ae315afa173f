import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { examplePages } from '../support/example-pages.ts'
import type { Figure } from '../support/parts.ts'
import { type SharedCache, startNginxCache, startVarnish } from '../support/shared-caches.ts'
import { ask, eventBody } from '../support/site.ts'
import { cpuSeconds } from './load.ts'
import { sampleSite } from './requests.ts'

/** How long a copy is valid: the outage is longer, so that all have expired in it. */
const cacheSeconds = 5
const run = promisify(execFile)

/** wrk asks for the pages in turn and says how they were answered: 64 connections, as browsers compress. */
const script = (pages: string[]) => `
local pages = {${pages.map((page) => JSON.stringify(page)).join(', ')}}
local headers = { ["Accept-Encoding"] = "gzip, deflate, br, zstd", ["Host"] = "conf.example.org" }
-- Global, for done reads them.
next, hits, others = 0, 0, 0
function request()
  next = next % #pages + 1
  return wrk.format("GET", pages[next], headers)
end
function response(status, headers)
  local cache = headers["X-Cache"] or headers["x-cache"]
  if cache == "HIT" or cache == "STALE" then hits = hits + 1 else others = others + 1 end
end
local threads = {}
function setup(thread) table.insert(threads, thread) end
function done(summary, latency)
  local h, o = 0, 0
  for _, thread in ipairs(threads) do h = h + thread:get("hits"); o = o + thread:get("others") end
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("RESULT %d %f %f %d %d\\n", summary.requests, summary.duration / 1e6, latency:percentile(99) / 1000, h, failed))
end
`

/**
 * Four pages of a visitor through each cache that docs/operating.md configures, at one write a second, and while the site is
 * away for `outageSeconds`. The cache, wrk and the site share the machine.
 */
export async function throughSharedCaches(
  { seconds }: { seconds: number },
  outageSeconds: number,
): Promise<Figure[]> {
  const site = await sampleSite('embedded', {
    env: { SHARED_CACHE_SECONDS: String(cacheSeconds) },
    people: [{ name: 'Ottoline', email: 'ottoline@example.com' }],
  })
  const scriptFile = path.join(tmpdir(), `hallway-wrk-${process.pid}.lua`)
  const figures: Figure[] = []
  const load = async (url: string, lasting: number) => {
    const { stdout } = await run('wrk', [
      '-t1',
      '-c64',
      `-d${lasting}s`,
      '--timeout',
      '10s',
      '-s',
      scriptFile,
      url,
    ])
    const [requests = 0, duration = 1, p99 = 0, hits = 0, failed = 0] =
      /RESULT (.*)/.exec(stdout)?.[1]?.split(' ').map(Number) ?? []
    return { requests, perSecond: requests / duration, p99, hitRate: hits / requests, failed }
  }
  try {
    const pages = Object.values(await examplePages(site.urls[0]!))
    await writeFile(scriptFile, script(pages))
    for (const [name, startCache] of [
      ['nginx', startNginxCache],
      ['Varnish', startVarnish],
    ] as [string, (url: string) => Promise<SharedCache>][]) {
      const cache = await startCache(site.urls[0]!)
      try {
        await load(cache.url, 2)
        let isWriting = true
        let writes = 0
        const writing = (async () => {
          while (isWriting) {
            const { status } = await ask(
              site.urls[0]!,
              site.people[0]!,
              '/api/v1/events',
              eventBody(`Written ${name} ${writes++}`),
            )
            if (status !== 201) throw new Error(`A write is answered with ${status}`)
            await pause(1000)
          }
        })()
        const before = await cpuSeconds(site.pids())
        const during = await load(cache.url, seconds)
        const siteSeconds = (await cpuSeconds(site.pids())) - before
        isWriting = false
        await writing
        figures.push({
          what: `four pages through ${name}, one write a second`,
          figure: `${during.perSecond.toFixed(0)} a second, 99th percentile ${during.p99.toFixed(1)} ms, ${(during.hitRate * 100).toFixed(2)} % from the cache; the site used ${((siteSeconds / seconds) * 100).toFixed(0)} % of a core`,
          aim: '0 failed',
          isHeld: during.failed === 0,
        })
        await site.end('SIGKILL')
        const away = await load(cache.url, outageSeconds)
        figures.push({
          what: `through ${name} while the site is away for ${outageSeconds} s`,
          figure: `${away.failed} of ${away.requests} failed, 99th percentile ${away.p99.toFixed(1)} ms`,
          aim: '0',
          isHeld: away.failed === 0,
        })
        await site.start()
      } finally {
        await cache.stop()
      }
    }
    return figures
  } finally {
    await rm(scriptFile, { force: true })
    await site.remove()
  }
}
