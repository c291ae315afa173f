import { ConflictNotice } from '#components/forms/conflict-notice.tsx'
import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form-field.tsx'
import { SuggestionPart, suggesting } from '#features/decisions/components/suggestion-part.tsx'
import { api } from '#lib/api.ts'
import { differencesBetween, formValues } from '#lib/form-fields.ts'
import {
  type EditedSpeaker,
  editedSpeaker,
  type SpeakerEditValues,
  speakerEditForm,
  speakerFields,
} from '../speaker-editing.schemas.ts'
import type { SpeakerDetail } from '../speakers.schemas.ts'
import { SpeakerFields } from './speaker-form.tsx'

const valuesOf = (speaker: EditedSpeaker): SpeakerEditValues => ({
  ...formValues(speakerFields, speaker),
  shows_former_names: speaker.shows_former_names,
  updated_at: speaker.updated_at,
  reason: '',
})

/** A speaker with each link as a field of its own. */
function editedFields({ links, ...speaker }: SpeakerDetail): EditedSpeaker {
  const handleOf = (platform: string) => links.find((link) => link.platform === platform)?.handle ?? null
  return {
    ...speaker,
    twitter: handleOf('twitter'),
    github: handleOf('github'),
    website: handleOf('website'),
  }
}

type Props = { speaker: SpeakerDetail; isMine?: boolean; onSaved: () => void; isSuggestion?: boolean }

export function EditSpeakerForm({ speaker, isMine, onSaved, isSuggestion }: Props) {
  const { id } = speaker
  const { form, submit, clearDraft, isSaving, status, conflict } = useSavedForm({
    schema: speakerEditForm,
    defaultValues: valuesOf(editedFields(speaker)),
    draftKey: `speaker ${id}`,
    save: async (values) =>
      isSuggestion
        ? api.suggestions.suggestSpeaker.call({ ...values, id })
        : api.speakers.update.call({ ...values, id }),
    onSaved,
    fieldOfError: { UNKNOWN_PICTURE: 'image_url' },
    conflict: {
      read: (now) => valuesOf(editedSpeaker.parse(now)),
      differences: (mine, other) => differencesBetween(speakerFields, mine, other, {}),
    },
    messages: { success: 'Speaker updated successfully', failure: 'Failed to update speaker' },
    ...(isSuggestion && suggesting('speaker', id)),
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-3xl grid-cols-1 gap-5">
      {conflict && <ConflictNotice noun="speaker" {...conflict} />}
      <SpeakerFields {...{ form, isSuggestion }} country={speaker.country_name} />
      {isMine && (
        <Checkbox {...form.register('shows_former_names')}>Show my former names on my speaker page</Checkbox>
      )}
      {isSuggestion && (
        <SuggestionPart form={form} about={{ kind: 'speaker', id, updated_at: speaker.updated_at }} />
      )}
      <FormStatus {...status} />
      <LicenceNote />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : isSuggestion ? 'Suggest' : 'Save Changes'}
        </Button>
        <ButtonLink to="/speakers/$id" params={speaker} onClick={clearDraft} look="quiet" label="Cancel" />
      </div>
    </form>
  )
}
