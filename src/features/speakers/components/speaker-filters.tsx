import { Link, useNavigate } from '@tanstack/react-router'
import { useSearchWhileTyping } from '#components/layout/use-search-while-typing.ts'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FilterChips } from '#components/ui/filter-chips.tsx'
import { choiceClass } from '#components/ui/tabs.tsx'
import { ViewToggle } from '#components/ui/view-toggle.tsx'
import { limits } from '#src/limits.ts'
import type { SpeakerSearch } from '../speaker-search.ts'

/** Search while typing, after a pause; topics, view and chips. A plain form without script. */
export function SpeakerFilters({ search }: { search: SpeakerSearch }) {
  const navigate = useNavigate()
  const { topics = [] } = search
  const top = { ...search, after: undefined }
  const { box, submit, type } = useSearchWhileTyping(
    search.search,
    limits.speakerSearchDebounce,
    (text, isTyping) =>
      navigate({ to: '/speakers', search: { ...top, search: text }, replace: isTyping, resetScroll: false }),
  )
  const chips = topics.map((topic) => ({
    label: topic,
    link: (props: object) => (
      <Link
        to="/speakers"
        search={{ ...top, topics: topics.filter((each) => each !== topic) }}
        resetScroll={false}
        {...props}
      />
    ),
  }))
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <form
          action="/speakers"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          className="flex min-w-0 flex-[1_1_20rem] gap-3"
        >
          <TextInput
            ref={box}
            type="search"
            name="search"
            aria-label="Search by name, location or country"
            placeholder="Search by name, location or country"
            defaultValue={search.search}
            maxLength={limits.searchTerm}
            onChange={type}
            className="min-w-0 flex-1"
          />
          {topics.map((topic) => (
            <input key={topic} type="hidden" name="topics" value={topic} />
          ))}
          {search.view && <input type="hidden" name="view" value={search.view} />}
          <Button type="submit" look="outline">
            Search
          </Button>
        </form>
        <Link
          to="/speakers"
          search={{ ...search, browse: 'topics' }}
          resetScroll={false}
          className={`${choiceClass} min-h-10`}
        >
          Browse Topics
          {topics.length > 0 && (
            <span className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent">
              {topics.length}
              <span className="sr-only"> chosen</span>
            </span>
          )}
        </Link>
        <ViewToggle
          isList={search.view === 'list'}
          link={(view, props) => (
            <Link
              to="/speakers"
              search={{ ...search, view }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              {...props}
            />
          )}
        />
      </div>
      <FilterChips chips={chips} />
    </div>
  )
}
