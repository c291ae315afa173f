import { defineConfig } from 'vitest/config'

/** Tests that need a database end in .db.test.ts and run on both engines; the others need none. */
const database = ['{src,platform,server,sample,tests}/**/*.db.test.ts']

const minute = 60_000
const isLong = process.env.HALLWAY_LONG === '1'
/** Only ends what hangs: a machine that is busy with something else fails no test. */
const limit = (isLong ? 60 : 15) * minute
const limits = { testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: minute } } }

const onEngine = (engine: string) => ({
  test: {
    ...limits,
    name: engine,
    include: database,
    globalSetup: [`tests/support/engine-${engine}.ts`],
    setupFiles: isLong ? [] : ['tests/support/hash-once.ts', 'tests/support/read-here.ts'],
    // Files share the loaded modules, which take as long to load as the tests to run. Each has a database of its own. An
    // embedded one keeps its memory while its process lives: in full that would be 14 GB.
    isolate: isLong && engine === 'embedded',
  },
})

const inBrowser = (browser: 'firefox' | 'webkit') => ({
  test: {
    ...limits,
    name: browser,
    include: ['tests/browsers/*.browser.ts'],
    globalSetup: ['tests/support/sample-database.ts'],
    provide: { browser },
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['{src,platform,server,sample,tests,scripts}/**/*.test.ts'],
          exclude: [...database, 'tests/e2e/**'],
          isolate: false,
        },
      },
      onEngine('embedded'),
      onEngine('postgres'),
      inBrowser('firefox'),
      inBrowser('webkit'),
    ],
  },
})
