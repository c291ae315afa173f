import { expect, test } from 'vitest'
import { editedEvent, eventFieldNames } from '#features/events/event-editing.schemas.ts'
import { newEventValues } from './new-event-values.ts'

const previous = {
  ...editedEvent.parse({
    ...Object.fromEntries(eventFieldNames.map((name) => [name, `The ${name}`])),
    status: 'cancelled',
    updated_at: '2031-09-01',
  }),
  name: 'Fjord Data 2031',
  start_date: '2031-09-10',
  end_date: '2031-09-11',
}

test('the next edition begins with what stays the same', () => {
  expect(newEventValues(previous)).toEqual({
    ...previous,
    name: 'Fjord Data 2032',
    start_date: '',
    end_date: '',
    status: '',
    status_note: '',
    updated_at: '',
    programme: '',
  })
  const withoutWebsite = { ...previous, website: null }
  expect(newEventValues(withoutWebsite).website).toBe('')
  expect(newEventValues({ ...previous, name: 'Fjord Data' }).name).toBe('Fjord Data')
})
