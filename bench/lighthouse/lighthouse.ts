import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/executables.mjs'

const version = '13.5.0'

export type Report = {
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  lcpMs: number
  cls: number
  tbtMs: number
  bytes: number
  scriptBytes: number
  /** The audits that cost points, with category and finding. */
  lost: string[]
}

type Audit = {
  title: string
  score: number | null
  numericValue?: number
  displayValue?: string
  details?: { items?: unknown[] }
}
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
type Result = {
  audits: Record<string, Audit>
  categories: Record<keyof Report['scores'], Category>
  runtimeError?: { message: string }
}

/** Lighthouse's mobile profile on one page, in a fresh browser. npm fetches Lighthouse at the first run. */
export async function lighthouse(url: string): Promise<Report> {
  const file = path.join(tmpdir(), `hallway-lighthouse-${process.pid}.json`)
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
  ]
  await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', url, ...flags],
    {
      env: {
        ...process.env,
        // Lighthouse needs the project's Node: the machine's own may be older.
        PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
        CHROME_PATH: findChromium(),
        npm_config_update_notifier: 'false',
      },
      maxBuffer: 1e8,
    },
  )
  const result = JSON.parse(await readFile(file, 'utf8')) as Result
  await rm(file)
  if (result.runtimeError)
    throw new Error(`Lighthouse could not judge ${url}: ${result.runtimeError.message}`)
  return reportOf(result)
}

function reportOf({ audits, categories }: Result): Report {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details?.items ?? []) as {
    resourceType?: string
    transferSize?: number
  }[]
  const size = (list: typeof requests) => list.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  const lost = Object.entries(categories).flatMap(([category, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(
        ({ id }) =>
          `${category}: ${audits[id]?.title} (${[audits[id]?.score, audits[id]?.displayValue].filter(Boolean).join(', ')})`,
      ),
  )
  return {
    scores: {
      performance: points(categories.performance),
      accessibility: points(categories.accessibility),
      'best-practices': points(categories['best-practices']),
      seo: points(categories.seo),
    },
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
    bytes: size(requests),
    scriptBytes: size(requests.filter(({ resourceType }) => resourceType === 'Script')),
    lost,
  }
}

const points = ({ score }: Category) => Math.round((score ?? 0) * 100)
