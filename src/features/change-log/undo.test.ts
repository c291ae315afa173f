import { describe, expect, test } from 'vitest'
import { type ChangedRow, groupsOf, isEqual, netChanges, revertOf } from './undo.ts'

let lastId = 0
const change = (table_name: string, key: string | ChangedRow['key'], fields: Partial<ChangedRow>) => ({
  id: ++lastId,
  set_id: 1,
  table_name,
  key: typeof key === 'string' ? { id: key } : key,
  record_id: typeof key === 'string' ? key : null,
  parent_id: null,
  action: 'changed' as const,
  before: null,
  after: null,
  ...fields,
})
const added = (table: string, key: string, fields: Partial<ChangedRow> = {}) =>
  change(table, key, { action: 'added', ...fields })
const changed = (table: string, key: string, before: ChangedRow['before'], after: ChangedRow['after']) =>
  change(table, key, { before, after })
const removed = (table: string, key: string, before: ChangedRow['before']) =>
  change(table, key, { action: 'removed', before })

/** What is compared of a change. */
const summaryOf = ({ table_name, key, action, before, after }: ChangedRow) => ({
  is: `${action} ${table_name} ${Object.values(key).join()}`,
  before,
  after,
})
const netOf = (...changes: ChangedRow[]) => netChanges(changes).map(summaryOf)
const orderOf = (...changes: ChangedRow[]) => netOf(...changes).map(({ is }) => is)

describe('equal values', () => {
  test.each([
    [1, 1, true],
    [null, null, true],
    [null, undefined, false],
    [null, {}, false],
    [{}, null, false],
    [1, '1', false],
    [[], {}, false],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a'], ['a', 'b'], false],
    [{ a: 1, b: { c: [2] } }, { b: { c: [2] }, a: 1 }, true],
    [{ a: 1, b: { c: [2] } }, { b: { c: [3] }, a: 1 }, false],
    [{ a: undefined }, { b: undefined }, false],
  ])('%j and %j: %s', (one, other, equal) => {
    expect(isEqual(one, other)).toBe(equal)
    expect(isEqual(other, one)).toBe(equal)
  })
})

describe('what a field gets back', () => {
  const edit = { before: { title: 'Old', level: 'easy' }, after: { title: 'New', level: 'hard' } }

  test('its former value, if nobody has changed it since', () =>
    expect(revertOf(edit, { title: 'New', level: 'hard', language: 'en' })).toEqual({
      restored: { title: 'Old', level: 'easy' },
      keptNames: [],
    }))

  test('nothing, if somebody has; the other fields do', () =>
    expect(revertOf(edit, { title: 'Newest', level: 'hard' })).toEqual({
      restored: { level: 'easy' },
      keptNames: ['title'],
    }))

  test('nothing, if it has its former value already', () =>
    expect(revertOf(edit, { title: 'Old', level: 'hard' })).toEqual({
      restored: { level: 'easy' },
      keptNames: [],
    }))

  test('lists and objects are compared by what is in them', () =>
    expect(
      revertOf({ before: { links: ['a'] }, after: { links: ['b'] } }, { links: ['b'] }).restored,
    ).toEqual({
      links: ['a'],
    }))

  test.each([
    ['start_date', 'end_date'],
    ['location_name', 'country_code'],
    ['date', 'start_time'],
    ['day', 'end_time'],
    ['opens_on', 'closes_on'],
    ['source_key', 'source_values'],
  ])('%s stays with %s: they belong together', (name, other) => {
    const moved = { before: { [name]: 1, [other]: 1, title: 1 }, after: { [name]: 2, [other]: 2, title: 2 } }
    expect(revertOf(moved, { [name]: 2, [other]: 3, title: 2 })).toEqual({
      restored: { title: 1 },
      keptNames: [name, other],
    })
  })

  test('a field that the set left alone keeps none of those that belong to it', () =>
    expect(
      revertOf({ before: { start_date: 1 }, after: { start_date: 2 } }, { start_date: 2, end_date: 3 }),
    ).toEqual({ restored: { start_date: 1 }, keptNames: [] }))
})

describe('what a set comes to', () => {
  test('added and removed is nothing', () =>
    expect(
      netOf(
        added('all_talks', 'a'),
        changed('all_talks', 'a', { n: 1 }, { n: 2 }),
        removed('all_talks', 'a', {}),
      ),
    ).toEqual([]))

  test('removed and added again is a change of what differs', () => {
    const again = added('social_links', 'a', { after: { handle: 'new', platform: 'web' } })
    expect(netOf(removed('social_links', 'a', { handle: 'old', platform: 'web' }), again)).toEqual([
      { is: 'changed social_links a', before: { handle: 'old' }, after: { handle: 'new' } },
    ])
    expect(netOf(removed('social_links', 'a', { handle: 'new', platform: 'web' }), again)).toEqual([])
  })

  test('two changes are one, and nothing where the second takes back the first', () => {
    const first = changed('all_talks', 'a', { title: 'A', level: 1 }, { title: 'B', level: 2 })
    expect(netOf(first, changed('all_talks', 'a', { title: 'B', note: 1 }, { title: 'C', note: 2 }))).toEqual(
      [
        {
          is: 'changed all_talks a',
          before: { title: 'A', level: 1, note: 1 },
          after: { title: 'C', level: 2, note: 2 },
        },
      ],
    )
    expect(netOf(first, changed('all_talks', 'a', { title: 'B' }, { title: 'A' }))).toEqual([
      { is: 'changed all_talks a', before: { level: 1 }, after: { level: 2 } },
    ])
    expect(
      netOf(first, changed('all_talks', 'a', { title: 'B', level: 2 }, { title: 'A', level: 1 })),
    ).toEqual([])
  })

  test('changed and removed comes back as it was before the change', () =>
    expect(
      netOf(
        changed('all_talks', 'a', { title: 'A' }, { title: 'B' }),
        removed('all_talks', 'a', { title: 'B', level: 1 }),
      ),
    ).toEqual([{ is: 'removed all_talks a', before: { title: 'A', level: 1 }, after: null }]))

  test('added and changed is added with the last values', () =>
    expect(
      netOf(
        added('talk_speakers', 'a', { record_id: 'talk', after: { position: 0 } }),
        changed('talk_speakers', 'a', { position: 0 }, { position: 1 }),
      ),
    ).toEqual([{ is: 'added talk_speakers a', before: null, after: { position: 1 } }]))

  test('the same key in two tables is two rows', () =>
    expect(orderOf(added('all_tracks', 'a', { record_id: 'event' }), removed('all_breaks', 'a', {}))).toEqual(
      ['removed all_breaks a', 'added all_tracks a'],
    ))

  test('what was removed comes back parents first; then changes, too, of a table the last first; what was added goes, children first', () =>
    expect(
      orderOf(
        added('all_events', 'new'),
        added('all_talks', 'new talk'),
        changed('all_events', 'one', { n: 1 }, { n: 2 }),
        changed('all_talks', 'two', { n: 1 }, { n: 2 }),
        removed('all_talk_links', 'link', {}),
        removed('all_talks', 'talk', {}),
        removed('all_tracks', 'track', {}),
        removed('all_events', 'event', {}),
        removed('series', 'series', {}),
      ),
    ).toEqual([
      'removed series series',
      'removed all_events event',
      'removed all_tracks track',
      'removed all_talks talk',
      'removed all_talk_links link',
      'changed all_events one',
      'changed all_talks two',
      'added all_talks new talk',
      'added all_events new',
    ]))

  test('parts of an added record go with it, whatever became of them', () =>
    expect(
      orderOf(
        added('all_talks', 'talk'),
        change('talk_topics', { talk_id: 'talk', topic_id: 'topic' }, { action: 'added', record_id: 'talk' }),
        change('all_talk_links', { id: 'link' }, { record_id: 'talk', before: { n: 1 }, after: { n: 2 } }),
        change(
          'talk_topics',
          { talk_id: 'other', topic_id: 'topic' },
          { action: 'added', record_id: 'other' },
        ),
      ),
    ).toEqual(['added talk_topics other,topic', 'added all_talks talk']))

  test('that a record left its parent is no change of it', () =>
    expect(netOf(change('all_talks', 'a', { record_id: null, before: {}, after: {} }))).toEqual([]))
})

test('changes of one table, kind and columns that follow each other are one group', () => {
  const sizes = groupsOf([
    removed('all_talks', 'a', { id: 1, title: 1 }),
    removed('all_talks', 'b', { title: 1, id: 1 }),
    removed('all_talks', 'c', { id: 1 }),
    removed('all_tracks', 'd', { id: 1 }),
    changed('all_tracks', 'e', { name: 1 }, { name: 2 }),
    changed('all_tracks', 'f', { event: 1 }, { event: 2 }),
    added('all_tracks', 'g'),
    changed('all_tracks', 'h', { name: 1 }, { name: 2 }),
  ]).map((group) => group.length)
  expect(sizes).toEqual([2, 1, 1, 2, 1, 1])
  expect(groupsOf([])).toEqual([])
})

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
