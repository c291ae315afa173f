import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
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
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { TopicProposal } from '../topics.schemas.ts'

const failure = (message: string) => ({ title: 'Error', detail: message })

export function TopicProposals({ proposals }: { proposals: TopicProposal[] }) {
  const onError = useRefreshOnRefusal()
  const accept = useAction(api.topicProposals.accept, {
    onError,
    success: 'Topic added successfully!',
    failure,
  })
  const dismiss = useAction(api.topicProposals.dismiss, { onError, success: 'Proposal dismissed', failure })
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
          const { id, name, is_new } = proposal
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-hairline py-2 first:pt-0"
            >
              <SelectRow selection={selection} row={proposal} name={name} />
              <p className="min-w-0 flex-[1_1_14rem]">
                <strong dir="auto">{name}</strong>{' '}
                <span className="text-[0.9375rem] text-quiet">
                  {is_new && 'new '}
                  <Origin proposal={proposal} />
                </span>
              </p>
              <div className="flex gap-2">
                <Button size="small" disabled={isPending} onClick={() => accept.mutate({ id })}>
                  Add<span className="sr-only"> {name}</span>
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

/** Who proposes a topic, and for what conferences. */
function Origin({ proposal: { proposed_by, event_count, event_names } }: { proposal: TopicProposal }) {
  const rest = event_count - event_names.length
  return (
    <>
      {proposed_by && (
        <>
          by{' '}
          <Link to="/admin/users/$id" params={{ id: proposed_by.id }} className="link">
            {proposed_by.full_name ?? 'Unnamed User'}
          </Link>{' '}
        </>
      )}
      {event_count > 0 && (
        <>
          for {count(event_count, 'conference', 'conferences')}: {event_names.join(', ')}
          {rest > 0 && ` and ${rest.toLocaleString('en')} more`}
        </>
      )}
    </>
  )
}

/** Looks for topics in the names of all conferences. */
export function ProposeFromNames() {
  const propose = useAction(api.topicProposals.proposeFromNames, {
    success: ({ topics, conferences }) =>
      topics > 0
        ? `${count(topics, 'topic', 'topics')} proposed for ${count(conferences, 'conference', 'conferences')}`
        : 'No name of a conference names a topic that it does not have',
    failure,
  })
  return (
    <Button size="small" look="outline" disabled={propose.isPending} onClick={() => propose.mutate({})}>
      Look for topics in the names of conferences
    </Button>
  )
}

function DecideSelected({ proposals, isAccepted }: { proposals: TopicProposal[]; isAccepted: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const decide = useAction(api.topicProposals.decideMany, {
    onSettled: () => setConfirming(false),
    success: ({ refused }: Refusals) =>
      doneMessage(isAccepted ? 'Added' : 'Dismissed', ['topic', 'topics'], proposals, refused),
    failure,
  })
  const verb = isAccepted ? 'Add' : 'Dismiss'
  const topics = count(proposals.length, 'topic', 'topics')
  return (
    <>
      <Button size="small" look={isAccepted ? 'outline' : 'quiet'} onClick={() => setConfirming(true)}>
        {verb}
        <span className="sr-only"> the selected topics</span>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`${verb} ${topics}?`}
          action={`${verb} ${topics}`}
          isPending={decide.isPending}
          onConfirm={() => decide.mutate({ ids: proposals.map(({ id }) => id), is_accepted: isAccepted })}
          onClose={() => setConfirming(false)}
        >
          <SelectedNames names={proposals.map(({ name }) => name)} />
          {isAccepted && proposals.some(({ event_count }) => event_count > 0) && (
            <p>The conferences that they are proposed for get them.</p>
          )}
          {proposals.some(({ proposed_by }) => proposed_by) && (
            <p>The members who proposed them are notified.</p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
