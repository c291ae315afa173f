/** PostgreSQL takes 65,535 parameters in a statement; the widest table has fewer than 30 columns. */
const batch = 2000

/** Inserts rows in statements of 2,000; returns what `insert` returned, in order. No rows, no statement. */
export async function inBatches<Row, Made>(
  rows: Row[],
  insert: (rows: Row[]) => PromiseLike<Made[]>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < rows.length; from += batch)
    made.push(...(await insert(rows.slice(from, from + batch))))
  return made
}
