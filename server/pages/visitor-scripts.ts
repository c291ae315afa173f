/**
 * Runs in the page, first: what nobody has touched is not laid out (large-schedule.css). A page that is loaded again, or
 * returned to, is, and so is one with a place in its address: estimated heights would change the distance from the top.
 */
function markUntouched() {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (arrival?.type === 'navigate' && location.hash === '') document.documentElement.dataset.untouched = ''
  document.currentScript?.remove()
}

/** What stands first in a page whose client script is deferred. */
export const scriptsBeforeTouch = [`(${markUntouched})()`]

/** Runs in the page: loads the client script at the first interaction. Plain JavaScript, because its source is inlined in every page. */
function loadOnInteraction(entry: string, preloads: string[]) {
  // On a touch screen, where no pointer rests on a link before a click, they would fetch every link in the window.
  const prefetchRules = document.currentScript?.previousElementSibling as HTMLScriptElement
  if (!matchMedia('(pointer: coarse)').matches) {
    prefetchRules.type = 'speculationrules'
    prefetchRules.replaceWith(prefetchRules)
  }
  const interactions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll']
  const start = (event?: Event & { movementX?: number; movementY?: number }) => {
    // Where the pointer rests over a new page, the browser says that it moved, by nothing.
    if (event?.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return
    for (const interaction of interactions) removeEventListener(interaction, start, true)
    document.documentElement.removeAttribute('data-untouched')
    for (const data of document.querySelectorAll('script[type="text/plain"]')) {
      data.removeAttribute('type')
      data.replaceWith(data)
    }
    for (const href of preloads)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    import(entry).catch(
      () =>
        pendingSearch !== undefined &&
        location.assign(`/conferences?search=${encodeURIComponent(pendingSearch)}`),
    )
  }
  // The command menu has no page without script: the request for it, and what is typed, is buffered until it can open.
  let pendingSearch: string | undefined
  const bufferKey = (
    event: Event & { key?: string; ctrlKey?: boolean; metaKey?: boolean; submitter?: HTMLElement | null },
  ) => {
    const { key = '', ctrlKey, metaKey } = event
    const isCommand = ctrlKey || metaKey
    if ((event.target as Element).id === 'find' || (isCommand && key.toLowerCase() === 'k'))
      pendingSearch ??= event.submitter?.getAttribute('value') ?? ''
    else if (pendingSearch !== undefined && !isCommand && key.length === 1) pendingSearch += key
    else return
    event.preventDefault()
  }
  const bufferedEvents = ['keydown', 'submit']
  // While capturing: React stops what comes before it has hydrated the page.
  for (const interaction of bufferedEvents) addEventListener(interaction, bufferKey, true)
  globalThis.takePendingSearch = () => {
    for (const interaction of bufferedEvents) removeEventListener(interaction, bufferKey, true)
    return pendingSearch
  }
  for (const interaction of interactions)
    addEventListener(interaction, start, { capture: true, passive: true })
  if (location.hash) start()
  // A dialog that the page opens with is modal only with the script.
  addEventListener('DOMContentLoaded', () => document.querySelector('dialog[open]') && start())
  // Where the browser prerenders the next page, a link to another page must not be handled by the router.
  if (HTMLScriptElement.supports?.('speculationrules'))
    addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
        if (link && link.pathname !== location.pathname) event.stopPropagation()
      },
      true,
    )
  document.currentScript?.remove()
}

/**
 * The pages that the browser may prepare: listed ones, except other views of the current page. A page is fetched as soon
 * as the pointer is on a link to it, and prerendered when it stays there (decision 16).
 */
function speculationRules(path: string, listedPages: string[]): { prefetch: string; prerender: string } {
  const escapedPath = path.replace(/[+*?:(){}\\]/g, '\\$&')
  const not = { href_matches: ['/conferences/new', escapedPath] }
  const patterns = listedPages.map((pattern) => pattern.replaceAll('$', ':'))
  const where = { and: [{ href_matches: patterns }, { not }] }
  const inScript = (rules: object) => JSON.stringify(rules).replaceAll('<', '\\u003c')
  return {
    prefetch: inScript({ prefetch: [{ where, eagerness: 'eager' }] }),
    prerender: inScript({ prerender: [{ where, eagerness: 'moderate' }] }),
  }
}

/**
 * Defers the client script of a visitor's page, and its data, to the first interaction, and adds speculation rules for
 * its links. No interaction is lost: links and forms work without script. Leaves a page without a client script as it is.
 * The page comes in parts, each but the last one followed by a nonce, which all these tags have: to replace them in the
 * whole text would copy it each time.
 */
export function deferClientScript(
  parts: string[],
  preloads: string[],
  path: string,
  listedPages: string[],
): void {
  const entryIndex = parts.findIndex((part) => lastTag(part).startsWith('<script type="module"'))
  const src = / src="([^"]+)"/.exec(lastTag(parts[entryIndex] ?? ''))?.[1]
  if (!src) return
  for (const [index, part] of parts.entries())
    if (lastTag(part) === '<script' && parts[index + 1]?.startsWith(' data-tsr-stream-part'))
      parts[index] = `${part} type="text/plain"`
  const loader = `(${loadOnInteraction})(${JSON.stringify(src)},${JSON.stringify(preloads)})`
  const { prefetch, prerender } = speculationRules(path, listedPages)
  const [entry = '', rest = ''] = parts.slice(entryIndex)
  parts.splice(
    entryIndex,
    2,
    `${entry.slice(0, entry.lastIndexOf('<'))}<script type="application/json"`,
    `>${prefetch}</script><script`,
    `>${loader}</script><script type="speculationrules"`,
    `>${prerender}${afterTag(rest)}`,
  )
}

const lastTag = (html: string) => html.slice(html.lastIndexOf('<'))
/** What follows the tag within which the text begins. */
const afterTag = (html: string) => html.slice(html.indexOf('>') + 1)
