/** One line of the table that `npm run prove` prints. `isHeld` is null for what could not be tried. */
export type Result = { what: string; tried: string; held: string; figure: string; isHeld: boolean | null }

/** The value below which `share` of the sorted times lie. */
export function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** Works through the items with at most `atOnce` at a time. */
export async function runConcurrently<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
) {
  const queue = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value)
    }),
  )
}
