import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { toast } from '#lib/toasts.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import { nothingImported, skippedLine, topicsLine, unknownColumnsLine } from '../csv-import.ts'
import type { ListedImport } from '../imports.schemas.ts'

const pollEveryMs = 400

type Props = {
  id: string
  /** Started on this page: its result is shown in a toast, even if it has ended already. */
  isNew: boolean
  onClose: () => void
}

/** An import as it goes on; a toast says how it ends. */
function useImport(id: string, isNew: boolean) {
  const router = useRouter()
  const query = useQuery({
    ...api.imports.detail.queryOptions({ input: { id }, staleTime: 0 }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? pollEveryMs : false),
  })
  const importState = query.data
  const previousStatus = useRef(isNew ? 'running' : importState?.status)
  const status = importState?.status
  useEffect(() => {
    if (!importState || previousStatus.current === status) return
    previousStatus.current = status
    if (isInProgress(importState)) return
    if (status === 'done' && importState.imported > 0)
      toast('success', {
        title: 'Import successful',
        detail: `Imported ${count(importState.imported, 'event', 'events')}`,
      })
    if (status === 'done' && importState.imported === 0)
      toast('failure', { title: 'Import failed', detail: nothingImported(importState.skipped) })
    if (status === 'failed' || status === 'interrupted')
      toast('failure', { title: 'Import failed', detail: 'Please try again later.' })
    if (status === 'undone') toast('success', `The import of ${importState.file_name} was undone`)
    router.invalidate()
  }, [importState, status, router])
  return query
}

export function ImportReport({ id, isNew, onClose }: Props) {
  const { data: importState, error } = useImport(id, isNew)
  return (
    <Dialog title={importState?.file_name ?? 'Import Events'} onClose={onClose} wide>
      {error && (
        <p role="alert" className="font-semibold text-accent">
          {messageOf(error)}
        </p>
      )}
      {importState && (
        <div className="grid gap-5">
          <Progress importState={importState} />
          {importState.unknown_columns.length > 0 && <p>{unknownColumnsLine(importState.unknown_columns)}</p>}
          {topicsLine(importState) && (
            <p>
              {topicsLine(importState)}.{' '}
              {importState.proposed_topics.length > 0 && (
                <Link to="/admin/topics" className="link">
                  Decide on them
                </Link>
              )}
            </p>
          )}
          {importState.skipped > 0 && !isInProgress(importState) && (
            <Lines id={id} title={`${count(importState.skipped, 'line was', 'lines were')} skipped`} />
          )}
          {importState.warnings > 0 && !isInProgress(importState) && (
            <Lines
              id={id}
              isImported
              title={`${count(importState.warnings, 'conference', 'conferences')} may be listed twice`}
            />
          )}
          <div className="flex flex-wrap gap-3">
            {importState.is_undoable && <Undo import={importState} />}
            <Button look={isInProgress(importState) ? 'outline' : 'primary'} onClick={onClose}>
              {isInProgress(importState) ? 'Continue in the background' : 'Done'}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

export const isInProgress = ({ status }: Pick<ListedImport, 'status'>) =>
  status === 'running' || status === 'undoing'

function Progress({ importState }: { importState: ListedImport }) {
  const { status, total, done } = importState
  return (
    <div className="grid gap-2">
      {status === 'running' && (
        <>
          <progress
            max={Math.max(1, total)}
            value={done}
            aria-label="Lines processed"
            className="h-3 w-full accent-accent"
          />
          <p className="tabular-nums">
            {done.toLocaleString('en')} of {count(total, 'line', 'lines')}
          </p>
        </>
      )}
      {status === 'undoing' && <progress aria-label="Undoing" className="h-3 w-full accent-accent" />}
      <p role="status" className="text-lg font-semibold">
        {outcome(importState)}
      </p>
    </div>
  )
}

export function outcome({ status, imported, skipped, total, done }: ListedImport): string {
  const events = count(imported, 'event', 'events')
  const skippedPart = skipped > 0 ? `, ${count(skipped, 'line', 'lines')} skipped` : ''
  if (status === 'running') return 'Importing...'
  if (status === 'undoing') return `Undoing, ${events} to go...`
  if (status === 'undone') return 'Undone: its events were deleted'
  if (status === 'done' && imported === 0) return nothingImported(skipped)
  if (status === 'done') return `Imported ${events}${skippedPart}`
  if (imported === 0) return 'Failed: no event was listed'
  return `Interrupted after ${done.toLocaleString('en')} of ${count(total, 'line', 'lines')}: ${events} listed. Undo it, or import the file again to add the rest.`
}

type LinesProps = { id: string; title: string; isImported?: boolean }

/** Lines that were skipped, or imported with a warning. */
function Lines({ id, title, isImported = false }: LinesProps) {
  const pages = useInfiniteQuery(
    api.imports.skipped.infiniteOptions({
      input: (after: number | undefined) => ({ id, after, is_imported: isImported }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
  const lines = pages.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <section aria-label={isImported ? 'Warnings' : 'Skipped lines'}>
      <h3 className="ruled text-lg">{title}</h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={isImported ? 'Lines with warnings' : 'Skipped lines with reasons'}
        className="mt-2 max-h-72 overflow-y-auto border-b border-hairline text-[0.9375rem]"
      >
        {lines.map((line) => (
          <li key={line.line} className="border-b border-hairline py-1.5 last:border-b-0">
            {skippedLine(line)}
          </li>
        ))}
      </ul>
      {pages.isSuccess && lines.length === 0 && (
        <p className="mt-2">This list is deleted after {limits.skippedLineDays} days.</p>
      )}
      {pages.error && (
        <p role="alert" className="mt-2 text-accent">
          {messageOf(pages.error)}
        </p>
      )}
      {pages.hasNextPage && (
        <Button
          look="quiet"
          size="small"
          className="mt-3"
          disabled={pages.isFetching}
          onClick={() => pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

function Undo({ import: importToUndo }: { import: ListedImport }) {
  const [isConfirming, setConfirming] = useState(false)
  const undo = useAction(api.imports.undo, {
    onSettled: () => setConfirming(false),
    failure: 'Failed to undo the import',
  })
  const events = count(importToUndo.imported, 'event', 'events')
  return (
    <>
      <Button look="outline" onClick={() => setConfirming(true)}>
        Undo import
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Undo this import?"
          action={`Delete ${events}`}
          isPending={undo.isPending}
          onConfirm={() => undo.mutate({ id: importToUndo.id })}
          onClose={() => setConfirming(false)}
        >
          <p>
            {events} of {importToUndo.file_name} will be deleted, including programmes, attendees and
            schedules added since. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
