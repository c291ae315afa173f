import { createTaggedCache, type Kept } from './tagged-cache.ts'

type Answer = Kept & { data: unknown }

export type AnswerCache = ReturnType<typeof createAnswerCache>

/** A text in the heap has two bytes a character, and what is made of it takes about as much again. */
const bytesPerCharacter = 4

/**
 * Keeps the answers of procedures that answer everybody, or all visitors, alike (`isSameFor` in procedure.ts), for their pages:
 * at most `maxBytes`. A page must not change what it gets.
 */
export function createAnswerCache(maxBytes = 5 * 1024 * 1024) {
  const cache = createTaggedCache<Answer>(maxBytes)

  /** The data of `key`, read once for concurrent requests; its tags are told to `shows`. Kept if `read` shows any. */
  async function answer(
    key: string,
    shows: (...tags: string[]) => void,
    read: (shows: (...tags: string[]) => void) => Promise<unknown>,
  ): Promise<unknown> {
    const make = async (): Promise<Answer> => {
      const tags = new Set<string>()
      // Before it is read: an answer that shows the time is of the minute it was read in.
      const madeAt = Date.now()
      const data = await read((...shownTags) => {
        for (const tag of shownTags) tags.add(tag)
      })
      return { data, tags: [...tags], size: 0, madeAt, isUsed: false }
    }
    const pack = (answer: Answer) =>
      answer.tags.length > 0
        ? { ...answer, size: JSON.stringify(answer.data).length * bytesPerCharacter + 1000 }
        : undefined
    const { data, tags } = cache.get(key) ?? (await cache.makeOnce(key, make, pack))
    shows(...tags)
    return data
  }

  return { answer, drop: cache.drop, clear: cache.clear, size: cache.size }
}
