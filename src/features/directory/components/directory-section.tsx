import { Fragment } from 'react'
import { ListPages } from '#components/layout/list-pages.tsx'
import { useIsFullRender } from '#components/layout/render-after-first-frame.tsx'
import { Section } from '#components/ui/section.tsx'
import type { ListedEvent } from '#features/events/events.schemas.ts'
import { groupByMatch, groupByPeriod } from '#features/events/events.ts'
import { monthName } from '#lib/dates.ts'
import { showsPart } from '#lib/search-params.ts'
import { emptyTexts } from '../filters.ts'
import type { DirectorySearch, WiderChoice } from '../search.ts'
import { EventList } from './event-list.tsx'
import { WiderChoices } from './near-filter.tsx'
import { PosterCard } from './poster-card.tsx'

/** The two lists of the directory, named by the search parameter that says where each goes on. */
const parts = {
  later: {
    title: 'Upcoming Events',
    first: 'Back to the next events',
    more: 'Later events',
  },
  earlier: {
    title: 'Past Events',
    first: 'Back to the latest events',
    more: 'Earlier events',
  },
}

/** What stands above the matches of a search that are not whole words. */
const matchHeadings = { word: null, beginning: 'At the beginning of a word', inside: 'Inside a word' }

/** How many events of what is to come fill a window. */
const eventsAtOnce = 10

type Props = {
  part: keyof typeof parts
  events: ListedEvent[]
  next: string | null
  today: string
  search: DirectorySearch
  /** How many there are in all, and in each month, as far as they were counted. */
  total?: string
  monthCounts: Map<string, number>
  /** Where else to look, if this is empty. */
  wider?: WiderChoice[]
  /** How much is around a city that is what was searched for. */
  aroundWords?: WiderChoice[]
}

/** 'Upcoming Events' or 'Past Events' of the directory by month, each with its own pages. */
export function DirectorySection({
  part,
  events,
  next,
  today,
  search,
  total,
  monthCounts,
  wider,
  aroundWords,
}: Props) {
  const { title, first, more } = parts[part]
  const initialCount = part === 'later' ? eventsAtOnce : 0
  const visibleEvents = useIsFullRender() ? events : events.slice(0, initialCount)
  if (!showsPart(part, search)) return null
  const groups = groupByMatch(visibleEvents)
  // A month that is parted by how its events match has no part with all of them.
  const isParted = groups.length > 1
  const months = groups.map(({ match, events: matches }) => (
    <Fragment key={match}>
      {matchHeadings[match] && <p className="col-span-full text-quiet">{matchHeadings[match]}</p>}
      {groupByPeriod(matches).map(({ period, events: group }) => (
        <Month
          key={period}
          {...{ period, part, search, today }}
          events={group}
          first={events[0]}
          total={isParted ? undefined : monthCounts.get(period)}
        />
      ))}
    </Fragment>
  ))
  return (
    <Section title={title} aside={events.length > 0 && total && <p className="text-quiet">{total}</p>}>
      {events.length === 0 && <NoEvents {...{ part, search, wider, aroundWords }} />}
      <div
        className={
          flows(part, search)
            ? 'relative grid grid-cols-1 gap-x-5 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]'
            : 'stack gap-6'
        }
      >
        {months}
        {visibleEvents.length < events.length && <div className="min-h-screen" />}
      </div>
      <ListPages of={title} search={search} cursor={part} next={next} first={first} more={more} />
    </Section>
  )
}

const NoEvents = ({
  part,
  search,
  wider = [],
  aroundWords = [],
}: Pick<Props, 'part' | 'search' | 'wider' | 'aroundWords'>) => (
  <>
    <p className="text-quiet">{emptyTexts[part]}</p>
    <WiderChoices search={search} choices={wider} />
    <WiderChoices
      search={{ ...search, search: undefined, near: search.search }}
      choices={aroundWords}
      isOfWords
    />
  </>
)

/** Whether the list is of posters: what is to come, unless another view is chosen. */
const flows = (part: Props['part'], search: DirectorySearch) => part === 'later' && !search.view

type MonthProps = Pick<Props, 'part' | 'events' | 'today' | 'search'> & {
  period: string
  total: number | undefined
  /** Of the whole list: its poster is the largest paint of a phone. */
  first: ListedEvent | undefined
}

/** Posters of all months flow on in one grid, where a month is a heading for screen readers alone: the strip above shows it. */
function Month({ period, part, events, total, first, search, today }: MonthProps) {
  const isFlowing = flows(part, search)
  const Grid = isFlowing ? Fragment : 'div'
  return (
    <Grid>
      <h3
        className={
          isFlowing
            ? 'sr-only'
            : 'sticky top-0 z-2 mb-4 flex items-baseline gap-2.5 border-b border-ink bg-paper py-1.5 text-lg'
        }
      >
        {period.length === 4 ? period : monthName(period)}
        {total !== undefined && (
          <span className="font-sans text-sm font-normal tracking-normal text-quiet">
            {' '}
            {total.toLocaleString('en')}
          </span>
        )}
      </h3>
      {isFlowing ? (
        <ul className="contents">
          {events.map((event) => (
            <li key={event.id} className="poster-item">
              <PosterCard
                event={event}
                today={today}
                level={4}
                poster="beside on phones"
                loading={event === first ? 'eager' : undefined}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EventList events={events} today={today} view={search.view ? 'list' : 'grid'} level={4} isOfMonth />
      )}
    </Grid>
  )
}
