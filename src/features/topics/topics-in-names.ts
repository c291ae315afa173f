import { fold } from '#lib/text.ts'
import { subjectKey, subjects } from '#lib/topic-names.ts'

/** + and # belong to a name: C++, C#. */
const separators = /[^\p{L}\p{N}+#]+/u

/** Words of a name as they are written: 'RustConf' is two, 'JavaScript' and 'Google' are one. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/(^|[\s(])\.(?=NET)/gi, '$1dot')
    .replaceAll('JavaScript', 'Javascript')
    .replace(/([\p{Ll}\p{N}+#])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(separators)
    .filter(Boolean)

/** Words without capitals inside are folded; short ones mean something only as they are written: Go, AI, R. */
const keyOf = (words: string[]) => {
  const key = words.join(' ')
  return key.replaceAll(' ', '').length <= 2 ? key : fold(key)
}

const maxWords = 4

/** By what words a topic is named: those that exist, and common ones under their usual name. */
export type TopicVocabulary = Map<string, string>

export function topicVocabulary(existingTopics: string[]): TopicVocabulary {
  const existingNames = new Map(existingTopics.map((name) => [fold(name), name]))
  const existingSubjects = new Map(existingTopics.map((name) => [subjectKey(name), name]))
  const vocabulary: TopicVocabulary = new Map()
  for (const { names, parts } of subjects) {
    if (!parts) continue
    const words = [...names, ...parts]
    const existing =
      words.map((name) => existingNames.get(fold(name))).find((name) => name !== undefined) ??
      existingSubjects.get(subjectKey(names[0]!))
    for (const word of words) vocabulary.set(keyOf(wordsIn(word)), existing ?? names[0]!)
  }
  for (const name of existingTopics) vocabulary.set(keyOf(wordsIn(name)), name)
  return vocabulary
}

/** The topics that a conference's name names, by whole words or by words that a capital letter sets apart. */
export function topicsInName(name: string, vocabulary: TopicVocabulary): string[] {
  const words = wordsIn(name)
  const topics = new Set<string>()
  for (let start = 0; start < words.length; ) {
    const lengths = Array.from({ length: Math.min(maxWords, words.length - start) }, (_, index) => index + 1)
    // The longest name wins: Machine Learning, not Learning.
    const length = lengths
      .toReversed()
      .find((count) => vocabulary.has(keyOf(words.slice(start, start + count))))
    if (length) topics.add(vocabulary.get(keyOf(words.slice(start, start + length)))!)
    start += length ?? 1
  }
  return [...topics]
}
