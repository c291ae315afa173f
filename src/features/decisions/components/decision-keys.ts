const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null

/**
 * j and k move among the cards, a and r press the buttons of the one with the focus. Where that card is gone, the
 * next one gets the focus. Returns what ends this.
 */
export function listenToKeys(list: HTMLElement): () => void {
  // Of all lists of the page: the first one that hears a key acts.
  const cards = () => [...document.querySelectorAll<HTMLElement>('[data-decision]')]
  const cardOf = (node: Node | null) => cards().findIndex((card) => card.contains(node))
  let last = -1
  const onFocus = ({ target }: FocusEvent) => {
    last = cardOf(target as Node)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    const at = cardOf(document.activeElement)
    if (event.key === 'j')
      cards()
        .at(Math.min(at + 1, cards().length - 1))
        ?.focus()
    else if (event.key === 'k') cards()[Math.max(at - 1, 0)]?.focus()
    else if (event.key === 'a' || event.key === 'r')
      cards()
        [at]?.querySelector<HTMLElement>(`[name=${event.key === 'a' ? 'accept' : 'reject'}]`)
        ?.click()
    else return
    event.preventDefault()
  }
  const changes = new MutationObserver(() => {
    if (last >= 0 && document.activeElement === document.body)
      cards()
        .at(Math.min(last, cards().length - 1))
        ?.focus()
  })
  changes.observe(list, { childList: true })
  addEventListener('keydown', onKeyDown)
  addEventListener('focusin', onFocus)
  return () => {
    changes.disconnect()
    removeEventListener('keydown', onKeyDown)
    removeEventListener('focusin', onFocus)
  }
}
