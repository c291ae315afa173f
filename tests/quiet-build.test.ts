import { resolveConfig } from 'vite'
import { expect, test } from 'vitest'

// A newcomer's first command builds, often on a slow machine: it prints nothing of the bundler's own.
test('no build tells which plugins took how long', { timeout: 60_000 }, async () => {
  const { environments } = await resolveConfig({}, 'build')
  const loudNames = Object.entries(environments).filter(
    ([, { build }]) => build.rolldownOptions.checks?.bundlerTimings !== false,
  )
  expect(loudNames.map(([name]) => name)).toEqual([])
})
