import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'
import { userSearch } from '../user-search.ts'

const pause = 300

/** Search by name while typing, after a pause. A plain form without script. */
export function UserSearch({ search }: { search?: string }) {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const box = useRef<HTMLInputElement>(null)
  // The address changed by a link or the back button, not by typing here.
  useEffect(() => {
    if (box.current && userSearch({ search: box.current.value }).search !== search)
      box.current.value = search ?? ''
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (text: string, replace: boolean) => {
    clearTimeout(timer.current)
    navigate({ to: '/admin/users', search: userSearch({ search: text }), replace, resetScroll: false })
  }
  return (
    <search>
      <form
        action="/admin/users"
        onSubmit={(event) => {
          event.preventDefault()
          apply(box.current?.value ?? '', false)
        }}
        className="flex max-w-md gap-3"
      >
        <TextInput
          ref={box}
          type="search"
          name="search"
          aria-label="Search users by name"
          placeholder="Search users..."
          defaultValue={search}
          maxLength={limits.fullName}
          onChange={(event) => {
            const { value } = event.currentTarget
            clearTimeout(timer.current)
            timer.current = setTimeout(() => apply(value, true), pause)
          }}
          className="min-w-0 flex-1"
        />
        <Button type="submit" look="outline">
          Search
        </Button>
      </form>
    </search>
  )
}
