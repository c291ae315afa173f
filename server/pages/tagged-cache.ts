/** What is kept until one of its tags is dropped (Context.shows, migrations/0019). */
export type Kept = {
  tags: string[]
  /** Approximate bytes in memory. */
  size: number
  /** In milliseconds. */
  madeAt: number
  /** Asked for since it was kept or last spared from eviction (the second chance of the clock algorithm). */
  isUsed: boolean
}

/** What has this tag shows the time of day: it is kept until the minute ends. */
const clockTag = 'clock'
const minuteOf = (ms: number) => Math.floor(ms / 60_000)

/** Matches every tag. */
const everyTag = '*'

/** So many keys are remembered of what found no room. */
const rememberedKeys = 1000

/** The keys of values by their tags. */
function createTagIndex() {
  const keysByTag = new Map<string, Set<string>>()
  return {
    add(key: string, tags: string[]) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag) ?? new Set()
        keysByTag.set(tag, keys.add(key))
      }
    },
    remove(key: string, tags: string[]) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
    /** Keys with this tag, or with any of its kind (event:*). */
    keysOf(tag: string): string[] {
      const tags = tag.endsWith(':*')
        ? [...keysByTag.keys()].filter((other) => other.startsWith(tag.slice(0, -1)))
        : [tag]
      return tags.flatMap((match) => [...(keysByTag.get(match) ?? [])])
    },
  }
}

/**
 * Keeps values in memory, at most `maxBytes`. What finds no room is kept if it is asked for again soon: most of what is
 * asked for once never is. The oldest is evicted first; one that was asked for meanwhile is spared once.
 */
function createTaggedValues<Value extends Kept>(maxBytes: number) {
  const values = new Map<string, Value>()
  const index = createTagIndex()
  /** Keys that found no room, the oldest first. */
  const rejectedKeys = new Set<string>()
  let bytes = 0

  function remove(key: string) {
    const value = values.get(key)
    if (!value) return
    values.delete(key)
    bytes -= value.size
    index.remove(key, value.tags)
  }

  function admit(key: string, { size }: Value): boolean {
    if (bytes + size <= maxBytes || values.has(key) || rejectedKeys.delete(key)) return true
    const [oldestKey] = rejectedKeys
    if (oldestKey !== undefined && rejectedKeys.size === rememberedKeys) rejectedKeys.delete(oldestKey)
    rejectedKeys.add(key)
    return false
  }

  function add(key: string, value: Value) {
    if (!admit(key, value)) return
    remove(key)
    values.set(key, value)
    bytes += value.size
    index.add(key, value.tags)
    removeOldest(value)
  }

  /** Evicts values until the cache fits. One that was asked for is moved to the end once, but stays before `newest`. */
  function removeOldest(newest: Value) {
    for (const [key, value] of values) {
      if (bytes <= maxBytes) break
      if (value.isUsed && value !== newest) {
        value.isUsed = false
        values.delete(key)
        values.set(key, value)
      } else remove(key)
    }
  }

  return {
    values,
    add,
    removeTagged(tag: string) {
      for (const key of index.keysOf(tag)) remove(key)
    },
    removeAll() {
      for (const key of [...values.keys()]) remove(key)
    },
    size: () => ({ count: values.size, bytes }),
  }
}

/** A cache of values that are made once for concurrent requests, and dropped with their tags. */
export function createTaggedCache<Value extends Kept>(maxBytes: number) {
  const { values, add, removeTagged, removeAll, size } = createTaggedValues<Value>(maxBytes)
  /** For what is being made the tags dropped since it was begun: with one of them it may be stale, so it is not kept. */
  const inProgress = new Set<Set<string>>()
  /** What was begun after the last change: requests that come now may share it. */
  const joinable = new Map<string, Promise<Value>>()

  function noteDropped(tag: string) {
    for (const droppedTags of inProgress) droppedTags.add(tag)
    joinable.clear()
  }

  function drop(tag: string) {
    noteDropped(tag)
    removeTagged(tag)
  }

  /** Drops everything, because it is not known what changed. */
  function clear() {
    noteDropped(everyTag)
    removeAll()
  }

  function get(key: string): Value | undefined {
    const value = values.get(key)
    if (!value || (value.tags.includes(clockTag) && minuteOf(value.madeAt) !== minuteOf(Date.now())))
      return undefined
    value.isUsed = true
    return value
  }

  /** The value of `key`, made once for concurrent requests, and kept as `pack` returns it, if it does. */
  function makeOnce(
    key: string,
    make: () => Promise<Value>,
    pack: (value: Value) => Value | undefined | Promise<Value | undefined>,
  ): Promise<Value> {
    const pendingValue = joinable.get(key)
    if (pendingValue) return pendingValue
    const droppedTags = new Set<string>()
    inProgress.add(droppedTags)
    const making: Promise<Value> = Promise.resolve().then(async () => {
      try {
        const value = await make()
        const packedValue = await pack(value)
        if (packedValue && !isDropped(value.tags, droppedTags)) add(key, packedValue)
        return value
      } finally {
        inProgress.delete(droppedTags)
        if (joinable.get(key) === making) joinable.delete(key)
      }
    })
    joinable.set(key, making)
    return making
  }

  return {
    get,
    /** The value of `key`, also one that shows a minute that has ended. */
    getOlder: (key: string): Value | undefined => values.get(key),
    makeOnce,
    isBeingMade: (key: string) => joinable.has(key),
    drop,
    clear,
    size,
  }
}

/** Whether one of the tags was dropped: itself, its kind (event:*) or every tag. */
const isDropped = (tags: string[], droppedTags: Set<string>) =>
  droppedTags.has(everyTag) ||
  tags.some((tag) => droppedTags.has(tag) || droppedTags.has(`${tag.slice(0, tag.indexOf(':'))}:*`))
