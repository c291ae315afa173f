import { ORPCError } from '@orpc/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { PersonCard } from '../people.schemas.ts'

const debounceMs = 300

/** Finds people by a part of their name, from two characters on. `action` is what can be done with one. */
export function PeopleFinder({ action }: { action: (person: PersonCard) => ReactNode }) {
  const field = useRef<HTMLInputElement>(null)
  // An opened dialog focuses its close button; the search field is what people need first.
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState('')
  const [term, setTerm] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTerm(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  const isSearch = term.length >= limits.searchTermMin
  const peopleQuery = useQuery({
    ...api.people.search.queryOptions({ input: { search: term } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const people = isSearch ? peopleQuery.data : undefined
  return (
    <div>
      <FormField label="Name" hint={`Type at least ${limits.searchTermMin} characters`}>
        {(control) => (
          <TextInput
            ref={field}
            type="search"
            autoComplete="off"
            maxLength={limits.fullName}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            {...control}
          />
        )}
      </FormField>
      <p role="status" className="mt-2 text-sm text-quiet">
        {people && summary(people.length)}
      </p>
      {isSearch && peopleQuery.error && (
        <p role="alert" className="mt-2 text-accent">
          {peopleQuery.error instanceof ORPCError
            ? `Error searching users: ${messageOf(peopleQuery.error)}`
            : 'An unexpected error occurred while searching'}
        </p>
      )}
      {people && people.length > 0 && (
        <ul aria-label="Found people">
          {people.map((person) => (
            <li
              key={person.id}
              className="flex min-h-13 items-center gap-3 border-b border-hairline py-2 last:border-b-0"
            >
              <Avatar name={person.full_name} image={person.avatar_url} />
              <span className="min-w-0 flex-1">{person.full_name}</span>
              {action(person)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function summary(resultCount: number): string {
  if (resultCount === 0) return 'No people found. Try another part of the name.'
  const countLabel = count(resultCount, 'person', 'people')
  return resultCount === limits.peopleSearchResults ? `The first ${countLabel}` : `${countLabel} found`
}
