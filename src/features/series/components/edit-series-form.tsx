import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { SuggestionPart, suggesting } from '#features/decisions/components/suggestion-part.tsx'
import { api } from '#lib/api.ts'
import { formValues } from '#lib/form-fields.ts'
import { type SeriesDetail, seriesFields, seriesSuggestion } from '../series.schemas.ts'

type Props = { series: SeriesDetail; onSaved: () => void; isSuggestion?: boolean }

export function EditSeriesForm({ series, onSaved, isSuggestion }: Props) {
  const { id } = series
  const { form, submit, clearDraft, isSaving, status } = useSavedForm({
    schema: seriesSuggestion,
    defaultValues: { ...formValues(seriesFields, series), reason: '' },
    draftKey: `series ${id}`,
    save: async (values) =>
      isSuggestion
        ? api.suggestions.suggestSeries.call({ id, ...values })
        : api.series.update.call({ id, ...values }),
    onSaved,
    messages: { success: 'Series saved', failure: (message) => message },
    ...(isSuggestion && suggesting('series', id)),
  })
  const field = { form, fields: seriesFields }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-5">
      <TextField {...field} name="name" hint="Without a year. Its address stays as it is." />
      <TextField {...field} name="description" rows={4} />
      <TextField {...field} name="website" type="url" placeholder="https://example.com" />
      {isSuggestion && <SuggestionPart form={form} about={{ kind: 'series', id }} />}
      <FormStatus {...status} />
      <LicenceNote />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : isSuggestion ? 'Suggest' : 'Save series'}
        </Button>
        <ButtonLink to="/series/$slug" params={series} onClick={clearDraft} look="quiet" label="Cancel" />
      </div>
    </form>
  )
}
