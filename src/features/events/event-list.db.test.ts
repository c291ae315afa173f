import { arrayContains } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { events } from './events.tables.ts'

const the = useStore()
const today = '2026-11-20'

beforeAll(async () => {
  const { db } = the.store
  const event = (name: string, start_date: string, end_date: string, more: object = {}) =>
    makeEvent(db, { name, start_date, end_date, ...more })
  await event('Long runner', '2026-11-18', '2026-11-22', { tags: ['Go'] })
  await event('Starts today', '2026-11-20', '2026-11-21')
  await event('Ended yesterday', '2026-11-17', '2026-11-19', { tags: ['Go', 'Rust'] })
  await event('Next spring', '2027-04-01', '2027-04-02', {
    tags: ['Rust'],
    location_name: 'Łódź',
    country_name: 'Poland',
  })
  await event('Café 100%', '2025-02-01', '2025-02-02', { location_name: 'Paris', country_name: 'France' })
})

const names = async (input: object) =>
  (await callAs(the.store, null, today).events.list(input)).events.map((event) => event.name)

describe('the directory', () => {
  test('upcoming begins today and goes on by day', async () => {
    expect(await names({ when: 'upcoming' })).toEqual(['Starts today', 'Next spring'])
  })

  test('an event that runs and began before today is neither upcoming nor past', async () => {
    expect(await names({ when: 'running' })).toEqual(['Long runner'])
  })

  test('what runs for longer than 90 days before or after today stays among the past ones', async () => {
    const { db } = the.store
    const long = (name: string, start_date: string, end_date: string) =>
      makeEvent(db, { name, start_date, end_date, tags: ['Long'] })
    await long('Began long ago', '2026-08-01', '2026-12-01')
    await long('Ends far ahead', '2026-11-01', '2027-03-01')
    await long('Longest there is', '2026-08-22', '2027-02-18')
    expect(await names({ topics: ['Long'], when: 'running' })).toEqual(['Longest there is'])
    expect(await names({ topics: ['Long'], when: 'past' })).toEqual(['Ends far ahead', 'Began long ago'])
    await db.delete(events).where(arrayContains(events.tags, ['Long']))
  })

  test('past events come newest first', async () => {
    expect(await names({ when: 'past' })).toEqual(['Ended yesterday', 'Café 100%'])
  })

  test('search finds a part of name, city, country and topic, whatever the case and the accents', async () => {
    expect(await names({ search: 'CAFE' })).toEqual(['Café 100%'])
    expect(await names({ search: 'lodz' })).toEqual(['Next spring'])
    expect(await names({ search: 'franc' })).toEqual(['Café 100%'])
    expect(await names({ search: 'rust' })).toEqual(['Next spring', 'Ended yesterday'])
  })

  test('search takes % and _ as they are', async () => {
    expect(await names({ search: '%' })).toEqual(['Café 100%'])
    expect(await names({ search: '_' })).toEqual([])
  })

  test('the year is the year of the first day', async () => {
    expect(await names({ year: 2025 })).toEqual(['Café 100%'])
  })

  test('several topics give the events that have any of them, each once', async () => {
    expect(await names({ topics: ['Go', 'Rust'] })).toEqual(['Next spring', 'Long runner', 'Ended yesterday'])
  })

  test('all filters work together', async () => {
    expect(await names({ topics: ['Go', 'Rust'], search: 'spring', year: 2027, when: 'upcoming' })).toEqual([
      'Next spring',
    ])
    expect(await names({ topics: ['Go'], search: 'runner', when: 'running' })).toEqual(['Long runner'])
  })
})

test('pages follow each other without a gap and without a repetition, also where days are equal', async () => {
  const { db } = the.store
  for (let index = 0; index < 55; index++) {
    await makeEvent(db, {
      name: `Same day ${index}`,
      start_date: '2030-05-05',
      end_date: '2030-05-05',
      tags: ['Same'],
    })
  }
  for (const filter of [{ when: 'upcoming', year: 2030 }, { topics: ['Same'] }, { search: 'same day' }]) {
    const listedNames: string[] = []
    let after: string | undefined
    do {
      const page = await callAs(the.store, null, today).events.list({ ...filter, after } as object)
      listedNames.push(...page.events.map((event) => event.name))
      after = page.next ?? undefined
    } while (after)
    expect(listedNames).toHaveLength(55)
    expect(new Set(listedNames).size).toBe(55)
  }
})
