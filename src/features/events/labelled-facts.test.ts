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

test.each([
  ['ACCV 2026', 'Asian Conference on Computer Vision. Topics: ai.', 'Asian Conference on Computer Vision'],
  ['USENIX Security 2024', 'USENIX Security Symposium', 'USENIX Security Symposium'],
  // A sentence is a description, which a grid does not show.
  ['AB 2026', 'By St. Olaf. On ice.', ''],
  ['AB 2026', 'As ever.', ''],
  ['AB 2026', 'April 21 - 23 - 2015.', ''],
  ['AB 2026', 'https://a.example/2009. Topics: ruby.', ''],
  ['Joker', 'Java Conference', ''],
  ['Probe', 'x', ''],
])('what %s stands for by %s', (name, description, meaning) => {
  expect(meaningOf(description, { name })).toBe(meaning)
})
