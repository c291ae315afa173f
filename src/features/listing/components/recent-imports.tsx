import { Link } from '@tanstack/react-router'
import { formatMoment } from '#lib/dates.ts'
import type { ListedImport } from '../imports.schemas.ts'
import { outcome } from './import-report.tsx'

export function RecentImports({ imports }: { imports: ListedImport[] }) {
  if (imports.length === 0) return <p className="text-quiet">No imports yet.</p>
  return (
    <ul>
      {imports.map((eventImport) => (
        <li key={eventImport.id} className="border-b border-hairline py-2.5 first:pt-0">
          <Link
            from="/admin/events"
            to="."
            search={(now) => ({ ...now, import: eventImport.id })}
            resetScroll={false}
            className="link font-semibold"
          >
            {eventImport.file_name}
          </Link>
          <p className="text-[0.9375rem] text-quiet">
            {formatMoment(eventImport.created_at)},{' '}
            {eventImport.created_by?.full_name ?? 'by a command or a source'}. {outcome(eventImport)}
          </p>
        </li>
      ))}
    </ul>
  )
}
