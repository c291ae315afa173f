import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { useRefreshOnRefusal } from '#components/layout/use-refresh-on-refusal.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { reasonForm } from '#features/claims/claims.schemas.ts'
import { ClaimCard, DecisionButtons } from '#features/claims/components/claim-card.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import type { ListedSpeakerClaim } from '../speaker-claims.schemas.ts'
import { placeOf } from '../speakers.ts'

/** Somebody's claim of a speaker profile, with what helps to decide it while it waits. */
export function SpeakerClaimCard({ claim }: { claim: ListedSpeakerClaim }) {
  const { speaker, claimant } = claim
  const talks = count(speaker.talk_count, 'talk', 'talks')
  return (
    <ClaimCard
      claim={claim}
      claimant={claimant}
      picture={<Avatar name={speaker.name} image={speaker.image_url} />}
      title={
        <Link to="/speakers/$id" params={{ id: speaker.id }} className="hover:text-accent">
          {speaker.name}
        </Link>
      }
      reason={claim.rejection_reason}
      decision={<Decision claim={claim} />}
    >
      <p className="text-[0.9375rem] text-quiet">{[placeOf(speaker), talks].filter(Boolean).join(' · ')}</p>
      {speaker.bio && <p className="mt-1 line-clamp-2 max-w-prose text-[0.9375rem]">{speaker.bio}</p>}
    </ClaimCard>
  )
}

function Decision({ claim }: { claim: ListedSpeakerClaim }) {
  const form = useForm<z.input<typeof reasonForm>, unknown, z.output<typeof reasonForm>>({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const clearDraft = useDraft(form, `rejection ${claim.id}`)
  const onError = useRefreshOnRefusal()
  const approve = useMutation({
    ...api.speakerClaims.approve.mutationOptions(),
    onSuccess: clearDraft,
    onError,
    meta: {
      success: 'Speaker claim approved successfully',
      failure: (message) => `Failed to approve claim: ${message}`,
    },
  })
  const reject = useMutation({
    ...api.speakerClaims.reject.mutationOptions(),
    onSuccess: clearDraft,
    onError,
    meta: { success: 'Speaker claim rejected', failure: (message) => `Failed to reject claim: ${message}` },
  })
  const claim_id = claim.id
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
      <DecisionButtons
        subject={claim.speaker.name}
        disabled={approve.isPending || reject.isPending}
        onApprove={() => approve.mutate({ claim_id })}
      />
    </form>
  )
}
