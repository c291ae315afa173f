import { expect, test } from 'vitest'
import { labelledFacts, meaningOf, otherTopics, ownWords } from './labelled-facts.ts'

test.each([
  ['Topics: ruby. Website: https://rubyconf.org', ['ruby'], 'https://rubyconf.org', null],
  [
    'A fair. Topics: Node.js; C++ . Hybrid event. Website: https://a.example/b?c=d.',
    ['Node.js', 'C++'],
    'https://a.example/b?c=d',
    'hybrid',
  ],
  ['Online event. Website: https://a.example/ (German)', [], 'https://a.example/', 'online'],
  ['Subtopics: none. OurWebsite: https://a.example Not an Online event.', [], null, 'online'],
  ['Topics: without an end', [], null, null],
  ['Website: javascript:alert(1)', [], null, null],
])('%s', (description, tags, website, format) => {
  expect(labelledFacts(description)).toEqual({ tags, website, format })
})

test('words of its own are what the page does not show as facts', () => {
  const website = 'https://rubyconf.org'
  const description = `A day for all. Hybrid event. Topics: ruby; rails. Website: ${website}`
  expect(ownWords(description, { website, format: 'hybrid' })).toBe('A day for all.')
  expect(ownWords(description, { website: null, format: null })).toBe(
    `A day for all. Hybrid event.  Website: ${website}`,
  )
  // In a list, which has neither.
  expect(ownWords(description, {})).toBe('A day for all.')
  expect(otherTopics(description, ['Ruby'])).toEqual(['rails'])
  expect(otherTopics('Topics: opensource; free-software.', ['Open Source'])).toEqual(['free-software'])
  expect(otherTopics(null, [])).toEqual([])
})

test('a description of labels alone takes no longer than another', () => {
  const begin = performance.now()
  labelledFacts('Topics: x '.repeat(2000) + 'Website: https:'.repeat(2000))
  expect(performance.now() - begin).toBeLessThan(200)
})

test('a short description is what a name stands for, an address is not', () => {
  expect(meaningOf('Asian Conference on Computer Vision. Topics: ai.', {})).toBe(
    'Asian Conference on Computer Vision',
  )
  for (const sentence of ['By St. Olaf. On ice.', 'As ever.']) expect(meaningOf(sentence, {})).toBe(sentence)
  expect(meaningOf('https://a.example/2009. Topics: ruby.', {})).toBeUndefined()
})
