import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { announcementForm, type RecipientCounts } from '../announcements.schemas.ts'
import { audienceLabels, audiences } from '../announcements.ts'

type Props = { event: { id: string; name: string }; recipients: RecipientCounts; onClose: () => void }

/** An owner writes to attendees, or to those who saved talks, and confirms how many that are. */
export function AnnounceDialog({ event, recipients, onClose }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const { form, submit, isSaving, status } = useSavedForm({
    schema: announcementForm,
    defaultValues: { audience: 'attendees' as const, message: '' },
    draftKey: `announcement ${event.id}`,
    save: async (values) => {
      try {
        return await api.announcements.create.call({ event_id: event.id, ...values })
      } catch (error) {
        // The form shows why.
        setConfirming(false)
        throw error
      }
    },
    onSaved: onClose,
    messages: { success: 'Announcement sent', failure: 'Failed to send the announcement' },
  })
  const people = count(recipients[form.watch('audience')], 'person', 'people')
  const { error } = form.getFieldState('message', form.formState)
  if (isConfirming)
    return (
      <ConfirmDialog
        title={`Send to ${people}`}
        action={isSaving ? 'Sending...' : `Send to ${people}`}
        isPending={isSaving}
        onConfirm={() => void submit()}
        onClose={() => setConfirming(false)}
      >
        <Announcement event={event} message={form.getValues('message') ?? ''} />
      </ConfirmDialog>
    )
  return (
    <Dialog title="Write to attendees" onClose={onClose}>
      <form
        method="post"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          if (await form.trigger(undefined, { shouldFocus: true })) setConfirming(true)
        }}
        className="grid gap-4"
      >
        <p className="text-quiet">
          Once a day. It is sent as a notification and by mail, unless people have switched that off, and
          stands on the page for everybody.
        </p>
        <Audience recipients={recipients} field={form.register('audience')} />
        <FormField
          label="Message"
          hint={`Plain text, at most ${limits.announcement} characters`}
          error={error?.message}
        >
          {(control) => <TextArea {...control} {...form.register('message')} />}
        </FormField>
        <FormStatus {...status} />
        <FormButtons disabled={isSaving} onCancel={onClose}>
          Continue
        </FormButtons>
      </form>
    </Dialog>
  )
}

const Announcement = ({ event, message }: Pick<Props, 'event'> & { message: string }) => (
  <>
    <p className="mb-3">It also stands on the page of {event.name}, for everybody.</p>
    <p dir="auto" className="border-l-4 border-ink bg-wash px-4 py-3 whitespace-pre-line wrap-break-word">
      {message}
    </p>
  </>
)

const Audience = ({
  recipients,
  field,
}: Pick<Props, 'recipients'> & { field: UseFormRegisterReturn<'audience'> }) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1 font-semibold">To</legend>
    {audiences.map((value) => (
      <label key={value} className="flex min-h-6 items-center gap-2">
        <input type="radio" value={value} className="size-5 accent-ink" {...field} />
        {audienceLabels[value]} ({recipients[value]})
      </label>
    ))}
  </fieldset>
)
