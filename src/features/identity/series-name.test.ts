import { expect, test } from 'vitest'
import { seriesName } from './series-name.ts'

test.each([
  ['PyCon DE & PyData 2025', 'PyCon DE & PyData'],
  ['2024 EuRuKo', 'EuRuKo'],
  ['JSConf ’14', 'JSConf'],
  ["Node+JS Interactive '19", 'Node+JS Interactive'],
  ['FOSDEM', 'FOSDEM'],
  ['FOSDEM [2027]', 'FOSDEM'],
  ['Rails Camp 27 (2024)', 'Rails Camp 27'],
  ['CSE Forum: 2026', 'CSE Forum'],
  ['12th European Lisp Symposium', 'European Lisp Symposium'],
  ['Area 2048', 'Area'],
  ['2024', '2024'],
])('%s is an edition of %s', (name, series) => {
  expect(seriesName(name)).toBe(series)
})
