/** A run of words that both texts have, or that only one of them has. */
export type Run = { text: string; isMarked: boolean }

/** Words whose comparison takes a moment at most; longer texts are marked as a whole. */
const maxWords = 700

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** The words of two texts, marked where they differ (the longest common subsequence). */
export function markedWords(before: string, after: string): { before: Run[]; after: Run[] } {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  if (one.length > maxWords || other.length > maxWords)
    return { before: [{ text: before, isMarked: true }], after: [{ text: after, isMarked: true }] }
  // lengths[i][j]: how many words are common from one[i] and other[j] on.
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i]![j] =
        one[i] === other[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const runs = { before: [] as Run[], after: [] as Run[] }
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (i < one.length && one[i] === other[j]) {
      add(runs.before, one[i++]!, false)
      add(runs.after, other[j++]!, false)
    } else if (j === other.length || (i < one.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      add(runs.before, one[i++]!, true)
    else add(runs.after, other[j++]!, true)
  }
  return { before: withoutGaps(runs.before), after: withoutGaps(runs.after) }
}

/** Marked words in a row are one mark, with the blanks between them. */
function withoutGaps(runs: Run[]): Run[] {
  const joinedRuns: Run[] = []
  for (const [nth, { text, isMarked }] of runs.entries()) {
    const isGap = /^\s+$/.test(text) && nth > 0 && nth < runs.length - 1
    add(joinedRuns, text, isMarked || isGap)
  }
  return joinedRuns
}

function add(runs: Run[], text: string, isMarked: boolean) {
  const last = runs.at(-1)
  if (last?.isMarked === isMarked) last.text += text
  else runs.push({ text, isMarked })
}
