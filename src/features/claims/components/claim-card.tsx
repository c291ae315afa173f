import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { AdministratorMark } from '#features/people/components/administrator-mark.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { Claimant, ClaimStatus } from '../claims.schemas.ts'

type Kind = 'eventClaims' | 'speakerClaims'

type Claim = {
  id: string
  status: ClaimStatus
  created_at: string
  approved_at: string | null
  rejected_at: string | null
  decided_by: PersonCard | null
}

const statusLabels = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' }

type Props = {
  kind: Kind
  claim: Claim
  /** The name of what is claimed. */
  subject: string
  claimant: Claimant
  picture: ReactNode
  title: ReactNode
  reason: string | null
  decision: ReactNode
  children: ReactNode
}

/** What is claimed on the left, who claims it on the right of it, or below its head where there is no room. */
export function ClaimCard(props: Props) {
  const { kind, claim, subject, claimant, picture, title, reason, decision, children } = props
  const isPending = claim.status === 'pending'
  const Heading = isPending ? 'h3' : 'h4'
  return (
    <article className="flex gap-4 sm:gap-4.5">
      {picture}
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-x-8 [&>*+*]:mt-3 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading className="text-xl leading-snug">{title}</Heading>
            <Badge look={isPending ? 'strong' : 'plain'}>{statusLabels[claim.status]}</Badge>
          </div>
          {children}
        </div>
        <ClaimBy claim={claim} claimant={claimant} />
        {reason && (
          <blockquote className="max-w-prose border-l-4 border-edge pl-4 whitespace-pre-line">
            {reason}
          </blockquote>
        )}
        {isPending && decision}
        {claim.status === 'approved' && <UndoApproval kind={kind} claim={claim} subject={subject} />}
      </div>
    </article>
  )
}

type DecisionProps = {
  subject: string
  disabled: boolean
  onApprove: () => void
  /** Without it the button submits its form. */
  onReject?: () => void
}

export function DecisionButtons({ subject, disabled, onApprove, onReject }: DecisionProps) {
  const hiddenLabel = <span className="sr-only"> the claim of {subject}</span>
  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={disabled} onClick={onApprove}>
        Approve{hiddenLabel}
      </Button>
      <Button type={onReject ? 'button' : 'submit'} look="outline" disabled={disabled} onClick={onReject}>
        Reject{hiddenLabel}
      </Button>
    </div>
  )
}

const useUndo = (kind: Kind) =>
  useAction(api[kind].undo, {
    onError: useRefreshOnRefusal(),
    success: 'Approval withdrawn',
    failure: (message) => `Failed to withdraw the approval: ${message}`,
  })

function UndoApproval({ kind, claim, subject }: Pick<Props, 'kind' | 'claim' | 'subject'>) {
  const undo = useUndo(kind)
  return (
    <div>
      <Button
        look="quiet"
        size="small"
        disabled={undo.isPending}
        onClick={() => undo.mutate({ claim_id: claim.id })}
      >
        Undo<span className="sr-only"> the approval of the claim of {subject}</span>
      </Button>
    </div>
  )
}

export const approveFailure = (message: string) => `Failed to approve claim: ${message}`
export const rejectFailure = (message: string) => `Failed to reject claim: ${message}`

/** Approves a claim; a button in the toast takes that back. */
export function useApproval(
  kind: Kind,
  options: { success: string; onSuccess?: () => void; hasForm?: boolean },
) {
  const undo = useUndo(kind)
  return useAction(api[kind].approve, {
    ...options,
    onError: useRefreshOnRefusal(),
    failure: approveFailure,
    undo:
      ({ claim_id }) =>
      () =>
        undo.mutate({ claim_id }),
  })
}

function ClaimBy({ claim, claimant }: { claim: Claim; claimant: Claimant }) {
  const decidedAt = claim.approved_at ?? claim.rejected_at
  return (
    <div className="grid content-start gap-1 text-[0.9375rem] md:col-start-2 md:row-span-3 md:row-start-1 md:mt-0!">
      <p className="text-base">
        Claimed by{' '}
        <Link to="/u/$id" params={{ id: claimant.id }} className="link font-semibold">
          {claimant.full_name ?? 'Unknown user'}
        </Link>
        <AdministratorMark person={claimant} />
      </p>
      <dl className="grid gap-x-4 gap-y-0.5 min-[26rem]:grid-cols-[auto_minmax(0,1fr)]">
        <Fact name="Submitted">
          <Moment at={claim.created_at} />
        </Fact>
        {decidedAt ? (
          <Fact name={statusLabels[claim.status]}>
            <Moment at={decidedAt} /> by {claim.decided_by?.full_name ?? 'Unknown admin'}
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
          'no conferences yet'
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
