const rowSelector = 'li, tr, fieldset'
const controlSelector = 'a[href], button, input, select, textarea'

/** The focused control and what it lies in, up to the page's content, each with its place among its siblings. */
type Place = { element: Element; index: number }

let places: Place[] = []
let path = ''

// Keeps the keyboard where it was when the row of the focused control leaves its list: the same control of the next row,
// else of the last one, else the heading above. The focus would fall to the top of the document. It watches the whole
// document, so that a list has nothing to do for it.
document.addEventListener('focusin', ({ target }) => {
  // A dialog belongs to the row whose button opened it.
  if (!(target instanceof Element) || target.closest('dialog')) return
  places = placesOf(target)
  path = location.pathname
})
// Whoever presses beside the row has left it.
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
  const gone = places.at(stays === -1 ? -1 : stays - 1)!
  const parent = stays === -1 ? document.getElementById('content') : places[stays]!.element
  if (gone.element.matches(rowSelector)) {
    const nth = [...gone.element.querySelectorAll(control.tagName)].indexOf(control)
    const row = parent?.children[gone.index] ?? parent?.lastElementChild
    const controls = [...(row?.querySelectorAll<HTMLElement>(control.tagName) ?? [])]
    const next = controls[nth] ?? controls.at(-1)
    if (next) return next
  }
  // A form took the place of the row's buttons, or these the form's.
  const inRow = parent?.closest(rowSelector)?.querySelector<HTMLElement>(controlSelector)
  if (inRow) return inRow
  const heading = (parent?.closest('section') ?? document).querySelector<HTMLElement>('h1, h2, h3')
  if (heading) heading.tabIndex = -1
  return heading
}

export {}
