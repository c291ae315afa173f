import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { markForm, type TrackedCall } from '../calls.schemas.ts'

/** The person's own note about a call. */
export function MarkNote({ tracked }: { tracked: TrackedCall }) {
  const [isEditing, setEditing] = useState(false)
  const name = <span className="sr-only"> about {tracked.call.event.name}</span>
  if (isEditing) return <NoteForm tracked={tracked} onDone={() => setEditing(false)} />
  return (
    <>
      {tracked.note && (
        <p
          dir="auto"
          className="mt-1.5 border-l-2 border-edge pl-3 break-words whitespace-pre-line text-quiet"
        >
          {tracked.note}
        </p>
      )}
      <Button look="quiet" size="small" className="mt-1.5" onClick={() => setEditing(true)}>
        {tracked.note ? 'Edit the note' : 'Add a note'}
        {name}
      </Button>
    </>
  )
}

function NoteForm({ tracked: { call_id, note }, onDone }: { tracked: TrackedCall; onDone: () => void }) {
  const { form, submit, discardThen, isSaving, status } = useSavedForm({
    schema: markForm,
    defaultValues: { note: note ?? '' },
    draftKey: `note on call ${call_id}`,
    save: (values) => api.callMarks.setNote.call({ ...values, id: call_id }),
    onSaved: onDone,
    messages: { success: 'Note saved', failure: (message) => `Failed to save the note: ${message}` },
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-1.5 grid max-w-xl grid-cols-1 gap-3">
      <FormField label="My note" hint="Nobody else can read it." error={form.formState.errors.note?.message}>
        {(control) => <TextArea rows={3} {...control} {...form.register('note')} />}
      </FormField>
      <FormStatus {...status} />
      <FormButtons disabled={isSaving} onCancel={discardThen(onDone)}>
        {isSaving ? 'Saving...' : 'Save'}
      </FormButtons>
    </form>
  )
}
