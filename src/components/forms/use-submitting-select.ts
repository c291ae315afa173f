import { type ChangeEvent, useEffect, useRef } from 'react'

/**
 * Props of a select in sync with the URL, whose form is sent when an option is chosen, also for one that was chosen before
 * hydration. `value` is that of the URL.
 */
export function useSubmittingSelect(value: string) {
  const ref = useRef<HTMLSelectElement>(null)
  const shownValue = useRef(value)
  useEffect(() => {
    const select = ref.current
    if (select && select.value !== value) {
      if (shownValue.current === value) select.form?.requestSubmit()
      else select.value = value
    }
    shownValue.current = value
  }, [value])
  return {
    ref,
    defaultValue: value,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => event.currentTarget.form?.requestSubmit(),
  }
}
