type Tier = 0 | 1 | 2 | 3 | 4

function tierOf(ratio: number): Tier {
  if (ratio >= 0.8) return 0
  if (ratio >= 0.6) return 1
  if (ratio >= 0.4) return 2
  if (ratio >= 0.2) return 3
  return 4
}

/**
 * A function that returns the tier of a topic by its events: 0 for the most popular topics to 4 for the least, at the
 * ratios 0.8, 0.6, 0.4 and 0.2 to the most popular one. If more than half would be in the last tier (one topic has 1,200
 * events and half have fewer than five), the ratio is that of the logarithms.
 */
export function popularityTiers(counts: number[]): (events: number) => Tier {
  const most = Math.max(0, ...counts)
  const ratio = (events: number) => (most > 0 ? events / most : 0)
  const logRatio = (events: number) => (most > 0 ? Math.log1p(events) / Math.log1p(most) : 0)
  const inLastTier = counts.filter((events) => tierOf(ratio(events)) === 4).length
  const scale = inLastTier > counts.length / 2 ? logRatio : ratio
  return (events) => tierOf(scale(events))
}
