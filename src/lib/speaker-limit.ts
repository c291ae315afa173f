import { ORPCError } from '@orpc/client'
import { limits } from '#src/limits.ts'

const asked = new Map<string, number[]>()
let cleaned = 0

/** The browser's own limit on fetching speakers, 100 a minute for each kind of question: a page gone wild stops here. */
export function limitSpeakerFetches(key: string, now = Date.now()): void {
  const { calls, window, cleanup } = limits.speakerFetches
  const isRecent = (time: number) => now - time < window
  if (now - cleaned > cleanup) {
    cleaned = now
    for (const [each, times] of asked) if (!times.some(isRecent)) asked.delete(each)
  }
  const recent = (asked.get(key) ?? []).filter(isRecent)
  if (recent.length >= calls) {
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Rate limit exceeded. Please wait before making more requests.',
    })
  }
  asked.set(key, [...recent, now])
}
