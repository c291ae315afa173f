/**
 * Runs in the page: a form that is sent before the client script is there is held, and sent again once it is (`submit` of
 * __root.tsx). Without it the form comes back unsaved, with what was typed. Plain JavaScript: its source is inlined.
 */
function holdSubmits() {
  let held: SubmitEvent | undefined
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (form.method !== 'post') return
    event.preventDefault()
    held = event
    form.dataset.held = ''
  }
  const release = (send: (form: HTMLFormElement, submitter: HTMLElement | null) => void) => {
    removeEventListener('submit', hold, true)
    if (!held) return
    const form = held.target as HTMLFormElement
    delete form.dataset.held
    send(form, held.submitter)
    held = undefined
  }
  addEventListener('submit', hold, true)
  globalThis.submitHeldForm = () => release((form, submitter) => form.requestSubmit(submitter))
  // The script could not be loaded: the server answers.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && release((form) => form.submit()),
    true,
  )
  document.currentScript?.remove()
}

/**
 * Adds it to a page that is not cached. The forms for signing in need none: the server takes them as they are. `ownPath`
 * is given where the page answers at the path of another one.
 */
export function withEarlyScripts(html: string, nonce: string, path: string, ownPath?: string): string {
  const entry = /<script[^>]* type="module"[^>]* src="/.exec(html)
  if (!entry) return html
  const scripts = [
    ownPath &&
      `history.replaceState(null,'',${JSON.stringify(ownPath).replaceAll('<', '\\u003c')});document.currentScript.remove()`,
    !path.startsWith('/auth') && `(${holdSubmits})()`,
  ]
  const tags = scripts.filter(Boolean).map((script) => `<script nonce="${nonce}">${script}</script>`)
  return html.replace(entry[0], () => tags.join('') + entry[0])
}
