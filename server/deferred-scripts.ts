/** What a page shows works without script; what a person does first brings it. Plain, since it goes into every page as it is. */
function whenTouched(entry: string, preloads: string[]) {
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll']
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true)
    for (const href of preloads)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    import(entry).catch(() => wishes && location.assign('/conferences'))
  }
  // The command menu has no page of its own: that somebody asked for it is kept until it can open.
  let wishes = 0
  const wish = (event: Event & { key?: string; ctrlKey?: boolean; metaKey?: boolean }) => {
    const isKey = (event.ctrlKey || event.metaKey) && event.key?.toLowerCase() === 'k'
    if (!isKey && (event.target as Element).id !== 'find') return
    event.preventDefault()
    wishes++
  }
  const asking = ['keydown', 'submit']
  for (const sign of asking) addEventListener(sign, wish)
  globalThis.takeFindWish = () => {
    for (const sign of asking) removeEventListener(sign, wish)
    return wishes > 0
  }
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true })
  if (location.hash) start()
  document.currentScript?.remove()
}

/**
 * A visitor's page whose client script waits for the first touch. That touch is not lost: links and forms do without
 * script what they do with it. Returns the page as it was if it has no such script.
 */
export function deferScripts(html: string, nonce: string): string {
  const preloads: string[] = []
  const entry = /<script[^>]* type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(html)
  if (!entry?.[1]) return html
  const light = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g, (_, href: string) => {
    preloads.push(href)
    return ''
  })
  const loader = `(${whenTouched})(${JSON.stringify(entry[1])},${JSON.stringify(preloads)})`
  return light.replace(entry[0], () => `<script nonce="${nonce}">${loader}</script>`)
}
