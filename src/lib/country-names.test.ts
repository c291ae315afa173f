import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { listedCountry } from './country-names.ts'

test.each([
  ['USA', 'United States'],
  [' united states of america ', 'United States'],
  ['UK', 'United Kingdom'],
  ['The Netherlands', 'Netherlands'],
  ['Turkey', 'Türkiye'],
  ['Bosnia and Herzegovina', 'Bosnia & Herzegovina'],
  ["Cote d'Ivoire", 'Côte d’Ivoire'],
  ['GERMANY', 'Germany'],
  ['Hong Kong SAR China', 'Hong Kong'],
  ['Swaziland', 'Eswatini'],
  ['Online', 'Online'],
  ['constructor', 'constructor'],
])('%s is stored as %s', (name, storedName) => {
  expect(listedCountry(name)).toBe(storedName)
})

test('every name of the list is its own', () => {
  expect(countries.filter(({ name }) => listedCountry(name) !== name)).toEqual([])
})
