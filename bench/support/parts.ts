import { existsSync } from 'node:fs'
import { findChromium, findPostgresBin } from '../../scripts/executables.mjs'
import { printTable } from './table.ts'

/** One line of a table. `isHeld` is null for what could not be tried. */
type Line = { what: string; figure: string; isHeld: boolean | null }

/** One line of what `npm run bench` prints. */
export type Figure = Line & { aim: string }

/** `needs` names programs that must be installed: without them the part is reported as not run. */
export type Part<Row extends Line> = {
  name: string
  needs?: Need[]
  run: () => Promise<Row | Row[]>
}

type Need = 'PostgreSQL' | 'wrk' | 'nginx' | 'Varnish' | 'Chromium'

/**
 * Runs the parts whose names contain one of the texts of `nameFilter`, parted by commas, prints one table with `columns` and
 * ends the process: with 1 if one failed, or was not run and none may be missing, or if a text is in no name.
 */
export async function runParts<Row extends Line>(
  parts: Part<Row>[],
  nameFilter: string,
  columns: Record<Exclude<keyof Row, 'isHeld'>, string>,
  { mayMiss = true } = {},
): Promise<never> {
  const has: Record<Need, boolean> = {
    PostgreSQL: findPostgresBin() !== undefined,
    wrk: existsSync('/usr/bin/wrk'),
    nginx: existsSync('/usr/sbin/nginx'),
    Varnish: existsSync('/usr/sbin/varnishd'),
    Chromium: findChromium() !== undefined,
  }
  const texts = nameFilter.split(',')
  const unknownTexts = texts.filter((text) => !parts.some(({ name }) => name.includes(text)))
  if (unknownTexts.length > 0) {
    console.error(`No part is called ${unknownTexts.join(', ')}: ${parts.map(({ name }) => name).join(', ')}`)
    process.exit(1)
  }
  const keys = Object.keys(columns) as Exclude<keyof Row, 'isHeld'>[]
  const table: string[][] = []
  const row = (name: string, why: string, verdict: string) =>
    table.push([name, why, ...keys.slice(2).map(() => ''), verdict])
  let isBroken = false
  let isMissing = false
  for (const { name, needs = [], run } of parts.filter((part) =>
    texts.some((text) => part.name.includes(text)),
  )) {
    const missing = needs.filter((need) => !has[need])
    if (missing.length > 0) {
      row(name, `${missing.join(' and ')} is not installed`, 'not run')
      isMissing = true
      continue
    }
    const started = performance.now()
    try {
      for (const line of [await run()].flat()) {
        const verdict = line.isHeld === null ? 'not run' : line.isHeld ? 'held' : 'BROKEN'
        table.push([...keys.map((key) => String((line as Row)[key])), verdict])
        isBroken ||= line.isHeld === false
        isMissing ||= line.isHeld === null
      }
    } catch (error) {
      row(name, (error as Error).message.split('\n')[0] ?? '', 'BROKEN')
      isBroken = true
    }
    console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
  printTable([[...Object.values<string>(columns), ''], ...table])
  process.exit(isBroken || (isMissing && !mayMiss) ? 1 : 0)
}
