import { Link } from '@tanstack/react-router'
import { FormStatus } from '#components/layout/form-status.tsx'
import { useSavedForm } from '#components/layout/use-saved-form.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { blankValues } from '#lib/form-fields.ts'
import { eventEditForm, eventFields } from '../event-editing.schemas.ts'
import { EventFields } from './event-fields.tsx'

const schema = eventEditForm()

export function CreateEventForm({ onCreated }: { onCreated: (event: { id: string }) => void }) {
  const { form, submit, clearDraft, isSaving, status } = useSavedForm({
    schema,
    defaultValues: { ...blankValues(eventFields), updated_at: '' },
    draftKey: 'new conference',
    save: (values) => api.events.create.call(values),
    onSaved: onCreated,
    fieldOfError: { CONFLICT: 'name' },
    messages: {
      success: 'Event created successfully',
      failure: (message) => `Failed to create event: ${message}`,
    },
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 max-w-3xl gap-6">
      <EventFields form={form} />
      <FormStatus {...status} reason="You must be logged in to create an event." />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Creating...' : 'Create Event'}
        </Button>
        <Link to="/conferences" onClick={clearDraft} className={buttonClass({ look: 'quiet' })}>
          Cancel
        </Link>
      </div>
    </form>
  )
}
