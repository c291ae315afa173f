import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { ListedSource, SourceCounts } from '../sources.schemas.ts'

const countsText = (counts: SourceCounts) =>
  `${counts.new} new, ${counts.same} known, ${counts.perhaps} perhaps listed, ${counts.changed} changed, ${counts.gone} gone, ${counts.kept} kept as edited, ${counts.skipped} left out`

export function SourceList({ sources }: { sources: ListedSource[] }) {
  return (
    <ul>
      {sources.map((source) => (
        <SourceRow key={source.id} source={source} />
      ))}
    </ul>
  )
}

function SourceRow({ source }: { source: ListedSource }) {
  const {
    id,
    name,
    format,
    licence,
    addresses,
    lists_at_once,
    linked,
    proposed,
    checked_at,
    last_error,
    run,
  } = source
  const [confirming, setConfirming] = useState<'remove' | 'undo'>()
  const onSettled = () => setConfirming(undefined)
  const sync = useAction(api.sources.sync, {
    success: (counts) => (counts ? `${name}: ${countsText(counts)}` : `${name}: nothing has changed`),
  })
  const remove = useAction(api.sources.remove, { onSettled, success: `${name} was removed` })
  const undo = useAction(api.sources.undo, { onSettled, success: `The last run of ${name} was undone` })
  return (
    <li className="grid gap-2 border-b border-hairline py-4 first:pt-0">
      <h3 className="text-lg font-semibold">{name}</h3>
      <p>
        {format}, licence {licence}, {lists_at_once ? 'lists at once' : 'proposes'} ·{' '}
        {count(linked, 'conference', 'conferences')} ·{' '}
        <Link to="/admin/proposals" className="link">
          {count(proposed, 'proposal', 'proposals')}
        </Link>
      </p>
      {addresses.map((address) => (
        <p key={address} className="text-[0.9375rem] text-quiet [overflow-wrap:anywhere]">
          {address}
        </p>
      ))}
      {run && (
        <p className="text-quiet">
          Last run with news, {run.created_at.slice(0, 10)}: {countsText(run.counts)}
        </p>
      )}
      {checked_at && <p className="text-quiet">Read on {checked_at.slice(0, 10)}</p>}
      {last_error && <p className="font-semibold text-accent">{last_error}</p>}
      <div className="flex flex-wrap gap-2">
        {addresses.length > 0 && (
          <Button size="small" disabled={sync.isPending} onClick={() => sync.mutate({ id })}>
            {sync.isPending ? 'Reading...' : 'Read now'}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        {run && (
          <Button size="small" look="outline" onClick={() => setConfirming('undo')}>
            Undo the last run<span className="sr-only"> of {name}</span>
          </Button>
        )}
        <Button size="small" look="quiet" onClick={() => setConfirming('remove')}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {confirming === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove the source"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
          onClose={onSettled}
        >
          <p>Its proposals are deleted. Its conferences stay.</p>
        </ConfirmDialog>
      )}
      {confirming === 'undo' && (
        <ConfirmDialog
          title={`Undo the last run of ${name}?`}
          action="Undo the run"
          isPending={undo.isPending}
          onConfirm={() => undo.mutate({ id })}
          onClose={onSettled}
        >
          <p>Conferences that it listed are deleted, and its changes are taken back.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
