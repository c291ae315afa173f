import { hasRealData, loadRealEvents, loadRealProgramme, loadRealSpeakers } from '#tests/support/real-data.ts'
import { examplePages } from '../support/example-pages.ts'
import type { Figure } from '../support/parts.ts'
import { openSite } from '../support/site.ts'
import { printTable } from '../support/table.ts'
import { lighthouse, type Report } from './lighthouse.ts'

/** Lighthouse's mobile profile on the most visited kinds of page, with the real data if present, else the sample. */
export async function lighthousePages(rounds: number): Promise<Figure[]> {
  const site = await openSite('embedded', {
    env: { SAMPLE_DATA: hasRealData ? 'off' : 'on' },
    prepare: async ({ db }) => {
      if (!hasRealData) return
      await loadRealEvents(db)
      await loadRealSpeakers(db)
      await loadRealProgramme(db, 'fosdem-2026')
    },
  })
  try {
    const [url = ''] = site.urls
    const { event, ...otherPages } = await examplePages(url)
    const pages = {
      ...otherPages,
      ...(hasRealData ? { event: await plainEvent(url), FOSDEM: event } : { event }),
    }
    const figures: Figure[] = []
    const table = [
      [
        'page',
        'performance',
        'accessibility',
        'practices',
        'SEO',
        'LCP ms',
        'CLS',
        'TBT ms',
        'kB',
        'kB script',
      ],
    ]
    const lostPoints: string[] = []
    for (const [name, path] of Object.entries(pages)) {
      // Fills the page cache: nearly every visitor gets the cached page.
      await fetch(url + path)
      const report = await middleOf(url + path, rounds)
      const { scores, lcpMs, cls, tbtMs, bytes, scriptBytes } = report
      table.push([
        name,
        ...Object.values(scores).map(String),
        lcpMs.toFixed(0),
        cls.toFixed(3),
        tbtMs.toFixed(0),
        (bytes / 1000).toFixed(1),
        (scriptBytes / 1000).toFixed(1),
      ])
      lostPoints.push(...report.lost.map((audit) => `${name}: ${audit}`))
      const isAimed = name !== 'FOSDEM'
      figures.push({
        what: `Lighthouse mobile, ${name}, ${hasRealData ? 'real' : 'sample'} data`,
        figure: `performance ${scores.performance}, blocked ${tbtMs.toFixed(0)} ms, largest paint ${lcpMs.toFixed(0)} ms`,
        aim: isAimed ? '100, 0 ms' : 'none',
        isHeld: !isAimed || (scores.performance === 100 && tbtMs === 0),
      })
    }
    printTable(table)
    console.log(['', ...lostPoints, ''].join('\n'))
    return figures
  } finally {
    await site.remove()
  }
}

/** A typical event, without a programme. */
async function plainEvent(url: string): Promise<string> {
  const upcoming = (await (await fetch(`${url}/api/v1/events/upcoming?limit=1`)).json()) as { slug: string }[]
  return `/conferences/${upcoming[0]?.slug}`
}

/** The report with the median performance score: other load on the machine makes single runs worse. */
async function middleOf(url: string, rounds: number): Promise<Report> {
  const reports: Report[] = []
  // Chromium's trace sometimes lacks its beginning; then Lighthouse asks to be run again.
  for (let round = 0; round < rounds; round++)
    reports.push(await lighthouse(url).catch(() => lighthouse(url)))
  return reports
    .toSorted((a, b) => a.scores.performance - b.scores.performance || b.lcpMs - a.lcpMs)
    .at(reports.length >> 1)!
}
