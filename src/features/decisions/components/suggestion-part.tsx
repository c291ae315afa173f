import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { TextField } from '#components/forms/text-field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import type { Messages } from '#lib/query-client.ts'
import { suggestionFields } from '../suggestion-fields.ts'

type Suggested = { is_saved: boolean }

/** What a form has otherwise that suggests what it would save. */
export const suggesting = (kind: string, id: string) => ({
  draftKey: `suggestion ${kind} ${id}`,
  messages: {
    success: ({ is_saved }: Suggested) =>
      is_saved ? 'Saved' : 'Thank you. Whoever decides about it is told, and you hear from them.',
    failure: (message: string) => `This was not suggested: ${message}`,
  } as Messages,
})

type Props<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  /** What it is about: a form that is sent without script says it. */
  about: { kind: string; id: string; updated_at?: string }
}

export const SuggestionPart = <Values extends FieldValues, Output>({
  form,
  about,
}: Props<Values, Output>) => (
  <>
    <HiddenFields values={about} />
    <TextField
      form={form as unknown as UseFormReturn<{ reason?: string | null }>}
      fields={suggestionFields}
      name="reason"
      rows={3}
    />
  </>
)
