import type { SuggestedKind } from './suggestions.ts'

const paths: [kind: SuggestedKind, path: RegExp][] = [
  ['talk', /^\/conferences\/[^/]+\/talks\/(\d{1,9})$/],
  ['event', /^\/conferences\/(?!new$)([^/]+)$/],
  ['speaker', /^\/speakers\/([0-9a-f-]{36})$/],
  ['series', /^\/series\/([^/]+)$/],
]

/** The record that the page at a path shows: the number of a talk, a slug, an id. */
export function suggestedPage(path: string): { kind: SuggestedKind; key: string } | undefined {
  for (const [kind, pattern] of paths) {
    const key = pattern.exec(path)?.[1]
    if (key) return { kind, key }
  }
}
