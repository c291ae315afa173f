import { expect, test } from 'vitest'
import { allMutants } from '../bench/prove/mutant-list.ts'

test('each rule that the proof takes out is still where it looks for it', async () => {
  const mutants = await allMutants()
  expect(mutants.length).toBeGreaterThan(50)
  expect(mutants.filter(({ source }) => source === undefined)).toEqual([])
})
