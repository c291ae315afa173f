import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRefreshOnRefusal } from '#components/layout/use-refresh-on-refusal.ts'
import { Button } from '#components/ui/button.tsx'
import { ClaimBadge, ClaimBy, claimGrid } from '#features/claims/components/claim-parts.tsx'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import type { ListedEventClaim } from '../event-claims.schemas.ts'
import { EventDateBlock } from './event-date-block.tsx'
import { PlaceLinks } from './place-links.tsx'

/** Somebody's claim of an event, with what helps to decide it while it waits. */
export function EventClaimCard({ claim }: { claim: ListedEventClaim }) {
  const { event, requester } = claim
  const isPending = claim.status === 'pending'
  const Heading = isPending ? 'h3' : 'h4'
  return (
    <article className="flex gap-4 sm:gap-4.5">
      <EventDateBlock start={event.start_date} end={event.end_date} />
      <div className={claimGrid}>
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading className="text-xl leading-snug">
              <Link to="/conferences/$slug" params={{ slug: event.slug }} className="hover:text-accent">
                {event.name || 'Unknown Event'}
              </Link>
            </Heading>
            <ClaimBadge claim={claim} />
          </div>
          <p className="text-[0.9375rem] text-quiet">
            <PlaceLinks city={event.location_name} country={event.country_name} />
            {' · '}
            <span className="whitespace-nowrap">{dateRange(event.start_date, event.end_date)}</span>
            {event.website && (
              <>
                {' · '}
                <a href={event.website} rel="noopener nofollow" className="link">
                  Website
                </a>
              </>
            )}
          </p>
          {isPending && (
            <p className="text-[0.9375rem] text-quiet">
              {event.owner ? (
                <>
                  Owned by{' '}
                  <Link to="/u/$id" params={{ id: event.owner.id }} className="link">
                    {event.owner.full_name ?? 'Unknown user'}
                  </Link>
                </>
              ) : (
                'Nobody owns it yet'
              )}
            </p>
          )}
        </div>
        <ClaimBy claim={claim} claimant={requester} />
        {claim.reason && (
          <blockquote className="max-w-prose border-l-4 border-edge pl-4 whitespace-pre-line">
            {claim.reason}
          </blockquote>
        )}
        {isPending && <Decision claim={claim} />}
      </div>
    </article>
  )
}

function Decision({ claim }: { claim: ListedEventClaim }) {
  const onError = useRefreshOnRefusal()
  const approve = useMutation({
    ...api.eventClaims.approve.mutationOptions(),
    onError,
    meta: {
      success: 'Claim approved successfully',
      failure: (message) => `Failed to approve claim: ${message}`,
    },
  })
  const reject = useMutation({
    ...api.eventClaims.reject.mutationOptions(),
    onError,
    meta: { success: 'Claim rejected', failure: (message) => `Failed to reject claim: ${message}` },
  })
  const isDeciding = approve.isPending || reject.isPending
  const input = { claim_id: claim.id }
  const what = <span className="sr-only"> the claim of {claim.event.name}</span>
  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={isDeciding} onClick={() => approve.mutate(input)}>
        Approve{what}
      </Button>
      <Button look="outline" disabled={isDeciding} onClick={() => reject.mutate(input)}>
        Reject{what}
      </Button>
    </div>
  )
}
