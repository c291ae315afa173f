/** The header of the change sets of what was saved, which the person who saved it may undo. */
export const changeSetsHeader = 'change-sets'

/** Those that no message has offered to undo yet, with when they came. */
let savedSets: { id: number; at: number }[] = []

export function noteChangeSets(headers: Headers) {
  const ids = headers.get(changeSetsHeader)?.split(',') ?? []
  savedSets.push(...ids.map((id) => ({ id: Number(id), at: Date.now() })))
}

/** What was saved since a moment, the newest first; older ones are forgotten. */
export function takeChangeSets(since: number): number[] {
  const ids = savedSets.filter(({ at }) => at >= since).map(({ id }) => id)
  savedSets = []
  return ids.reverse()
}
