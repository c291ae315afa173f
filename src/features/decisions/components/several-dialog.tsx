import {
  combineRefusals,
  doneMessage,
  Progress,
  type Refusals,
  SelectedNames,
} from '#components/layout/several-records.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useActionInParts } from '#lib/use-action.ts'
import { decisionWords } from '../decision-words.ts'
import type { OpenDecision } from '../decisions.schemas.ts'
import type { DecisionKind } from '../decisions.ts'

type Props = { kind: DecisionKind; chosen: OpenDecision[]; isAccepted: boolean; onClose: () => void }

export function SeveralDialog({ kind, chosen, isAccepted, onClose }: Props) {
  const { one, many, ...words } = decisionWords[kind]
  const [verb = '', done = ''] = isAccepted ? [words.accept, words.accepted] : [words.reject, words.rejected]
  const decide = useActionInParts(api.decisions.decideMany, {
    combine: combineRefusals,
    // Each request lists its conferences as one import.
    partSize: kind === 'proposal' ? 25 : 10,
    onSettled: onClose,
    success: ({ refused }: Refusals) => doneMessage(done, [one, many], chosen, refused),
  })
  const action = `${verb} ${count(chosen.length, one, many)}`
  const doubtful = chosen.filter((decision) => decision.is_doubtful).length
  return (
    <ConfirmDialog
      title={`${action}?`}
      action={action}
      isPending={decide.isPending}
      onConfirm={() => decide.mutate({ kind, ids: chosen.map(({ id }) => id), is_accepted: isAccepted })}
      onClose={onClose}
    >
      <SelectedNames names={chosen.map(({ name }) => name)} />
      {doubtful > 0 && <p>{count(doubtful, 'of them is', 'of them are')} doubtful.</p>}
      {chosen.some(({ asked_by }) => asked_by) && <p>The members who asked are notified.</p>}
      <Progress progress={decide.progress} />
    </ConfirmDialog>
  )
}
