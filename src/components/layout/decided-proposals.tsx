import type { ProcedureUtils } from '@orpc/tanstack-query'
import { type ReactNode, useState } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { count } from '#lib/text.ts'
import type { ToastMessage } from '#lib/toasts.ts'
import { useAction, useActionInParts } from '#lib/use-action.ts'
import { type ListProps, ProposalList } from './proposal-list.tsx'
import { combineRefusals, doneMessage, Progress, type Refusals, SelectedNames } from './selection.tsx'

type Action<Input, Output> = ProcedureUtils<Record<never, never>, Input, Output, Error>

type DecidedProps<P extends { id: string; name: string }> = Pick<ListProps<P>, 'proposals' | 'content'> & {
  procedures: {
    accept: Action<{ id: string }, void>
    dismiss: Action<{ id: string }, void>
    decideMany: Action<{ ids: string[]; is_accepted: boolean }, Refusals>
  }
  /** What accepting is called, before and after, and what is proposed. */
  words: { accept: string; accepted: string; success: string; one: string; many: string }
  /** What the dialog says of several that are decided at once. */
  consequence: (proposals: P[], isAccepted: boolean) => ReactNode
  failure?: (message: string) => ToastMessage
}

/** Proposals that are accepted or dismissed, one by one or, after a question, together. */
export function DecidedProposals<P extends { id: string; name: string }>({
  proposals,
  content,
  procedures,
  words,
  consequence,
  failure = (message) => message,
}: DecidedProps<P>) {
  const [question, setQuestion] = useState<{ chosen: P[]; isAccepted: boolean }>()
  const { chosen, isAccepted } = question ?? { chosen: [], isAccepted: false }
  const onError = useRefreshOnRefusal()
  const accept = useAction(procedures.accept, { onError, success: words.success, failure })
  const dismiss = useAction(procedures.dismiss, { onError, success: 'Proposal dismissed', failure })
  const decide = useActionInParts(procedures.decideMany, {
    combine: combineRefusals,
    onError,
    onSettled: () => setQuestion(undefined),
    success: ({ refused }: Refusals) =>
      doneMessage(isAccepted ? words.accepted : 'Dismissed', [words.one, words.many], chosen, refused),
    failure,
  })
  const actions = (rows: P[], name?: string) =>
    [accept, dismiss].map((decision) => (
      <Button
        key={decision === accept ? 'accept' : 'dismiss'}
        size="small"
        look={decision === dismiss ? 'quiet' : name === undefined ? 'outline' : 'primary'}
        disabled={accept.isPending || dismiss.isPending}
        onClick={() => {
          if (name === undefined) setQuestion({ chosen: rows, isAccepted: decision === accept })
          else decision.mutate({ id: rows[0]!.id })
        }}
      >
        {decision === accept ? words.accept : 'Dismiss'}
        <span className="sr-only"> {name ?? `the selected ${words.many}`}</span>
      </Button>
    ))
  const action = `${isAccepted ? words.accept : 'Dismiss'} ${count(chosen.length, words.one, words.many)}`
  return (
    <>
      <ProposalList {...{ proposals, content, actions }} />
      {question && (
        <ConfirmDialog
          title={`${action}?`}
          action={action}
          isPending={decide.isPending}
          onConfirm={() => decide.mutate({ ids: chosen.map(({ id }) => id), is_accepted: isAccepted })}
          onClose={() => setQuestion(undefined)}
        >
          <SelectedNames names={chosen.map(({ name }) => name)} />
          {consequence(chosen, isAccepted)}
          <Progress progress={decide.progress} />
        </ConfirmDialog>
      )}
    </>
  )
}
