import { useEffect, useRef, useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Viewer } from '#features/auth/viewer.ts'
import type { MyEventClaim } from '../event-claims.schemas.ts'
import { canClaimEvent, isOwner } from '../events.rules.ts'
import type { EventDetail } from '../events.schemas.ts'
import { ClaimEventDialog } from './claim-event-dialog.tsx'

type Props = { event: EventDetail; viewer: Viewer; claim: MyEventClaim | null }

/** Whose the event is, as far as it concerns the viewer: theirs, claimed by them, or to be claimed. */
export function ClaimEvent({ event, viewer, claim }: Props) {
  const [isOpen, open] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  // The button that opened the dialog is gone then, and would leave the focus nowhere.
  useEffect(() => {
    if (isSubmitted) status.current?.focus()
  }, [isSubmitted])

  if (isOwner(viewer, event)) return <Badge>You're the owner</Badge>
  const isPending = claim?.status === 'pending'
  const isRejected = claim?.status === 'rejected'
  return (
    <>
      {(isPending || isRejected) && (
        <p ref={status} tabIndex={-1} className="self-center outline-none">
          <Badge>{isPending ? 'Claim pending' : 'Claim rejected'}</Badge>
        </p>
      )}
      {canClaimEvent(viewer, event) && !isPending && (
        <Button
          look="outline"
          aria-haspopup="dialog"
          onClick={() => {
            setSubmitted(false)
            open(true)
          }}
        >
          {isRejected ? 'Claim again' : 'Claim Event'}
        </Button>
      )}
      {isOpen && (
        <ClaimEventDialog
          event={event}
          onClose={() => open(false)}
          onSubmitted={() => {
            open(false)
            setSubmitted(true)
          }}
        />
      )}
    </>
  )
}
