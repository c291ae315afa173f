import { expect, test } from 'vitest'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'

const context = useStore()
// A Thursday.
const today = '2027-03-04'

test('the weeks have what begins in them, what is on counts in the first, and all together are what is to come', async () => {
  const oslo = { location_name: 'Oslo', country_name: 'Norway' }
  await makeEvents(context.store.db, [
    { ...oslo, name: 'On now', start_date: '2027-02-27', end_date: '2027-03-05' },
    { ...oslo, name: 'Over', start_date: '2027-03-01', end_date: '2027-03-03' },
    { ...oslo, name: 'Soon', start_date: '2027-03-06', end_date: '2027-03-06' },
    { ...oslo, name: 'Sunday', start_date: '2027-03-14', end_date: '2027-03-15' },
    {
      name: 'Here',
      location_name: 'Online',
      country_name: 'Online',
      start_date: '2027-03-08',
      end_date: '2027-03-08',
    },
    { ...oslo, name: 'In two years', start_date: '2029-03-08', end_date: '2029-03-08' },
  ])
  const { weeks, counts } = callAs(context.store, null, today).events
  expect(await weeks({})).toEqual([
    { week: '2027-03-01', in_person: 1, online: 0, running: 1 },
    { week: '2027-03-08', in_person: 1, online: 1, running: 0 },
  ])
  expect((await counts({})).coming).toBe(5)
  expect(await weeks({ city: 'oslo' })).toEqual([
    { week: '2027-03-01', in_person: 1, online: 0, running: 1 },
    { week: '2027-03-08', in_person: 1, online: 0, running: 0 },
  ])
  expect(await weeks({ how: 'online' })).toEqual([
    { week: '2027-03-08', in_person: 0, online: 1, running: 0 },
  ])
  expect(await weeks({ near: 'Drammen', within: 50, how: 'in-person' })).toHaveLength(2)
})
