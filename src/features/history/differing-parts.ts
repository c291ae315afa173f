type Texts = { before: string | null; after: string | null }

/** Characters around what differs, and of one text at most. */
const context = 160
const maxLength = 4000

const isLong = (text: string | null) => text !== null && text.length > 3 * context

/** Two texts that are long without their common beginning and end. */
export function differingParts(before: string | null, after: string | null): Texts {
  if (before === after || !(isLong(before) || isLong(after))) return { before, after }
  const [one, other] = [before ?? '', after ?? '']
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const from = Math.max(0, start - context)
  const rest = Math.max(0, end - context)
  const part = (text: string | null) => {
    if (text === null) return null
    const cut = text.slice(from, text.length - rest)
    const isCut = cut.length > maxLength
    return [from > 0 && '… ', isCut ? cut.slice(0, maxLength) : cut, (rest > 0 || isCut) && ' …']
      .filter(Boolean)
      .join('')
      .toWellFormed()
  }
  return { before: part(before), after: part(after) }
}
