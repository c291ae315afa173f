import { createHash } from 'node:crypto'
import { isTalkPath, playerOrigins } from '#features/coverage/link.ts'

/** Headers of every response. Pages add their own content security policy. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** The content security policy of responses that are no pages: nothing may be loaded or run. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The content security policy of the service worker, whose own requests it applies to. */
export const workerPolicy = closedPolicy.replace(';', "; connect-src 'self';")

/** Ends the content security policy of the one kind of page that other sites may frame (sheets.ts). */
export const framedByAnyone = 'frame-ancestors *'

export const mayBeFramed = (policy: string | null | undefined) => policy?.endsWith(framedByAnyone) === true

/** As a content security policy names a script or style of the page. */
export const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Sent over https only; browsers ignore it elsewhere. */
export const transportSecurity = 'max-age=31536000; includeSubDomains'

/** The content security policy of a page that allows its inline scripts by `sources` ('nonce-…' or 'sha256-…'); that of a talk may frame players of videos. */
export function pagePolicy(sources: string[], isHttps: boolean, path: string): string {
  const scripts = ["'self'", ...sources.map((source) => `'${source}'`)].join(' ')
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    // 'self' is the organiser's preview; no page but the one for frames can be framed.
    `frame-src ${["'self'", ...(isTalkPath(path) ? playerOrigins : [])].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Makes a page cacheable, which comes in parts, each but the last one followed by a nonce: the scripts with one are allowed
 * by their hashes instead. An injected script has no nonce, so its hash is not allowed. Returns the sources for the policy.
 */
export function hashScripts(parts: string[], nonce: string): string[] {
  const sources = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const previousPart = parts[index - 1]
    const tagStart = previousPart?.lastIndexOf('<') ?? -1
    if (!previousPart?.startsWith('<script', tagStart)) continue
    const end = part.indexOf('>')
    if (/\ssrc=/.test(previousPart.slice(tagStart) + part.slice(0, end))) continue
    const text = part.slice(end + 1, part.indexOf('</script>', end))
    sources.add(`sha256-${createHash('sha256').update(text).digest('base64')}`)
  }
  // For the client script, which is not to know it either.
  const content = parts.findIndex((part) => part.includes(` content="${nonce}"`))
  if (content >= 0) parts[content] = parts[content]!.replace(nonce, '')
  return [...sources]
}
