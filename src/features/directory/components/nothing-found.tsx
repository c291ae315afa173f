import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { MonthCounts, NearCity, NearSelection } from '#features/events/events.schemas.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { chipsOf, emptyTexts, nearChip } from '../filters.ts'
import type { DirectorySearch, WiderChoice } from '../search.ts'
import { NearCityLinks } from './near-city-links.tsx'
import { WiderChoices } from './near-filter.tsx'

export function NothingFound({
  search,
  terms,
  near,
  nearCities,
  wider,
}: {
  search: DirectorySearch
  terms: MonthCounts['terms']
  near: NearSelection[]
  nearCities: NearCity[]
  wider: WiderChoice[]
}) {
  const { search: words, view, topics = [] } = search
  const hasParts = chipsOf(search, terms).length + topics.length > 1
  return (
    <Section title={hasParts ? 'No matches for all of these' : 'Nothing found'}>
      <EmptyState>
        {emptyTexts.later} {emptyTexts.earlier}
      </EmptyState>
      <WiderChoices search={search} choices={wider} />
      <ul className="stack mt-4 gap-1.5">
        {near.map((suggestion) => {
          const { label, searchWithout } = nearChip(search, suggestion)
          const isCut = suggestion.count >= limits.nearCounted
          return (
            <li key={label}>
              Without <strong>{label}</strong>:{' '}
              <Link to="/conferences" search={searchWithout} className="link inline-block py-0.5">
                {count(suggestion.count, 'conference', 'conferences', isCut ? '+' : '')}
              </Link>
              {!isCut && `, ${suggestion.coming || 'none'} to come`}
            </li>
          )
        })}
        <NearCityLinks cities={nearCities} />
        {words && (
          <>
            <li>
              {/* The form of the command menu, which stands in the header. */}
              <button type="submit" form="find" name="search" value={words} className="link py-0.5 text-left">
                Search everything for “{words}”
              </button>
            </li>
            <li>
              <Link to="/speakers" search={{ search: words }} className="link inline-block py-0.5">
                Search speakers for “{words}”
              </Link>
            </li>
          </>
        )}
        <li>
          <Link to="/conferences" search={{ view }} className="link inline-block py-0.5">
            Show all conferences
          </Link>
        </li>
      </ul>
    </Section>
  )
}
