import type { ReactNode } from 'react'
import { SelectionBar, SelectRow, useSelection } from './selection.tsx'

type Proposal = { id: string; name: string }

export type ListProps<P extends Proposal> = {
  proposals: P[]
  content: (proposal: P) => ReactNode
  /** The buttons that decide on one proposal, which has a name for those who hear it, or on all that are selected. */
  actions: (proposals: P[], name?: string) => ReactNode
}

export function ProposalList<P extends Proposal>({ proposals, content, actions }: ListProps<P>) {
  const selection = useSelection(proposals)
  return (
    <>
      <SelectionBar selection={selection}>{actions(selection.selected)}</SelectionBar>
      <ul>
        {proposals.map((proposal) => (
          <li
            key={proposal.id}
            className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0"
          >
            <SelectRow selection={selection} row={proposal} name={proposal.name} />
            <div className="min-w-0 flex-[1_1_11rem] [overflow-wrap:anywhere]">{content(proposal)}</div>
            <div className="flex gap-2">{actions([proposal], proposal.name)}</div>
          </li>
        ))}
      </ul>
    </>
  )
}
