import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { TextInput } from '#components/ui/field.tsx'
import { api } from '#lib/api.ts'
import { limits } from '#src/limits.ts'
import { nearText } from '../events.ts'

/** A field for a city to look around, which offers those that have conferences while a name is typed. */
export function NearInput(props: ComponentProps<'input'>) {
  const listId = useId()
  const client = useQueryClient()
  const [offers, setOffers] = useState<string[]>([])
  const offer = async (field: HTMLInputElement) => {
    const search = field.value.trim()
    if (search.length < 2 || offers.includes(search)) return
    // Without a network the field is as good as before.
    const places = await client
      .fetchQuery(api.find.places.queryOptions({ input: { search } }))
      .catch(() => [])
    if (field.value.trim() === search)
      setOffers(places.map(({ city, country }) => (city ? nearText(city, country) : country)))
  }
  return (
    <>
      <TextInput
        name="near"
        list={listId}
        maxLength={limits.place}
        autoComplete="off"
        onInput={({ currentTarget }) => void offer(currentTarget)}
        {...props}
      />
      <datalist id={listId}>
        {offers.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}
