import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { draftOf, dropDraft, keepDraft } from '#lib/drafts.ts'

/** Keeps what is typed into a form and brings it back. Returns how to forget it, once it is saved or given up. */
export function useDraft<Values extends FieldValues>(form: UseFormReturn<Values>, key: string): () => void {
  useEffect(() => {
    const draft = draftOf<Values>(key)
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true })
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(key, values),
    })
  }, [form, key])
  return () => dropDraft(key)
}
