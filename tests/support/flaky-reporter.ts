import type { Reporter } from '@playwright/test/reporter'

const maxFlaky = 2

/** Names the tests that passed on their second try, and fails the run when they are more than two. */
export default function flakyReporter(): Reporter {
  const flaky = new Map<string, string>()
  return {
    onTestEnd(test) {
      if (test.outcome() === 'flaky') flaky.set(test.id, test.titlePath().filter(Boolean).join(' > '))
    },
    async onEnd() {
      for (const title of flaky.values()) process.stdout.write(`flaky: ${title}\n`)
      if (flaky.size <= maxFlaky) return
      process.stdout.write(`${flaky.size} tests passed only on their second try: ${maxFlaky} may.\n`)
      return { status: 'failed' }
    },
  }
}
