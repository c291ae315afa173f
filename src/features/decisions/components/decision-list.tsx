import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { useSelection } from '#components/layout/selection.tsx'
import type { DecisionState, OpenDecision } from '../decisions.schemas.ts'
import type { DecisionKind } from '../decisions.ts'
import { DecideSeveral } from './decide-several.tsx'
import { DecisionCard } from './decision-card.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'

type Props = {
  decisions: OpenDecision[]
  /** Where all are of one kind, several can be selected. */
  kind?: DecisionKind
  state?: DecisionState
}

/** What waits for a decision, or can be opened again, with what helps to decide beside it. */
export function DecisionList({ decisions, kind, state = 'open' }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const selection = useSelection(decisions)
  useDecisionKeys(list, decisions)
  return (
    <>
      <PostForm name="decision" />
      {kind && state === 'open' && <DecideSeveral kind={kind} selection={selection} />}
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
