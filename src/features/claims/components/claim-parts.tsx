import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { Claimant } from '../claimants.schemas.ts'

type Claim = {
  status: 'pending' | 'approved' | 'rejected'
  created_at: string
  approved_at: string | null
  rejected_at: string | null
  decided_by: PersonCard | null
}

const words = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' }

/** What is claimed on the left, who claims it on the right of it, or below its head where there is no room. */
export const claimGrid =
  'grid min-w-0 flex-1 grid-cols-1 content-start gap-x-8 [&>*+*]:mt-3 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

export const ClaimBadge = ({ claim }: { claim: Claim }) => (
  <Badge look={claim.status === 'pending' ? 'accent' : 'plain'}>{words[claim.status]}</Badge>
)

/** Who claims, and how that was decided; while it waits, what helps to decide it. */
export function ClaimBy({ claim, claimant }: { claim: Claim; claimant: Claimant }) {
  const decided = claim.approved_at ?? claim.rejected_at
  return (
    <div className="grid content-start gap-1 text-[0.9375rem] md:col-start-2 md:row-span-3 md:row-start-1 md:mt-0!">
      <p className="text-base">
        Claimed by{' '}
        <Link to="/u/$id" params={{ id: claimant.id }} className="link font-semibold">
          {claimant.full_name ?? 'Unknown user'}
        </Link>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        <Fact name="Submitted">
          <Moment at={claim.created_at} />
        </Fact>
        {decided ? (
          <Fact name={words[claim.status]}>
            <Moment at={decided} /> by {claim.decided_by?.full_name ?? 'Unknown admin'}
          </Fact>
        ) : (
          <ClaimantFacts claimant={claimant} />
        )}
      </dl>
    </div>
  )
}

function ClaimantFacts({ claimant }: { claimant: Claimant }) {
  const { member_since, event_count, events, approved, rejected } = claimant
  return (
    <>
      <Fact name="Member since">{shortDay(member_since.slice(0, 10))}</Fact>
      <Fact name="Owns">
        {event_count === 0 ? (
          'no conference yet'
        ) : (
          <>
            {count(event_count, 'conference', 'conferences')}:{' '}
            {events.map((event, index) => (
              <span key={event.id}>
                {index > 0 && ', '}
                <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
                  {event.name}
                </Link>
              </span>
            ))}
            {event_count > events.length && ' and others'}
          </>
        )}
      </Fact>
      <Fact name="Claims before">
        {approved + rejected === 0 ? 'none decided' : `${approved} approved, ${rejected} rejected`}
      </Fact>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
