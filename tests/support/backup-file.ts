import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type Row = Record<string, unknown>

/** The rows of each table in a backup. */
export function readTables(file: string): Record<string, Row[]> {
  const [header, ...lines] = gunzipSync(readFileSync(file)).toString().split('\n')
  const { tables } = JSON.parse(header!) as { tables: { name: string; rows: number }[] }
  let index = 0
  return Object.fromEntries(
    tables.map(({ name, rows }) => {
      const tableRows = lines.slice(index, index + rows).map((line) => JSON.parse(line) as Row)
      index += rows
      return [name, tableRows]
    }),
  )
}
