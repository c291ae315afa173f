import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { useRefreshOnRefusal } from '#components/layout/use-refresh-on-refusal.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { reasonForm } from '#features/claims/claims.schemas.ts'
import { api } from '#lib/api.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = { event: EventDetail; onClose: () => void; onSubmitted: () => void }

/** Asks for an event: an administrator decides. */
export function ClaimEventDialog({ event, onClose, onSubmitted }: Props) {
  const form = useForm<z.input<typeof reasonForm>, unknown, z.output<typeof reasonForm>>({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const clearDraft = useDraft(form, `claim ${event.id}`)
  const claim = useMutation({
    ...api.eventClaims.submit.mutationOptions(),
    onSuccess: () => {
      clearDraft()
      onSubmitted()
    },
    onError: useRefreshOnRefusal(),
    meta: {
      success: "Claim submitted! You'll be notified once it's reviewed.",
      failure: 'Failed to submit claim. Please try again.',
    },
  })
  return (
    <Dialog title={`Claim ${event.name}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={form.handleSubmit(({ reason }) => claim.mutate({ event_id: event.id, reason }))}
        className="grid gap-4"
      >
        <p className="text-quiet">
          Do you organise this conference? Once an administrator approves your claim, you can edit it as its
          owner.
        </p>
        <FormField
          label="Reason"
          hint="How you are involved in this conference."
          error={form.formState.errors.reason?.message}
          isOptional
        >
          {(control) => <TextArea {...control} {...form.register('reason')} />}
        </FormField>
        <SignInAgain error={claim.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={claim.isPending}>
            {claim.isPending ? 'Submitting...' : 'Submit claim'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
