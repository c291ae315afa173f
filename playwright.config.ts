import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/executables.mjs'

const isLong = process.env.HALLWAY_LONG === '1'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/sample-database.ts',
  // The tests of a file run in one worker, so a site of a file's own is started once.
  fullyParallel: false,
  workers: 2,
  // What fails once is tried once more and named as flaky; the run fails when that happens more than twice.
  retries: 1,
  reporter: [['dot'], ['./tests/support/flaky-reporter.ts']],
  // Limits only end what hangs: a machine that is busy with something else fails no journey.
  timeout: (isLong ? 60 : 5) * 60_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-dev-shm-usage'],
      // Without a locale Chromium can't tell the name of a file that is not all ASCII.
      env: { ...process.env, LANG: 'C.UTF-8' },
    },
    trace: 'on-first-retry',
    // Emptied between tests, not closed: a new one starts a process and reads every script anew.
    reuseContext: true,
    // What moves is drawn sixty times a second by the processor: the gate sees where it ends.
    contextOptions: { reducedMotion: isLong ? 'no-preference' : 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  // @nightly: rarer, takes long or measures time.
  grepInvert: isLong ? undefined : /@nightly/,
  // The gate runs the first alone.
  projects: [
    { name: 'wide', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'narrow',
      use: { viewport: { width: 375, height: 800 }, hasTouch: true },
      // The same at every width, or chooses its widths itself.
      grepInvert: isLong ? /@once/ : /@once|@nightly/,
    },
  ],
})
