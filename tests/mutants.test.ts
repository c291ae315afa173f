import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allMutants } from '../bench/prove/mutant-list.ts'

test('each rule that the proof takes out is still where it looks for it', async () => {
  const mutants = await allMutants()
  expect(mutants.length).toBeGreaterThan(50)
  const problems = mutants.flatMap(({ file, what, problem }) =>
    problem ? [`The text of "${what}" in ${file} ${problem}`] : [],
  )
  expect(problems).toEqual([])
})

test('the tests that should catch them exist', async () => {
  const files = new Set((await allMutants()).flatMap(({ tests }) => tests))
  expect([...files].filter((file) => !existsSync(file))).toEqual([])
})
