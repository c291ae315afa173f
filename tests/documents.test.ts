import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { networkShares, rateLimits } from '#platform/rate-limits.ts'
import { openEndpoints } from '#server/accounts/auth.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { procedureMethods } from '#tests/support/people-of-all-kinds.ts'

// Decision records against their index and mentions, docs/api-map.md against the router, the list of limits against the code.

const folder = 'docs/decisions'
const read = (path: string) => readFile(path, 'utf8')
const index = await read(`${folder}/README.md`)
/** The line of each record. */
const lines = new Map(
  [...index.matchAll(/^- (\d+)\. \[.*/gm)].map(([line, number]) => [Number(number), line]),
)

test('each decision record is dated, and the index lists it with its title', async () => {
  const records: string[] = []
  for await (const path of glob(`${folder}/0*.md`)) {
    const text = await read(path)
    const [, number, title] = /^# (\d+)\. (.+)/.exec(text) ?? []
    const day = String.raw`\d{4}-\d\d-\d\d`
    expect(text).toMatch(new RegExp(`^# .+\n\n${day}(?:, changed ${day})?\n`))
    records.push(`- ${number}. [${title}](${path.slice(folder.length + 1)})`)
  }
  expect(records.toSorted()).toEqual([...lines.values()].toSorted())
  expect(records.length).toBeGreaterThan(25)
})

test('every decision that is mentioned has a record', async () => {
  const withoutRecord: string[] = []
  const sources =
    '{bench,deploy,migrations,platform,sample,scripts,server,src,tests}/**/*.{ts,tsx,mjs,css,sql,md,service}'
  for await (const path of glob([sources, 'docs/**/*.md', '*.md'], { exclude: [`${folder}/README.md`] }))
    for (const [mention] of (await read(path)).matchAll(
      /\bdecision \d+|\bdecisions \d+(, \d+)*( and \d+)?/gi,
    ))
      for (const [number] of mention.matchAll(/\d+/g))
        if (!lines.has(Number(number))) withoutRecord.push(`${path}: ${mention}`)
  expect(withoutRecord).toEqual([])
})

test('docs/api-map.md names no procedure or account endpoint that does not exist', async () => {
  const map = await read('docs/api-map.md')
  const procedures = [...map.matchAll(/`([a-z]\w*\.[a-z]\w*)`/gi)].map(([, name]) => name!)
  const names = procedureMethods().map(([name]) => name)
  expect(procedures.filter((name) => !names.includes(name))).toEqual([])
  expect(procedures.length).toBeGreaterThan(100)
  const endpoints = [...map.matchAll(/`(?:GET|POST) \/api\/auth([^`]*)`/g)].map(([, path]) => path!)
  expect(endpoints.filter((path) => !openEndpoints.has(path))).toEqual([])
  expect(endpoints.length).toBeGreaterThan(0)
})

test('the list of limits in docs/security.md has every limit in a time, and no other', async () => {
  const text = await read('docs/security.md')
  const units = { minute: 60, hour: 3600, day: 86_400 }
  const limitLine = /^- `([^`]+)`: (\d+) in (\d+) (minute|hour|day)s?, \S/gm
  const documented = [...text.matchAll(limitLine)].map(([, name, most, n, unit]) => [
    name,
    Number(most),
    Number(n) * units[unit as keyof typeof units],
  ])
  const inRateLimits = await read('platform/rate-limits.ts')
  const furtherLimits = Object.entries({ ...limits, ...serverLimits })
    .filter(([name]) => name.endsWith('PerDay') && !new RegExp(`imits\\.${name}\\b`).test(inRateLimits))
    .map(([name, most]) => [name, most, units.day])
  const all = [...Object.entries(rateLimits).map(([name, values]) => [name, ...values]), ...furtherLimits]
  expect(documented.toSorted()).toEqual(all.toSorted())
  expect(furtherLimits.length).toBeGreaterThan(3)
  for (const [bits, share] of Object.entries(networkShares))
    expect(text).toMatch(new RegExp(`/${bits} \\([^)]+\\) (may try )?${share} times`))
})

test('every limit in a time stands in that one table in the code', async () => {
  const elsewhere: string[] = []
  for await (const path of glob('{platform,server,src}/**/*.ts'))
    if (!path.includes('.test.') && path !== 'platform/rate-limits.ts')
      if (/take_point|\{ key: [^}]*seconds/.test(await read(path))) elsewhere.push(path)
  // How often a job is done.
  expect(elsewhere).toEqual(['src/features/coverage/check-links.server.ts'])
})

test('docs/ has at most 26,000 words, decisions included: whoever adds some takes some away', async () => {
  let words = 0
  for await (const path of glob('docs/**/*.md')) words += (await read(path)).match(/\S+/g)!.length
  expect(words).toBeLessThanOrEqual(26_000)
})
