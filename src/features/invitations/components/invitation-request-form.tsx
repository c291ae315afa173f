import { FormStatus } from '#components/forms/form-status.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { invitationRequestForm } from '../invitations.schemas.ts'

type Props = { isSent: boolean; onSent: () => void }

/** For visitors who know no member: administrators read it and may send a code. */
export function InvitationRequestForm({ isSent, onSent }: Props) {
  const { form, submit, isSaving, status } = useSavedForm({
    schema: invitationRequestForm,
    defaultValues: { email: '', reason: '' },
    draftKey: 'request',
    save: (values) => api.invitationRequests.ask.call(values),
    onSaved: onSent,
    messages: { success: 'Your request was sent', failure: (message) => message },
  })
  const { errors } = form.formState
  if (isSent)
    return (
      <p role="status">
        <strong>The administrators have received your request.</strong> If they can invite you, you will get
        an email with your code. Requests that are not answered are deleted.
      </p>
    )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className="text-quiet">
        You can read everything without an account. To add conferences, plan your schedule or claim your
        talks, you need an invitation: ask a member for one, or write to the administrators here.
      </p>
      <FormField label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput type="email" autoComplete="email" {...control} {...form.register('email')} />
        )}
      </FormField>
      <FormField
        label="Who are you, and what would you like to do?"
        hint="Only the administrators read this. It is deleted once it is answered, and after 90 days at the latest."
        error={errors.reason?.message}
      >
        {(control) => <TextArea rows={4} {...control} {...form.register('reason')} />}
      </FormField>
      <FormStatus {...status} />
      <Button type="submit" disabled={isSaving}>
        {isSaving ? 'Sending...' : 'Ask for an invitation'}
      </Button>
    </form>
  )
}
