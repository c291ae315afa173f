import { createHash } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(`hallway sample ${text}`).digest()

/** A deterministic uuid (version 8, a custom scheme). */
export function idOf(kind: string, name: string): string {
  const hex = digest(`${kind}: ${name}`).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** A deterministic number from 0 to `below` - 1. */
export const numberOf = (text: string, below: number): number => digest(text).readUInt32BE(0) % below

/** A deterministic shuffle, seeded by the text. */
export function shuffled<Item>(list: Item[], text: string): Item[] {
  return list
    .map((item, index) => ({ item, rank: numberOf(`${text} ${index}`, 2 ** 32) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
