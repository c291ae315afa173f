import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, removeDraft, storeDraft } from '#lib/drafts.ts'
import { isSame } from '#lib/form-fields.ts'

/**
 * Stores what is typed into a form and brings it back, and says so (`isRestored`). `base` is the version that is edited.
 * `isPosted`: the form was sent without script and came back, so what it holds is newer than any draft.
 */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string,
  { base: loadedBase, isPosted = false }: { base?: Values; isPosted?: boolean } = {},
) {
  const [isRestored, setRestored] = useState(false)
  const base = useRef(loadedBase)
  const firstValues = useRef(form.formState.defaultValues as DefaultValues<Values>)
  useEffect(() => {
    const store = (values: unknown) => storeDraft(key, { values: values as Values, base: base.current })
    const draft = isPosted ? undefined : readDraft<Values>(key)
    if (isPosted) store(form.getValues())
    if (draft) {
      const typed = form.getValues()
      const defaults = firstValues.current as Values
      // What was typed before the script was there is newer than the draft.
      const early = Object.entries(typed).filter(([name, value]) => !isSame(value, defaults[name]))
      form.reset({ ...typed, ...draft.values, ...Object.fromEntries(early) }, { keepDefaultValues: true })
      base.current = draft.base
      const version = { updated_at: defaults.updated_at }
      setRestored(!isSame({ ...defaults, ...draft.values, ...version }, { ...defaults, ...version }))
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => store(values),
    })
  }, [form, key, isPosted])
  const clear = () => {
    removeDraft(key)
    setRestored(false)
  }
  return {
    clear,
    base,
    isRestored,
    discard: () => {
      form.reset(firstValues.current as Values)
      base.current = loadedBase
      clear()
    },
  }
}
