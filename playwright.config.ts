import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/executables.mjs'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/sample-folder.ts',
  fullyParallel: true,
  workers: 2,
  // Two cores and two browsers: what fails once is tried once more, and named as flaky.
  retries: 1,
  reporter: 'dot',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      // Without a locale Chromium can't tell the name of a file that is not all ASCII.
      env: { ...process.env, LANG: 'C.UTF-8' },
    },
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'narrow',
      use: { viewport: { width: 375, height: 800 }, hasTouch: true },
      // What is the same at every width or like another that runs here, or chooses its widths itself.
      grepInvert: /@once/,
    },
  ],
})
