import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useSelection } from '#components/layout/selection.tsx'
import type { DecisionState, OpenDecision } from '../decisions.schemas.ts'
import type { DecisionKind } from '../decisions.ts'
import { DecisionCard } from './decision-card.tsx'

/** Loaded afterwards: without script nothing can be selected. */
const DecideSeveral = lazy(() =>
  import('./decide-several.tsx').then((module) => ({ default: module.DecideSeveral })),
)

type Props = {
  decisions: OpenDecision[]
  /** Where all are of one kind, several can be selected. */
  kind?: DecisionKind
  state?: DecisionState
}

/** What waits for a decision, or can be opened again, with what helps to decide beside it. The page has a PostForm for it. */
export function DecisionList({ decisions, kind, state = 'open' }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const selection = useSelection(decisions)
  useEffect(() => {
    // Loaded afterwards: nobody presses a key at once.
    const end = import('./decision-keys.ts').then(
      ({ listenToKeys }) => list.current && listenToKeys(list.current),
    )
    return () => void end.then((stop) => stop?.())
  }, [])
  return (
    <>
      {kind && state === 'open' && (
        <Suspense fallback={<div className="mb-3 min-h-9" />}>
          <DecideSeveral kind={kind} selection={selection} />
        </Suspense>
      )}
      <ul ref={list}>
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
  page: { decisions: OpenDecision[]; next: string | null }
  /** Where nothing waits. */
  children: ReactNode
}

/** The first decisions of a kind, on a page of its own. */
export const DecisionsOfKind = ({ kind, page: { decisions, next }, children }: ViewProps) => (
  <>
    {decisions.length === 0 ? children : <DecisionList decisions={decisions} kind={kind} />}
    {next !== null && (
      <Link to="/admin/decisions" search={{ kind, after: next }} className="link mt-3 inline-block">
        More
      </Link>
    )}
  </>
)
