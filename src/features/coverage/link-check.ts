/** What an answer tells of an address. Most failures tell nothing: the page may be there for people. */
export type Verdict = 'works' | 'missing' | 'unknown'

export type CheckState = {
  failures: number
  /** Epoch milliseconds. */
  failing_since: number | null
  unanswered: number
  gone_since: number | null
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const maxMs = 8 * weekMs
const failuresUntilGone = 3
const goneAfterMs = 14 * dayMs

const intervalMs = (times: number) => Math.min(weekMs * 2 ** Math.min(times, 3), maxMs)

/**
 * The state after a check, and when to look again: weekly, less and less often where nobody answers or it is gone. An
 * address is gone at the third failure, fourteen days or more after the first, and is well again with the first answer.
 */
export function afterCheck(
  state: CheckState,
  verdict: Verdict,
  now: number,
  retryAfterMs = 0,
): CheckState & { nextMs: number } {
  if (verdict === 'works')
    return { failures: 0, failing_since: null, unanswered: 0, gone_since: null, nextMs: weekMs }
  if (verdict === 'unknown') {
    const unanswered = state.unanswered + 1
    return { ...state, unanswered, nextMs: Math.max(intervalMs(unanswered), retryAfterMs) }
  }
  const failures = state.failures + 1
  const failing_since = state.failing_since ?? now
  const isGone = failures >= failuresUntilGone && now - failing_since >= goneAfterMs
  const gone_since = state.gone_since ?? (isGone ? failing_since : null)
  const nextMs = gone_since === null ? weekMs : intervalMs(failures - failuresUntilGone + 1)
  return { failures, failing_since, unanswered: 0, gone_since, nextMs }
}

/** Where to ask for an address: YouTube answers 200 for videos that are deleted, but not when asked how to embed them. */
export const urlToFetch = (canonical: string) =>
  canonical.startsWith('https://www.youtube.com/watch?v=')
    ? `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(canonical)}`
    : canonical
