import { fold } from '#lib/text.ts'

/** Topics that many conferences are about, each with what else stands for it in names. The first is the topic's name. */
const subjects = [
  ['JavaScript', 'JS'],
  ['TypeScript', 'TS'],
  ['Node.js', 'NodeJS', 'Node'],
  ['React', 'React.js', 'ReactJS'],
  ['Vue', 'Vue.js', 'VueJS'],
  ['Angular', 'AngularJS', 'NG'],
  ['Svelte'],
  ['Ember'],
  ['CSS'],
  ['Python', 'Py', 'PyData'],
  ['Django'],
  ['Ruby', 'RubyKaigi', 'RubyGems'],
  ['Rails', 'Ruby on Rails'],
  ['PHP', 'phpday'],
  ['Laravel', 'Laracon'],
  ['Symfony'],
  ['Drupal'],
  ['WordPress', 'WordCamp', 'WP'],
  ['Java', 'JavaZone'],
  ['Kotlin'],
  ['Scala'],
  ['Clojure', 'Clojure/conj'],
  ['Groovy'],
  ['Spring Boot'],
  ['.NET', 'dotnet'],
  ['C#', 'CSharp'],
  ['C++', 'Cpp'],
  ['Go', 'Golang', 'Gopher'],
  ['Rust'],
  ['Zig'],
  ['Swift', 'SwiftUI'],
  ['iOS'],
  ['Android', 'droidcon'],
  ['Flutter'],
  ['Perl', 'YAPC'],
  ['Elixir', 'ElixirConf'],
  ['Erlang'],
  ['Haskell'],
  ['Elm'],
  ['Julia', 'JuliaCon'],
  ['GraphQL'],
  ['WebAssembly', 'Wasm'],
  ['Kubernetes', 'K8s', 'Kube', 'KubeCon'],
  ['Docker'],
  ['Cloud Native'],
  ['Serverless'],
  ['DevOps', 'devopsdays', 'DevSecOps'],
  ['SRE'],
  ['Observability'],
  ['Linux'],
  ['BSD', 'FreeBSD', 'OpenBSD', 'NetBSD'],
  ['Open Source', 'Opensource', 'FOSS'],
  ['AWS'],
  ['Azure'],
  ['Data Science'],
  ['Big Data'],
  ['Machine Learning', 'ML'],
  ['Deep Learning'],
  ['AI', 'Artificial Intelligence', 'GenAI'],
  ['Databases', 'Database'],
  ['PostgreSQL', 'Postgres', 'PG', 'PGDay', 'PGConf'],
  ['MySQL'],
  ['MongoDB'],
  ['Security', 'Cybersecurity', 'InfoSec'],
  ['Testing', 'Software Testing'],
  ['Accessibility', 'A11y'],
  ['UX', 'User Experience'],
  ['Agile', 'Scrum'],
  ['API', 'APIs'],
  ['IoT', 'Internet of Things'],
  ['Blockchain'],
  ['Robotics'],
  ['Quantum Computing'],
  ['Gaming', 'Game Developers'],
]

const lettersOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}+#]+/gu, '') || fold(name)

const subjectOfLetters = new Map(
  subjects.flatMap((names) => names.map((name) => [lettersOf(name), lettersOf(names[0]!)] as const)),
)

/** What two names of one subject share: 'Node.js' and 'nodejs', 'Go' and 'golang', 'Type Theory' and 'type-theory'. */
export const subjectKey = (name: string): string => subjectOfLetters.get(lettersOf(name)) ?? lettersOf(name)

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
  for (const names of subjects) {
    const existing =
      names.map((name) => existingNames.get(fold(name))).find((name) => name !== undefined) ??
      existingSubjects.get(subjectKey(names[0]!))
    for (const name of names) vocabulary.set(keyOf(wordsIn(name)), existing ?? names[0]!)
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
