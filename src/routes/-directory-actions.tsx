import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { type DirectorySearch, feedQuery, isNarrowed } from '#features/directory/search.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { ExportDirectory } from '#features/feeds/components/export-directory.tsx'

type Props = {
  site: { url: string; viewer: { isAdmin: boolean } | null }
  search: DirectorySearch
  isEmpty: boolean
}

/** What can be done with the conferences of the list, if there are any, and adding one. */
export function DirectoryActions({ site, search, isEmpty }: Props) {
  return (
    <>
      {!isEmpty && (
        <CalendarSheet
          site={site}
          title={isNarrowed(search) ? 'These conferences' : 'All conferences'}
          path={`/conferences/feed.ics${feedQuery(search)}`}
          size="small"
        />
      )}
      {site.viewer?.isAdmin && !isEmpty && <ExportDirectory query={feedQuery(search)} />}
      {site.viewer && (
        <Link to="/conferences/new" className={buttonClass({ size: 'small' })}>
          <span aria-hidden="true" className="text-xl leading-none sm:hidden">
            +
          </span>
          <span className="max-sm:sr-only">Add new conference</span>
        </Link>
      )}
    </>
  )
}
