import { expect, test } from 'vitest'
import { imaginedEvent } from './new-event.server.ts'

const file = { content: Buffer.from('title,date,room\nA,2027-03-01,Blue') }

test('a conference is where the file or the operator says, and else nowhere yet, with a warning', async () => {
  const unplaced = await imaginedEvent(file, 'days', {})
  expect(unplaced.event).toMatchObject({ location_name: 'To be announced', country_name: 'Unknown' })
  expect(unplaced.warnings).toEqual([expect.objectContaining({ code: 'NO_PLACE' })])
  const said = { name: 'Days', city: 'Bergen', country: 'Norway' }
  expect(await imaginedEvent(file, 'days', said)).toMatchObject({
    event: { name: 'Days', location_name: 'Bergen', country_name: 'Norway' },
    warnings: [],
  })
  expect(await imaginedEvent(file, 'days', { city: 'online' })).toMatchObject({
    event: { name: 'days', location_name: 'Online', country_name: 'Online' },
    warnings: [],
  })
})
