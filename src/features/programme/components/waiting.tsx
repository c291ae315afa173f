import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '#components/ui/section.tsx'
import { WereYouThere } from '#features/attendance/components/were-you-there.tsx'
import { OpenKinds } from '#features/decisions/components/open-kinds.tsx'
import type { DecisionCounts } from '#features/decisions/decisions.schemas.ts'
import type { Agenda } from '../agenda.schemas.ts'

type Props = Pick<Agenda, 'claims' | 'question'> & {
  decisions: DecisionCounts
  isAdmin: boolean
  openCount: number
  children: ReactNode
}

/** What waits for an answer: the viewer's, or somebody else's. `children` are the `openCount` requests of others. */
export function Waiting({ claims, decisions, isAdmin, question, openCount, children }: Props) {
  const total = openCount + decisions.length + claims.length + (question ? 1 : 0)
  return (
    <Section title="Waiting for you" aside={total > 0 && <span className="text-quiet">{total}</span>}>
      {total === 0 && <p className="text-quiet">Nothing is waiting for you.</p>}
      {children}
      {question && <WereYouThere event={question} />}
      <ul>
        <OpenKinds decisions={decisions} isAdmin={isAdmin} />
        {claims.map(({ kind, name, id }) => (
          <li key={id} className="border-b border-hairline py-2.5">
            <Link
              to={kind === 'event' ? '/conferences/$slug' : '/speakers/$id'}
              params={{ slug: id, id }}
              className="link font-semibold"
            >
              {name}
            </Link>
            <span className="block text-[0.9375rem] text-quiet">
              An administrator will review your claim.
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
