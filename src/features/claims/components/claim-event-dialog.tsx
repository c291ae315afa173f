import { FormStatus } from '#components/forms/form-status.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { isStaleAfter } from '#lib/use-action.ts'
import { reasonForm } from '../claims.schemas.ts'
import { claimSubmitted } from '../event-claims.ts'

type Props = { event: EventDetail; onClose: () => void; onSubmitted: () => void }

export function ClaimEventDialog({ event, onClose, onSubmitted }: Props) {
  const { form, submit, isSaving, status } = useSavedForm({
    schema: reasonForm,
    defaultValues: { reason: '' },
    draftKey: `claim ${event.id}`,
    save: ({ reason }) => api.eventClaims.submit.call({ event_id: event.id, reason }),
    onSaved: onSubmitted,
    messages: {
      success: claimSubmitted,
      failure: 'Failed to submit claim. Please try again.',
      isStaleAfter,
    },
  })
  return (
    <Dialog title={`Claim ${event.name}`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          Do you organise this conference? Once an administrator approves your claim, you can edit it as its
          owner{event.owner && <> instead of {event.owner.full_name ?? 'the owner that it has'}</>}.
        </p>
        <FormField
          label="Reason"
          hint="How you are involved in this conference."
          error={form.formState.errors.reason?.message}
          isOptional
        >
          {(control) => <TextArea {...control} {...form.register('reason')} />}
        </FormField>
        <FormStatus {...status} />
        <FormButtons disabled={isSaving} onCancel={onClose}>
          {isSaving ? 'Submitting...' : 'Submit claim'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
