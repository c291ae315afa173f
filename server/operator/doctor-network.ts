import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { isFromProxy, isLoopback } from '#platform/client-address.ts'
import type { Env } from '#platform/env.ts'
import { version } from '#platform/version.ts'
import { mailTransport, senderOf } from '#server/mail/mail-worker.ts'
import { ok, problem, type Result, warning } from './doctor-finding.ts'
import { mailProblem, type SmtpError } from './mail-commands.ts'
import { checkHeader, type SeenRequest } from './seen-request.ts'

// What `hallway doctor` asks of other servers: SITE_URL, the site on this machine, the mail server.

const timeoutMs = 10_000
const dayMs = 86_400_000

/** The site on this machine, without the proxy. `isLive`: this is its own process. */
export async function checkSite({ HOST, PORT }: Env): Promise<Result & { isRunning: boolean }> {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}:${PORT}`
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    const text = (await answer.text()).slice(0, 200)
    return {
      isRunning: true,
      ...(answer.ok
        ? ok(`the site at ${HOST}:${PORT} is ready`)
        : problem(
            `The site at ${HOST}:${PORT} is not ready: ${text}.`,
            'The lines about the database may show why.',
          )),
    }
  } catch {
    return {
      isRunning: false,
      ...warning(
        `No site answers at ${HOST}:${PORT}.`,
        'If it should be running, see its log. If it runs elsewhere, check HOST and PORT.',
      ),
    }
  }
}

/** Signs in to the mail server, but sends nothing. */
export async function checkMail(env: Env, signal?: AbortSignal): Promise<Result> {
  if (!env.SMTP_URL)
    return (env.isProduction ? problem : warning)(
      'SMTP_URL is not set, so this site sends no mail.',
      'Set it and MAIL_FROM, and try it with `hallway mail test ADDRESS`.',
    )
  const { host } = new URL(env.SMTP_URL)
  const transport = mailTransport(env.SMTP_URL)
  const stop = () => transport.close()
  signal?.addEventListener('abort', stop)
  try {
    await transport.verify()
    return ok(`${host} answers and accepts the user and password; nothing was sent`)
  } catch (error) {
    return problem(
      mailProblem(error as SmtpError, host, senderOf(env), 'nobody'),
      'Fix it and restart the site, then run `hallway mail test ADDRESS`.',
    )
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** A documentation address (RFC 5737), which nobody has: who believes it believes anything. */
const forgedAddress = '203.0.113.7'

/** What /healthz answers by SITE_URL, and the clock of whoever answered; it tells more to whoever has a token. */
export async function checkProxy(
  env: Env,
  isRunning: boolean,
  token: string | undefined,
): Promise<{ results: Result[]; date?: string }> {
  const { hostname, protocol, port } = new URL(env.siteUrl)
  if (isLoopback(hostname)) return { results: [ok('SITE_URL is this machine: there is no proxy to check')] }
  const severity = isRunning ? problem : warning
  let answer: Response
  let text: string
  try {
    answer = await fetch(`${env.siteUrl}/healthz`, {
      headers: { ...(token && { [checkHeader]: token }), 'x-forwarded-for': forgedAddress },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await answer.text()
  } catch (error) {
    return { results: [unreachable(error, env.siteUrl)] }
  }
  const date = answer.headers.get('date') ?? undefined
  const results = await (async (): Promise<Result[]> => {
    if (answer.status >= 300 && answer.status < 400)
      return [
        problem(
          `SITE_URL is redirected to ${URL.parse(answer.headers.get('location') ?? '', env.siteUrl)?.origin ?? 'elsewhere'}.`,
          'Set SITE_URL to the address that people are redirected to.',
        ),
      ]
    if (answer.status >= 500)
      return [
        severity(
          `The proxy of SITE_URL answers ${answer.status}: it does not reach the site${isRunning ? '' : ', which does not run here'}.`,
          `It must pass requests to ${env.HOST}:${env.PORT}.`,
        ),
      ]
    if (/^ok \d/.test(text))
      return [
        warning(
          'Hallway answers at SITE_URL, but does not say how requests arrive.',
          token
            ? 'It has another AUTH_SECRET, or is older than this command.'
            : 'Run this as the user of the site, who may read the secret in DATA_DIR.',
        ),
      ]
    const seenRequest = parseSeen(text)
    if (!seenRequest)
      return [
        problem(
          `Something other than Hallway answers at SITE_URL (status ${answer.status}).`,
          "Check the proxy's configuration and the DNS entry of SITE_URL.",
        ),
      ]
    const isTrusted = isFromProxy(env.TRUSTED_PROXIES)({
      socket: { remoteAddress: seenRequest.peer },
    } as IncomingMessage)
    return [
      ...(seenRequest.version === version
        ? []
        : [
            warning(
              `The site at SITE_URL is Hallway ${seenRequest.version}, this command ${version}.`,
              'Restart the site after an upgrade.',
            ),
          ]),
      ...assessForwarding(seenRequest, env.siteUrl, isTrusted),
    ]
  })()
  if (protocol === 'https:' && !port) results.push(await checkPlainHttp(hostname))
  return { results, date }
}

function parseSeen(text: string): (SeenRequest & { version: string }) | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value.peer === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Of how the request arrived: does the proxy tell the client's address, is it believed, and nobody else? */
export function assessForwarding(request: SeenRequest, siteUrl: string, isTrusted: boolean): Result[] {
  const chain = (request.forwardedFor ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const { host, protocol } = new URL(siteUrl)
  const hasProxy = protocol === 'https:' || (chain.length > 0 && chain.at(-1) !== forgedAddress)
  const results: Result[] = []
  const documented = 'docs/operating.md, TLS behind a proxy, has a configuration.'
  if (!hasProxy && !isTrusted)
    results.push(ok('requests arrive without a proxy, and no address in their headers is believed'))
  else if (!chain.length)
    results.push(
      problem(
        `The proxy at ${request.peer} does not send X-Forwarded-For, so all visitors share one limit.`,
        `It must send the client's address. ${documented}`,
      ),
    )
  else if (chain.at(-1) === forgedAddress)
    results.push(
      problem(
        `The proxy at ${request.peer} passes on the X-Forwarded-For of clients, so anybody can choose an address.`,
        `It must overwrite the header, or append to it. ${documented}`,
      ),
    )
  else if (!isTrusted)
    results.push(
      problem(
        `TRUSTED_PROXIES does not name the proxy at ${request.peer}, so all visitors share one limit.`,
        `Set TRUSTED_PROXIES=${plainPeer(request.peer)}, or its network.`,
      ),
    )
  else if (request.address === forgedAddress || plainPeer(request.peer) === request.address)
    results.push(
      ok(
        "the proxy sends the client's address; this machine is in TRUSTED_PROXIES itself, so try from another one to see it",
      ),
    )
  else results.push(ok(`the client's address arrives: ${request.address}`))
  if (request.forwardedProto && `${request.forwardedProto.split(',')[0]!.trim()}:` !== protocol)
    results.push(
      warning(
        `The proxy says that the request came by ${request.forwardedProto}, SITE_URL begins with ${protocol}//.`,
        'Links and cookies follow SITE_URL: it must begin as the address that people use.',
      ),
    )
  else results.push(ok(`links and cookies are of ${protocol.slice(0, -1)}, as SITE_URL`))
  if (request.host !== host)
    results.push(
      warning(
        `The proxy sends the host ${request.host}, and SITE_URL has ${host}.`,
        'It must pass on the Host of the request (nginx: proxy_set_header Host $host).',
      ),
    )
  return results
}

const plainPeer = (peer: string) => peer.replace(/^::ffff:/, '')

/** Whoever types the name without https. */
async function checkPlainHttp(hostname: string): Promise<Result> {
  const url = `http://${hostname}/healthz`
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  )
  if (!answer) return ok('nothing answers by http')
  await answer.body?.cancel()
  return answer.status >= 300 && answer.status < 400 && answer.headers.get('location')?.startsWith('https://')
    ? ok('http is redirected to https')
    : warning(
        'http is not redirected to https.',
        'People who type only the name are not protected: redirect http with 301.',
      )
}

function unreachable(error: unknown, siteUrl: string): Result {
  const { cause, name } = error as Error & { cause?: NodeJS.ErrnoException }
  const code = cause?.code ?? name
  const { hostname } = new URL(siteUrl)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem(
      `The name ${hostname} of SITE_URL is not known.`,
      'Its DNS entry is missing, or this machine has no DNS.',
    )
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return warning('The proxy could not be checked, because the certificate was rejected.', 'Fix TLS first.')
  return warning(
    `SITE_URL can't be reached from this machine (${code}).`,
    'Check that the proxy is running. Some networks cannot reach themselves: then try from another machine.',
  )
}

export type Certificate = { validTo: string; problem: string | undefined }

/** The certificate at SITE_URL: until when it holds, and for this name. */
export async function checkCertificate({ siteUrl }: Env): Promise<Result | undefined> {
  const { hostname, port, protocol } = new URL(siteUrl)
  if (protocol !== 'https:') return undefined
  try {
    return assessCertificate(
      await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port) || 443),
      hostname,
    )
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return warning(
      `The certificate of ${hostname} can't be read (${code ?? message}).`,
      'Check that the proxy is running and that this machine can reach it.',
    )
  }
}

function readCertificate(host: string, port: number): Promise<Certificate> {
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>()
  // Only looked at: nothing is sent.
  const socket = connect({ host, port, servername: isIP(host) ? undefined : host, rejectUnauthorized: false })
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
  )
  socket.once('error', reject)
  socket.once('secureConnect', () => {
    const { valid_to } = socket.getPeerCertificate()
    const { authorizationError } = socket
    resolve({
      validTo: valid_to,
      // The types call it an Error; it is its code.
      problem: authorizationError
        ? String((authorizationError as { code?: string }).code ?? authorizationError)
        : undefined,
    })
    socket.destroy()
  })
  return promise
}

export function assessCertificate(
  { validTo, problem: reason }: Certificate,
  host: string,
  now = Date.now(),
): Result {
  const days = Math.floor((Date.parse(validTo) - now) / dayMs)
  const until = new Date(validTo).toISOString().slice(0, 10)
  if (days < 0)
    return problem(
      `The certificate of ${host} ended on ${until}.`,
      'Renew it: run certbot renew, or see the log of Caddy.',
    )
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return problem(`The certificate at ${host} is for another name.`, 'Get one for the host of SITE_URL.')
  if (reason)
    return problem(
      `Browsers do not trust the certificate of ${host}: ${reason}.`,
      'The proxy must send it with the certificates between it and the root (fullchain.pem).',
    )
  if (days < 14)
    return warning(
      `The certificate of ${host} ends on ${until}, in ${days} days.`,
      'It should have been renewed: run certbot renew, or see the log of Caddy.',
    )
  return ok(`the certificate of ${host} is valid until ${until}`)
}

/** Clocks: `database` is how far this machine's is ahead in milliseconds, `date` the HTTP Date of the answer at SITE_URL. */
export function assessClock(skewMs: number | undefined, date: string | undefined, now = Date.now()): Result {
  const advice =
    'Synchronise the clocks with NTP (timedatectl): sessions, links and two-factor codes depend on them.'
  // A Date has whole seconds, and was written before it arrived.
  const httpSkewMs = date ? now - Date.parse(date) : 0
  for (const [name, difference, limit] of [
    ['the database', skewMs ?? 0, 2000],
    ['SITE_URL', httpSkewMs, 12_000],
  ] as const) {
    if (Math.abs(difference) < limit) continue
    const sentence = `This machine's clock is ${Math.round(Math.abs(difference) / 1000)} s ${difference > 0 ? 'ahead of' : 'behind'} that of ${name}.`
    return Math.abs(difference) > 30_000 ? problem(sentence, advice) : warning(sentence, advice)
  }
  const otherClocks = [skewMs !== undefined && 'the database', date && 'SITE_URL']
    .filter(Boolean)
    .join(' and ')
  return ok(otherClocks ? `the clock agrees with ${otherClocks}` : 'there is no other clock to compare with')
}
