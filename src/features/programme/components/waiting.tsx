import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '#components/ui/section.tsx'
import { WereYouThere } from '#features/attendance/components/were-you-there.tsx'
import { count } from '#lib/text.ts'
import type { Agenda } from '../agenda.schemas.ts'

type Props = Pick<Agenda, 'claims' | 'queues' | 'question'> & { openCount: number; children: ReactNode }

/** What administrators decide, of each kind that has something. */
const decisionsOf = (queues: NonNullable<Props['queues']>) =>
  (
    [
      { to: '/admin/claims', n: queues.event_claims, one: 'event claim', many: 'event claims' },
      {
        to: '/admin/speaker-claims',
        n: queues.speaker_claims,
        one: 'speaker claim',
        many: 'speaker claims',
      },
      {
        to: '/admin/invitations',
        n: queues.invitation_requests,
        one: 'request for an invitation',
        many: 'requests for an invitation',
      },
      {
        to: '/admin/proposals',
        n: queues.proposed_events,
        one: 'proposed conference',
        many: 'proposed conferences',
      },
      {
        to: '/admin/proposals',
        n: queues.source_questions,
        one: 'question about a conference',
        many: 'questions about conferences',
      },
    ] as const
  ).filter(({ n }) => n > 0)

/** What waits for an answer: the viewer's, or somebody else's. `children` are the `openCount` requests of others. */
export function Waiting({ claims, queues, question, openCount, children }: Props) {
  const decisions = queues ? decisionsOf(queues) : []
  const total = openCount + decisions.length + claims.length + (question ? 1 : 0)
  return (
    <Section title="Waiting for you" aside={total > 0 && <span className="text-quiet">{total}</span>}>
      {total === 0 && <p className="text-quiet">No requests and no decisions to make.</p>}
      {children}
      {question && <WereYouThere event={question} />}
      <ul>
        {decisions.map(({ to, n, one, many }) => (
          <li key={one} className="border-b border-hairline py-2.5">
            <Link to={to} className="link font-semibold">
              {count(n, one, many)}
            </Link>
            <span className="block text-[0.9375rem] text-quiet">to decide</span>
          </li>
        ))}
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
