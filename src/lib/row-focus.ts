const rowSelector = 'li, tr, fieldset'
const controlSelector = 'a[href], button, input, select, textarea'

/** The focused control and what it lies in, up to the page's content, each with its place among its siblings. */
type Place = { element: Element; index: number }

let places: Place[] = []
let path = ''

// Keeps the keyboard where it was when the row of the focused control leaves its list: the next row, else the last one,
// else the heading above. The focus would fall to the top of the document. In the row it is the link that names it, else
// the row itself: on the same button again, a second press would delete or reject the next one, too. It watches the
// whole document, so that a list has nothing to do for it.
document.addEventListener('focusin', ({ target }) => {
  // A dialog belongs to the row whose button opened it.
  if (!(target instanceof Element) || target.closest('dialog')) return
  places = placesOf(target)
  path = location.pathname
})
// A press beside the row leaves it.
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Element && !target.closest('dialog')) places = []
})
new MutationObserver(() => {
  if (places.length === 0 || document.activeElement !== document.body || !document.hasFocus()) return
  if (location.pathname === path) controlFor(places)?.focus()
  else places = []
}).observe(document.body, {
  childList: true,
  subtree: true,
  // A button that waits for an answer is disabled, and loses the focus, too.
  attributeFilter: ['disabled'],
})

function placesOf(control: Element): Place[] {
  const content = document.getElementById('content')
  if (!content?.contains(control) || !control.closest(rowSelector)) return []
  const places: Place[] = []
  for (let element = control; element !== content; element = element.parentElement!)
    places.push({ element, index: [...element.parentElement!.children].indexOf(element) })
  return places
}

function controlFor(places: Place[]): HTMLElement | null {
  const control = places[0]!.element
  const stays = places.findIndex(({ element }) => element.isConnected)
  if (stays === 0) return control as HTMLElement
  const removedPlace = places.at(stays === -1 ? -1 : stays - 1)!
  const parent = stays === -1 ? document.getElementById('content') : places[stays]!.element
  if (removedPlace.element.matches(rowSelector)) {
    const row = parent?.children[removedPlace.index] ?? parent?.lastElementChild
    if (row)
      return (
        row.querySelector<HTMLElement>(':is(h2, h3, h4, th) a[href]') ??
        row.querySelector<HTMLElement>('a[href]') ??
        focusable(row as HTMLElement)
      )
  }
  // A form took the place of the row's buttons, or these the form's.
  const inRow = parent?.closest(rowSelector)?.querySelector<HTMLElement>(controlSelector)
  if (inRow) return inRow
  const heading = (parent?.closest('section') ?? document).querySelector<HTMLElement>('h1, h2, h3')
  return heading && focusable(heading)
}

function focusable(element: HTMLElement): HTMLElement {
  element.tabIndex = -1
  return element
}

export {}
