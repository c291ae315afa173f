import { expect, test } from 'vitest'
import { figureSentences } from './coverage-figures.tsx'

test('one has, two have, and of none nothing is said', () => {
  expect(figureSentences({ recorded: 3, talks: 4, video: 2, slides: 1, writeups: 1 })).toEqual([
    '2 of 3 talks have video',
    '1 of 4 talks has slides',
    '1 write-up',
  ])
  expect(figureSentences({ recorded: 3, talks: 4, video: 0, slides: 0, writeups: 0 })).toEqual([])
})
