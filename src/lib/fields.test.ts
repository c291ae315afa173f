import { expect, test } from 'vitest'
import { isHonestName, isLongEnough, line, optionalLine, withScheme } from './fields.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.co.uk/cfp?x=1#a ', 'https://www.example.co.uk/cfp?x=1#a'],
  ['localhost.test:8080', 'https://localhost.test:8080'],
  ['münchen.example', 'https://münchen.example'],
])('an address without its scheme gets one: %s', (typed, address) => {
  expect(withScheme(typed)).toBe(address)
})

test.each([
  '',
  'fjord',
  'Not yet. Ask us',
  'https://example.com',
  'http://example.com',
  'ftp://example.com',
  'javascript:alert(1.5)',
  'ada@example.com',
  'example.com@evil.example',
  '//example.com',
  '/pictures/a.webp',
])('what has a scheme, or is no address, stays as it is: %s', (typed) => {
  expect(withScheme(typed)).toBe(typed)
})

test.each([
  ['New  York', 'New York'],
  ['  Okapi \u00a0 Forum ', 'Okapi Forum'],
  ['山田\u3000\u3000太郎', '山田 太郎'],
  ['Où\u00a0?', 'Où\u00a0?'],
])('several blanks within one line count as one: %j', (typed, expected) => {
  expect(line('Name is required', 100, 'Name').parse(typed)).toBe(expected)
  expect(optionalLine(100, 'Name').parse(typed)).toBe(expected)
})

test('a tab or a line end in one line is refused', () => {
  for (const typed of ['New\tYork', 'New\nYork'])
    expect(line('Name is required', 100, 'Name').safeParse(typed).success).toBe(false)
})

test.each([
  ['日本', true],
  ['未踏', true],
  ['서울', true],
  ['アイ', true],
  ['日', false],
  ['𠀋', false],
  ['XP', false],
  ['XP1', true],
])('%s is long enough for a name: %s', (name, expected) => {
  expect(isLongEnough(name, 3)).toBe(expected)
})

test.each([
  ...['Ada Lovelace', "Seán O'Connor", 'José-María Ñandú', 'Łukasz Żółć', 'Иван Smith'],
  ...[
    'Νίκος Παπαδόπουλος',
    '王小明',
    '山田 タロウ',
    '김민수',
    'محمد\u200cرضا',
    'क्\u200dषत्रिय',
    'नमस्ते',
    'ชาติชาย',
  ],
  ...['Ada (she/her)', 'Müller 3rd', 'Ada 👩\u200d💻', 'R2-D2', 'Ⅳ. Smith', 'अdam Рам'],
])('%s is an honest name', (name) => {
  expect(isHonestName(name)).toBe(true)
})

test.each([
  ['a zero-width space', 'Ada\u200b Admin'],
  ['a soft hyphen', 'Ada Ad\u00admin'],
  ['a word joiner', 'Ada\u2060 Admin'],
  ['a joiner between Latin letters', 'Ada Ad\u200dmin'],
  ['a joiner at the end', 'Ada \u200c'],
  ['a tag', 'Ada Admin\u{e0041}'],
  ['a filler', 'Ada\u3164Admin'],
  ['a Cyrillic letter in a Latin word', 'Ad\u0430 Admin'],
  ['a Greek letter in a Latin word', '\u0391da Admin'],
  ['an Armenian letter in a Latin word', 'Ada Admi\u0578'],
])('a name with %s is none', (_, name) => {
  expect(isHonestName(name)).toBe(false)
})
