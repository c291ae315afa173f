import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { formatMoment } from '#lib/dates.ts'
import { undoneMessage } from '#lib/undo-saved.ts'
import type { RecordChange, UndoResult } from '../history.schemas.ts'

export type Question = { change: Pick<RecordChange, 'id' | 'at' | 'via'>; what: 'undo' | 'return' }

type UndoOptions = { onResult: (result: UndoResult) => void; onSettled: () => void }

/** For the actions that undo something. */
export const undoOptions = ({ onResult, onSettled }: UndoOptions) => ({
  onSuccess: onResult,
  onSettled,
  success: undoneMessage,
})

type DialogProps = { question: Question; isPending: boolean; onConfirm: () => void; onClose: () => void }

export const UndoDialog = ({ question: { change, what }, ...props }: DialogProps) => (
  <ConfirmDialog
    title={what === 'undo' ? 'Undo this change?' : 'Return to this version?'}
    action={what === 'undo' ? 'Undo' : 'Return to it'}
    {...props}
  >
    <p>
      {what === 'undo'
        ? `The change of ${formatMoment(change.at)} UTC is undone. What was changed again since then stays.`
        : `All changes after ${formatMoment(change.at)} UTC are undone, the newest first.`}{' '}
      {change.via !== 'merge' && 'You can undo this, too.'}
    </p>
  </ConfirmDialog>
)

export const WhatStayed = ({ result: { kept } }: { result: Pick<UndoResult, 'kept'> }) =>
  kept.length > 0 && (
    <div role="status" className="border-l-4 border-accent bg-wash px-4 py-3">
      <p className="font-semibold">This stays, because it was changed since or is in use:</p>
      <KeptList kept={kept} />
    </div>
  )

export const KeptList = ({ kept }: Pick<UndoResult, 'kept'>) => (
  <ul className="list-disc ps-5">
    {kept.map(({ name, current }) => (
      <li key={`${name} ${current}`} className="wrap-anywhere">
        {name}
        {current !== null && `: ${current}`}
      </li>
    ))}
  </ul>
)
