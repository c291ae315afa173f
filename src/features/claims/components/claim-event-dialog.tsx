import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useDraft } from '#components/forms/use-draft.ts'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import { useAction } from '#lib/use-action.ts'
import { reasonForm } from '../claims.schemas.ts'
import { claimSubmitted } from '../event-claims.ts'

const notSubmitted = 'Failed to submit claim. Please try again.'

type Props = { event: EventDetail; onClose: () => void; onSubmitted: () => void }

export function ClaimEventDialog({ event, onClose, onSubmitted }: Props) {
  const form = useForm<z.input<typeof reasonForm>, unknown, z.output<typeof reasonForm>>({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const draft = useDraft(form, `claim ${event.id}`)
  const claim = useAction(api.eventClaims.submit, {
    onSuccess: () => {
      draft.clear()
      onSubmitted()
    },
    onError: useRefreshOnRefusal(),
    success: claimSubmitted,
    failure: notSubmitted,
    hasForm: true,
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
        <FormStatus
          name="claim"
          error={claim.error}
          message={claim.error && failureText(claim.error, notSubmitted)}
          onDiscard={draft.isRestored ? draft.discard : undefined}
        />
        <FormButtons disabled={claim.isPending} onCancel={onClose}>
          {claim.isPending ? 'Submitting...' : 'Submit claim'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
