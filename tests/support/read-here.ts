import { setTimeout as pause } from 'node:timers/promises'
import { vi } from 'vitest'
import type { ReadRequest } from '#features/programme-import/reading/read-in-thread.server.ts'

// A thread loads its modules for half a second: in the gate the database tests read programmes in their own process. The
// unit tests of reading start threads, and so does the nightly.
vi.mock('#features/reading/run-in-thread.server.ts', async (load) => {
  const real = await load<typeof import('#features/reading/run-in-thread.server.ts')>()
  return {
    runInThread: async (...request: Parameters<typeof real.runInThread>) => {
      const [, name, workerData] = request
      if (name !== 'reading-thread') return real.runInThread(...request)
      const { readProgramme } = await import('#features/programme-import/reading/read-programme.ts')
      const { content, options } = workerData as ReadRequest
      // Requests that come at once are in the queue at once.
      await pause(20)
      return structuredClone(readProgramme(content, options))
    },
  }
})
