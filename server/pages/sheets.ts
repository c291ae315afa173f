import type { RenderedPage } from './page-cache.ts'
import { framedByAnyone, sourceOf } from './security.ts'

const scripts = {
  // Reports the height of the content to the page around the frame.
  frame: `new ResizeObserver(()=>parent.postMessage({hallwayHeight:document.documentElement.offsetHeight},'*')).observe(document.documentElement)`,
  print: `const b=document.querySelector('button');b.hidden=false;b.onclick=()=>print()`,
}

/**
 * A conference's page without header, footer and client script: for a frame on another site, where links to other pages
 * open outside, or with all days for paper.
 */
type Sheet = { kind: keyof typeof scripts; path: string; theme: string | undefined; request: Request }

/** The sheet at an address, with the request for the page that it is made from. */
export function sheetOf(request: Request): Sheet | undefined {
  const url = new URL(request.url)
  const [, embed, path = '', print] =
    /^(\/embed)?(\/conferences\/[^/]+)(\/print)?\/?$/.exec(url.pathname) ?? []
  if (Boolean(embed) === Boolean(print)) return
  const theme = ['light', 'dark'].find((name) => name === url.searchParams.get('theme'))
  url.searchParams.delete('theme')
  url.pathname = path
  return { kind: embed ? 'frame' : 'print', path, theme, request: new Request(url) }
}

const policyOf = (kind: Sheet['kind']) =>
  [
    `default-src 'none'; script-src ${sourceOf(scripts[kind])}; style-src 'self'; img-src 'self' https: data:; font-src 'self'`,
    `manifest-src 'self'; form-action 'self'; base-uri 'none'`,
    kind === 'frame' ? framedByAnyone : "frame-ancestors 'none'",
  ].join('; ')

/** The sheet as it is sent, made from its page. One that is missing is the ordinary page, which nobody may frame. */
export function asSheet(page: RenderedPage, sheet: Sheet): RenderedPage {
  const { kind } = sheet
  const { location } = page.headers
  if (location?.startsWith('/conferences/'))
    return { ...page, headers: { ...page.headers, location: addressOf(sheet, location) } }
  if (page.status !== 200) return page
  const bare = page.html
    .toString()
    .replace(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replace('</body>', `<script>${scripts[kind]}</script></body>`)
  return {
    ...page,
    headers: { ...page.headers, 'content-security-policy': policyOf(kind), 'x-robots-tag': 'noindex' },
    html: kind === 'frame' ? withOwnLinks(bare, sheet) : bare,
  }
}

/** The address of the sheet instead of the page's; `and` is written otherwise in HTML. */
function addressOf({ kind, theme }: Sheet, address: string, and = '&') {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(address) ?? []
  const themed = [theme && `theme=${theme}`, query].filter(Boolean).join(and)
  return (kind === 'frame' ? `/embed${path}` : `${path}/print`) + (themed && `?${themed}`) + hash
}

/** Links and forms of the schedule stay in the frame; what would open a dialog opens the conference's page. */
function withOwnLinks(html: string, sheet: Sheet) {
  const { path, theme } = sheet
  const isOwn = (href: string) => href.startsWith(path) && /^(?:[?#]|$)/.test(href.slice(path.length))
  return html
    .replace(/<a ([^>]*?)href="([^"]*)"/g, (_, attributes: string, href: string) => {
      if (href.startsWith('#')) return `<a ${attributes}href="${href}"`
      if (isOwn(href)) return `<a ${attributes}href="${addressOf(sheet, href, '&amp;')}"`
      return `<a target="_blank" ${attributes}href="${href}"`
    })
    .replace(/formaction="#/gi, `formtarget="_blank" formaction="${path}#`)
    .replace(/<form\b[^>]*>/g, theme ? `$&<input type="hidden" name="theme" value="${theme}">` : '$&')
    .replace('<html', theme ? `<html data-theme="${theme}"` : '$&')
}
