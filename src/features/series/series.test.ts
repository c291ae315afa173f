import { describe, expect, test } from 'vitest'
import { canEditSeries } from './series.rules.ts'
import type { SeriesEdition } from './series.schemas.ts'
import { figuresByYear, nextEditionOf, topicsByYear, usualMonth, yearRanges } from './series.ts'

const edition = (start_date: string, fields: Partial<SeriesEdition> = {}): SeriesEdition => ({
  id: start_date,
  name: `Fjord Data ${start_date.slice(0, 4)}`,
  slug: `fjord-data-${start_date.slice(0, 4)}`,
  start_date,
  end_date: start_date,
  location_name: 'Bergen',
  country_name: 'Norway',
  status: 'scheduled',
  first_start_date: null,
  first_end_date: null,
  tags: [],
  created_by: null,
  talks: 0,
  videos: 0,
  slides: 0,
  attendees: 0,
  ...fields,
})
const today = '2026-11-24'

test('the next edition is the first that is not over and takes place', () => {
  const [later, cancelled, next, past] = [
    edition('2028-05-01'),
    edition('2026-12-01', { status: 'cancelled' }),
    edition('2027-05-01'),
    edition('2026-05-01'),
  ]
  expect(nextEditionOf([later!, next!, cancelled!, past!], today)).toBe(next)
  expect(nextEditionOf([past!], today)).toBeUndefined()
})

describe('the usual month', () => {
  test.each([
    [['2025-10-02', '2024-10-12', '2023-10-01', '2019-05-01'], 'The last three were in October.'],
    [['2025-10-02', '2024-09-12', '2023-05-01'], 'The last three were in October, September and May.'],
    [['2025-10-02', '2024-09-12', '2023-09-01'], 'The last three were in October and September.'],
    [['2025-10-02', '2024-10-12'], 'The last two were in October.'],
    [['2025-10-02'], undefined],
  ])('of %s', (days, sentence) => {
    expect(
      usualMonth(
        days.map((day) => edition(day)),
        today,
      ),
    ).toBe(sentence)
  })

  test('leaves out what was cancelled and what is to come', () => {
    const editions = [
      edition('2027-03-01'),
      edition('2025-06-01', { status: 'cancelled' }),
      edition('2024-10-01'),
      edition('2023-10-01'),
    ]
    expect(usualMonth(editions, today)).toBe('The last two were in October.')
  })
})

test('years without an edition, without talks, cancelled and announced are told apart', () => {
  const editions = [
    edition('2027-01-01'),
    edition('2026-05-01', { talks: 4, videos: 1 }),
    edition('2026-01-01', { talks: 6, videos: 5 }),
    edition('2024-01-01', { status: 'cancelled' }),
    edition('2023-01-01'),
  ]
  expect(
    figuresByYear(editions, today).map(({ year, talks, videos, state }) => [year, talks, videos, state]),
  ).toEqual([
    [2023, 0, 0, 'bare'],
    [2024, 0, 0, 'cancelled'],
    [2025, 0, 0, 'none'],
    [2026, 10, 6, 'talks'],
    [2027, 0, 0, 'announced'],
  ])
})

test('years are told as ranges', () => {
  expect(yearRanges([2012])).toBe('2012')
  expect(yearRanges([2014, 2012, 2013])).toBe('2012 to 2014')
  expect(yearRanges([2018, 2012, 2014, 2015, 2014])).toBe('2012, 2014, 2015 and 2018')
})

test('topics stand with their years, the most frequent first', () => {
  const editions = [
    edition('2026-01-01', { tags: ['Go', 'Rust'] }),
    edition('2025-01-01', { tags: ['Rust'] }),
  ]
  expect(topicsByYear(editions)).toEqual([
    { name: 'Rust', years: [2026, 2025] },
    { name: 'Go', years: [2026] },
  ])
})

test('a series is edited by whoever looks after one of its editions, and by administrators', () => {
  const editions = [
    { id: 'first', created_by: 'owner' },
    { id: 'second', created_by: null },
  ]
  const viewer = (id: string, more = {}) => ({ id, isAdmin: false, ...more })
  expect({
    owner: canEditSeries(viewer('owner'), editions),
    coOrganiser: canEditSeries(viewer('helper', { organises: ['second'] }), editions),
    administrator: canEditSeries(viewer('admin', { isAdmin: true }), editions),
    member: canEditSeries(viewer('member', { organises: ['other'] }), editions),
    visitor: canEditSeries(null, editions),
  }).toEqual({ owner: true, coOrganiser: false, administrator: true, member: false, visitor: false })
})
