import { expect, test } from 'vitest'
import { nameStem } from './name-stem.ts'

test.each([
  ['Codemotion Milan 2026', 'Milan', 'Italy', 'Codemotion'],
  ['FSE 2024 Leuven', 'Leuven', 'Belgium', 'FSE'],
  ['3rd wroc_love.rb Conference', 'Wrocław', 'Poland', 'wroc_love.rb Conference'],
  ['KubeCon + CloudNativeCon Europe 2027', 'Barcelona', 'Spain', 'KubeCon + CloudNativeCon'],
  ['DevOpsDay - São Paulo', 'São Paulo', 'Brazil', 'DevOpsDay'],
  ['Berlin 2026', 'Berlin', 'Germany', ''],
])('%s in %s', (name, location_name, country_name, stem) => {
  expect(nameStem({ name, location_name, country_name })).toBe(stem)
})
