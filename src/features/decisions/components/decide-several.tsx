import { lazy, Suspense, useState } from 'react'
import { type Selection, SelectionBar } from '#components/layout/selection.tsx'
import { Button } from '#components/ui/button.tsx'
import { decisionWords } from '../decision-words.ts'
import type { OpenDecision } from '../decisions.schemas.ts'
import type { DecisionKind } from '../decisions.ts'

/** Loaded on demand: few decisions are made together. */
const SeveralDialog = lazy(() =>
  import('./several-dialog.tsx').then((module) => ({ default: module.SeveralDialog })),
)

type Props = { kind: DecisionKind; selection: Selection<OpenDecision> }

/** Decides on all that are selected, after a question. */
export function DecideSeveral({ kind, selection }: Props) {
  const [question, setQuestion] = useState<{ chosen: OpenDecision[]; isAccepted: boolean }>()
  const words = decisionWords[kind]
  return (
    <>
      <SelectionBar selection={selection}>
        {[true, false].map((isAccepted) => {
          const label = isAccepted ? words.accept : words.reject
          return label ? (
            <Button
              key={label}
              size="small"
              look={isAccepted ? 'outline' : 'quiet'}
              onClick={() => setQuestion({ chosen: selection.selected, isAccepted })}
            >
              {label}
              <span className="sr-only"> the selected {words.many}</span>
            </Button>
          ) : null
        })}
      </SelectionBar>
      {question && (
        <Suspense>
          <SeveralDialog kind={kind} {...question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </>
  )
}
