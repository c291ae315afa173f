import { existsSync } from 'node:fs'
import { postgresBin } from '#tests/support/postgres.ts'
import { printTable } from './table.ts'

/** One line of a table. `isHeld` is null for what could not be tried. */
type Line = { what: string; figure: string; isHeld: boolean | null }

/** One line of what `npm run bench` prints. */
export type Figure = Line & { aim: string }

/** `needs` names what has to be installed: where it is not, the part is named as not run. */
export type Part<Made extends Line> = {
  name: string
  needs?: Need[]
  run: () => Promise<Made | Made[]>
}

type Need = 'PostgreSQL' | 'wrk' | 'nginx' | 'Chromium'

/**
 * Runs the parts whose names hold `wanted`, prints one table with `columns` and ends the process: with 1 if one did not
 * hold, or was not run and none may be missing.
 */
export async function runParts<Made extends Line>(
  parts: Part<Made>[],
  wanted: string,
  columns: Record<Exclude<keyof Made, 'isHeld'>, string>,
  { mayMiss = true } = {},
): Promise<never> {
  const has: Record<Need, boolean> = {
    PostgreSQL: (await postgresBin()) !== undefined,
    wrk: existsSync('/usr/bin/wrk'),
    nginx: existsSync('/usr/sbin/nginx'),
    Chromium: existsSync(process.env.CHROME_PATH ?? '/usr/bin/chromium'),
  }
  const keys = Object.keys(columns) as Exclude<keyof Made, 'isHeld'>[]
  const table: string[][] = []
  const row = (name: string, why: string, told: string) =>
    table.push([name, why, ...keys.slice(2).map(() => ''), told])
  let isBroken = false
  let isMissing = false
  for (const { name, needs = [], run } of parts.filter((part) => part.name.includes(wanted))) {
    const missing = needs.filter((need) => !has[need])
    if (missing.length > 0) {
      row(name, `${missing.join(' and ')} is not installed`, 'not run')
      isMissing = true
      continue
    }
    const started = performance.now()
    try {
      for (const made of [await run()].flat()) {
        const told = made.isHeld === null ? 'not run' : made.isHeld ? 'held' : 'BROKEN'
        table.push([...keys.map((key) => String((made as Made)[key])), told])
        isBroken ||= made.isHeld === false
        isMissing ||= made.isHeld === null
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
