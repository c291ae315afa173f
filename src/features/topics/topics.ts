/**
 * 0 for the most popular topics to 4 for the least, at the ratios 0.8, 0.6, 0.4 and 0.2 to the most popular one. Among a
 * few popular topics that is the ratio of their events. Among all it is that of the logarithms: one topic has 1,200 events
 * and half have fewer than five, so by the events themselves nearly all would be in the last tier, by their rank a topic
 * of five events in the first.
 */
export function popularityTier(events: number, most: number, isOfAll: boolean): 0 | 1 | 2 | 3 | 4 {
  const scale = isOfAll ? Math.log1p : (count: number) => count
  const ratio = most > 0 ? scale(events) / scale(most) : 0
  if (ratio >= 0.8) return 0
  if (ratio >= 0.6) return 1
  if (ratio >= 0.4) return 2
  if (ratio >= 0.2) return 3
  return 4
}
