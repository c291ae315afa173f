import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSelection } from '#components/layout/selection.tsx'
import type { DecisionState, OpenDecision } from '../decisions.schemas.ts'
import type { DecisionKind } from '../decisions.ts'
import { DecideSeveral } from './decide-several.tsx'
import { DecisionCard } from './decision-card.tsx'

type Props = {
  decisions: OpenDecision[]
  /** Where all are of one kind, several can be selected. */
  kind?: DecisionKind
  state?: DecisionState
}

/** What waits for a decision, or can be opened again, with what helps to decide beside it. The page has a PostForm for it. */
export function DecisionList({ decisions, kind, state = 'open' }: Props) {
  const selection = useSelection(decisions)
  useEffect(() => {
    // The same function for every list of a page: a key is heard once.
    const keys = import('./decision-keys.ts').then(({ onDecisionKey }) => onDecisionKey)
    void keys.then((onKey) => addEventListener('keydown', onKey))
    return () => void keys.then((onKey) => removeEventListener('keydown', onKey))
  }, [])
  return (
    <>
      {kind && state === 'open' && <DecideSeveral kind={kind} selection={selection} />}
      <ul>
        {decisions.map((decision) => (
          <DecisionCard
            key={decision.id}
            decision={decision}
            state={state}
            selection={kind && state === 'open' ? selection : undefined}
          />
        ))}
      </ul>
    </>
  )
}

type ViewProps = {
  kind: DecisionKind
  state?: DecisionState
  page: { decisions: OpenDecision[]; next: string | null }
  /** Where nothing waits. */
  children: ReactNode
}

/** The first decisions of a kind, on a page of its own. */
export const DecisionsOfKind = ({ kind, state = 'open', page: { decisions, next }, children }: ViewProps) => (
  <>
    {decisions.length === 0 ? children : <DecisionList decisions={decisions} kind={kind} state={state} />}
    {next !== null && (
      <Link
        to="/admin/decisions"
        search={{ kind, state: state === 'open' ? undefined : state, after: next }}
        className="link mt-3 inline-block"
      >
        More
      </Link>
    )}
  </>
)
