import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { EventDateBlock } from '#features/directory/components/event-date-block.tsx'
import { PlaceLinks } from '#features/directory/components/place-links.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { ListedEventClaim } from '../event-claims.schemas.ts'
import { ClaimCard, DecisionButtons, rejectFailure, useApproval } from './claim-card.tsx'

export function EventClaimCard({ claim }: { claim: ListedEventClaim }) {
  const { event, requester, reason } = claim
  return (
    <ClaimCard
      kind="eventClaims"
      claim={claim}
      subject={event.name}
      claimant={requester}
      picture={<EventDateBlock start={event.start_date} end={event.end_date} />}
      title={
        <Link to="/conferences/$slug" params={{ slug: event.slug }} className="hover:text-accent">
          {event.name || 'Unknown Event'}
        </Link>
      }
      reason={reason}
      decision={<Decision claim={claim} />}
    >
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
      {claim.status === 'pending' && (
        <p className="text-[0.9375rem] text-quiet">
          {event.owner ? (
            <>
              Owned by <PersonLink person={event.owner} unnamed="Unknown user" />
            </>
          ) : (
            'No owner yet'
          )}
        </p>
      )}
    </ClaimCard>
  )
}

function Decision({ claim }: { claim: ListedEventClaim }) {
  const [isReplacing, setReplacing] = useState(false)
  const approve = useApproval('eventClaims', { success: 'Claim approved successfully' })
  const reject = useAction(api.eventClaims.reject, {
    onError: useRefreshOnRefusal(),
    success: 'Claim rejected',
    failure: rejectFailure,
  })
  const input = { claim_id: claim.id }
  const replacement = { ...input, owner_id: claim.event.owner?.id }
  const { event, requester } = claim
  const owner = event.owner?.id === requester.id ? null : event.owner
  const ownerName = owner?.full_name ?? 'Unknown user'
  return (
    <>
      <DecisionButtons
        subject={event.name}
        disabled={approve.isPending || reject.isPending}
        onApprove={() => (owner ? setReplacing(true) : approve.mutate(input))}
        onReject={() => reject.mutate(input)}
      />
      {isReplacing && owner && (
        <ConfirmDialog
          title="Replace the owner?"
          action={`Replace ${ownerName}`}
          isPending={approve.isPending}
          onConfirm={() => approve.mutate(replacement, { onSettled: () => setReplacing(false) })}
          onClose={() => setReplacing(false)}
        >
          <p>
            {event.name} is owned by {ownerName}. If you approve this claim,{' '}
            {requester.full_name ?? 'Unknown user'} becomes its owner and {ownerName} can no longer edit it.
            Other pending claims of this conference are rejected.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
