import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import { escapeHtml } from '#lib/text.ts'
import { closedPolicy, sourceOf } from '../pages/security.ts'

/** A request that is not begun, because too much is asked for. */
export class Refusal extends ORPCError<string, undefined> {}

// The colours of the site (src/styles.css). Nothing else is loaded: the site has enough to do.
const style = `:root{color-scheme:light dark}body{font:18px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:light-dark(#faf7f0,#15140f);color:light-dark(#1a1814,#f3eee2);max-width:40rem;margin:15vh auto;padding:0 1rem}h1{font-size:2.5rem;line-height:1.1}p{color:light-dark(#645e54,#a9a191)}a{display:inline-block;padding:.5rem 1rem;background:light-dark(#1a1814,#f3eee2);color:light-dark(#faf7f0,#15140f);text-decoration:none}:focus-visible{outline:2px solid light-dark(#b3261e,#ff8a75);outline-offset:2px}`
const policy = `${closedPolicy}; style-src ${sourceOf(style)}`

const page = (siteName: string, message: string, isRead: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`Busy | ${siteName}`)}</title>
<style>${style}</style>
</head>
<body>
<h1>This page could not be loaded</h1>
<p>${escapeHtml(message)}</p>
${isRead ? '<p><a href="">Try again</a></p>' : '<p>Nothing was saved. Go back and send the form again.</p>'}
</body>
</html>
`

/** Answers a request that is not begun: as a page, as an error of the API, or in a sentence. */
export function answerRefusal(c: Context, error: Refusal, siteName: string): Response {
  const { code, message, status, data } = error
  const { path, method } = c.req
  const headers = { 'retry-after': '5', 'cache-control': 'no-store' }
  const answerStatus = status as 503
  if (path.startsWith('/api/rpc/')) return c.json({ json: error }, answerStatus, headers)
  if (path.startsWith('/api/'))
    return c.json({ code, message, data }, answerStatus, {
      ...headers,
      ...(path.startsWith('/api/v1/') && { 'access-control-allow-origin': '*' }),
    })
  if (!c.req.header('accept')?.includes('text/html')) return c.text(message, answerStatus, headers)
  return c.html(page(siteName, message, method === 'GET' || method === 'HEAD'), answerStatus, {
    ...headers,
    'content-security-policy': policy,
  })
}
