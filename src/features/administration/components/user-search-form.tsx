import { Link, useNavigate } from '@tanstack/react-router'
import { useSearchWhileTyping } from '#components/layout/use-search-while-typing.ts'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'
import { userSearch } from '../user-search.ts'

const debounceMs = 300

/** Searches by name or whole address while typing, debounced. Without script it is a plain form. */
export function UserSearchForm({ search, suspended }: { search?: string; suspended?: 'only' }) {
  const navigate = useNavigate()
  const { box, submit, type } = useSearchWhileTyping(
    search,
    debounceMs,
    (text, isTyping) =>
      navigate({
        to: '/admin/users',
        search: { search: text, suspended },
        replace: isTyping,
        resetScroll: false,
      }),
    (text) => userSearch({ search: text }).search,
  )
  return (
    <search>
      <form action="/admin/users" onSubmit={submit} className="flex max-w-md gap-3">
        <TextInput
          ref={box}
          type="search"
          name="search"
          aria-label="Search users by name or address"
          placeholder="Search users..."
          defaultValue={search}
          maxLength={limits.email}
          onChange={type}
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
