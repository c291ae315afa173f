import { expect, onTestFinished, test, vi } from 'vitest'
import { readStoredJson } from './stored-text.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":', undefined],
  [null, undefined],
])('of the stored text %j the value is %j', (text, value) => {
  vi.stubGlobal('localStorage', { getItem: () => text })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(readStoredJson('key')).toEqual(value)
})
