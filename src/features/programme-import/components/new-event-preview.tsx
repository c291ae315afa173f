import { Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { dateRange } from '#lib/dates.ts'
import type { SyncDetail } from '../syncs/programme-syncs.schemas.ts'
import { SyncPreviewPanel } from './sync-preview-panel.tsx'

type Props = { sync: SyncDetail; onApplied: (slug: string) => void }

/** A conference that its programme describes, and what importing lists. */
export function NewEventPreview({ sync, onApplied }: Props) {
  const event = sync.new_event!
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div>
        <PageTitle>Review the new conference</PageTitle>
        <p className="mt-3 text-lg font-semibold">{event.name}</p>
        <p>
          {dateRange(event.start_date, event.end_date)}, {event.location_name}, {event.country_name}
          {event.time_zone
            ? ` · times are local (${event.time_zone.replaceAll('_', ' ')})`
            : ' · no time zone is known: set it under Edit after the import'}
        </p>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
          <span className="[overflow-wrap:anywhere]">{sync.url ?? sync.file_name}</span>
          <Link to="/conferences/new" search={{}} hash="from-a-schedule" className="link">
            Another source
          </Link>
        </p>
        <p className="mt-3 max-w-prose text-quiet">
          Only you see this. The conference is listed with its programme when you import it; you can edit it
          afterwards.
        </p>
      </div>
      <SyncPreviewPanel sync={sync} onApplied={onApplied} />
    </div>
  )
}
