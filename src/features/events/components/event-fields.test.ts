import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { countries } from '#lib/countries.ts'
import { type EventFormValues, type EventValues, eventFields } from '../event-editing.schemas.ts'
import { eventFormats, provisions } from '../event-provisions.ts'
import { eventStatuses } from '../event-status.ts'
import { onlineName } from '../events.ts'
import { EventFields } from './event-fields.tsx'

const Form = ({ isNew }: { isNew: boolean }) =>
  createElement(EventFields, { form: useForm<EventFormValues, unknown, EventValues>(), isNew })

/** The values that can be chosen for each field of the form. */
function choices(isNew: boolean): Map<string, string[]> {
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Form, { isNew })),
  )
  return new Map(
    [...html.matchAll(/<select[^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)].map(([, name, options]) => [
      name!,
      [...options!.matchAll(/<option(?: value="([^"]*)")?[^>]*>([^<]*)/g)].map(
        ([, value, label]) => value ?? label!.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
      ),
    ]),
  )
}

/** What an import may write in a field with few values, by the schemas that its rows go through. */
const writable: Record<string, readonly string[]> = {
  country_name: [...countries.map(({ name }) => name), onlineName],
  format: eventFormats,
  ...Object.fromEntries(provisions.map((name) => [name, ['yes', 'no']])),
}

test.each([true, false])('all that an import may write can be chosen, in a new conference: %s', (isNew) => {
  const expected = isNew ? writable : { ...writable, status: eventStatuses }
  for (const [field, values] of Object.entries(expected)) {
    expect(choices(isNew).get(field), field).toEqual(expect.arrayContaining([...values]))
    for (const value of values)
      expect(eventFields[field as keyof typeof eventFields].schema.safeParse(value).success, value).toBe(true)
  }
})
