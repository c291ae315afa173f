import { type RefObject, useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null

/** j and k move among the cards of a list, a and r press the buttons of the one with the focus; the next one gets it then. */
export function useDecisionKeys(list: RefObject<HTMLUListElement | null>, decisions: unknown[]) {
  useEffect(() => {
    const cards = () => [...(list.current?.children ?? [])] as HTMLElement[]
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const all = cards()
      const at = all.findIndex((card) => card.contains(document.activeElement))
      if (event.key === 'j') all[Math.min(at + 1, all.length - 1)]?.focus()
      else if (event.key === 'k') all[Math.max(at - 1, 0)]?.focus()
      else if (event.key === 'a' || event.key === 'r')
        all[at]?.querySelector<HTMLElement>(`[name=${event.key === 'a' ? 'accept' : 'reject'}]`)?.click()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [list])

  const last = useLastFocus(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that was decided is gone, and the focus with it
  useEffect(() => {
    const all = list.current?.children
    if (last.current < 0 || !all?.length || document.activeElement !== document.body) return
    ;(all[Math.min(last.current, all.length - 1)] as HTMLElement).focus()
  }, [decisions])
}

/** The place of the card that had the focus last; -1 after the focus was elsewhere. */
function useLastFocus(list: RefObject<HTMLUListElement | null>) {
  const last = useRef(-1)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      last.current = [...(list.current?.children ?? [])].findIndex((card) => card.contains(target as Node))
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [list])
  return last
}
