import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { formatMoment } from '#lib/dates.ts'
import type { ProgrammeSource, SyncSummary } from '../syncs/programme-syncs.schemas.ts'
import { outcomeOf, Undo } from './sync-progress.tsx'

const states: Partial<Record<SyncSummary['status'], string>> = {
  waiting: 'Waiting for your review',
  applying: 'Running',
  undoing: 'Undoing',
  undone: 'Undone',
}

type Props = { eventId: string; source: ProgrammeSource | null; syncs: SyncSummary[] }

/** Where the programme comes from, whether it is checked for changes, and what past imports did. */
export function PastImports({ eventId, source, syncs }: Props) {
  if (syncs.length === 0 && !source) return null
  return (
    <Section title="Past imports">
      {source?.url && <AutomaticCheck eventId={eventId} source={source} />}
      <ul>
        {syncs.map((sync) => (
          <li
            key={sync.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2.5"
          >
            <div className="min-w-0">
              <Link
                from="/conferences/$slug/edit/import"
                to="."
                search={{ sync: sync.id }}
                className="link font-semibold [overflow-wrap:anywhere]"
              >
                {sync.url ?? sync.file_name ?? 'A file'}
              </Link>
              <p className="text-[0.9375rem] text-quiet">
                {formatMoment(sync.finished_at ?? sync.created_at)}.{' '}
                {states[sync.status] ?? (sync.report ? outcomeOf(sync.report) : '')}
              </p>
            </div>
            {sync.is_undoable && <Undo id={sync.id} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AutomaticCheck({ eventId, source }: { eventId: string; source: ProgrammeSource }) {
  const change = useMutation({
    mutationFn: (is_automatic: boolean) =>
      api.programmeSources.update.call({ event_id: eventId, is_automatic }),
    meta: { success: 'Saved', failure: 'This could not be saved' },
  })
  return (
    <div className="mb-4">
      <label className="flex items-center gap-3 py-1">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : source.is_automatic}
          onChange={(event) => !change.isPending && change.mutate(event.currentTarget.checked)}
          className="size-6 shrink-0 accent-accent"
        />
        <span>
          Check every 6 hours: <span className="font-semibold [overflow-wrap:anywhere]">{source.url}</span>
        </span>
      </label>
      {source.last_error && <p className="text-accent">Last check: {source.last_error}</p>}
    </div>
  )
}
