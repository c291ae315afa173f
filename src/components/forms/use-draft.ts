import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, removeDraft, storeDraft } from '#lib/drafts.ts'
import { isSame } from '#lib/form-fields.ts'

type Options<Values> = {
  base?: Values
  /** The form was sent without script and came back, so what it holds is newer than any draft. */
  isPosted?: boolean
  /** What it begins with instead, where this tab knows more than the page that the server made. */
  valuesOfTab?: () => Values | undefined
}

/** Stores what is typed into a form and brings it back, and says so (`isRestored`). */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string,
  { base: loadedBase, isPosted = false, valuesOfTab }: Options<Values> = {},
) {
  const [isRestored, setRestored] = useState(false)
  const base = useRef(loadedBase)
  const firstValues = useRef(form.formState.defaultValues as DefaultValues<Values>)
  const takeValuesOfTab = useEffectEvent(() => {
    const values = isPosted ? undefined : valuesOfTab?.()
    if (!values) return
    // Unless something was typed before the script was there.
    if (isSame(form.getValues(), firstValues.current)) form.reset(values, { keepFieldsRef: true })
    firstValues.current = values as DefaultValues<Values>
  })
  useEffect(() => {
    takeValuesOfTab()
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
