/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  const pick = <Item>(list: Item[]) => list[below(list.length)]
  const some = <Item>(list: Item[], most: number) =>
    [...list].sort(() => next() - 0.5).slice(0, below(most + 1))
  return { below, pick, some }
}
