import { Link, useNavigate } from '@tanstack/react-router'
import { LayoutGrid, List, Map as MapIcon, X } from 'lucide'
import type { ReactNode } from 'react'
import { SearchBox } from '#components/forms/search-box.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { focusContent } from '#lib/focus-content.ts'
import { limits } from '#src/limits.ts'
import { useSearchWhileTyping } from './use-search-while-typing.ts'

type Filters = { search?: string; topics?: string[]; view?: 'list' | 'map'; browse?: 'topics' }
type ListPath = '/conferences' | '/speakers'
type Chip<Search> = { label: string; searchWithout: Search }

type Props<Search extends Filters> = {
  to: ListPath
  search: Search
  /** The search without a cursor: a changed filter starts at the first page. */
  firstPage: Search
  label: string
  /** Milliseconds after the last key. */
  debounce: number
  chips?: Chip<Search>[]
  /** The names of the fields that the form has itself; all else of the search it carries along. */
  fields?: string[]
  /** Whether the list can be seen as a map, too. */
  hasMap?: boolean
  /** Further fields of the form; `addFields` puts their values into the search. */
  children?: ReactNode
  addFields?: (search: Search) => Search
}

/** Filters of a list: a GET form that works without script, with search while typing, topics, view and chips. */
export function ListFilters<Search extends Filters>({
  to,
  search,
  firstPage,
  label,
  debounce,
  chips = [],
  fields = ['search'],
  hasMap,
  children,
  addFields = (search) => search,
}: Props<Search>) {
  const navigate = useNavigate()
  const { topics = [], view } = search
  const { box, submit, type } = useSearchWhileTyping(search.search, debounce, (text, isTyping) =>
    navigate({
      to,
      search: addFields({ ...firstPage, search: text }),
      replace: isTyping,
      resetScroll: !isTyping,
    }),
  )
  const topicChips = topics.map((label) => {
    const searchWithout = { ...firstPage, topics: topics.filter((topic) => topic !== label) }
    return { label, searchWithout }
  })
  const isOther = ([name]: [string, unknown]) => ![...fields, 'browse', 'filters'].includes(name)
  const otherParams = Object.fromEntries(Object.entries(firstPage).filter(isOther))
  return (
    <div className="stack gap-2">
      <div className="no-print flex flex-wrap items-center gap-1.5 sm:gap-2">
        <form action={to} onSubmit={submit} className="contents">
          <SearchBox
            ref={box}
            name="search"
            label={label}
            defaultValue={search.search}
            maxLength={limits.searchTerm}
            onChange={type}
            className="min-w-0 flex-[1_1_11rem]"
            isLive
          />
          {children}
          <HiddenFields values={otherParams} />
        </form>
        <BrowseTopics to={to} search={search} />
        <ViewToggle to={to} search={search} hasMap={hasMap} />
      </div>
      <Chips to={to} chips={[...chips, ...topicChips]} view={view} />
    </div>
  )
}

const BrowseTopics = ({ to, search }: { to: ListPath; search: Filters }) => (
  <Link
    to={to}
    search={{ ...search, browse: 'topics' }}
    resetScroll={false}
    className="choice max-sm:px-2 max-sm:text-sm"
  >
    Browse Topics
    {search.topics && (
      <span className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent">
        {search.topics.length}
        <span className="sr-only"> chosen</span>
      </span>
    )}
  </Link>
)

/** Grid, list or map, as links: the view is part of the URL. */
function ViewToggle({ to, search, hasMap }: { to: ListPath; search: Filters; hasMap?: boolean }) {
  const views = [
    { view: undefined, label: 'Grid', icon: LayoutGrid },
    { view: 'list', label: 'List', icon: List },
    ...(hasMap ? [{ view: 'map', label: 'Map', icon: MapIcon } as const] : []),
  ] as const
  return (
    <fieldset className="flex">
      <legend className="sr-only">View</legend>
      {views.map(({ view, label, icon }) => (
        <Link
          key={label}
          to={to}
          search={{ ...search, view }}
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={search.view === view ? 'true' : undefined}
          className="choice -ml-px rounded-none first-of-type:rounded-l last:rounded-r max-sm:px-2"
        >
          <Icon icon={icon} className="size-4.5" />
          <span className="sr-only">{label}</span>
        </Link>
      ))}
    </fieldset>
  )
}

function Chips({ to, chips, view }: { to: ListPath; chips: Chip<Filters>[]; view?: 'list' | 'map' }) {
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul className="contents" aria-label="Filters">
        <li className="text-[0.9375rem] text-quiet">Filtering by:</li>
        {chips.map(({ label, searchWithout }) => (
          <li key={label}>
            <Link
              to={to}
              search={searchWithout}
              resetScroll={false}
              activeOptions={{ exact: true }}
              onClick={focusContent}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-edge px-2.5 text-sm hover:border-accent hover:text-accent"
            >
              {label}
              <Icon icon={X} className="size-3.5" />
              <span className="sr-only">remove this filter</span>
            </Link>
          </li>
        ))}
      </ul>
      {chips.length > 1 && (
        <Link
          to={to}
          search={{ view }}
          resetScroll={false}
          className="link inline-block min-h-6 py-0.5 text-sm"
        >
          Clear all
        </Link>
      )}
    </div>
  )
}
