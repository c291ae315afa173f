import { expect, test } from 'vitest'
import { createEventFromProgramme, imaginedEvent } from './new-event.server.ts'

const file = { content: Buffer.from('title,date,room\nA,2027-03-01,Blue') }

test('a conference is nowhere until the file or the operator says where', async () => {
  await expect(createEventFromProgramme({} as never, file, 'days', {})).rejects.toThrow(
    'The file does not say where the conference is: write --city CITY and --country COUNTRY, or --city Online',
  )
  const said = { name: 'Days', city: 'Bergen', country: 'Norway' }
  expect(await imaginedEvent(file, 'days', said)).toMatchObject({
    name: 'Days',
    location_name: 'Bergen',
    country_name: 'Norway',
  })
  expect(await imaginedEvent(file, 'days', { city: 'online' })).toMatchObject({
    name: 'days',
    location_name: 'Online',
    country_name: 'Online',
  })
})
