/** Prints rows of text in columns, the first row underlined; the first column is flush left, figures flush right. */
export function printTable(rows: string[][]) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [heads, ...body] = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  console.log([heads, '-'.repeat(heads?.length ?? 0), ...body].join('\n'))
}
