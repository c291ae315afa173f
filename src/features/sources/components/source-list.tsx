import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { WhatStayed } from '#features/history/components/undo-dialog.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { undoneMessage } from '#lib/undo-saved.ts'
import { useAction } from '#lib/use-action.ts'
import { formats } from '../source-formats.ts'
import type { ListedSource, SourceCounts } from '../sources.schemas.ts'

const countNames = {
  new: 'new',
  same: 'known',
  perhaps: 'perhaps listed',
  changed: 'changed',
  gone: 'gone',
  kept: 'kept as edited',
  skipped: 'left out',
}
/** What a run found, without what it did not. */
const countsText = (counts: SourceCounts) =>
  Object.entries(countNames)
    .map(([name, label]) => ({ n: counts[name as keyof SourceCounts], label }))
    .filter(({ n }) => n > 0)
    .map(({ n, label }) => `${n} ${label}`)
    .join(', ') || 'nothing'

export function SourceList({ sources }: { sources: ListedSource[] }) {
  return (
    <ul>
      {sources.map((source) => (
        <SourceRow key={source.id} source={source} />
      ))}
    </ul>
  )
}

const Lines = ({ lines }: { lines: string[] }) => (
  <ul className="text-[0.9375rem] text-quiet [overflow-wrap:anywhere]">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

const FoldedLines = ({ title, lines }: { title: string; lines: string[] }) => (
  <details>
    <summary className="w-fit cursor-pointer text-quiet">{title}</summary>
    <Lines lines={lines} />
  </details>
)

function SourceRow({ source }: { source: ListedSource }) {
  const { name, format, licence, addresses, lists_at_once, linked, proposed } = source
  const { checked_at, last_error, left_out, run } = source
  return (
    <li className="grid gap-2 border-b border-hairline py-4 first:pt-0">
      <h3 className="text-lg font-semibold">{name}</h3>
      <p>
        {formats[format]}, licence {licence}, {lists_at_once ? 'lists at once' : 'proposes'} ·{' '}
        {count(linked, 'conference', 'conferences')}
        {proposed > 0 && (
          <>
            {' · '}
            <Link to="/admin/proposals" className="link">
              {count(proposed, 'proposal', 'proposals')}
            </Link>
          </>
        )}
      </p>
      {addresses.length > 2 ? (
        <FoldedLines title={`${addresses.length} addresses`} lines={addresses} />
      ) : (
        <Lines lines={addresses} />
      )}
      {run && (
        <p className="text-quiet">
          Last run with news, {shortDay(run.created_at)}: {countsText(run.counts)}
        </p>
      )}
      {checked_at && <p className="text-quiet">Read on {shortDay(checked_at)}</p>}
      {left_out.length > 0 && (
        <FoldedLines
          title={`${count(left_out.length, 'entry', 'entries')} left out`}
          lines={left_out.map(({ name, reason }) => `${name}: ${reason}`)}
        />
      )}
      {last_error && <p className="font-semibold text-accent">{last_error}</p>}
      <SourceActions source={source} />
    </li>
  )
}

function SourceActions({ source: { id, name, addresses, run } }: { source: ListedSource }) {
  const [confirming, setConfirming] = useState<'remove' | 'undo'>()
  const onSettled = () => setConfirming(undefined)
  const sync = useAction(api.sources.sync, {
    success: (counts) => (counts ? `${name}: ${countsText(counts)}` : `${name}: nothing has changed`),
  })
  const remove = useAction(api.sources.remove, { onSettled, success: `${name} was removed` })
  const undo = useAction(api.sources.undo, {
    onSettled,
    success: (result) =>
      result.kept.length > 0 ? undoneMessage(result) : `The last run of ${name} was undone`,
  })
  return (
    <>
      {undo.data && <WhatStayed result={undo.data} />}
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
          <p>
            The conferences it added are deleted and its changes undone. Whatever has been edited since, or is
            in use, stays.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
