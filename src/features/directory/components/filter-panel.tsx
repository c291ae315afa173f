import { Link, useNavigate } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { count } from '#lib/text.ts'
import { filterCount } from '../filters.ts'
import { selectionOf } from '../search.ts'
import { EventFacets, type FacetsProps } from './event-facets.tsx'

/** The filters over the page, where there is no room for them beside the list. */
export function FilterPanel({ search, ...figures }: FacetsProps) {
  const { counts } = figures
  const navigate = useNavigate()
  const { filters: _, ...closed } = search
  const { search: words, view } = search
  const isFiltered = filterCount(selectionOf(search)) > 0
  return (
    <Dialog
      title="Filters"
      wide
      onClose={() => navigate({ to: '/conferences', search: closed, replace: true, resetScroll: false })}
    >
      <EventFacets search={search} {...figures} />
      <div className="sticky -bottom-4 -mx-5 mt-4 -mb-4 flex justify-between gap-3 border-t border-hairline bg-paper px-5 py-3">
        {isFiltered ? (
          <ButtonLink
            to="/conferences"
            search={{ search: words, view, filters: 'open' }}
            replace
            resetScroll={false}
            look="quiet"
            label="Clear all"
          />
        ) : (
          <span />
        )}
        <Link to="/conferences" search={closed} replace className={buttonClass()}>
          Show{' '}
          {count(counts.coming + counts.past, 'conference', 'conferences', counts.is_complete ? '' : '+')}
        </Link>
      </div>
    </Dialog>
  )
}
