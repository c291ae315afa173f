import { expect, test } from 'vitest'
import { imaginedEvent } from './new-event.server.ts'

const file = { content: Buffer.from('title,date,room\nA,2027-03-01,Blue') }

test('a conference is where the file or the operator says, and else nowhere yet, with a warning', async () => {
  const unplaced = await imaginedEvent(file, 'days', {})
  expect(unplaced.event).toMatchObject({ location_name: 'To be announced', country_name: 'Unknown' })
  expect(unplaced.warnings).toEqual([expect.objectContaining({ code: 'NO_PLACE' })])
  const overrides = { name: 'Days', city: 'Bergen', country: 'Norway' }
  expect(await imaginedEvent(file, 'days', overrides)).toMatchObject({
    event: { name: 'Days', location_name: 'Bergen', country_name: 'Norway', time_zone: 'Europe/Oslo' },
    warnings: [],
  })
  expect(await imaginedEvent(file, 'days', { city: 'online' })).toMatchObject({
    event: { name: 'days', location_name: 'Online', country_name: 'Online', time_zone: null },
    warnings: [],
  })
})

test('days that may be two are read by the country that is overrides, and the guess is a warning', async () => {
  const file = { content: Buffer.from('title,date\nA,03/04/2027\nB,03/04/2027') }
  const { event, warnings } = await imaginedEvent(file, 'days', { city: 'Austin', country: 'USA' })
  expect(event).toMatchObject({
    country_name: 'United States',
    start_date: '2027-03-04',
    end_date: '2027-03-04',
  })
  expect(warnings.map(({ code }) => code)).toEqual(['AMBIGUOUS_DAY'])
})
