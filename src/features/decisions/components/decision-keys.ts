const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null

/**
 * j and k move among the cards of all lists of the page, a and r press the buttons of the one with the focus. Where that card
 * is gone, src/lib/row-focus.ts gives the focus to the next one.
 */
export function onDecisionKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (ctrlKey || metaKey || altKey || isTyping(target)) return
  const cards = [...document.querySelectorAll<HTMLElement>('[data-decision]')]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  const focusAt = (index: number) => cards[Math.max(0, Math.min(index, cards.length - 1))]?.focus()
  const press = (name: string) => cards[at]?.querySelector<HTMLElement>(`[name=${name}]`)?.click()
  if (key === 'j') focusAt(at + 1)
  else if (key === 'k') focusAt(at - 1)
  else if (key === 'a') press('accept')
  else if (key === 'r') press('reject')
  else return
  event.preventDefault()
}
