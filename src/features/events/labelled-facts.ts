import { fold } from '#lib/text.ts'

/** Facts that lists of conferences write into descriptions: 'Hybrid event. Topics: Rust; Go. Website: https://example.org'. */
const topicsSentence = /(?:^|(?<=\s))Topics: (\S.{0,300}?)\.(?=\s|$)/
const websiteSentence = /(?:^|(?<=\s))Website: (https?:\/\/\S{1,2000})/
const formatSentence = /(?:^|(?<=\s))(Online|Hybrid) event\.(?=\s|$)/

/** What a description says in such sentences. */
export function labelledFacts(description: string) {
  const [, names = ''] = topicsSentence.exec(description) ?? []
  const [, website] = websiteSentence.exec(description) ?? []
  const [, format] = formatSentence.exec(description) ?? []
  return {
    tags: names
      .split(';')
      .map((name) => name.trim())
      .filter(Boolean),
    website: website?.replace(/[.,;]$/, '') ?? null,
    format: format?.toLowerCase() ?? null,
  }
}

/** The topics that a description names and that the conference does not have. */
export function otherTopics(description: string | null, tags: string[]): string[] {
  // 'opensource' beside Open Source is the same.
  const wordOf = (name: string) => fold(name).replace(/[\s_-]/g, '')
  const words = new Set(tags.map(wordOf))
  return labelledFacts(description ?? '').tags.filter((name) => !words.has(wordOf(name)))
}

/** A lower-case word of four letters, a full stop, an address or a number: 'As ever', not 'Symposium on Algorithms'. */
const isSentence = /(?<!\p{L})\p{Ll}{4}|[\d.:]/u

/** What an abbreviated name ('ISAAC 2026') stands for, where a description is only that. */
export function meaningOf(description: string | null, facts: OwnFacts & { name: string }): string {
  const words = ownWords(description ?? '', facts).replace(/\.$/, '')
  return /\p{Lu}{2}/u.test(facts.name) && !isSentence.test(words) ? words : ''
}

type OwnFacts = { website?: string | null; format?: string | null }

/** A description without what its page shows as facts; in a list website and format are left out, too. */
export function ownWords(description: string, facts: OwnFacts) {
  const { website, format } = labelledFacts(description)
  return description
    .replace(topicsSentence, '')
    .replace(websiteSentence, (sentence) =>
      facts.website === undefined || facts.website === website ? '' : sentence,
    )
    .replace(formatSentence, (sentence) =>
      facts.format === undefined || facts.format === format ? '' : sentence,
    )
    .trim()
}
