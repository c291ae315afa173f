import { expect, test } from 'vitest'
import { searchWords } from './text.ts'

test.each([
  ['munich devops', ['munich', 'devops']],
  ['  Munich,  (Germany) ', ['Munich', 'Germany']],
  ['“Café” cafe CAFÉ', ['Café']],
  ['C++ .NET node.js C#', ['C++', '.NET', 'node.js', 'C#']],
  ['%', ['%']],
  ['" , ?', ['"', ',', '?']],
  ['react - 🦀 london', ['react', 'london']],
  ['', []],
])('the words of %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

test('a long text is searched for by its first ten words', () => {
  expect(searchWords('a b c d e f g h i j k l')).toHaveLength(10)
})
