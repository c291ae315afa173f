import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { TextArea } from '#components/ui/field.tsx'
import type { Viewer } from '#features/auth/viewer.ts'
import { canClaimEvent, isOrganiser, isOwner } from '#features/events/events.rules.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { limits } from '#src/limits.ts'
import type { MyEventClaim } from '../event-claims.schemas.ts'

/** Loaded on demand: forms and their schemas are 36 kB, and few people claim. */
const ClaimEventDialog = lazy(() =>
  import('./claim-event-dialog.tsx').then((module) => ({ default: module.ClaimEventDialog })),
)

type Props = { event: EventDetail; viewer: Viewer; claim: MyEventClaim | null }

export function ClaimEvent({ event, viewer, claim }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const isPending = claim?.status === 'pending'
  // The button that opened the dialog is removed then, and the focus would be lost.
  useEffect(() => {
    if (isSubmitted && isPending) status.current?.focus()
  }, [isSubmitted, isPending])

  const isRejected = claim?.status === 'rejected'
  const statusText = isOwner(viewer, event)
    ? "You're the owner"
    : (isOrganiser(viewer, event) && "You're a co-organiser") ||
      (isPending && 'Claim pending') ||
      (isRejected && 'Claim rejected')
  return (
    <>
      {statusText && (
        <p ref={status} tabIndex={-1} className="self-center outline-none">
          <Badge>{statusText}</Badge>
        </p>
      )}
      {canClaimEvent(viewer, event) && !isPending && (
        <ClaimButton
          event={event}
          label={isRejected ? 'Claim again' : 'Claim Event'}
          onOpen={() => {
            setSubmitted(false)
            setOpen(true)
          }}
        />
      )}
      {isOpen && (
        <Suspense>
          <ClaimEventDialog
            event={event}
            onClose={() => setOpen(false)}
            onSubmitted={() => {
              setOpen(false)
              setSubmitted(true)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type ButtonProps = Pick<Props, 'event'> & { label: string; onOpen: () => void }

/** Opens the dialog; without script it sends the reason beside it. */
const ClaimButton = ({ event, label, onOpen }: ButtonProps) => (
  <>
    <PostForm name="claim" values={{ event_id: event.id }} />
    <TextArea
      form="post-claim"
      name="reason"
      aria-label="Reason of your claim"
      placeholder="How are you involved in this conference?"
      maxLength={limits.claimReason}
      rows={2}
      className="hidden w-full noscript:block"
    />
    <button
      type="submit"
      form="post-claim"
      aria-haspopup="dialog"
      onClick={(click) => {
        click.preventDefault()
        onOpen()
      }}
      className="link no-print min-h-6 text-ink"
    >
      {label}
    </button>
  </>
)
