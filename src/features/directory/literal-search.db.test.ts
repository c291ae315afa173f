import { beforeAll, describe, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { callAs } from '#tests/support/call.ts'
import { conferencesOfAllNames } from '#tests/support/conference-names.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { hasRealData, loadRealEvents } from '#tests/support/real-data.ts'

// The specification's rule: a search finds what contains it, in name, city, country or topics. No match may be lost.

const context = useStore()
const today = '2026-11-20'
const isLong = hasRealData && process.env.HALLWAY_LONG === '1'
const terms =
  'java ai os db io ed an us in of de or go canal rust ut js usa uk eu php ruby web dev ops data cloud conf con day summit world test a j c++ c# .net node.js native x ux xai ' +
  'zone norway oslo büs spain script land euro 2026'
const searches = terms.split(' ').slice(0, 52)
const names = conferencesOfAllNames()
let all: { id: string; text: string }[]

beforeAll(async () => {
  await makeEvents(context.store.db, names)
  if (isLong) await loadRealEvents(context.store.db)
  await context.store.db.execute('analyze')
  const { id, name, location_name, country_name, tags } = events
  const rows = await context.store.db.select({ id, name, location_name, country_name, tags }).from(events)
  all = rows.map((row) => ({
    id: row.id,
    text: [row.name, row.location_name, row.country_name, ...row.tags].join('\n').toLowerCase(),
  }))
}, 600_000)

const api = () => callAs(context.store, null, today)

async function idsOf(search: string): Promise<string[]> {
  const ids: string[] = []
  for (const when of ['running', 'upcoming', 'past'] as const) {
    let after: string | undefined
    do {
      const page = await api().events.list({ when, search, after })
      ids.push(...page.events.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
  }
  return ids
}

test('52 terms find every conference that contains them, once, among thousands', async () => {
  expect(searches).toHaveLength(52)
  const lost: string[] = []
  for (const search of searches) {
    const ids = await idsOf(search)
    expect(new Set(ids).size, search).toBe(ids.length)
    const foundIds = new Set(ids)
    for (const { id, text } of all)
      if (text.includes(search) && !foundIds.has(id)) lost.push(`${search}: ${text}`)
  }
  expect(lost).toEqual([])
}, 600_000)

test('the menu has results for each term, and corrects none', async () => {
  for (const search of searches.filter((term) => all.some(({ text }) => text.includes(term)))) {
    const { events, exact } = await api().find.everything({ search })
    expect(events.length, search).toBeGreaterThan(0)
    expect(exact, search).toBeGreaterThan(0)
  }
}, 60_000)

describe('whole words come first, then beginnings, then what is inside a word', () => {
  const on = (start_date: string) => ({ start_date, end_date: start_date })
  beforeAll(async () => {
    await makeEvents(context.store.db, [
      { name: 'Quagga Trust Nothing', ...on('2027-01-01') },
      { name: 'Quagga Rustaceans', ...on('2027-01-02') },
      { name: 'Quagga RustConf', ...on('2027-01-03') },
      { name: 'Quagga JavaScript Days', ...on('2027-01-01') },
      { name: 'Quagga JavaZone', ...on('2027-01-04') },
      { name: 'Quagga in Spain', ...on('2027-01-01') },
      { name: 'Quagga GenAI: Day', ...on('2027-01-05') },
      { name: 'Quagga Node.js: Day', ...on('2027-01-06') },
    ])
  })

  test.each([
    ['rust', ['RustConf', 'Rustaceans', 'Trust Nothing']],
    ['java', ['JavaZone', 'JavaScript Days']],
    ['ai', ['GenAI: Day', 'in Spain']],
    // JavaScript is JS by another name.
    ['js', ['JavaScript Days', 'Node.js: Day']],
    ['node.js', ['Node.js: Day']],
  ])('%s', async (word, expected) => {
    const search = `quagga ${word}`
    const { events } = await api().events.list({ when: 'upcoming', search })
    expect(events.map(({ name }) => name.replace('Quagga ', ''))).toEqual(expected)
    const results = await api().find.everything({ search })
    expect(results.events.map(({ name }) => name.replace('Quagga ', ''))).toEqual(expected)
  })

  test('talks of a conference, and of all', async () => {
    const event = await makeEvent(context.store.db, {
      name: 'Okapi',
      start_date: '2027-01-01',
      end_date: '2027-01-05',
    })
    const titles = [
      'Zero Trust Nothing',
      'Trustworthy Okapi',
      'Rusty Okapi',
      'Okapi in Rust',
      'OkapiRust: Why',
    ]
    await makeTalks(
      context.store.db,
      titles.map((title, index) => ({ event, title, date: `2027-01-0${index + 1}` })),
    )
    const expected = [
      'Okapi in Rust',
      'OkapiRust: Why',
      'Rusty Okapi',
      'Zero Trust Nothing',
      'Trustworthy Okapi',
    ]
    const talks = await api().programme.find({ event_id: event.id, find: 'rust' })
    expect(talks.map(({ title }) => title)).toEqual(expected)
    const results = await api().find.everything({ search: 'okapi rust' })
    // Of all conferences, the latest of a rank come first.
    expect(results.talks.map(({ title }) => title)).toEqual([
      'OkapiRust: Why',
      'Okapi in Rust',
      'Rusty Okapi',
      'Trustworthy Okapi',
    ])
  })

  test('a typo is corrected only where nothing else is found', async () => {
    const titles = async (search: string) => {
      const { events, exact } = await api().find.everything({ search })
      return [exact > 0, events.map(({ name }) => name)]
    }
    await makeEvents(context.store.db, [{ name: 'Aardwolf Week' }, { name: 'Aardwulf Week' }])
    expect(await titles('aardwolf')).toEqual([true, ['Aardwolf Week']])
    expect(await titles('aardwelf')).toEqual([
      false,
      expect.arrayContaining(['Aardwolf Week', 'Aardwulf Week']),
    ])
  })
})
