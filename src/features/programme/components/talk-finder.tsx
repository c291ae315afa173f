import type { FormEvent } from 'react'
import { SearchBox } from '#components/forms/search-box.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { limits } from '#src/limits.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import { resultsId } from '../talk-link.ts'

type Props = {
  find: string | undefined
  search: EventSearch
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Finds a talk in the whole programme by its title, speaker, room or track. */
export function TalkFinder({ find, search, onSubmit }: Props) {
  return (
    <search className="min-w-0 max-sm:flex-[1_1_12rem]">
      <form key={find} action={`#${resultsId}`} onSubmit={onSubmit} className="no-print flex gap-2">
        <HiddenFields values={keptChoice(search)} />
        <SearchBox
          name="find"
          label="Find a talk or speaker"
          defaultValue={find}
          maxLength={limits.searchTerm}
          className="w-full min-w-0 sm:w-52"
          button="Find"
        />
      </form>
    </search>
  )
}
