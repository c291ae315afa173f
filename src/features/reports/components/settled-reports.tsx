import { Link } from '@tanstack/react-router'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import type { Report } from '../reports.schemas.ts'
import { reasonLabels } from '../reports.ts'

const nouns = { event: 'Conference', talk: 'Talk', speaker: 'Speaker', profile: 'Profile' }

export const SettledReports = ({ reports }: { reports: Report[] }) => (
  <ul>
    {reports.map((report) => (
      <li key={report.id} className="border-b border-hairline py-4 first:pt-0">
        <p dir="auto">
          <Badge>{nouns[report.kind]}</Badge>{' '}
          {report.path ? (
            <Link to={report.path} className="font-semibold hover:text-accent">
              {report.name}
            </Link>
          ) : (
            <span className="text-quiet">Removed since</span>
          )}
        </p>
        <p className="mt-1 font-semibold">{reasonLabels[report.reason]}</p>
        <p className="whitespace-pre-line empty:hidden" dir="auto">
          {report.words}
        </p>
        <p className="text-sm text-quiet">
          <PersonLink person={report.reporter} /> · <Moment at={report.created_at} />
        </p>
        {report.settled_at && (
          <p className="mt-1 text-sm text-quiet">
            Settled by <PersonLink person={report.settled_by} /> · <Moment at={report.settled_at} />
          </p>
        )}
        <p className="mt-1 whitespace-pre-line empty:hidden" dir="auto">
          {report.note}
        </p>
      </li>
    ))}
  </ul>
)
