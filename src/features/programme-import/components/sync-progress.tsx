import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import { toast } from '#lib/toasts.ts'
import type { SyncDetail, SyncSummary } from '../syncs/programme-syncs.schemas.ts'

const pollEveryMs = 400
const isRunning = ({ status }: Pick<SyncSummary, 'status'>) => status === 'applying' || status === 'undoing'

type Props = { sync: SyncDetail; event: { slug: string; name: string } }

/** The progress of an import or its undo, and the result. */
export function SyncProgress({ sync: initial, event }: Props) {
  const router = useRouter()
  const { data: sync = initial } = useQuery({
    ...api.programmeSyncs.detail.queryOptions({ input: { id: initial.id }, staleTime: 0 }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollEveryMs : false),
  })
  const previous = useRef(initial.status)
  useEffect(() => {
    if (previous.current === sync.status) return
    previous.current = sync.status
    if (sync.status === 'done') toast('success', 'Programme imported')
    if (sync.status === 'undone') toast('success', 'Import undone')
    if (!isRunning(sync)) router.invalidate()
  }, [sync, router])
  const { report } = sync
  const written = ['added', 'changed', 'moved', 'removed'] as const
  const total = report ? written.reduce((sum, kind) => sum + report[kind] + report.breaks[kind], 0) : 0
  return (
    <div className="grid justify-items-start gap-5">
      {isRunning(sync) ? (
        <>
          <p role="status" className="text-lg font-semibold">
            {sync.status === 'applying' ? 'Importing the programme...' : 'Undoing...'}
          </p>
          {sync.status === 'applying' && (
            <progress
              value={Math.min(sync.done, total)}
              max={Math.max(1, total)}
              className="w-full max-w-md accent-accent"
            />
          )}
          <p className="text-quiet">You can leave this page; the import continues.</p>
        </>
      ) : (
        <>
          <p role="status" className="text-lg font-semibold">
            {sync.status === 'undone' ? 'This import was undone.' : 'The programme was imported.'}
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

type Counts = Record<keyof typeof outcomes, number>

/** "3 talks added, 1 moved; 2 breaks added" */
export function outcomeOf(report: NonNullable<SyncSummary['report']>): string {
  const sentences = [countsInWords('talk', report), countsInWords('break', report.breaks)]
  return sentences.filter(Boolean).join('; ') || 'No talk changed'
}

const countsInWords = (noun: string, counts: Counts) =>
  (Object.keys(outcomes) as (keyof Counts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind, index) => {
      const n = index === 0 ? count(counts[kind], noun, `${noun}s`) : counts[kind]
      return `${n} ${outcomes[kind]}`
    })
    .join(', ')

export function Undo({ id }: { id: string }) {
  const undo = useMutation({
    mutationFn: () => api.programmeSyncs.undo.call({ id }),
    // The button disappears.
    onSuccess: focusContent,
    meta: { failure: 'The import could not be undone' },
  })
  return (
    <Button look="outline" onClick={() => undo.mutate()} disabled={undo.isPending}>
      Undo this import
    </Button>
  )
}
