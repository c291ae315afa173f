import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { useRefreshOnRefusal } from '#components/layout/use-refresh-on-refusal.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { ClaimBadge, ClaimBy, claimGrid } from '#features/claims/components/claim-parts.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { type ListedSpeakerClaim, rejectionForm } from '../speaker-claims.schemas.ts'
import { placeOf } from '../speakers.ts'

/** Somebody's claim of a speaker profile, with what helps to decide it while it waits. */
export function SpeakerClaimCard({ claim }: { claim: ListedSpeakerClaim }) {
  const { speaker, claimant } = claim
  const isPending = claim.status === 'pending'
  const Heading = isPending ? 'h3' : 'h4'
  const talks = count(speaker.talk_count, 'talk', 'talks')
  return (
    <article className="flex gap-4">
      <Avatar name={speaker.name} image={speaker.image_url} />
      <div className={claimGrid}>
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading className="text-xl leading-snug">
              <Link to="/speakers/$id" params={{ id: speaker.id }} className="hover:text-accent">
                {speaker.name}
              </Link>
            </Heading>
            <ClaimBadge claim={claim} />
          </div>
          <p className="text-[0.9375rem] text-quiet">
            {[placeOf(speaker), talks].filter(Boolean).join(' · ')}
          </p>
          {speaker.bio && <p className="mt-1 line-clamp-2 max-w-prose text-[0.9375rem]">{speaker.bio}</p>}
        </div>
        <ClaimBy claim={claim} claimant={claimant} />
        {claim.rejection_reason && (
          <blockquote className="max-w-prose border-l-4 border-edge pl-4 whitespace-pre-line">
            {claim.rejection_reason}
          </blockquote>
        )}
        {isPending && <Decision claim={claim} />}
      </div>
    </article>
  )
}

function Decision({ claim }: { claim: ListedSpeakerClaim }) {
  const form = useForm<z.input<typeof rejectionForm>, unknown, z.output<typeof rejectionForm>>({
    resolver: zodResolver(rejectionForm),
    defaultValues: { reason: '' },
  })
  const forget = useDraft(form, `rejection ${claim.id}`)
  const onError = useRefreshOnRefusal()
  const approve = useMutation({
    ...api.speakerClaims.approve.mutationOptions(),
    onSuccess: forget,
    onError,
    meta: {
      success: 'Speaker claim approved successfully',
      failure: (message) => `Failed to approve claim: ${message}`,
    },
  })
  const reject = useMutation({
    ...api.speakerClaims.reject.mutationOptions(),
    onSuccess: forget,
    onError,
    meta: { success: 'Speaker claim rejected', failure: (message) => `Failed to reject claim: ${message}` },
  })
  const isDeciding = approve.isPending || reject.isPending
  const claim_id = claim.id
  const what = <span className="sr-only"> the claim of {claim.speaker.name}</span>
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ reason }) => reject.mutate({ claim_id, reason }))}
      className="stack max-w-prose gap-3"
    >
      <FormField
        label={<span className="sr-only">Rejection reason for {claim.speaker.name}</span>}
        error={form.formState.errors.reason?.message}
      >
        {(control) => (
          <TextArea
            rows={2}
            placeholder="Rejection reason (optional but recommended)"
            {...control}
            {...form.register('reason')}
          />
        )}
      </FormField>
      <SignInAgain error={reject.error} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={isDeciding} onClick={() => approve.mutate({ claim_id })}>
          Approve{what}
        </Button>
        <Button type="submit" look="outline" disabled={isDeciding}>
          Reject{what}
        </Button>
      </div>
    </form>
  )
}
