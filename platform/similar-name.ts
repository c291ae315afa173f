/** The first of `names` that `name` is probably a misspelling of. */
export const similarName = (name: string, names: string[]): string | undefined =>
  names.find((other) => isNearly(name, other))

/** Whether at most two letters have to be added, removed or changed to get from one name to the other (Levenshtein). */
function isNearly(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 2) return false
  let distances = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= name.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++)
      next.push(
        Math.min(
          distances[column]! + 1,
          next[column - 1]! + 1,
          distances[column - 1]! + (name[row - 1] === other[column - 1] ? 0 : 1),
        ),
      )
    distances = next
  }
  return distances[other.length]! <= 2
}
