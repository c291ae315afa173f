import { Link } from '@tanstack/react-router'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useDraft } from '#components/forms/use-draft.ts'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { useServedForm } from '#components/forms/use-served-form.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { placeOf } from '#features/speakers/speakers.ts'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { reasonForm } from '../claims.schemas.ts'
import type { ListedSpeakerClaim } from '../speaker-claims.schemas.ts'
import { approveFailure, ClaimCard, DecisionButtons, rejectFailure, useApproval } from './claim-card.tsx'

export function SpeakerClaimCard({ claim }: { claim: ListedSpeakerClaim }) {
  const { speaker, claimant } = claim
  const talks = count(speaker.talk_count, 'talk', 'talks')
  return (
    <ClaimCard
      kind="speakerClaims"
      claim={claim}
      subject={speaker.name}
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
  const name = `rejection ${claim.id}`
  const { form, posted } = useServedForm({ name, schema: reasonForm, defaultValues: { reason: '' } })
  const draft = useDraft(form, name, { isPosted: posted !== undefined })
  const approve = useApproval('speakerClaims', {
    success: 'Speaker claim approved successfully',
    onSuccess: draft.clear,
    hasForm: true,
  })
  const reject = useAction(api.speakerClaims.reject, {
    onSuccess: draft.clear,
    onError: useRefreshOnRefusal(),
    success: 'Speaker claim rejected',
    failure: rejectFailure,
    hasForm: true,
  })
  const claim_id = claim.id
  return (
    <form
      method="post"
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
      <FormStatus
        name={name}
        error={approve.error ?? reject.error}
        message={
          (approve.error && failureText(approve.error, approveFailure)) ??
          (reject.error && failureText(reject.error, rejectFailure)) ??
          (reject.isIdle && posted?.message)
        }
        onDiscard={draft.isRestored ? draft.discard : undefined}
      />
      <DecisionButtons
        subject={claim.speaker.name}
        disabled={approve.isPending || reject.isPending}
        onApprove={() => approve.mutate({ claim_id })}
      />
    </form>
  )
}
