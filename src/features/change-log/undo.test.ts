import { expect, test } from 'vitest'
import { revertOf, withoutTrust } from './undo.ts'

test('a field stays that a later set changed, and so do those that go with it, whichever set changed them', () => {
  const change = { before: { series_id: null, name: 'One' }, after: { series_id: 'a', name: 'Two' } }
  const current = { series_id: 'a', confirmation: 'series', name: 'Two' }
  expect(revertOf(change, current)).toEqual({ restored: change.before, keptNames: [] })
  expect(revertOf(change, current, ['confirmation'])).toEqual({
    restored: { name: 'One' },
    keptNames: ['series_id'],
  })
  expect(revertOf(change, { ...current, name: 'Three' })).toEqual({
    restored: { series_id: null },
    keptNames: ['name'],
  })
})

test('a member’s undo makes a trusted listing only of what has the name of the listing again', () => {
  const current = { name: 'Other', series_id: 'a' }
  expect(withoutTrust({ confirmation: 'listing' }, current)).toEqual({ confirmation: 'series' })
  expect(withoutTrust({ confirmation: 'listing', series_id: null }, current)).toEqual({
    confirmation: null,
    series_id: null,
  })
  const renamed = { confirmation: 'listing', name: 'Listed' }
  expect(withoutTrust(renamed, current)).toEqual(renamed)
})
