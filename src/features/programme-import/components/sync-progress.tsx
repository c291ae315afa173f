import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import { toast } from '#lib/toasts.ts'
import type { SyncDetail, SyncSummary } from '../programme-syncs.schemas.ts'

const pollEveryMs = 400
const isRunning = ({ status }: Pick<SyncSummary, 'status'>) => status === 'applying' || status === 'undoing'

/** A programme that is being brought in or taken back, and what came of it. */
export function SyncProgress({
  sync: first,
  event,
}: {
  sync: SyncDetail
  event: { slug: string; name: string }
}) {
  const router = useRouter()
  const { data: sync = first } = useQuery({
    ...api.programmeSyncs.detail.queryOptions({ input: { id: first.id }, staleTime: 0 }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollEveryMs : false),
  })
  const previous = useRef(first.status)
  useEffect(() => {
    if (previous.current === sync.status) return
    previous.current = sync.status
    if (sync.status === 'done') toast('success', 'The programme is in')
    if (sync.status === 'undone') toast('success', 'The import was undone')
    if (!isRunning(sync)) router.invalidate()
  }, [sync, router])
  const { report } = sync
  const total = report
    ? report.added +
      report.moved +
      report.removed +
      report.changed +
      report.breaks.added +
      report.breaks.changed +
      report.breaks.moved +
      report.breaks.removed
    : 0
  return (
    <div className="grid justify-items-start gap-5">
      {isRunning(sync) ? (
        <>
          <p role="status" className="text-lg font-semibold">
            {sync.status === 'applying' ? 'Bringing in the programme...' : 'Undoing...'}
          </p>
          {sync.status === 'applying' && (
            <progress
              value={Math.min(sync.done, total)}
              max={Math.max(1, total)}
              className="w-full max-w-md accent-accent"
            />
          )}
          <p className="text-quiet">You can leave this page: it goes on.</p>
        </>
      ) : (
        <>
          <p role="status" className="text-lg font-semibold">
            {sync.status === 'undone' ? 'This import was undone.' : 'The programme is in.'}
          </p>
          {report && sync.status === 'done' && <p>{outcomeOf(report)}</p>}
          <div className="flex flex-wrap gap-3">
            <Link to="/conferences/$slug" params={event} className={buttonClass({})}>
              See {event.name}
            </Link>
            {sync.is_undoable && <Undo id={sync.id} />}
          </div>
        </>
      )}
    </div>
  )
}

const outcomes = {
  added: 'added',
  changed: 'changed',
  moved: 'moved',
  removed: 'removed',
  kept: 'kept as edited here',
}

/** "3 talks added, 1 moved; 2 breaks added" */
export function outcomeOf(report: NonNullable<SyncSummary['report']>): string {
  const told = ([noun, counts]: [string, { [Kind in keyof typeof outcomes]: number }]) =>
    (Object.keys(outcomes) as (keyof typeof outcomes)[])
      .filter((kind) => counts[kind] > 0)
      .map((kind, index) =>
        index === 0
          ? `${count(counts[kind], noun, `${noun}s`)} ${outcomes[kind]}`
          : `${counts[kind]} ${outcomes[kind]}`,
      )
      .join(', ')
  const all: Parameters<typeof told>[0][] = [
    ['talk', report],
    ['break', report.breaks],
  ]
  return all.map(told).filter(Boolean).join('; ') || 'No talk changed'
}

export function Undo({ id }: { id: string }) {
  const undo = useMutation({
    mutationFn: () => api.programmeSyncs.undo.call({ id }),
    // The button goes.
    onSuccess: focusContent,
    meta: { failure: 'The import could not be undone' },
  })
  return (
    <Button look="outline" onClick={() => undo.mutate()} disabled={undo.isPending}>
      Undo this import
    </Button>
  )
}
