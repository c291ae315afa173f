import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '#components/layout/moment.tsx'
import { type Selection, SelectionBar, SelectRow, useSelection } from '#components/layout/selection.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import type { Report } from '../reports.schemas.ts'
import { reasonLabels } from '../reports.ts'
import { SettleDialog } from './settle-dialog.tsx'

const nouns = { event: 'Conference', talk: 'Talk', speaker: 'Speaker', profile: 'Profile' }

export function ReportList({ reports }: { reports: Report[] }) {
  const [settling, setSettling] = useState<Report[]>()
  const open = reports.filter(({ settled_at }) => !settled_at)
  const selection = useSelection(open)
  return (
    <>
      {open.length > 0 && (
        <SelectionBar selection={selection}>
          <Button size="small" look="outline" onClick={() => setSettling(selection.selected)}>
            Settle selected reports
          </Button>
        </SelectionBar>
      )}
      <ul>
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            selection={selection}
            onSettle={() => setSettling([report])}
          />
        ))}
      </ul>
      {settling && (
        <SettleDialog
          reports={settling}
          onClose={() => setSettling(undefined)}
          onSettled={() => setSettling(undefined)}
        />
      )}
    </>
  )
}

type RowProps = { report: Report; selection: Selection<Report>; onSettle: () => void }

function ReportRow({ report, selection, onSettle }: RowProps) {
  const name = report.name ?? 'a removed page'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-4 first:pt-0">
      {!report.settled_at && (
        <SelectRow selection={selection} row={report} name={`the report about ${name}`} />
      )}
      <div className="min-w-0 flex-[1_1_14rem]">
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
        {report.words && (
          <p className="whitespace-pre-line" dir="auto">
            {report.words}
          </p>
        )}
        <p className="text-sm text-quiet">
          <PersonLink person={report.reporter} /> · <Moment at={report.created_at} />
        </p>
        {report.settled_at && (
          <p className="mt-1 text-sm text-quiet">
            Settled by <PersonLink person={report.settled_by} /> · <Moment at={report.settled_at} />
          </p>
        )}
        {report.note && (
          <p className="mt-1 whitespace-pre-line" dir="auto">
            {report.note}
          </p>
        )}
      </div>
      {!report.settled_at && (
        <Button size="small" onClick={onSettle}>
          Settle<span className="sr-only"> the report about {name}</span>
        </Button>
      )}
    </li>
  )
}
