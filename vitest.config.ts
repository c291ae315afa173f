import { defineConfig } from 'vitest/config'

/** Tests that need a database end in .db.test.ts and run on both engines; the others need none. */
const database = ['{src,server,sample,tests}/**/*.db.test.ts']

const onEngine = (engine: string) => ({
  test: {
    name: engine,
    include: database,
    globalSetup: [`tests/support/engine-${engine}.ts`],
    testTimeout: 30_000,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
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
