import type { Logger } from 'pino'
import { localPath } from '#features/auth/auth.ts'
import { placeInAddress } from '#features/gazetteer/address.server.ts'
import { formName, type PostedForm } from '#lib/posted-form.ts'
import { type NewerMigration, writesRefusedMessage } from '#platform/database/schema-version.ts'
import { publicError } from '#platform/procedures/failures.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { accountForm, sendAccountForm } from '#server/accounts/account-forms.ts'
import type { Auth } from '#server/accounts/auth.ts'
import type { RenderedPage } from './page-cache.ts'
import type { Site } from './site.ts'

type Options = {
  render: Site['render']
  auth: Auth
  log: Logger
  newerMigration: NewerMigration
  /** The context of a page for the sender of these headers. */
  contextOf: (headers: Headers) => Promise<Omit<Context, 'shows'>>
}

const notSaved =
  'This was not saved: the form needs JavaScript, which did not run. What you typed is still here. If JavaScript is switched off, switch it on; if the page was still loading, press the button again.'
const sessionOver = 'Your session has ended. What you typed is kept: sign in to go on.'
const backAgain = 'You are signed in again. What you typed is still here, and not saved yet.'
const maxFields = 200

const isSecret = (name: string) => /password/i.test(name)

/**
 * Answers a form that was sent to its own page without script. The forms for signing in and the buttons of members (PostForm) do
 * their work; every other comes back with what was typed and the sentence that it was not saved. Passwords never come back.
 */
export async function answerForm(request: Request, options: Options): Promise<Response> {
  const url = new URL(request.url)
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return new Response('Only forms can be sent to a page', { status: 415 })
  const typed = await textsOf(request)
  if (!typed) return new Response('This form cannot be read', { status: 400 })
  const { [formName]: name = '', kept = '', ...fields } = typed
  const values = Object.fromEntries(Object.entries(fields).filter(([field]) => !isSecret(field)))
  const show = (posted: PostedForm, status: number) => showPage(options, { request, url, posted, status })

  const account = accountForm(name, url.pathname)
  if (!account) {
    if (url.pathname !== '/auth')
      return show({ form: name, values, message: notSaved + (await addressNote(values)) }, 422)
    // Led here by the guard of another page, with what was typed there.
    const typedThere = new URLSearchParams({ ...values, [formName]: name }).toString()
    return show({ form: 'login', values: {}, message: sessionOver, kept: typedThere }, 401)
  }
  const posted = { form: name, values, ...(kept && { kept }) }
  const page = url.pathname + url.search
  // It may have answered the form with the password, at its address.
  if (account.isSignIn && name !== 'login') url.searchParams.set('tab', name)
  if (await options.newerMigration()) return show({ ...posted, message: writesRefusedMessage }, 503)
  try {
    const context = { ...(await options.contextOf(request.headers)), shows: () => {} }
    if (account.isForMembers && !context.viewer)
      return seeOther(`/auth?${new URLSearchParams({ next: page })}`)
    const answer = await sendAccountForm(options.auth, request, { form: account, fields, context })
    if (!answer.isOk) return show({ ...posted, ...answer }, answer.status)
    if (answer.message) return show({ ...posted, message: answer.message }, 200)
    const next = localPath(url.searchParams.get('next'))
    if (answer.needsSecondFactor) {
      const search = new URLSearchParams({ tab: 'second-factor', ...(next && { next }) })
      const asking = { form: 'second-factor', values: {}, ...(kept && { kept }), path: `/auth?${search}` }
      return withCookies(
        kept
          ? await showPage(options, { request, url: new URL(asking.path, url), posted: asking, status: 200 })
          : seeOther(asking.path),
        answer.cookies,
      )
    }
    if (kept && next && account.isSignIn)
      return await goOn(options, { request, next, formBody: kept, cookies: answer.cookies })
    if (!account.next) return seeOther(page + (account.hash?.(fields) ?? ''))
    return withCookies(seeOther(destination(account.next, account.isSignIn === true, next)), answer.cookies)
  } catch (error) {
    const { message, status } = publicError(error, options.log)
    return show({ ...posted, message }, status)
  }
}

/** What the form for a conference offers with script, too. */
async function addressNote({ location_name = '', country_name }: Record<string, string>): Promise<string> {
  const place = location_name && (await placeInAddress(location_name, country_name))
  return place ? ` The location reads as an address in ${place.city}, ${place.country}.` : ''
}

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })

function withCookies(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

function destination(path: string, isSignIn: boolean, next: string | undefined): string {
  if (!next) return path
  return isSignIn ? next : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}

async function textsOf(request: Request): Promise<Record<string, string> | undefined> {
  try {
    const entries = [...(await request.formData())].slice(0, maxFields)
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return undefined
  }
}

async function showPage(
  { render, contextOf }: Options,
  { request, url, posted, status }: { request: Request; url: URL; posted: PostedForm; status: number },
): Promise<Response> {
  const context = await contextOf(request.headers)
  const page = await render(
    new Request(url, { headers: pageHeaders(request.headers) }),
    context,
    false,
    posted,
  )
  const { location } = page.headers
  if (location) {
    // 307 has the browser send the form again, to the page for signing in, which keeps it.
    const isKept = !context.viewer && location.startsWith('/auth?') && url.pathname !== '/auth'
    return new Response(null, { status: isKept ? 307 : 303, headers: { location } })
  }
  return pageResponse(page, page.status === 200 ? status : page.status)
}

/** After signing in: the page of the form that was sent when the session had ended, with what was typed. */
async function goOn(
  { render, contextOf }: Options,
  {
    request,
    next,
    formBody,
    cookies,
  }: { request: Request; next: string; formBody: string; cookies: string[] },
): Promise<Response> {
  const { [formName]: form = '', ...values } = Object.fromEntries(new URLSearchParams(formBody))
  const headers = pageHeaders(request.headers)
  headers.set('cookie', cookies.map((cookie) => cookie.split(';')[0]).join('; '))
  const posted = { form, values, message: backAgain, path: next }
  const page = await render(
    new Request(new URL(next, request.url), { headers }),
    await contextOf(headers),
    false,
    posted,
  )
  const response = page.headers.location
    ? new Response(null, { status: 303, headers: { location: page.headers.location } })
    : pageResponse(page, page.status)
  return withCookies(response, cookies)
}

/** The page is rendered as if it was asked for, as HTML. */
export function pageHeaders(headers: Headers): Headers {
  const pageRequestHeaders = new Headers(headers)
  for (const name of ['accept', 'content-length', 'content-type', 'transfer-encoding'])
    pageRequestHeaders.delete(name)
  return pageRequestHeaders
}

const pageResponse = ({ html, headers }: RenderedPage, status: number) =>
  new Response(html, { status, headers: { ...headers, 'cache-control': 'no-store' } })
