import { ORPCError } from '@orpc/client'
import { limits } from '#src/limits.ts'

const callTimes = new Map<string, number[]>()
let lastCleanup = 0

/** The browser's own limit on fetching speakers, 100 a minute for each procedure: stops a page that loops. */
export function limitSpeakerFetches(key: string, now = Date.now()): void {
  const { calls, window, cleanup } = limits.speakerFetches
  const isRecent = (time: number) => now - time < window
  if (now - lastCleanup > cleanup) {
    lastCleanup = now
    for (const [each, times] of callTimes) if (!times.some(isRecent)) callTimes.delete(each)
  }
  const recent = (callTimes.get(key) ?? []).filter(isRecent)
  if (recent.length >= calls) {
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Rate limit exceeded. Please wait before making more requests.',
    })
  }
  callTimes.set(key, [...recent, now])
}
