import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { codesOfContinents } from './regions.ts'
import { searchTerms } from './search-terms.ts'

/** Each term as its words, and what they mean. */
const understood = (search: string, today = '2026-11-23') =>
  searchTerms(search, today).map(({ words, meaning }) => [words.join(' '), ...(meaning ? [meaning] : [])])

test('every country lies on a continent, and Turkey on two', () => {
  const nobodyLives = ['AQ', 'BV', 'HM', 'TF']
  expect(codesOfContinents.toSorted()).toEqual(
    [...countries.map(({ code }) => code).filter((code) => !nobodyLives.includes(code)), 'TR'].toSorted(),
  )
})

test.each([
  ['rust europe spring 2027', [['rust'], ['europe', 'in Europe'], ['spring 2027', 'March to May 2027']]],
  ['constructor __proto__', [['constructor'], ['__proto__']]],
  ['Conferences in South America', [['South America', 'in South America']]],
  ['south africa', [['south africa']]],
  ['python africa', [['python'], ['africa', 'in Africa']]],
  ['dach devops', [['dach', 'in Germany, Austria or Switzerland'], ['devops']]],
  ['australia', [['australia']]],
  ['usa', [['usa', 'United States']]],
  ['united states of america', [['united states of america', 'United States']]],
  ['united states', [['united states']]],
  [
    'holland spring',
    [
      ['holland', 'Netherlands'],
      ['spring', 'March to May 2027'],
    ],
  ],
  ['virtual', [['virtual', 'online']]],
  [
    'nyc k8s',
    [
      ['nyc', 'New York'],
      ['k8s', 'Kubernetes'],
    ],
  ],
  ['München', [['München', 'Munich']]],
  ['Munich', [['Munich']]],
  ['fosdem26', [['fosdem26', 'fosdem in 2026']]],
  ['in the', [['in'], ['the']]],
  ['tech conference', [['tech'], ['conference']]],
  ['tech conference oslo', [['oslo']]],
])('%s is understood', (search, terms) => {
  expect(understood(search)).toEqual(terms)
})

test.each([
  ['march 2027', 'March 2027'],
  ['Mar 2027', 'March 2027'],
  ['november', 'November 2026'],
  ['next november', 'November 2027'],
  ['march', 'March 2027'],
  ['june july', 'June to July 2027'],
  ['2027', '2027'],
  ['autumn', 'September to November 2026'],
  ['this fall', 'September to November 2026'],
  ['next autumn', 'September to November 2027'],
  ['winter', 'December 2026 to February 2027'],
  ['winter 2027', 'January to February 2027 and December 2027'],
  ['next month', 'December 2026'],
  ['this month', 'November 2026'],
  ['next year', '2027'],
  ['spring 2026 2027', 'March to May 2026 and March to May 2027'],
])('%s says when: %s', (search, meaning) => {
  expect(understood(search)).toEqual([[search, meaning]])
})

test('in January it is still the winter that began the year before', () => {
  expect(understood('winter', '2027-01-10')).toEqual([['winter', 'December 2026 to February 2027']])
  expect(understood('next month', '2026-12-31')).toEqual([['next month', 'January 2027']])
})

test.each([
  ['sydney australia spring 2027', 'September to November 2027'],
  ['spring 2027 oceania', 'September to November 2027'],
  ['new zealand summer', 'December 2026 to February 2027'],
  ['brazil winter 2027', 'June to August 2027'],
  ['africa spring 2027', 'March to May 2027'],
  ['germany australia spring 2027', 'March to May 2027'],
])('the seasons of the south, where only it is named: %s', (search, meaning) => {
  expect(understood(search).map(([, term]) => term)).toContain(meaning)
})

test('of what is no event, words that say where or when are words', () => {
  expect(searchTerms('april may 2027 in usa').map(({ words }) => words.join(' '))).toEqual([
    'april',
    'may',
    '2027',
    'in',
    'usa',
  ])
})
