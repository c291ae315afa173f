import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { callAs, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'

const context = useStore()
beforeEach(() => context.store.db.execute(sql`truncate all_events cascade`))

async function start(...fields: Parameters<typeof makeEvents>[1]) {
  const { db } = context.store
  const events = await makeEvents(db, fields)
  await db.execute(sql`truncate change_sets cascade`)
  const api = callAs(context.store, viewerOf(await makePerson(db, { isAdmin: true }), true))
  const valuesOf = (column: string) =>
    rows<{ value: unknown }>(db)`
      select ${sql.identifier(column)} as value from events order by start_date desc`.then((all) =>
      all.map(({ value }) => value),
    )
  const sets = () => rows<{ id: number }>(db)`select id::float8 as id from change_sets order by id`
  return { api, ids: events.map(({ id }) => id), valuesOf, sets }
}
const pasadenas = [
  { name: 'One', start_date: '2027-05-01', location_name: 'Pasadena', website: 'https://one.example' },
  { name: 'Two', start_date: '2027-04-01', location_name: 'Pasadena, CA' },
]

test('a preview shows what changes and what stays, and changes nothing', async () => {
  const { api, ids, valuesOf, sets } = await start(...pasadenas)
  const change = { ids, field: 'location_name' as const, value: 'Pasadena, CA' }
  const preview = await api.events.setField({ ...change, is_preview: true })
  expect(preview.map(({ name, before, after, refusal }) => [name, before, after, refusal])).toEqual([
    ['One', 'Pasadena', 'Pasadena, CA', null],
    ['Two', 'Pasadena, CA', 'Pasadena, CA', null],
  ])
  expect([await valuesOf('location_name'), await sets()]).toEqual([['Pasadena', 'Pasadena, CA'], []])
  // The page before a value is typed.
  expect((await api.events.setField({ ids, is_preview: true })).map(({ after }) => after)).toEqual([
    'Pasadena',
    'Pasadena, CA',
  ])
})

test('a field of several conferences is one change, and one undo takes it back', async () => {
  const { api, ids, valuesOf, sets } = await start(...pasadenas)
  await api.events.setField({ ids, field: 'website', value: 'https://all.example' })
  expect(await valuesOf('website')).toEqual(['https://all.example', 'https://all.example'])
  const [set, ...more] = await sets()
  expect(more).toEqual([])
  expect(await api.history.undo({ id: set!.id })).toMatchObject({ kept: [] })
  expect(await valuesOf('website')).toEqual(['https://one.example', null])
  await api.events.setField({ ids, field: 'website', value: '' })
  expect(await valuesOf('website')).toEqual([null, null])
})

test('a zone that is that of the place goes along with it, another one stays', async () => {
  const { api, ids, valuesOf } = await start(
    { start_date: '2027-05-01', location_name: 'Portland, OR', time_zone: 'America/Los_Angeles' },
    { start_date: '2027-04-01', location_name: 'Portland, OR', time_zone: 'Etc/UTC' },
    { start_date: '2027-03-01', location_name: 'Portlnd', time_zone: null },
  )
  const country = { field: 'country_name', value: 'United States' } as const
  await api.events.setField({ ids, ...country })
  await api.events.setField({ ids, field: 'location_name', value: 'Portland, ME' })
  expect(await valuesOf('time_zone')).toEqual(['America/New_York', 'Etc/UTC', 'America/New_York'])
})

test('topics and series are given by their own rules, and what is refused is named', async () => {
  const { api, ids, valuesOf, sets } = await start(...pasadenas)
  const { name: tag } = await makeTopic(context.store.db)
  await api.events.addTag({ event_id: ids[0]!, tag })
  const before = (await sets()).length
  const topics = await api.events.setField({ ids, field: 'topic', value: tag })
  expect(topics.map(({ after, refusal }) => [after, refusal])).toEqual([
    [tag, 'This topic is already added to the event'],
    [tag, null],
  ])
  const series = await api.events.setField({ ids, field: 'series', value: 'Rose Bowl Days' })
  expect(series.map(({ before, after }) => [before, after])).toEqual([
    [null, 'Rose Bowl Days'],
    [null, 'Rose Bowl Days'],
  ])
  expect((await sets()).length - before).toBe(2)
  const wrong = await api.events.setField({ ids, field: 'website', value: 'no address' })
  expect(wrong.map(({ refusal }) => refusal)).toEqual(Array(2).fill('Please enter a valid URL'))
  expect(await valuesOf('website')).toEqual(['https://one.example', null])
})

test('nobody but an administrator sets a field of several', async () => {
  const { ids } = await start(...pasadenas)
  const member = callAs(context.store, viewerOf(await makePerson(context.store.db)))
  expect(await refusalMessage(member.events.setField({ ids, is_preview: true }))).toBe(
    'Only administrators can do this',
  )
})
