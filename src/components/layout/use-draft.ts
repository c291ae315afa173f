import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, removeDraft, storeDraft } from '#lib/drafts.ts'

/** Stores what is typed into a form and brings it back. Returns a function that clears it, once it is saved or given up. */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string,
): () => void {
  useEffect(() => {
    const draft = readDraft<Values>(key)
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true })
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => storeDraft(key, values),
    })
  }, [form, key])
  return () => removeDraft(key)
}
