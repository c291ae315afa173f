import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TextInput } from '#components/ui/field.tsx'
import { nearText } from '#features/events/events.ts'
import { api } from '#lib/api.ts'
import { withFallback } from '#lib/load.ts'
import { limits } from '#src/limits.ts'

/** A field for a city to look around, which offers those that have conferences while a name is typed. */
export function NearInput(props: ComponentProps<'input'>) {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const [offers, setOffers] = useState<string[]>([])
  const offer = async () => {
    const typed = () => field.current?.value.trim()
    const search = typed() ?? ''
    if (search.length < 2 || offers.includes(search)) return
    // Without a network the field is as good as before.
    const places = await withFallback(
      client.fetchQuery(api.find.places.queryOptions({ input: { search } })),
      [],
    )
    if (typed() === search)
      setOffers(places.map(({ city, country }) => (city ? nearText(city, country) : country)))
  }
  // What was typed before there was a script.
  const offerAtOnce = useEffectEvent(() => {
    if (document.activeElement === field.current) void offer()
  })
  useEffect(() => offerAtOnce(), [])
  return (
    <>
      <TextInput
        name="near"
        list={listId}
        maxLength={limits.place}
        autoComplete="off"
        ref={field}
        onInput={() => void offer()}
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
