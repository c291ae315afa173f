import { SearchBox } from '#components/forms/search-box.tsx'
import { useSearchWhileTyping } from '#components/layout/use-search-while-typing.ts'
import { limits } from '#src/limits.ts'

type Props = { name: string | undefined; onSearch: (name: string | undefined, isTyping: boolean) => void }

/** Searches the attendees by a part of their name, while typing. Without script it is a plain form. */
export function AttendeeSearch({ name, onSearch }: Props) {
  const { box, submit, type } = useSearchWhileTyping(name, limits.directorySearchDebounce, onSearch)
  return (
    <search>
      <form onSubmit={submit} className="mb-4 flex max-w-md gap-3">
        <input type="hidden" name="tab" value="attendees" />
        <SearchBox
          ref={box}
          name="name"
          label="Search names"
          defaultValue={name}
          maxLength={limits.fullName}
          onChange={type}
          className="min-w-0 flex-1"
        />
      </form>
    </search>
  )
}
