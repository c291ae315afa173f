import { useState } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { PlainLink } from '#components/layout/plain-link.tsx'
import {
  doneMessage,
  type Refusals,
  SelectedNames,
  SelectionBar,
  SelectRow,
  useSelection,
} from '#components/layout/selection.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { placeText } from '#features/events/event-text.ts'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { SeriesProposal } from '../series.schemas.ts'

/** Proposed series, to be accepted or dismissed one by one or together. */
export function SeriesProposals({ proposals }: { proposals: SeriesProposal[] }) {
  const onError = useRefreshOnRefusal()
  const accept = useAction(api.seriesProposals.accept, { onError, success: 'Series added' })
  const dismiss = useAction(api.seriesProposals.dismiss, { onError, success: 'Proposal dismissed' })
  const isPending = accept.isPending || dismiss.isPending
  const selection = useSelection(proposals)
  return (
    <>
      <SelectionBar selection={selection}>
        <DecideSelected proposals={selection.selected} isAccepted />
        <DecideSelected proposals={selection.selected} isAccepted={false} />
      </SelectionBar>
      <ul>
        {proposals.map((proposal) => {
          const { id, name, series, editions, score } = proposal
          return (
            <li key={id} className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-hairline py-3">
              <SelectRow selection={selection} row={proposal} name={name} />
              <div className="min-w-0 flex-[1_1_18rem]">
                <p>
                  <strong dir="auto">{name}</strong>{' '}
                  <span className="text-[0.9375rem] text-quiet">
                    {series ? 'joins a series that exists' : 'new series'}, {Math.round(score * 100)} % sure
                  </span>
                </p>
                <ul className="text-[0.9375rem]">
                  {editions.map((edition) => (
                    <li key={edition.slug}>
                      <PlainLink to="/conferences/$slug" params={edition} dir="auto" className="link">
                        {edition.name}
                      </PlainLink>{' '}
                      <span className="text-quiet">
                        {placeText(edition)}, {dateRange(edition.start_date, edition.start_date)}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
              <div className="flex gap-2">
                <Button size="small" disabled={isPending} onClick={() => accept.mutate({ id })}>
                  Accept<span className="sr-only"> {name}</span>
                </Button>
                <Button size="small" look="quiet" disabled={isPending} onClick={() => dismiss.mutate({ id })}>
                  Dismiss<span className="sr-only"> {name}</span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Looks for series among all conferences. */
export function FindSeries() {
  const find = useAction(api.seriesProposals.find, {
    success: ({ series, conferences }) =>
      series > 0
        ? `${count(series, 'series', 'series')} proposed for ${count(conferences, 'conference', 'conferences')}`
        : 'No conferences look like the editions of one',
  })
  return (
    <Button size="small" look="outline" disabled={find.isPending} onClick={() => find.mutate({})}>
      {find.isPending ? 'Looking...' : 'Look for series'}
    </Button>
  )
}

function DecideSelected({ proposals, isAccepted }: { proposals: SeriesProposal[]; isAccepted: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const decide = useAction(api.seriesProposals.decideMany, {
    onSettled: () => setConfirming(false),
    success: ({ refused }: Refusals) =>
      doneMessage(isAccepted ? 'Accepted' : 'Dismissed', ['series', 'series'], proposals, refused),
  })
  const verb = isAccepted ? 'Accept' : 'Dismiss'
  return (
    <>
      <Button size="small" look={isAccepted ? 'outline' : 'quiet'} onClick={() => setConfirming(true)}>
        {verb}
        <span className="sr-only"> the selected series</span>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`${verb} ${proposals.length} series?`}
          action={`${verb} ${proposals.length} series`}
          isPending={decide.isPending}
          onConfirm={() => decide.mutate({ ids: proposals.map(({ id }) => id), is_accepted: isAccepted })}
          onClose={() => setConfirming(false)}
        >
          <SelectedNames names={proposals.map(({ name }) => name)} />
          <p>
            {isAccepted
              ? 'Each can be undone on the page of its series for 30 days.'
              : 'They are not proposed again.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
