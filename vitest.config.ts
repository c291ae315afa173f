import { defineConfig } from 'vitest/config'

/** Tests that need a database end in .db.test.ts and run on both engines; the others need none. */
const database = ['{src,server,sample,tests}/**/*.db.test.ts']

const minute = 60_000
/** Only ends what hangs: a machine that is busy with something else fails no test. */
const limit = (process.env.HALLWAY_LONG === '1' ? 60 : 5) * minute
const limits = { testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: minute } } }

const onEngine = (engine: string) => ({
  test: {
    ...limits,
    name: engine,
    include: database,
    globalSetup: [`tests/support/engine-${engine}.ts`],
    // Files share the loaded modules, which take as long to load as the tests to run. Each has a database of its own.
    isolate: false,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The driver's own query on a new connection: nothing awaits it, and a server that goes rejects it (server/main.ts).
    onUnhandledError: (error) => !('query' in error && /pg_catalog\.pg_type/.test(String(error.query))),
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['{src,server,sample,tests,scripts}/**/*.test.ts'],
          exclude: [...database, 'tests/e2e/**'],
        },
      },
      onEngine('embedded'),
      onEngine('postgres'),
    ],
  },
})
