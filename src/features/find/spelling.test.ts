import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneLetterOff, replaceWords, spellingCandidates, spellingKeys, wordsOf } from './spelling.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcdeé東'), minLength: 4, maxLength: 12 })

/** Every word that is one letter off, by brute force. */
function* misspellings(of: string) {
  const letters = Array.from(of)
  for (const at of letters.keys()) {
    yield letters.toSpliced(at, 1)
    yield letters.toSpliced(at, 1, 'x')
    yield letters.toSpliced(at, 0, 'x')
    if (at > 0) yield letters.toSpliced(at - 1, 2, letters[at]!, letters[at - 1]!)
  }
  yield [...letters, 'x']
}

test('one letter wrong, missing, too much or swapped is one letter off, from both sides', () => {
  fc.assert(
    fc.property(word, (right) => {
      for (const letters of misspellings(right)) {
        const wrong = letters.join('')
        expect([wrong, isOneLetterOff(right, wrong), isOneLetterOff(wrong, right)]).toEqual([
          wrong,
          wrong !== right,
          wrong !== right,
        ])
      }
    }),
  )
})

test.each([
  ['rust', 'rust'],
  ['rust', 'rusty2'],
  ['rust', 'tsur'],
  ['abcd', 'badc'],
  ['abc', 'bca'],
  ['', 'ab'],
])('%s and %s are not one letter apart', (one, other) => {
  expect(isOneLetterOff(one, other)).toBe(false)
})

test('a search is parted into folded words, each once, at most eight', () => {
  expect(wordsOf('  Köln, c++ & köln/node.js ')).toEqual(['koln', 'c', 'node', 'js'])
  expect(wordsOf('%_\\ ... ')).toEqual([])
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8)
})

test('short words and numbers are looked up as they are', () => {
  expect(spellingKeys(['css', '2026'])).toEqual([])
  expect(spellingCandidates('css', [{ word: 'cs', uses: 9 }])).toEqual(['css'])
  expect(spellingCandidates('2026', [{ word: '2025', uses: 9 }])).toEqual(['2026'])
})

test('the likeliest reading comes first: whole words, the same first letter, then the more used', () => {
  const dictionary = ['payton', 'python', 'jython', 'pythonista'].map((word, index) => ({
    word: word,
    uses: index,
  }))
  expect(spellingCandidates('pyton', dictionary)).toEqual(['python', 'payton', 'pythonista'])
  expect(spellingCandidates('pythn', dictionary)).toEqual(['python', 'pythonista'])
})

test('what is a word, or begins one, is read as it is first', () => {
  const dictionary = [
    { word: 'marina', uses: 1 },
    { word: 'maria', uses: 9 },
  ]
  expect(spellingCandidates('marin', dictionary)).toEqual(['marin', 'maria'])
  expect(spellingCandidates('xylophone', [])).toEqual(['xylophone'])
})

test('a search keeps what stands between its words', () => {
  expect(
    replaceWords('Berln / Kubernets!', (word) => ({ berln: 'berlin', kubernets: 'kubernetes' })[word]!),
  ).toBe('berlin / kubernetes!')
})
