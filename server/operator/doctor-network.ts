import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isFromProxy, isLoopback } from '#platform/client-address.ts'
import type { Env } from '#platform/env.ts'
import { version } from '#platform/version.ts'
import { mailTransport, senderOf } from '#server/mail/mail-worker.ts'
import { ok, problem, type Result, warning } from './doctor-finding.ts'
import { mailProblem, type SmtpError } from './mail-commands.ts'
import { checkHeader, type SeenRequest } from './seen-request.ts'

// What `hallway doctor` asks of other servers: SITE_URL, the site on this machine, the mail server.

const timeoutMs = 10_000

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
  const transport = await mailTransport(env.SMTP_URL)
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

/** What /healthz answers by SITE_URL; it says how the request arrived to who has a token. */
export async function checkProxy(env: Env, isRunning: boolean, token: string | undefined): Promise<Result> {
  if (isLoopback(new URL(env.siteUrl).hostname))
    return ok('SITE_URL is this machine: there is no proxy to check')
  let answer: Response
  let text: string
  try {
    answer = await fetch(`${env.siteUrl}/healthz`, {
      headers: token ? { [checkHeader]: token } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await answer.text()
  } catch (error) {
    return unreachable(error, env.siteUrl)
  }
  if (answer.status >= 300 && answer.status < 400)
    return problem(
      `SITE_URL is redirected to ${URL.parse(answer.headers.get('location') ?? '', env.siteUrl)?.origin ?? 'elsewhere'}.`,
      'Set SITE_URL to the address that people are redirected to.',
    )
  if (answer.status >= 500)
    return (isRunning ? problem : warning)(
      `The proxy of SITE_URL answers ${answer.status}: it does not reach the site${isRunning ? '' : ', which does not run here'}.`,
      `It must pass requests to ${env.HOST}:${env.PORT}.`,
    )
  if (/^ok \d/.test(text))
    return warning(
      'Hallway answers at SITE_URL, but does not say how requests arrive.',
      token
        ? 'It has another AUTH_SECRET, or is older than this command.'
        : 'Run this as the user of the site, who may read the secret in DATA_DIR.',
    )
  const request = parseSeen(text)
  if (!request)
    return problem(
      `Something other than Hallway answers at SITE_URL (status ${answer.status}).`,
      "Check the proxy's configuration and the DNS entry of SITE_URL.",
    )
  if (request.version !== version)
    return warning(
      `The site at SITE_URL is Hallway ${request.version}, this command ${version}.`,
      'Restart the site after an upgrade.',
    )
  const socket = { remoteAddress: request.peer }
  return assessForwarding(
    request,
    env.siteUrl,
    isFromProxy(env.TRUSTED_PROXIES)({ socket } as IncomingMessage),
  )
}

/** Of how the request arrived: does the proxy send the client's address, and is it believed? */
export function assessForwarding(
  { address, peer, forwardedFor }: SeenRequest,
  siteUrl: string,
  isTrusted: boolean,
): Result {
  if (!forwardedFor && !isTrusted && !siteUrl.startsWith('https:'))
    return ok('requests arrive without a proxy, and no address in their headers is believed')
  if (!forwardedFor)
    return problem(
      `The proxy at ${peer} does not send X-Forwarded-For, so all visitors share one limit.`,
      "It must send the client's address. docs/operating.md, TLS behind a proxy, has a configuration.",
    )
  if (!isTrusted)
    return problem(
      `TRUSTED_PROXIES does not name the proxy at ${peer}, so all visitors share one limit.`,
      `Set TRUSTED_PROXIES=${peer.replace(/^::ffff:/, '')}, or its network.`,
    )
  return ok(`the client's address arrives: ${address}`)
}

function parseSeen(text: string): (SeenRequest & { version: string }) | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value.peer === 'string' ? value : undefined
  } catch {
    return undefined
  }
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
