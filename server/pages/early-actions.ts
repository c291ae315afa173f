/**
 * Runs in the page: a form that is sent before the client script is there is held, and sent again once it is
 * (FormStatus). Without it the form comes back unsaved, with what was typed. Plain JavaScript: its source is inlined.
 */
function holdSubmits() {
  const readyForms = new WeakSet<EventTarget>()
  let held: SubmitEvent | undefined
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    // FormStatus, which says when it is ready, has this field.
    if (!form.elements.namedItem('_form') || readyForms.has(form)) return
    event.preventDefault()
    event.stopPropagation()
    held = event
    form.dataset.held = ''
  }
  const send = (how: (form: HTMLFormElement, submitter: HTMLElement | null) => void) => {
    if (!held) return
    const form = held.target as HTMLFormElement
    const { submitter } = held
    held = undefined
    delete form.dataset.held
    how(form, submitter)
  }
  addEventListener('submit', hold, true)
  globalThis.formIsReady = (form) => {
    if (form) readyForms.add(form)
    if (held?.target === form) send((form, submitter) => form.requestSubmit(submitter))
  }
  // The script could not be loaded: the server answers.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      removeEventListener('submit', hold, true)
      send((form) => form.submit())
    },
    true,
  )
  document.currentScript?.remove()
}

/**
 * Runs in the page: clicks on what only the client script answers, such as "I'm Going", are held and made again once it is
 * there (src/routes/__root.tsx). Where it could not be loaded, that is said in place of what they would do.
 */
function holdClicks() {
  const held = new Set<HTMLElement>()
  let isFailed = false
  const sayFailure = () => {
    for (const control of held) delete control.dataset.held
    held.clear()
    const link = Object.assign(document.createElement('a'), {
      className: 'link',
      href: '',
      textContent: 'Load it again',
    })
    const card = document.createElement('p')
    card.className = 'pointer-events-auto w-full max-w-sm rounded border-2 border-accent bg-sheet px-4 py-2.5'
    card.append('This page could not be loaded completely, so its buttons do nothing. ', link, '.')
    document.querySelector('[aria-label="Messages"]')?.replaceChildren(card)
  }
  const isPosted = (control: HTMLElement) => (control as HTMLButtonElement).type === 'submit'
  const hold = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>(
      'button[type="button"]:not([popovertarget]), button[form^="post-"], input[type="checkbox"]:not(form *)',
    )
    // Without script the server answers it (components/forms/post-form.tsx).
    if (!control || (isFailed && isPosted(control))) return
    event.preventDefault()
    event.stopPropagation()
    held.add(control)
    control.dataset.held = ''
    if (isFailed) sayFailure()
  }
  addEventListener('click', hold, true)
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      isFailed = true
      const posted = [...held].find(isPosted)
      if (posted) posted.click()
      else if (held.size > 0) sayFailure()
    },
    true,
  )
  globalThis.pageIsReady = () => {
    removeEventListener('click', hold, true)
    for (const control of held) {
      delete control.dataset.held
      // React makes this part of the page ready at once. A click would do that, too, but only after it has changed a switch.
      control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))
      control.click()
    }
    held.clear()
  }
  document.currentScript?.remove()
}

/**
 * What stands first in a page that is not cached. Each removes itself, so that the browser hydrates what
 * it would render. The pages for signing in need none: the server takes their forms as they are. `ownPath` is given where
 * the page answers at the path of another one.
 */
export const earlyScripts = (path: string, ownPath?: string): string[] => [
  ...(ownPath
    ? [
        `history.replaceState(null,'',${JSON.stringify(ownPath).replaceAll('<', '\\u003c')});document.currentScript.remove()`,
      ]
    : []),
  ...(path.startsWith('/auth') ? [] : holding),
]

const holding = [`(${holdSubmits})()`, `(${holdClicks})()`]
