import { ConflictNotice } from '#components/forms/conflict-notice.tsx'
import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { SuggestionPart, suggesting } from '#features/decisions/components/suggestion-part.tsx'
import { api } from '#lib/api.ts'
import { differencesBetween, formValues } from '#lib/form-fields.ts'
import { suggestedForProgramme } from '../event-days.ts'
import {
  type EditedEvent,
  type EventFormValues,
  editedEvent,
  eventEditForm,
  eventFields,
} from '../event-editing.schemas.ts'
import type { EventDetail } from '../events.schemas.ts'
import { EventFields } from './event-fields.tsx'
import { ProgrammeChoice } from './programme-choice.tsx'

const valuesOf = (event: EditedEvent): EventFormValues => ({
  ...formValues(eventFields, event),
  updated_at: event.updated_at,
  programme: '',
  reason: '',
})

type Props = {
  event: EventDetail
  /** The days of its talks and breaks. */
  programme: string[]
  onSaved: () => void
  /** Whether it suggests what it would save. */
  isSuggestion?: boolean
}

export function EditEventForm({ event, programme, onSaved, isSuggestion }: Props) {
  const { id } = event
  const { form, submit, clearDraft, isSaving, status, conflict } = useSavedForm({
    schema: eventEditForm(event.name),
    defaultValues: valuesOf(event),
    draftKey: `conference ${id}`,
    save: async ({ programme: choice, ...values }) =>
      isSuggestion
        ? api.suggestions.suggestEvent.call({ ...values, id })
        : api.events.update.call({
            ...values,
            programme: choice ?? suggestedForProgramme(event, values, programme),
            id,
          }),
    onSaved,
    fieldOfError: { UNKNOWN_PICTURE: 'logo_url' },
    conflict: {
      read: (now) => valuesOf(editedEvent.parse(now)),
      differences: (mine, other) => differencesBetween(eventFields, mine, other, {}),
    },
    messages: { success: 'Event updated successfully', failure: 'Failed to update event' },
    ...(isSuggestion && suggesting('event', id)),
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 max-w-3xl gap-6">
      {conflict && <ConflictNotice noun="conference" {...conflict} />}
      <EventFields {...{ form, isSuggestion }} country={event.country_name}>
        {programme.length > 0 && <ProgrammeChoice {...{ form, event, programme }} />}
      </EventFields>
      {isSuggestion && (
        <SuggestionPart form={form} about={{ kind: 'event', id, updated_at: event.updated_at }} />
      )}
      <FormStatus {...status} />
      <LicenceNote />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : isSuggestion ? 'Suggest' : 'Save Changes'}
        </Button>
        <ButtonLink to="/conferences/$slug" params={event} onClick={clearDraft} look="quiet" label="Cancel" />
      </div>
    </form>
  )
}
