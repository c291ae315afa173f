/** 0 for the most popular topics to 4 for the least, by the ratio to the most popular one at 0.8, 0.6, 0.4 and 0.2. */
export function popularityTier(events: number, most: number): 0 | 1 | 2 | 3 | 4 {
  const ratio = most > 0 ? events / most : 0
  if (ratio >= 0.8) return 0
  if (ratio >= 0.6) return 1
  if (ratio >= 0.4) return 2
  if (ratio >= 0.2) return 3
  return 4
}
