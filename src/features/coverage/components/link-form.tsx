import { useWatch } from 'react-hook-form'
import { FormStatus } from '#components/forms/form-status.tsx'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { Options } from '#components/ui/options.tsx'
import { kindLabels } from '#features/programme/link-labels.ts'
import { api } from '#lib/api.ts'
import { blankValues, formValues } from '#lib/form-fields.ts'
import { type LinkValues, linkFields, linkForm, type TalkLink } from '../coverage.schemas.ts'
import { kindOf } from '../link.ts'

type Props = {
  talk: { id: string; title: string }
  /** The link that is edited; a new one without it. */
  link?: TalkLink
  canDecide: boolean
  onSaved: () => void
  onCancel: () => void
}

function useLinkForm(talk: Props['talk'], link: Props['link'], onSaved: () => void) {
  return useSavedForm({
    schema: linkForm,
    defaultValues: (link ? formValues(linkFields, link) : blankValues(linkFields)) as LinkValues,
    draftKey: link ? `link ${link.id}` : `new link of talk ${talk.id}`,
    save: async (values) => {
      const saved = link
        ? await api.coverage.update.call({ ...values, id: link.id })
        : await api.coverage.add.call({ ...values, id: talk.id })
      onSaved()
      return saved
    },
    fieldOfError: { DUPLICATE: 'url' },
    messages: {
      success: (saved: { status: string } | undefined) =>
        saved?.status === 'suggested'
          ? 'Thank you. It will appear once a speaker or the organiser accepts it.'
          : 'Link saved',
      failure: (message) => `Failed to save the link: ${message}`,
    },
  })
}

/** A link of a talk: its address does, the rest follows from it. */
export function LinkForm({ talk, link, canDecide, onSaved, onCancel }: Props) {
  const action = link ? 'Save' : canDecide ? 'Add' : 'Suggest'
  const { form, submit, discardThen, isSaving, status } = useLinkForm(talk, link, onSaved)
  const field = { form, fields: linkFields }
  const url = useWatch({ control: form.control, name: 'url' })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <TextField
        {...field}
        name="url"
        type="url"
        placeholder="https://"
        hint="Video, slides, a write-up, code, a paper: anything about this talk."
      />
      <SelectField {...field} name="kind">
        <option value="">{url ? `${kindLabels[kindOf(url)]} (from the address)` : 'From the address'}</option>
        <Options labels={kindLabels} />
      </SelectField>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField {...field} name="title" />
        <TextField {...field} name="language" placeholder="en" />
      </div>
      <FormStatus {...status} />
      <FormButtons disabled={isSaving} onCancel={discardThen(onCancel)}>
        {isSaving ? 'Saving...' : action}
      </FormButtons>
    </form>
  )
}
