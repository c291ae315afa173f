import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { SpeakerDetail } from '#features/speakers/speakers.schemas.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { canClaimSpeaker } from '../speaker-claims.rules.ts'
import type { MySpeakerClaim } from '../speaker-claims.schemas.ts'

type Props = { speaker: SpeakerDetail; viewer: { id: string } | null; myClaim: MySpeakerClaim | null }

export function ClaimSpeaker({ speaker, viewer, myClaim }: Props) {
  const status = useRef<HTMLDivElement>(null)
  const submit = useAction(api.speakerClaims.submit, {
    success: 'Speaker profile claim submitted successfully! An admin will review your request.',
    failure: (message) => `Failed to submit claim: ${message}`,
    hasForm: true,
  })
  // The button is removed then, and the focus would be lost.
  useEffect(() => {
    if (submit.isSuccess) status.current?.focus()
  }, [submit.isSuccess])

  if (speaker.user_id !== null) return null
  const claim = myClaim?.claim
  return (
    <section
      aria-label="Claim this profile"
      className="grid content-start justify-items-start gap-3 bg-wash p-4"
    >
      <div ref={status} tabIndex={-1} className="grid justify-items-start gap-2 outline-none">
        <ClaimState claim={claim} />
      </div>
      {!viewer && (
        <ButtonLink
          to="/auth"
          search={{ next: `/speakers/${speaker.id}` }}
          look="outline"
          size="small"
          label="Sign in to claim"
        />
      )}
      {myClaim && canClaimSpeaker(viewer, speaker, myClaim) && claim?.status !== 'pending' && (
        <ActionButton
          form="claim-speaker"
          look="outline"
          disabled={submit.isPending}
          onPress={() => submit.mutate({ speaker_id: speaker.id })}
        >
          {submit.isPending
            ? 'Submitting...'
            : claim?.status === 'rejected'
              ? 'Claim again'
              : 'Claim this profile'}
        </ActionButton>
      )}
      <PostForm name="claim-speaker" values={{ speaker_id: speaker.id }} />
      <SignInAgain error={submit.error} />
      <OtherProfile myClaim={myClaim} />
    </section>
  )
}

type Claim = MySpeakerClaim['claim']

function ClaimState({ claim }: { claim: Claim | undefined }) {
  if (claim?.status === 'pending')
    return (
      <>
        <Badge>Claim pending</Badge>
        <p className="text-[0.9375rem] text-quiet">You'll be notified once it's reviewed.</p>
      </>
    )
  if (claim?.status === 'rejected')
    return (
      <>
        <Badge>Claim rejected</Badge>
        {claim.rejection_reason && (
          <p className="text-[0.9375rem] whitespace-pre-line">{claim.rejection_reason}</p>
        )}
      </>
    )
  return (
    <>
      <p className="font-display text-lg font-bold">Is this you?</p>
      <p className="text-[0.9375rem]">
        Claim this profile to edit it, and to add the slides and videos of your talks.
      </p>
    </>
  )
}

function OtherProfile({ myClaim }: { myClaim: MySpeakerClaim | null }) {
  const { linked, claimed } = myClaim ?? {}
  const other = linked ?? claimed
  if (!other) return null
  return (
    <p className="text-[0.9375rem] text-quiet">
      {linked
        ? 'You already have a speaker profile linked to your account: '
        : 'You can only claim one speaker profile. Your claim to '}
      <SpeakerLink speaker={other} />
      {!linked && ' is pending.'}
    </p>
  )
}

function SpeakerLink({ speaker }: { speaker: { id: string; name: string } }) {
  return (
    <Link to="/speakers/$id" params={{ id: speaker.id }} className="link">
      {speaker.name}
    </Link>
  )
}
