import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSearchWhileTyping } from '#components/layout/use-search-while-typing.ts'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FilterChips } from '#components/ui/filter-chips.tsx'
import { choiceClass } from '#components/ui/tabs.tsx'
import { ViewToggle } from '#components/ui/view-toggle.tsx'
import { limits } from '#src/limits.ts'
import { type DirectorySearch, directorySearch, fromTheTop } from '../directory.ts'

type Props = { search: DirectorySearch; years: number[] }

/** The filter bar: a plain form without script, search while typing with it; and chips for what was chosen. */
export function DirectoryFilters({ search, years }: Props) {
  const navigate = useNavigate()
  const { topics = [] } = search
  const top = fromTheTop(search)
  const chip = (label: string, without: DirectorySearch) => ({
    label,
    link: (props: object) => <Link to="/conferences" search={without} resetScroll={false} {...props} />,
  })
  const chips = [
    ...(search.search ? [chip(`“${search.search}”`, { ...top, search: undefined })] : []),
    ...(search.year ? [chip(String(search.year), { ...top, year: undefined })] : []),
    ...topics.map((topic) => chip(topic, { ...top, topics: topics.filter((each) => each !== topic) })),
  ]
  const year = useRef<HTMLSelectElement>(null)
  const { box, submit, type } = useSearchWhileTyping(
    search.search,
    limits.directorySearchDebounce,
    (text, isTyping) =>
      navigate({
        to: '/conferences',
        search: directorySearch({ ...top, search: text, year: year.current?.value }),
        replace: isTyping,
        resetScroll: !isTyping,
      }),
  )
  useEffect(() => {
    if (year.current) year.current.value = String(search.year ?? '')
  }, [search.year])
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <form
          action="/conferences"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          className="flex min-w-0 flex-[1_1_20rem] flex-wrap gap-3"
        >
          <TextInput
            ref={box}
            type="search"
            name="search"
            aria-label="Search by name, city, country or topic"
            placeholder="Search by name, city, country or topic"
            defaultValue={search.search}
            maxLength={limits.searchTerm}
            onChange={type}
            className="min-w-0 flex-[1_1_12rem]"
          />
          <Select
            ref={year}
            name="year"
            aria-label="Year"
            defaultValue={search.year ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            <option value="">All years</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </Select>
          {topics.map((topic) => (
            <input key={topic} type="hidden" name="topics" value={topic} />
          ))}
          {search.view && <input type="hidden" name="view" value={search.view} />}
          <Button type="submit" look="outline">
            Search
          </Button>
        </form>
        <Link
          to="/conferences"
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
              to="/conferences"
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
