import { expect, test } from 'vitest'
import { eventFields } from './event-editing.schemas.ts'
import { languagesText, normalLanguages, normalPrice, priceText, provisionsOf } from './event-provisions.ts'

test.each([
  ['free', 'free'],
  ['0', 'free'],
  ['€150', '150 EUR'],
  ['150 eur', '150 EUR'],
  ['EUR 150-300', '150 to 300 EUR'],
  ['150 to 300 EUR', '150 to 300 EUR'],
  ['£20 – 40', '20 to 40 GBP'],
  ['cheap', 'cheap'],
  ['150', '150'],
])('the price %s is %s', (text, price) => {
  expect(normalPrice(text)).toBe(price)
})

test.each([
  ['format', 'In person', 'in_person'],
  ['format', '', null],
  ['format', 'on Mars', 'Please choose in person, online or hybrid'],
  ['languages', 'EN;pt-br', 'en, pt-BR'],
  ['languages', 'English', 'Please enter codes such as en or pt-BR, separated by commas'],
  ['price', '$', 'Please enter free, or a price with a currency, such as 150 EUR or 150 to 300 EUR'],
  ['captions', 'Yes', 'yes'],
  ['captions', 'maybe', 'Please enter yes or no, or leave it open'],
  ['captions', undefined, undefined],
] as const)('%s: %s becomes %s', (name, text, expected) => {
  const { success, data, error } = eventFields[name].schema.safeParse(text)
  expect(success ? data : error?.issues[0]?.message).toBe(expected)
})

test('facts are told in words, and what is not known not at all', () => {
  expect(languagesText(normalLanguages('de|en'))).toBe('German, English')
  expect([priceText('free'), priceText('150 EUR')]).toEqual(['Free', '150 EUR'])
  const unknown = { sign_language: null, childcare: null, quiet_room: null, scholarships: null }
  expect(provisionsOf({ ...unknown, captions: 'yes', step_free: 'no' })).toEqual([
    'Captions',
    'No step-free access',
  ])
})
