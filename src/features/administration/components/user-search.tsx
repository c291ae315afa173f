import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'
import { userSearch } from '../user-search.ts'

const debounceMs = 300

/** Searches by name or whole address while typing, debounced. Without script it is a plain form. */
export function UserSearch({ search, suspended }: { search?: string; suspended?: 'only' }) {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // The URL changed by a link or the back button, not by typing here.
  useEffect(() => {
    if (input.current && userSearch({ search: input.current.value }).search !== search)
      input.current.value = search ?? ''
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (text: string, replace: boolean) => {
    clearTimeout(timer.current)
    navigate({
      to: '/admin/users',
      search: userSearch({ search: text, suspended }),
      replace,
      resetScroll: false,
    })
  }
  return (
    <search>
      <form
        action="/admin/users"
        onSubmit={(event) => {
          event.preventDefault()
          apply(input.current?.value ?? '', false)
        }}
        className="flex max-w-md gap-3"
      >
        <TextInput
          ref={input}
          type="search"
          name="search"
          aria-label="Search users by name or address"
          placeholder="Search users..."
          defaultValue={search}
          maxLength={limits.email}
          onChange={(event) => {
            const { value } = event.currentTarget
            clearTimeout(timer.current)
            timer.current = setTimeout(() => apply(value, true), debounceMs)
          }}
          className="min-w-0 flex-1"
        />
        {suspended && <input type="hidden" name="suspended" value="only" />}
        <Button type="submit" look="outline">
          Search
        </Button>
      </form>
      <p className="mt-2 text-[0.9375rem]">
        {suspended ? (
          <Link to="/admin/users" search={{ search }} className="link py-0.5">
            All users
          </Link>
        ) : (
          <Link to="/admin/users" search={{ search, suspended: 'only' }} className="link py-0.5">
            Suspended users only
          </Link>
        )}
      </p>
    </search>
  )
}
