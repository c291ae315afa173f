import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dailyDumps, dailyFiles } from '#server/operator/scheduled-backup.ts'
import { fillStatements } from '../statements/generate.ts'
import { openSite } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const maxSeconds = 60
const maxMs = 250
const visitsPerSecond = 5
const searches = ['quokka', 'marmalade', 'flashback', 'cloud']

/**
 * The nightly dump of a large directory in all forms, while visitors read pages that nobody has read before. It begins when
 * the process has compared all conferences, as it does once after its start.
 */
export async function dumpUnderVisits(events: number): Promise<Result> {
  const today = new Date().toISOString().slice(0, 10)
  const token = 'a token for this proof'
  let folder = ''
  let earlier = ''
  const site = await openSite('postgres', {
    env: { METRICS_TOKEN: token },
    prepare: async (store) => {
      await store.execute(['begin', ...fillStatements(events, today), 'commit'].join(';\n'))
    },
    beforeStart: async (dataFolder) => {
      folder = path.join(dataFolder, 'dumps')
      earlier = path.join(folder, dailyDumps.nameAt(Date.now()))
      await mkdir(folder, { mode: 0o700 })
      await writeFile(earlier, '')
    },
  })
  const times: { at: number; took: number; status: number }[] = []
  const visits: Promise<void>[] = []
  const visit = async (n: number) => {
    const pages = [
      `/conferences/event-${1 + ((n * 7919) % events)}`,
      `/conferences?search=${searches[n % searches.length]}+${n}`,
      '/',
      '/conferences',
    ]
    const at = Date.now()
    const answer = await fetch(site.urls[0]! + pages[n % pages.length])
    await answer.arrayBuffer()
    times.push({ at, took: Date.now() - at, status: answer.status })
  }
  const isCompared = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const text = await (await fetch(`${site.urls[0]}/metrics`, { headers })).text()
    return /_last_success_timestamp_seconds\{job="duplicates"\} [1-9]/.test(text)
  }
  let [compared, begun, ended] = [0, 0, 0]
  for (let n = 0; !ended && n < visitsPerSecond * 900; n++) {
    visits.push(visit(n))
    await pause(1000 / visitsPerSecond)
    if (n % visitsPerSecond) continue
    const now = Date.now()
    if (!compared) compared = (await isCompared()) ? now : 0
    // The job looks once a minute whether one is due.
    else if (!begun && now > compared + 30_000) await rm(earlier, { force: true })
    if (!begun && (await readdir(folder)).some((name) => name.endsWith('.part'))) begun = now
    else if (begun && (await dailyFiles(dailyDumps, folder)).length > 0) ended = now
  }
  await Promise.all(visits)
  await site.remove()
  const during = times.filter(({ at }) => begun && at >= begun && at < ended)
  const before = times.filter(({ at }) => compared && at >= compared && at < begun)
  const slowest = (visited: typeof times) =>
    percentile(
      visited.map(({ took }) => took),
      0.99,
    )
  const [p99, p99Before] = [slowest(during), slowest(before)]
  const wrong = during.filter(({ status }) => status !== 200).length
  const seconds = Math.round((ended - begun) / 1000)
  return {
    what: `a dump of ${events.toLocaleString('en')} conferences while ${visitsPerSecond} visitors a second read`,
    tried: `${during.length} pages, aim ${maxSeconds} s and ${maxMs} ms`,
    held: ended ? `${seconds} s, ${wrong} pages were not answered` : 'no dump was made',
    figure: `99th percentile ${ms(p99)}, ${(p99 / p99Before).toFixed(1)} times that before (${ms(p99Before)})`,
    isHeld: ended > 0 && seconds <= maxSeconds && p99 <= maxMs && wrong === 0,
  }
}
