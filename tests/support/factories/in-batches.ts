/** PostgreSQL allows 65,535 parameters in a statement; the widest table has fewer than 30 columns. */
const batch = 2000

/** Inserts rows in statements of 2,000. Returns the inserted rows in order; no rows, no statement. */
export async function inBatches<Row, Inserted>(
  rows: Row[],
  insert: (rows: Row[]) => PromiseLike<Inserted[]>,
): Promise<Inserted[]> {
  const insertedRows: Inserted[] = []
  for (let from = 0; from < rows.length; from += batch)
    insertedRows.push(...(await insert(rows.slice(from, from + batch))))
  return insertedRows
}
