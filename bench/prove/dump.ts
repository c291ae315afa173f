import { stat } from 'node:fs/promises'
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

/** The nightly dump of a large directory in all forms, while visitors read pages that nobody has read before. */
export async function dumpUnderVisits(events: number): Promise<Result> {
  const today = new Date().toISOString().slice(0, 10)
  const site = await openSite('postgres', {
    prepare: async (store) => {
      await store.execute(['begin', ...fillStatements(events, today), 'commit'].join(';\n'))
    },
  })
  const folder = path.join(site.folder, 'dumps')
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
  // The job looks once a minute whether one is due.
  let begun = 0
  let ended = 0
  for (let n = 0; !ended && n < visitsPerSecond * 600; n++) {
    visits.push(visit(n))
    await pause(1000 / visitsPerSecond)
    if (!begun)
      begun = await stat(folder).then(
        ({ birthtimeMs }) => birthtimeMs,
        () => 0,
      )
    else if ((await dailyFiles(dailyDumps, folder)).length > 0) ended = Date.now()
  }
  await Promise.all(visits)
  await site.remove()
  const during = times.filter(({ at }) => begun && at >= begun && at < ended)
  const before = times.filter(({ at }) => !begun || at < begun)
  const p99 = percentile(
    during.map(({ took }) => took),
    0.99,
  )
  const wrong = during.filter(({ status }) => status !== 200).length
  const seconds = Math.round((ended - begun) / 1000)
  return {
    what: `a dump of ${events.toLocaleString('en')} conferences while ${visitsPerSecond} visitors a second read`,
    tried: `${during.length} pages, aim ${maxSeconds} s and ${maxMs} ms`,
    held: ended ? `${seconds} s, ${wrong} pages were not answered` : 'no dump was made',
    figure: `99th percentile ${ms(p99)}, before ${ms(
      percentile(
        before.map(({ took }) => took),
        0.99,
      ),
    )}`,
    isHeld: ended > 0 && seconds <= maxSeconds && p99 <= maxMs && wrong === 0,
  }
}
